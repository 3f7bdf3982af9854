import { AppError, assert, invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Caller, TotpEnrolment } from './contract.ts';
import type { CredentialsDeps } from './credentials.ts';
import type { Origin } from './deps.ts';
import {
  confirmTotpSecret,
  deleteRecoveryCodes,
  deleteTotp,
  insertRecoveryCodes,
  saveTotp,
  type TotpRow,
  takeRecoveryCode,
  totpOfUser,
} from './factors.sql.ts';
import { letters } from './letters.ts';
import { type LoginRow, loginOfUser } from './login.sql.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from './secrets.ts';
import type { Tokens } from './tokens.ts';
import { base32, base32Bytes, stepOfCode, TOTP_SECRET_BYTES, totpUri } from './totp.ts';
import { inTransaction } from './transaction.ts';
import { useCode } from './use-code.ts';

/** What authenticators call the service. */
const ISSUER = 'Skein';

/** Authenticators (TOTP, RFC 6238) and recovery codes. */
export interface SecondFactor {
  enrolled(userId: string): Promise<boolean>;
  begin(caller: Caller, password: string | null): Promise<TotpEnrolment>;
  confirm(caller: Caller, code: string): Promise<void>;
  remove(caller: Caller, code: string): Promise<void>;
  /** As `Sessions.verifyTotp`. */
  verify(userId: string, code: string): Promise<{ readonly step: number }>;
  /** Uses up a code or a recovery code for signing in. SECOND_FACTOR_INVALID, RATE_LIMITED. */
  spend(userId: string, code: string, origin: Origin): Promise<void>;
  /** Checks the password of an account that has one. FORBIDDEN. */
  requirePassword(caller: Caller, password: string | null): Promise<LoginRow | null>;
}

const codesOf = (userId: string) => ({ kind: 'code', of: userId }) as const;

export function createSecondFactor(
  deps: CredentialsDeps & { readonly tokens: Pick<Tokens, 'seal'> },
): SecondFactor {
  const { database, engine, random, wallClock, config } = deps;
  const { passwords, throttle, journal, tokens } = deps;
  const write = letters(config.publicUrl);
  const now = (): string => isoTime(wallClock.now());

  const totpOf = async (userId: string): Promise<TotpRow | null> => {
    const rows = await database.reads.query<TotpRow & Record<string, unknown>>(totpOfUser, [
      userId,
    ]);
    return rows[0] ?? null;
  };
  const loginOf = async (userId: string): Promise<LoginRow | null> => {
    const rows = await database.reads.query<LoginRow & Record<string, unknown>>(loginOfUser, [
      userId,
    ]);
    return rows[0] ?? null;
  };
  const stepOf = (userId: string, { secret }: TotpRow, code: string): number | null => {
    const text = tokens.seal.open(secret, `totp ${userId}`);
    assert(text !== null, 'the secret of a second factor can be read; see SKEIN_AUTH_SECRET');
    return stepOfCode(base32Bytes(text), code.replaceAll(' ', ''), wallClock.now());
  };

  async function failed(userId: string, origin: Origin): Promise<never> {
    await inTransaction(database, (run) =>
      journal.note(run, { userId, kind: 'second_factor_failed', ...origin }),
    );
    throw new AppError('SECOND_FACTOR_INVALID');
  }

  /** Uses up whichever of the two it is; true for a recovery code. */
  async function spendCode(userId: string, code: string, origin: Origin): Promise<boolean> {
    const totp = await totpOf(userId);
    if (!totp?.confirmedAt) throw new AppError('SECOND_FACTOR_REQUIRED');
    await throttle.take(codesOf(userId));
    const step = stepOf(userId, totp, code);
    if (step !== null) {
      await engine.submit(useCode, { userId, step, event: null }, { userId });
    } else {
      const hash = hashOfRecoveryCode(userId, code);
      if (hash === null) return failed(userId, origin);
      const taken = await inTransaction(database, async (run) => {
        const rows = await run(takeRecoveryCode, [userId, hash]);
        if (rows.length === 0) return false;
        await journal.note(run, { userId, kind: 'recovery_code_used', ...origin });
        await journal.mail(run, { userId, ...write.recoveryCodeUsed() });
        return true;
      });
      if (!taken) return failed(userId, origin);
    }
    await throttle.forget(codesOf(userId));
    return step === null;
  }

  const requirePassword: SecondFactor['requirePassword'] = async ({ principal }, password) => {
    const { userId } = principal;
    const login = await loginOf(userId);
    if (!login) return null;
    await throttle.take({ kind: 'account', of: login.email });
    if (password === null || !(await passwords.matches(password, login.passwordHash))) {
      throw new AppError('FORBIDDEN', { message: 'The password is wrong.' });
    }
    await throttle.forget({ kind: 'account', of: login.email });
    return login;
  };

  return {
    requirePassword,
    enrolled: async (userId) => Boolean((await totpOf(userId))?.confirmedAt),

    async begin(caller, password) {
      const login = await requirePassword(caller, password);
      const { userId, username } = caller.principal;
      const secret = base32(random(TOTP_SECRET_BYTES));
      const recoveryCodes = newRecoveryCodes(random);
      const hashes = recoveryCodes.map((code) => hashOfRecoveryCode(userId, code));
      await inTransaction(database, async (run) => {
        const sealed = tokens.seal.close(secret, `totp ${userId}`);
        const saved = await run(saveTotp, [userId, sealed, now()]);
        if (saved.length === 0)
          throw invalid('a second factor is enrolled already; remove it first');
        await run(deleteRecoveryCodes, [userId]);
        await run(insertRecoveryCodes, [userId, hashes]);
      });
      return { secret, uri: totpUri(secret, ISSUER, login?.email ?? username), recoveryCodes };
    },

    async confirm({ principal: { userId }, ip, userAgent }, code) {
      const origin = { ip, userAgent };
      const totp = await totpOf(userId);
      if (!totp) throw new AppError('SECOND_FACTOR_REQUIRED');
      if (totp.confirmedAt) throw invalid('the second factor is confirmed already');
      await throttle.take(codesOf(userId));
      const step = stepOf(userId, totp, code);
      if (step === null) return failed(userId, origin);
      await engine.submit(useCode, { userId, step, event: null }, { userId });
      await inTransaction(database, async (run) => {
        const confirmed = await run(confirmTotpSecret, [userId, totp.secret, now()]);
        if (confirmed.length === 0) throw invalid('the enrolment was begun anew meanwhile');
        await journal.note(run, { userId, kind: 'second_factor_enrolled', ...origin });
        await journal.mail(run, { userId, ...write.secondFactorAdded() });
      });
      await throttle.forget(codesOf(userId));
    },

    async remove({ principal: { userId }, ip, userAgent }, code) {
      const origin = { ip, userAgent };
      await spendCode(userId, code, origin);
      await inTransaction(database, async (run) => {
        await run(deleteRecoveryCodes, [userId]);
        const removed = await run(deleteTotp, [userId]);
        if (removed.length === 0) return;
        await journal.note(run, { userId, kind: 'second_factor_removed', ...origin });
        await journal.mail(run, { userId, ...write.secondFactorRemoved() });
      });
    },

    async verify(userId, code) {
      const totp = await totpOf(userId);
      if (!totp?.confirmedAt) throw new AppError('SECOND_FACTOR_REQUIRED');
      await throttle.take(codesOf(userId));
      const step = stepOf(userId, totp, code);
      if (step === null) throw new AppError('SECOND_FACTOR_INVALID');
      await throttle.forget(codesOf(userId));
      return { step };
    },

    async spend(userId, code, origin) {
      await spendCode(userId, code, origin);
    },
  };
}

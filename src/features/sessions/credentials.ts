import { AppError, invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Accounts } from './accounts.ts';
import type { Origin, SessionsDeps } from './deps.ts';
import type { Journal } from './journal.ts';
import { letters } from './letters.ts';
import {
  dropMailTokens,
  insertResetRequest,
  type LoginRow,
  loginOfEmail,
  loginOfMailToken,
  resetPasswordHash,
  saveLogin,
  saveMailToken,
  takeMailToken,
  usernameTaken,
  verifyLogin,
} from './login.sql.ts';
import { type Passwords, requireStrongPassword } from './password.ts';
import { hashSecret, newSecret } from './secrets.ts';
import type { SessionStore, StartedSession } from './session-store.ts';
import type { Throttle } from './throttle.ts';
import { inTransaction } from './transaction.ts';

/** A mailed link to confirm an address works for a day. */
export const VERIFY_LINK_MS = 86_400_000;
/** A mailed link to reset a password works for an hour. */
export const RESET_LINK_MS = 3_600_000;
/** Longest e-mail address (RFC 5321, 4.5.3.1.3). */
export const MAX_EMAIL_CHARACTERS = 254;

const EMAIL = /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const USERNAME = /^[a-z0-9_]{3,30}$/;

/** What is said whatever was wrong, so that nobody learns which addresses have accounts. */
const WRONG =
  'The e-mail address or the password is wrong, or the address has not been confirmed yet.';

export interface CredentialsDeps extends SessionsDeps {
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly journal: Journal;
  readonly store: SessionStore;
  readonly accounts: Accounts;
}

/** E-mail addresses and passwords. No answer tells whether an address has an account. */
export interface Credentials {
  /** VALIDATION_FAILED for what does not fit or a username that is taken. */
  signUp(wish: SignUpWish, origin: Origin): Promise<void>;
  /** Confirms an address by its mailed token and the password, and signs in. */
  verifyEmail(
    wish: { readonly token: string; readonly password: string },
    origin: Origin,
  ): Promise<StartedSession>;
  /** The login whose password it is. UNAUTHORIZED. */
  check(
    wish: { readonly email: string; readonly password: string },
    origin: Origin,
  ): Promise<LoginRow>;
  /** The mail is written by the worker, so that an unknown address takes as long as a known one. */
  requestReset(email: string, origin: Origin): Promise<void>;
  resetPassword(
    wish: { readonly token: string; readonly password: string },
    origin: Origin,
  ): Promise<void>;
}

export interface SignUpWish {
  readonly email: string;
  readonly password: string;
  readonly username: string;
}

/** The address as it is kept: in small letters. VALIDATION_FAILED when it cannot be one. */
export function requireEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > MAX_EMAIL_CHARACTERS || !EMAIL.test(email)) {
    throw invalid('email must be an e-mail address');
  }
  return email;
}

/** A mailed token is a credential: one that does not count is refused like any other. */
const linkEnded = (next: string): AppError =>
  new AppError('UNAUTHORIZED', { message: `The link is wrong, used or too old; ${next}.` });

const byAddress = ({ ip }: Origin) => ({ kind: 'address', of: ip ?? '' }) as const;

export function createCredentials(deps: CredentialsDeps): Credentials {
  const { database, ids, random, wallClock, config } = deps;
  const { passwords, throttle, journal, store, accounts } = deps;
  const write = letters(config.publicUrl);
  const at = (ms = 0): string => isoTime(wallClock.now() + ms);

  const read = async (statement: typeof loginOfEmail, values: readonly unknown[]) => {
    const rows = await database.reads.query<LoginRow & Record<string, unknown>>(statement, values);
    return rows[0] ?? null;
  };

  return {
    async signUp(wish, origin) {
      const email = requireEmail(wish.email);
      const username = wish.username.toLowerCase();
      if (!USERNAME.test(username)) {
        throw invalid('username must be 3 to 30 letters, digits or underscores');
      }
      requireStrongPassword(wish.password, { email, username });
      await throttle.take(byAddress(origin));
      if ((await database.reads.query(usernameTaken, [username])).length > 0) {
        throw invalid('username is taken');
      }
      // From here on everything is the same for an address that is known and one that is not.
      const hash = await passwords.hash(wish.password);
      if (!(await throttle.allows({ kind: 'mail', of: email }))) return;
      await inTransaction(database, async (run) => {
        const values = [ids.next(), email, username, hash, at()];
        const [login] = await run<LoginRow>(saveLogin, values);
        const token = newSecret(random);
        if (login) {
          const { userId } = login;
          await run(saveMailToken, [hashSecret(token), 'verify', userId, at(VERIFY_LINK_MS)]);
          await journal.mail(run, { userId, recipient: email, ...write.confirm(token) });
        } else {
          const [known] = await run<LoginRow>(loginOfEmail, [email]);
          if (known) await journal.mail(run, { userId: known.userId, ...write.alreadyThere() });
        }
      });
    },

    async verifyEmail({ token, password }, origin) {
      await throttle.take(byAddress(origin));
      const values = [hashSecret(token), 'verify', at()];
      const login = await read(loginOfMailToken, values);
      if (!login) throw linkEnded('sign up again');
      await throttle.take({ kind: 'account', of: login.email });
      // Who only has the mail may be somebody whose address another person has typed.
      if (!(await passwords.matches(password, login.passwordHash))) {
        throw new AppError('UNAUTHORIZED', { message: 'The password is wrong.' });
      }
      const { userId } = login;
      await inTransaction(database, async (run) => {
        const [taken] = await run<{ userId: string }>(takeMailToken, values);
        if (!taken) throw linkEnded('sign in');
        await run(verifyLogin, [userId, at()]);
      });
      await accounts.ensureUser(login);
      return inTransaction(database, async (run) => {
        await journal.note(run, { userId, kind: 'sign_up', ...origin });
        return store.start(run, { userId, method: 'password', origin });
      });
    },

    async check({ email: typed, password }, origin) {
      const email = typed.trim().toLowerCase();
      const account = { kind: 'account', of: email } as const;
      await throttle.take(byAddress(origin), account);
      const login = await read(loginOfEmail, [email]);
      const right = await passwords.matches(password, login?.passwordHash ?? null);
      if (right && login !== null && login.verifiedAt !== null) {
        await throttle.forget(account);
        await accounts.ensureUser(login);
        return login;
      }
      if (login !== null && login.verifiedAt !== null) {
        const { userId } = login;
        await inTransaction(database, (run) =>
          journal.note(run, { userId, kind: 'sign_in_failed', ...origin }),
        );
      }
      throw new AppError('UNAUTHORIZED', { message: WRONG });
    },

    async requestReset(typed, origin) {
      const email = requireEmail(typed);
      await throttle.take(byAddress(origin));
      if (!(await throttle.allows({ kind: 'mail', of: email }))) return;
      const values = [ids.next(), email, at()];
      await database.withClient((client) => client.query({ ...insertResetRequest, values }));
    },

    async resetPassword({ token, password }, origin) {
      await throttle.take(byAddress(origin));
      const values = [hashSecret(token), 'reset', at()];
      const login = await read(loginOfMailToken, values);
      if (!login) throw linkEnded('ask for another mail');
      requireStrongPassword(password, login);
      const hash = await passwords.hash(password);
      const { userId, email } = login;
      await accounts.ensureUser(login);
      await inTransaction(database, async (run) => {
        const [taken] = await run<{ userId: string }>(takeMailToken, values);
        if (!taken) throw linkEnded('sign in');
        await run(resetPasswordHash, [userId, hash, at()]);
        await run(dropMailTokens, [userId]);
        await store.revokeOthers(run, userId, null);
        await journal.note(run, { userId, kind: 'password_reset', ...origin });
        await journal.mail(run, { userId, ...write.passwordChanged() });
      });
      await throttle.forget({ kind: 'account', of: email });
    },
  };
}

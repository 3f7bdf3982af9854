import { AppError, invalid } from '../../errors/app-error.ts';
import type { Caller } from './contract.ts';
import type { Origin, SessionsDeps } from './deps.ts';
import { deleteOidcAccounts, otherWayIn } from './factors.sql.ts';
import type { Journal } from './journal.ts';
import { letters } from './letters.ts';
import type { OidcSignIn, OidcSubject } from './oidc.ts';
import type { SessionStore } from './session-store.ts';
import { inTransaction } from './transaction.ts';

/** Whose accounts at the issuer sign in as which users here. */
export interface OidcLinks {
  /** VALIDATION_FAILED when the account at the issuer is of another user. */
  link(userId: string, subject: OidcSubject, origin: Origin): Promise<void>;
  /** As `Sessions.linkOidc`. */
  linkToken(caller: Caller, token: string): Promise<void>;
  /** As `Sessions.unlinkOidc`. */
  unlink(caller: Caller): Promise<void>;
}

export function createOidcLinks(
  deps: Pick<SessionsDeps, 'database' | 'config'> & {
    readonly journal: Journal;
    readonly store: SessionStore;
    readonly oidc: OidcSignIn | null;
  },
): OidcLinks {
  const { database, config, journal, store, oidc } = deps;
  const write = letters(config.publicUrl);

  const link: OidcLinks['link'] = async (userId, subject, origin) => {
    const { issuer } = subject;
    await inTransaction(database, async (run) => {
      await oidc?.link(run, userId, subject);
      await journal.note(run, { userId, kind: 'oidc_linked', ...origin, details: { issuer } });
      await journal.mail(run, { userId, ...write.oidcLinked(issuer) });
    });
  };

  return {
    link,
    async linkToken({ principal, ip, userAgent }, token) {
      if (!oidc) throw invalid('no OIDC issuer is configured');
      const subject = await oidc.check(token).catch((problem: unknown) => {
        const isWrong = problem instanceof AppError && problem.code === 'UNAUTHORIZED';
        throw isWrong ? invalid('token is not a good token of the OIDC issuer') : problem;
      });
      await link(principal.userId, subject, { ip, userAgent });
    },
    async unlink({ principal, ip, userAgent }) {
      const { userId, sessionId } = principal;
      await inTransaction(database, async (run) => {
        const [other] = await run<{ there: boolean }>(otherWayIn, [userId]);
        const removed = await run(deleteOidcAccounts, [userId]);
        if (removed.length === 0) {
          throw new AppError('NOT_FOUND', { message: 'No account of an issuer is linked.' });
        }
        if (!other?.there) throw invalid('there is no other way to sign in: add a passkey first');
        await store.revokeOthers(run, userId, sessionId);
        await store.tellEnded(run, userId);
        await journal.note(run, { userId, kind: 'oidc_unlinked', ip, userAgent });
        await journal.mail(run, { userId, ...write.oidcUnlinked() });
      });
    },
  };
}

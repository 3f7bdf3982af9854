import { AppError, invalid } from '../../errors/app-error.ts';
import type { Authenticate } from '../../platform/http/principal.ts';
import { isId, LAST_ID } from '../../platform/ids.ts';
import { createAccounts } from './accounts.ts';
import type { Caller, SecurityLogEntry, Sessions, SessionView } from './contract.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import type { Origin, SessionsConfig, SessionsDeps } from './deps.ts';
import { oidcLinked } from './factors.sql.ts';
import { createJournal } from './journal.ts';
import { letters } from './letters.ts';
import { changePasswordHash, type LoginRow, loginOfUser } from './login.sql.ts';
import { createOidc } from './oidc.ts';
import { createOidcFlow, type OidcFlow } from './oidc-flow.ts';
import { createOidcLinks } from './oidc-links.ts';
import { type OriginOf, originReader } from './origin.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { createPasswords, requireStrongPassword } from './password.ts';
import { createSecondFactor } from './second-factor.ts';
import { createSessionAuthenticator, type SessionAuthenticator } from './session-authenticator.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import { type SessionRow, securityLogPage } from './sessions.sql.ts';
import { createPasswordSignIn, type PasswordSignIn } from './sign-in.ts';
import { createThrottle } from './throttle.ts';
import { openTokens, type Tokens } from './tokens.ts';
import { inTransaction } from './transaction.ts';

/** The embedded identity provider, and what it is made of for the routes under `/auth`. */
export interface SignIn {
  readonly sessions: Sessions;
  readonly authenticator: SessionAuthenticator;
  readonly authenticate: Authenticate;
  readonly credentials: Credentials;
  readonly passwordSignIn: PasswordSignIn;
  readonly passkeys: Passkeys;
  readonly oidcFlow: OidcFlow;
  readonly store: SessionStore;
  readonly tokens: Tokens;
  readonly database: SessionsDeps['database'];
  /** Ends the session of a cookie, its tokens and its sockets. */
  signOut(secret: string, origin: Origin): Promise<void>;
  /** Where a request comes from, for throttles and the security log. */
  readonly originOf: OriginOf;
  /** What the console must know to offer the ways of signing in. */
  readonly config: SessionsConfig;
  close(): void;
}

/** Opens sign-in on a migrated database; it lives until `close`. */
export async function openSignIn(deps: SessionsDeps): Promise<SignIn> {
  const { database, random, wallClock, config } = deps;
  const { publicUrl: issuer, authSecret } = config;
  const tokens = await openTokens({ database, random, wallClock, issuer, authSecret });
  const journal = createJournal(deps);
  const throttle = createThrottle(deps);
  const store = createSessionStore({ ...deps, journal });
  const accounts = createAccounts(deps);
  const passwords = createPasswords(random);
  const all = { ...deps, passwords, throttle, journal, store, accounts };
  const credentials = createCredentials(all);
  const secondFactor = createSecondFactor({ ...all, tokens });
  const passkeys = createPasskeys(all);
  const passwordSignIn = createPasswordSignIn({ ...all, credentials, secondFactor });
  const oidc = config.oidc && createOidc(config.oidc, { ...deps, accounts });
  const links = createOidcLinks({ ...deps, journal, store, oidc });
  const oidcFlow = createOidcFlow({ ...all, tokens, oidc, links, passwordSignIn });
  const authenticator = createSessionAuthenticator({ ...deps, tokens, oidc });
  const write = letters(config.publicUrl);

  const sessions: Sessions = {
    async list(userId, currentSessionId) {
      const rows = await store.ofUser(userId);
      return rows.map((row) => viewOf(row, currentSessionId));
    },
    async revoke(caller, sessionId) {
      const { userId, sessionId: current } = caller.principal;
      const missing = () => new AppError('NOT_FOUND', { message: 'No such session.' });
      if (!isId(sessionId)) throw missing();
      return inTransaction(database, async (run) => {
        const revoked = await store.revoke(run, userId, sessionId);
        if (!revoked) throw missing();
        await journal.note(run, { userId, kind: 'session_revoked', ...callerOrigin(caller) });
        return viewOf(revoked, current);
      });
    },
    async profile(userId) {
      const [logins, totpEnabled, keys, linked] = await Promise.all([
        database.reads.query<LoginRow & Row>(loginOfUser, [userId]),
        secondFactor.enrolled(userId),
        passkeys.ofUser(userId),
        database.reads.query(oidcLinked, [userId]),
      ]);
      const [login] = logins;
      const email = login?.email ?? null;
      const emailVerified = login !== undefined && login.verifiedAt !== null;
      return { email, emailVerified, totpEnabled, passkeys: keys, oidcLinked: linked.length > 0 };
    },
    async securityLog(userId, { cursor, limit }) {
      const before = cursor ?? LAST_ID;
      if (!isId(before)) throw invalid('cursor is none of this list');
      type Entry = Omit<SecurityLogEntry, 'cursor'> & Row;
      const rows = await database.reads.query<Entry>(securityLogPage, [userId, before, limit]);
      return rows.map((row) => ({ ...row, cursor: row.id }));
    },
    beginTotp: (caller, { password = null }) => secondFactor.begin(caller, password),
    confirmTotp: secondFactor.confirm,
    removeTotp: secondFactor.remove,
    verifyTotp: secondFactor.verify,
    beginPasskey: passkeys.begin,
    finishPasskey: passkeys.finish,
    removePasskey: passkeys.remove,
    async changePassword(caller, { currentPassword, newPassword }) {
      const { userId, sessionId, username } = caller.principal;
      const login = await secondFactor.requirePassword(caller, currentPassword);
      if (!login) throw invalid('the account has no password');
      requireStrongPassword(newPassword, { email: login.email, username });
      const hash = await passwords.hash(newPassword);
      await inTransaction(database, async (run) => {
        const changed = await run(changePasswordHash, [userId, hash, login.passwordHash]);
        if (changed.length === 0) throw new AppError('FORBIDDEN', { message: 'It was changed.' });
        await store.revokeOthers(run, userId, sessionId);
        await journal.note(run, { userId, kind: 'password_changed', ...callerOrigin(caller) });
        await journal.mail(run, { userId, ...write.passwordChanged() });
      });
    },
    async requirePassword(caller, password) {
      await secondFactor.requirePassword(caller, password);
    },
    tellEnded: (userId) => inTransaction(database, (run) => store.tellEnded(run, userId)),
    linkOidc: links.linkToken,
    unlinkOidc: links.unlink,
  };
  const { authenticate, close } = authenticator;
  return {
    sessions,
    authenticator,
    authenticate,
    credentials,
    passwordSignIn,
    passkeys,
    oidcFlow,
    store,
    tokens,
    database,
    signOut: (secret, origin) =>
      inTransaction(database, async (run) => {
        const ended = await store.revokeSecret(run, secret);
        if (!ended) return;
        await journal.note(run, { userId: ended.userId, kind: 'signed_out', ...origin });
      }),
    originOf: originReader(config.trustedProxies),
    config,
    close,
  };
}

type Row = Record<string, unknown>;

const callerOrigin = ({ ip, userAgent }: Caller) => ({ ip, userAgent });

const viewOf = (row: SessionRow, current: string | null): SessionView => {
  const { id, createdAt, lastSeenAt, userAgent } = row;
  return { id, createdAt, lastSeenAt, userAgent, current: id === current };
};

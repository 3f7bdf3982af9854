import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { AppError, assert, invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { OidcConfig } from '../../platform/config.ts';
import type { Accounts } from './accounts.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { SessionsDeps } from './deps.ts';
import { insertOidcAccount, type OidcAccountRow, oidcAccount } from './factors.sql.ts';
import { createIssuer, type Issuer } from './oidc-issuer.ts';
import {
  MAX_SUBJECT_CHARACTERS,
  OIDC_CLOCK_SKEW_SECONDS,
  OIDC_KEYS_COOLDOWN_MS,
  OIDC_KEYS_MAX_AGE_MS,
  OIDC_TIMEOUT_MS,
} from './oidc-limits.ts';
import { type PrincipalUserRow, principalUser } from './sessions.sql.ts';
import type { Run } from './transaction.ts';

/** Only keys of which the issuer alone has the private half; never `none`, never a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const CURVE_ALGORITHMS = ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

/** Tokens of a configured OpenID Connect issuer. */
export interface OidcSignIn {
  readonly config: OidcConfig;
  readonly issuer: Issuer;
  /** Whether a token says that it is of the issuer; nothing is checked by it. */
  issued(token: string): boolean;
  /**
   * The user whose token it is; the first good token of a subject makes the user. UNAUTHORIZED for a
   * token that is not good, OVERLOADED while the keys of the issuer cannot be read.
   */
  userOf(token: string): Promise<{ user: PrincipalUserRow; expiresAt: number }>;
  /** The user of a subject, made when it is the first time. */
  userOfSubject(subject: OidcSubject): Promise<PrincipalUserRow>;
  /** Makes the subject of a token sign in as a user. VALIDATION_FAILED when it is another's. */
  link(run: Run, userId: string, subject: OidcSubject): Promise<void>;
  /** The subject of a good token, as `userOf` checks it. */
  check(token: string): Promise<OidcSubject>;
  /** The subject of the ID token that ends a sign-in which this service began with a nonce. */
  checkIdToken(token: string, nonce: string): Promise<OidcSubject>;
}

export interface OidcSubject {
  readonly issuer: string;
  readonly subject: string;
  /** What a user would be called. */
  readonly username: string;
  /** Real time in milliseconds. */
  readonly expiresAt: number;
}

export function createOidc(
  config: OidcConfig,
  deps: Pick<SessionsDeps, 'database' | 'ids' | 'wallClock' | 'log'> & { accounts: Accounts },
): OidcSignIn {
  const { database, ids, wallClock, log, accounts } = deps;
  const issuer = createIssuer(config, wallClock);
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null;

  /** The keys of the issuer, found once by its discovery document. */
  async function keysOf() {
    keys ??= createRemoteJWKSet(new URL(config.jwksUrl ?? (await issuer.document()).jwksUrl), {
      cacheMaxAge: OIDC_KEYS_MAX_AGE_MS,
      cooldownDuration: OIDC_KEYS_COOLDOWN_MS,
      timeoutDuration: OIDC_TIMEOUT_MS,
      [customFetch]: boundedFetch,
    });
    return keys;
  }

  async function payloadOf(token: string, audience: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, await keysOf(), {
        algorithms: [...ALGORITHMS, ...CURVE_ALGORITHMS],
        issuer: config.issuer,
        audience,
        currentDate: new Date(wallClock.now()),
        clockTolerance: OIDC_CLOCK_SKEW_SECONDS,
        requiredClaims: ['sub', 'exp'],
      });
      return payload;
    } catch (problem) {
      if (isRefusal(problem)) throw new AppError('UNAUTHORIZED');
      log.warn({ err: problem }, 'the keys of the OIDC issuer could not be read');
      throw new AppError('OVERLOADED', { retryAfterSeconds: 1 });
    }
  }

  function subjectOf(payload: JWTPayload): OidcSubject {
    const { sub = '', exp = 0 } = payload;
    if (sub === '' || sub.length > MAX_SUBJECT_CHARACTERS) throw new AppError('UNAUTHORIZED');
    const expiresAt = (exp + OIDC_CLOCK_SKEW_SECONDS) * 1_000;
    return { issuer: config.issuer, subject: sub, username: usernameOf(payload), expiresAt };
  }
  const check: OidcSignIn['check'] = async (token) =>
    subjectOf(await payloadOf(token, config.audience));

  const find = async ({ issuer, subject }: OidcSubject): Promise<OidcAccountRow | undefined> => {
    const rows = await database.reads.query<OidcAccountRow & Record<string, unknown>>(oidcAccount, [
      issuer,
      subject,
    ]);
    return rows[0];
  };

  /** The account comes first and fixes the id; its user is then made as often as it takes. */
  async function accountOf(subject: OidcSubject): Promise<OidcAccountRow> {
    const known = await find(subject);
    if (known) return known;
    const at = isoTime(wallClock.now());
    const values = [subject.issuer, subject.subject, ids.next(), subject.username, at];
    await database.withClient((client) => client.query({ ...insertOidcAccount, values }));
    const made = await find(subject);
    assert(made !== undefined, 'an account that was inserted is there');
    return made;
  }

  async function userOfSubject(subject: OidcSubject): Promise<PrincipalUserRow> {
    const account = await accountOf(subject);
    await accounts.ensureUser(account);
    const [user] = await database.reads.query<PrincipalUserRow & Record<string, unknown>>(
      principalUser,
      [account.userId],
    );
    if (!user) throw new AppError('UNAUTHORIZED');
    return user;
  }

  return {
    config,
    issuer,
    issued(token) {
      try {
        return decodeJwt(token).iss === config.issuer;
      } catch {
        return false;
      }
    },
    check,
    async checkIdToken(token, nonce) {
      const payload = await payloadOf(token, config.clientId);
      const { azp, aud, iat } = payload;
      // A token for several parties must say which of them asked for it (OpenID Connect Core, 3.1.3.7).
      const party = azp ?? (Array.isArray(aud) && aud.length > 1 ? null : config.clientId);
      const isOurs = payload.nonce === nonce && party === config.clientId && iat !== undefined;
      if (!isOurs) throw new AppError('UNAUTHORIZED');
      return subjectOf(payload);
    },
    userOfSubject,
    async userOf(token) {
      const subject = await check(token);
      return { user: await userOfSubject(subject), expiresAt: subject.expiresAt };
    },
    async link(run, userId, { issuer, subject, username }) {
      const at = isoTime(wallClock.now());
      await run(insertOidcAccount, [issuer, subject, userId, username, at]);
      const [row] = await run<OidcAccountRow>(oidcAccount, [issuer, subject]);
      if (row?.userId !== userId) throw invalid('the account at the issuer is of another user');
    },
  };
}

/** What is wrong with a token itself, as opposed to what kept it from being checked. */
const isRefusal = (problem: unknown): boolean =>
  problem instanceof errors.JOSEError &&
  !(problem instanceof errors.JWKSTimeout) &&
  !(problem instanceof errors.JWKSInvalid) &&
  problem.code !== 'ERR_JOSE_GENERIC';

/** A username from what the issuer calls its user; one that is taken gets another ending later. */
function usernameOf({ preferred_username: preferred, email, nickname }: JWTPayload): string {
  for (const wish of [preferred, nickname, typeof email === 'string' ? email.split('@')[0] : '']) {
    if (typeof wish !== 'string') continue;
    const name = wish
      .toLowerCase()
      .replaceAll(/[^a-z0-9_]+/g, '_')
      .slice(0, 30);
    if (name.length >= 3) return name;
  }
  return 'trader';
}

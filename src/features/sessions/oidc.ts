import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { AppError, assert, invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { OidcConfig } from '../../platform/config.ts';
import type { Accounts } from './accounts.ts';
import type { SessionsDeps } from './deps.ts';
import { insertOidcAccount, type OidcAccountRow, oidcAccount } from './factors.sql.ts';
import { type PrincipalUserRow, principalUser } from './sessions.sql.ts';
import type { Run } from './transaction.ts';

/** The clocks of an issuer and of this service may differ by so much. */
export const OIDC_CLOCK_SKEW_SECONDS = 60;
/** Keys of the issuer are read again after this long. */
export const OIDC_KEYS_MAX_AGE_MS = 600_000;
/** An unknown key makes the keys be read again, but not more often than this. */
export const OIDC_KEYS_COOLDOWN_MS = 30_000;
/** The issuer must answer within this time. */
export const OIDC_TIMEOUT_MS = 5_000;
/** Longest subject (OpenID Connect Core, 2). */
export const MAX_SUBJECT_CHARACTERS = 255;

/** Only keys of which the issuer alone has the private half; never `none`, never a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const CURVE_ALGORITHMS = ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

/** Tokens of a configured OpenID Connect issuer. */
export interface OidcSignIn {
  /** Whether a token says that it is of the issuer; nothing is checked by it. */
  issued(token: string): boolean;
  /**
   * The user whose token it is; the first good token of a subject makes the user. UNAUTHORIZED for a
   * token that is not good, OVERLOADED while the keys of the issuer cannot be read.
   */
  userOf(token: string): Promise<{ user: PrincipalUserRow; expiresAt: number }>;
  /** Makes the subject of a token sign in as a user. VALIDATION_FAILED when it is another's. */
  link(run: Run, userId: string, subject: OidcSubject): Promise<void>;
  /** The subject of a good token, as `userOf` checks it. */
  check(token: string): Promise<OidcSubject>;
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
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null;

  /** The keys of the issuer, found once by its discovery document. */
  async function keysOf() {
    keys ??= createRemoteJWKSet(new URL(config.jwksUrl ?? (await discover(config.issuer))), {
      cacheMaxAge: OIDC_KEYS_MAX_AGE_MS,
      cooldownDuration: OIDC_KEYS_COOLDOWN_MS,
      timeoutDuration: OIDC_TIMEOUT_MS,
    });
    return keys;
  }

  async function payloadOf(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, await keysOf(), {
        algorithms: [...ALGORITHMS, ...CURVE_ALGORITHMS],
        issuer: config.issuer,
        audience: config.audience,
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

  const check: OidcSignIn['check'] = async (token) => {
    const payload = await payloadOf(token);
    const { sub = '', exp = 0 } = payload;
    if (sub === '' || sub.length > MAX_SUBJECT_CHARACTERS) throw new AppError('UNAUTHORIZED');
    const expiresAt = (exp + OIDC_CLOCK_SKEW_SECONDS) * 1_000;
    return { issuer: config.issuer, subject: sub, username: usernameOf(payload), expiresAt };
  };

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

  return {
    issued(token) {
      try {
        return decodeJwt(token).iss === config.issuer;
      } catch {
        return false;
      }
    },
    check,
    async userOf(token) {
      const subject = await check(token);
      const account = await accountOf(subject);
      await accounts.ensureUser(account);
      const [user] = await database.reads.query<PrincipalUserRow & Record<string, unknown>>(
        principalUser,
        [account.userId],
      );
      if (!user) throw new AppError('UNAUTHORIZED');
      return { user, expiresAt: subject.expiresAt };
    },
    async link(run, userId, { issuer, subject, username }) {
      const at = isoTime(wallClock.now());
      await run(insertOidcAccount, [issuer, subject, userId, username, at]);
      const [row] = await run<OidcAccountRow>(oidcAccount, [issuer, subject]);
      if (row?.userId !== userId) throw invalid('token is of an account of another user');
    },
  };
}

/** What is wrong with a token itself, as opposed to what kept it from being checked. */
const isRefusal = (problem: unknown): boolean =>
  problem instanceof errors.JOSEError &&
  !(problem instanceof errors.JWKSTimeout) &&
  problem.code !== 'ERR_JOSE_GENERIC';

/** Where the issuer says that its keys are (OpenID Connect Discovery, 4). */
async function discover(issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const signal = AbortSignal.timeout(OIDC_TIMEOUT_MS);
  const answer = await fetch(url, { signal, redirect: 'error' });
  if (!answer.ok) throw new Error(`discovery answered ${answer.status}`);
  const document = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
  const { issuer: named, jwks_uri: keys } = document;
  if (named !== issuer) throw new Error('discovery names another issuer');
  if (typeof keys !== 'string' || !/^https?:/.test(keys)) throw new Error('discovery has no keys');
  if (issuer.startsWith('https:') && !keys.startsWith('https:')) {
    throw new Error('discovery names keys without https');
  }
  return keys;
}

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

import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { AppError, assert } from '../../errors/app-error.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { RandomBytes } from '../identity/index.ts';
import { createSeal, type Seal } from './seal.ts';
import { newSecret } from './secrets.ts';
import { keepServerSecret, serverSecret } from './server-secrets.sql.ts';

/** How long an access token of a session lasts: 10 minutes. */
export const ACCESS_TOKEN_SECONDS = 600;
/** The same for a token of the sandbox, which has no cookie to get the next one with. */
export const SANDBOX_TOKEN_SECONDS = 43_200;

/** The only algorithm of tokens of this service: Ed25519. */
const ALGORITHM = 'EdDSA';
/** Who tokens are for: the API of this service. */
export const TOKEN_AUDIENCE = 'skein-api';
const TOKEN_TYPE = 'at+jwt';
/** Processes may disagree about the time by so much. */
export const CLOCK_DIFFERENCE_SECONDS = 5;

/** What a token of this service says. */
export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
  /** Real time in milliseconds. */
  readonly expiresAt: number;
}

/** Signs and checks the tokens of the embedded identity provider. */
export interface Tokens {
  readonly seal: Seal;
  /** The public key, as published under `/auth/jwks.json`. */
  readonly jwks: { readonly keys: readonly JWK[] };
  issue(session: { userId: string; sessionId: string }, seconds: number): Promise<IssuedToken>;
  /** Rejects with UNAUTHORIZED for everything but a good token of this service. */
  check(token: string): Promise<TokenClaims>;
}

export interface IssuedToken {
  readonly token: string;
  /** Real time in milliseconds. */
  readonly expiresAt: number;
}

/**
 * Opens the keys of the provider: at the first start they are made and kept in the database, where
 * all processes find the same ones. A signing key that cannot be read, after another
 * SKEIN_AUTH_SECRET, is replaced; sessions go on, since their tokens are renewed by their cookies.
 */
export async function openTokens(deps: {
  database: Pick<Database, 'withClient'>;
  random: RandomBytes;
  wallClock: Clock;
  issuer: string;
  authSecret: string | null;
}): Promise<Tokens> {
  const { database, random, wallClock, issuer, authSecret } = deps;
  const keep = async (name: string, value: string, replaces: string | null): Promise<string> =>
    database.withClient(async (client) => {
      const values = [name, value, isoTime(wallClock.now()), replaces];
      await client.query({ ...keepServerSecret, values });
      const { rows } = await client.query<{ value: string }>({ ...serverSecret, values: [name] });
      const [row] = rows;
      assert(row !== undefined, 'a secret of the provider was kept');
      return row.value;
    });
  const seal = createSeal(authSecret ?? (await keep('seal', newSecret(random), null)), random);
  const signing = await openSigningKey(seal, keep);

  return {
    seal,
    jwks: { keys: [signing.publicJwk] },
    async issue({ userId, sessionId }, seconds) {
      const issuedAt = Math.floor(wallClock.now() / 1_000);
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, kid: signing.kid, typ: TOKEN_TYPE })
        .setIssuer(issuer)
        .setAudience(TOKEN_AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(signing.privateKey);
      return { token, expiresAt: (issuedAt + seconds) * 1_000 };
    },
    async check(token) {
      try {
        const { payload } = await jwtVerify(token, signing.publicKey, {
          algorithms: [ALGORITHM],
          issuer,
          audience: TOKEN_AUDIENCE,
          typ: TOKEN_TYPE,
          currentDate: new Date(wallClock.now()),
          clockTolerance: CLOCK_DIFFERENCE_SECONDS,
          requiredClaims: ['sub', 'sid', 'exp', 'iat'],
        });
        const { sub: userId = '', sid, exp = 0 } = payload;
        return { userId, sessionId: String(sid), expiresAt: exp * 1_000 };
      } catch {
        throw new AppError('UNAUTHORIZED');
      }
    },
  };
}

async function openSigningKey(
  seal: Seal,
  keep: (name: string, value: string, replaces: string | null) => Promise<string>,
) {
  const draft = async (): Promise<string> => {
    const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
    return seal.close(JSON.stringify(await exportJWK(privateKey)), 'signing');
  };
  let kept = await keep('signing', await draft(), null);
  if (seal.open(kept, 'signing') === null) kept = await keep('signing', await draft(), kept);
  const text = seal.open(kept, 'signing');
  if (text === null) throw new Error('SKEIN_AUTH_SECRET is not the one of the other processes');
  const jwk = JSON.parse(text) as JWK & { x: string };
  const { d: _private, ...rest } = jwk;
  // The key is its own name: another key never comes under a name that was cached.
  const kid = jwk.x.slice(0, 16);
  const publicJwk: JWK = { ...rest, kid, alg: ALGORITHM, use: 'sig' };
  const [privateKey, publicKey] = await Promise.all([
    importJWK(jwk, ALGORITHM),
    importJWK(publicJwk, ALGORITHM),
  ]);
  return { kid, publicJwk, privateKey, publicKey };
}

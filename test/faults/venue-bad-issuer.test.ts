import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { send } from '../helpers/client.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';
import { type Badness, type BadServer, openBadServer, SLOW_BADNESS } from './bad-server.ts';

/** The service waits 5 s for an issuer; the rest is for a slow machine. */
const ANSWER_LIMIT_MS = 8_000;
const DISCOVERY = '/.well-known';
const KEYS = '/keys';

let issuer: BadServer;
let key: Awaited<ReturnType<typeof newKey>>;

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' } };
}

beforeAll(async () => {
  key = await newKey();
  issuer = await openBadServer((path) =>
    path.startsWith(DISCOVERY)
      ? { issuer: issuer.url, jwks_uri: `${issuer.url}${KEYS}` }
      : { keys: [key.jwk] },
  );
});
afterAll(() => issuer.close());

async function token(): Promise<string> {
  const nowS = Math.floor(Date.now() / 1_000);
  const claims = { iss: issuer.url, aud: 'console', sub: 'one', iat: nowS, exp: nowS + 300 };
  const header = { alg: 'RS256', kid: 'one' };
  return new SignJWT(claims).setProtectedHeader(header).sign(key.privateKey);
}

const me = (app: TestApp, bearer: string) =>
  send(app.origin, { method: 'GET', path: '/api/v1/me', token: bearer });

interface Case {
  readonly badness: Badness;
  readonly at: string;
  readonly quick: boolean;
}

const all: readonly Badness[] = [
  'half-json',
  'html',
  'empty',
  'busy',
  'busy-later',
  'failing',
  'away',
  'cut',
  'loop',
  'huge',
  ...SLOW_BADNESS,
];
const cases: readonly Case[] = [
  // Of keys it would be a set without the key of the token, which is the token's fault.
  { badness: 'exponents', at: DISCOVERY, quick: true },
  ...all.flatMap((badness) =>
    [DISCOVERY, KEYS].map((at) => ({ badness, at, quick: !SLOW_BADNESS.includes(badness) })),
  ),
];

// What is known of an issuer is kept, so that each of the two begins with a service of its own.
test.each([DISCOVERY, KEYS])(
  'an issuer that is bad at %s keeps its users out, nobody else, and only so long',
  async (at) => {
    const app = await startTestApp({
      SKEIN_OIDC_ISSUER: issuer.url,
      SKEIN_OIDC_CLIENT_ID: 'console',
    });
    const other: TestUser = await app.user('other');
    const kinds = casesOf(cases.filter((one) => one.at === at));
    for (const { badness } of kinds) {
      issuer.set(badness, at);
      const asked = issuer.asked;
      const took = stopwatch();
      const refused = me(app, await token());
      expect((await me(app, other.apiKey)).status).toBe(200);
      const { status, body, headers } = await refused;
      expect([badness, status, body.code]).toEqual([badness, 503, 'OVERLOADED']);
      expect(headers.get('retry-after')).not.toBeNull();
      expect(took()).toBeLessThan(ANSWER_LIMIT_MS);
      // A loop is not followed, and nothing is asked again behind the caller's back.
      expect(issuer.asked - asked).toBeLessThanOrEqual(2);
    }
    issuer.set(null);
    const recovering = stopwatch();
    expect((await me(app, await token())).status).toBe(200);
    noteFault({
      area: 'venue',
      fault: `an identity provider that answers ${kinds.length} kinds of nonsense at ${at}`,
      operations: kinds.length,
      recoveryMs: recovering(),
    });
    await app.stop();
  },
  120_000,
);

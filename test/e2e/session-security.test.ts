import { createHmac } from 'node:crypto';
import { type CryptoKey, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { browserClient } from '../helpers/browser-client.ts';
import { dataOf, send } from '../helpers/client.ts';
import { PASSWORD, type Person, signUp } from './sign-in-world.ts';

const ISSUER = 'https://trade.example.org';
const NOW_S = () => Math.floor(Date.now() / 1_000);

let app: TestApp;
let person: Person;
/** The session of the person's token. */
let sessionId = '';
const signingKey = () => app.app.services.signIn.tokens;

beforeAll(async () => {
  app = await startTestApp({ SKEIN_PUBLIC_URL: ISSUER });
  person = await signUp(app, 'ada');
  const payload = JSON.parse(Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString());
  expect(payload).toMatchObject({ iss: ISSUER, aud: 'skein-api', sub: person.userId });
  sessionId = payload.sid;
});
afterAll(() => app.stop());

const me = (token: string) => send(app.origin, { method: 'GET', path: '/api/v1/me', token });
const base64url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = () => ({
  iss: ISSUER,
  aud: 'skein-api',
  sub: person.userId,
  sid: sessionId,
  iat: NOW_S(),
  exp: NOW_S() + 600,
});

/** A token signed with the key of the service, which only a bug of its own could give out. */
async function forged(change: object, typ = 'at+jwt'): Promise<string> {
  const { database, config } = app.app.services;
  expect(config.authSecret).toBeNull();
  const [row] = await database.reads.query<{ value: string }>({
    name: 'signing key of the tests',
    text: "select value from identity_provider.server_secret where name = 'signing'",
  });
  const jwk = JSON.parse(signingKey().seal.open(row?.value ?? '', 'signing') ?? '') as JWK;
  const key = await importJWK(jwk, 'EdDSA');
  return new SignJWT({ ...claims(), ...change })
    .setProtectedHeader({ alg: 'EdDSA', typ })
    .sign(key);
}

test('a token that is right in everything is accepted: the refusals below have their one cause', async () => {
  expect((await me(await forged({}))).status).toBe(200);
});

test.each([
  ['another issuer', { iss: 'https://evil.example' }],
  ['another audience', { aud: 'another-api' }],
  ['a time that has passed', { exp: 1_700_000_000 }],
  ['a time that has not come', { nbf: 4_000_000_000 }],
  ['no end', { exp: undefined }],
  ['another user', { sub: '00000000-0000-7000-8000-000000000001' }],
  ['no session', { sid: undefined }],
  ['a session that does not exist', { sid: '00000000-0000-7000-8000-000000000001' }],
  ['a session that cannot be one', { sid: "' or true --" }],
])('a token with %s is refused', async (_what, change) => {
  const { status, body, headers } = await me(await forged(change));
  expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  expect(headers.get('www-authenticate')).toBe('Bearer');
});

test('a token of another kind is refused: an ID token is no access token', async () => {
  expect((await me(await forged({}, 'JWT'))).status).toBe(401);
});

test('only the algorithm of the service counts, and only its key', async () => {
  const other = await generateKeyPair('EdDSA');
  const head = { alg: 'EdDSA', typ: 'at+jwt' };
  const foreign = await new SignJWT(claims()).setProtectedHeader(head).sign(other.privateKey);
  const none = `${base64url({ ...head, alg: 'none' })}.${base64url(claims())}.`;
  const noneSigned = `${none}AAAA`;
  const [jwk] = signingKey().jwks.keys;
  // The public key, which everybody has, taken for a shared secret, in each form of it.
  const publicKey = await importJWK(jwk as JWK, 'EdDSA', { extractable: true });
  const pem = await exportSPKI(publicKey as CryptoKey);
  const raw = Buffer.from(jwk?.x ?? '', 'base64url');
  const hmacs = [pem, JSON.stringify(jwk), raw].map((secret) => {
    const signed = `${base64url({ ...head, alg: 'HS256' })}.${base64url(claims())}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  });
  for (const token of [foreign, none, noneSigned, ...hmacs]) {
    expect((await me(token)).status, token.slice(0, 40)).toBe(401);
  }
});

test('a token with a changed part is refused', async () => {
  const [head = '', body = '', signature = ''] = person.token.split('.');
  const other = base64url({ ...claims(), exp: NOW_S() + 99_999 });
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  for (const parts of [
    [head, other, signature],
    [head, body, flipped],
    [head, body, ''],
    [base64url({ alg: 'EdDSA', typ: 'at+jwt', kid: 'x', jwk: {} }), body, signature],
    [head, body, signature, ''],
  ]) {
    expect((await me(parts.join('.'))).status).toBe(401);
  }
  const inQuery = await send(app.origin, {
    method: 'GET',
    path: `/api/v1/me?token=${person.token}&access_token=${person.token}`,
  });
  expect(inQuery.status).toBe(401);
});

test('the published keys hold no private part', async () => {
  const { body } = await send(app.origin, { method: 'GET', path: '/auth/jwks.json' });
  expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
});

const COOKIE_ROUTES = ['/auth/token', '/auth/sign-out', '/auth/sign-in', '/auth/sign-up'] as const;

test.each(COOKIE_ROUTES)('%s refuses what another site makes a browser send', async (path) => {
  const { browser } = person;
  const foreign = await browser.post(path, {}, { origin: 'https://evil.example' });
  const credentials = { email: person.email, password: PASSWORD, username: 'ada' };
  const told = await browser.post(path, credentials, { origin: 'https://evil.example' });
  const opaque = await browser.post(path, credentials, { origin: 'null' });
  const site = await browser.post(path, credentials, { 'sec-fetch-site': 'cross-site' });
  const neighbour = await browser.post(path, credentials, { 'sec-fetch-site': 'same-site' });
  expect([400, 403]).toContain(foreign.status);
  expect([told, opaque, site, neighbour].map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  // A form cannot send JSON, and nothing else is read.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const body = JSON.stringify(credentials);
    const form = await browser.post(path, body, { 'content-type': type });
    expect(form.status, type).toBe(415);
    expect(form.headers.get('set-cookie')).toBeNull();
  }
  const bare = await browser.post(path, '', { 'content-type': 'text/plain' });
  expect([400, 415]).toContain(bare.status);
  expect((await browser.post('/auth/token')).status).toBe(200);
});

test("the cookie is the service's alone: not for scripts, other sites, plain http or other hosts", async () => {
  const browser = browserClient(() => app.origin);
  const answer = await browser.post('/auth/sign-in', { email: person.email, password: PASSWORD });
  expect(answer.headers.get('set-cookie')).toMatch(
    /^__Host-skein_session=[A-Za-z0-9_-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test("a session that somebody else has put into the browser does not become the user's", async () => {
  const chosen = `__Host-skein_session=${'A'.repeat(43)}`;
  const victim = browserClient(() => app.origin, chosen);
  dataOf(await victim.post('/auth/sign-in', { email: person.email, password: PASSWORD }));
  expect(victim.cookie).not.toBe(chosen);
  expect((await browserClient(() => app.origin, chosen).post('/auth/token')).status).toBe(401);
  // Nor does one that is real: who signs in over it ends it.
  const attacker = await signUp(app, 'mallory');
  const planted = browserClient(() => app.origin, attacker.browser.cookie);
  const { session } = dataOf(
    await planted.post('/auth/sign-in', { email: person.email, password: PASSWORD }),
  );
  expect(session.userId).toBe(person.userId);
  expect(planted.cookie).not.toBe(attacker.browser.cookie);
  expect((await attacker.browser.post('/auth/token')).status).toBe(401);
  // Two cookies of the name: one of them was not set by the service.
  const both = `${person.browser.cookie}; ${planted.cookie}`;
  expect((await browserClient(() => app.origin, both).post('/auth/token')).status).toBe(401);
});

test('nothing under /auth redirects, whatever it is told', async () => {
  const targets = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ];
  const names = ['redirect', 'redirect_uri', 'next', 'callbackURL', 'returnTo'];
  for (const target of targets) {
    const query = names.map((name) => `${name}=${encodeURIComponent(target)}`).join('&');
    for (const path of ['/auth/config', '/auth/token', '/auth/sign-in', '/auth/oidc/start']) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await fetch(`${app.origin}${path}?${query}`, {
          method,
          redirect: 'manual',
          ...(method === 'POST'
            ? { body: '{}', headers: { 'content-type': 'application/json' } }
            : {}),
        });
        expect(answer.headers.get('location')).toBeNull();
        expect([200, 400, 401, 404, 405]).toContain(answer.status);
      }
    }
  }
});

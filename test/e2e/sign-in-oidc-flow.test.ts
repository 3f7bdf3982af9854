import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { dataOf, send } from '../helpers/client.ts';
import { newKey, type ScriptedIssuer, startIssuer } from '../helpers/oidc-issuer.ts';
import { begin, finish, jar, signInAt } from './sign-in-oidc-world.ts';
import { signUp } from './sign-in-world.ts';

let app: TestApp;
let issuer: ScriptedIssuer;

beforeAll(async () => {
  issuer = await startIssuer();
  app = await startTestApp({
    SKEIN_OIDC_ISSUER: issuer.url,
    SKEIN_OIDC_CLIENT_ID: 'skein-console',
    SKEIN_PAPER_DEPOSIT_USD: '700',
  });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
  await issuer.close();
});

const get = async (path: string, token: string) =>
  dataOf(await send(app.origin, { method: 'GET', path: `/api/v1${path}`, token }));
const verdict = ({ status, body }: Awaited<ReturnType<typeof finish>>) => [status, body.code];

test('the issuer is asked for a code with PKCE, state and nonce, and nothing of it is a secret', async () => {
  const browser = jar(app);
  const wish = { purpose: 'sign-in', to: '/' };
  const answers = [await browser.post('/auth/oidc/start', wish)];
  answers.push(await browser.post('/auth/oidc/start', wish));
  const asked = answers.map((answer) => new URL(dataOf(answer).url));
  for (const { origin, pathname, searchParams } of asked) {
    expect(`${origin}${pathname}`).toBe(`${issuer.url}/authorize`);
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(searchParams);
    expect(rest).toEqual({
      response_type: 'code',
      client_id: 'skein-console',
      redirect_uri: 'http://localhost:0/sign-in/oidc',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    });
    expect([nonce, code_challenge].map((text) => text?.length)).toEqual([43, 43]);
    expect(state).toMatch(/^[0-9a-f-]{36}$/);
    expect(searchParams.toString()).not.toContain(browser.cookies.get('skein_oidc'));
  }
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(new Set(asked.map(({ searchParams }) => searchParams.get(name))).size).toBe(2);
  }
  expect(answers[0]?.headers.get('set-cookie')).toMatch(
    /^skein_oidc=[A-Za-z0-9_-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
  );
});

test('the first sign-in makes the user, a later one in another browser finds it', async () => {
  const browser = jar(app);
  const answer = await signInAt(browser, issuer, { sub: 'grace', preferred_username: 'Grace' });
  const { session, ...rest } = dataOf(answer);
  expect(rest).toEqual({ purpose: 'sign-in', to: '/groups', challenge: null });
  expect(answer.headers.get('set-cookie')).toMatch(/^skein_session=.*HttpOnly; SameSite=Strict$/);
  const me = await get('/me', session.token);
  expect([me.userId, me.username, me.authMethod]).toEqual([session.userId, 'grace', 'jwt']);
  expect((await get('/account', session.token)).cashBalanceUsd).toBe('700');
  expect(dataOf(await browser.post('/auth/token')).userId).toBe(session.userId);
  const again = dataOf(await signInAt(jar(app), issuer, { sub: 'grace' }));
  expect(again.session.userId).toBe(session.userId);
  // The code went with the verifier of its challenge, and without a secret, since there is none.
  const { form, authorization } = issuer.exchanges.at(-1) ?? {};
  expect([form?.get('client_id'), authorization]).toEqual(['skein-console', null]);
  expect(form?.get('code_verifier')).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test('an answer works once, in the browser that began, and never with another state', async () => {
  const [browser, other] = [jar(app), jar(app)];
  const claims = { sub: 'state' };
  const first = await begin(browser, issuer, claims);
  const foreign = await begin(other, issuer, claims);
  const before = issuer.exchanges.length;
  const tries = [
    // The browser of somebody else: one without a cookie, and one that has begun for itself.
    await finish(jar(app), first),
    await finish(other, first),
    await finish(browser, foreign),
    await finish(browser, { ...first, state: '5f0c8a52-6d1a-4b3e-8c55-0a1b2c3d4e5f' }),
    await finish(browser, { ...first, state: "' or true --" }),
  ];
  expect(tries.map(verdict)).toEqual(tries.map(() => [401, 'UNAUTHORIZED']));
  expect(issuer.exchanges.length).toBe(before);
  const both = await Promise.all([finish(browser, first), finish(browser, first)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(verdict(await finish(browser, first))).toEqual([401, 'UNAUTHORIZED']);
  expect(issuer.exchanges.length).toBe(before + 1);
  // A code that this service did not ask for fits no challenge.
  const [mine, stolen] = [
    await begin(browser, issuer, claims),
    await begin(other, issuer, { sub: 'victim' }),
  ];
  const injected = await finish(browser, { ...mine, code: stolen.code });
  expect(verdict(injected)).toEqual([401, 'UNAUTHORIZED']);
});

test('an ID token that is wrong in anything signs nobody in', async () => {
  const now = Math.floor(Date.now() / 1_000);
  const foreign = await newKey('one');
  const wrong: readonly [object, { key?: typeof foreign }?][] = [
    [{ nonce: 'another' }],
    [{ nonce: undefined }],
    [{ exp: now - 90 }],
    [{ exp: undefined }],
    [{ iat: undefined }],
    [{ nbf: now + 120 }],
    [{ aud: 'another-client' }],
    [{ aud: ['skein-console', 'another-client'] }],
    [{ azp: 'another-client' }],
    [{ iss: 'https://another.example' }],
    [{ iss: `${issuer.url}/` }],
    [{ sub: undefined }],
    [{ sub: 's'.repeat(256) }],
    [{}, { key: foreign }],
  ];
  for (const [claims, change] of wrong) {
    const browser = jar(app);
    const answer = await signInAt(browser, issuer, { sub: 'wrong', ...claims }, change);
    expect([claims, ...verdict(answer)]).toEqual([claims, 401, 'UNAUTHORIZED']);
    expect(browser.cookies.has('skein_session')).toBe(false);
  }
  const right = { sub: 'wrong', aud: ['skein-console', 'another'], azp: 'skein-console' };
  expect((await signInAt(jar(app), issuer, right)).status).toBe(200);
});

test('the answer of another issuer is not taken to this one', async () => {
  const browser = jar(app);
  const { iss: _iss, ...silent } = await begin(browser, issuer, { sub: 'mixed' });
  const before = issuer.exchanges.length;
  const mixed = await finish(browser, { ...silent, iss: 'https://evil.example' });
  expect([...verdict(mixed), issuer.exchanges.length]).toEqual([401, 'UNAUTHORIZED', before]);
  // An issuer that always names itself must have; one that does not say so need not.
  const { iss: _other, ...unnamed } = await begin(browser, issuer, { sub: 'mixed' });
  expect((await finish(browser, unnamed)).status).toBe(200);
  issuer.document = { authorization_response_iss_parameter_supported: true };
  await app.restart();
  const { iss: _third, ...stripped } = await begin(browser, issuer, { sub: 'mixed' });
  expect((await finish(browser, stripped)).status).toBe(401);
  expect((await signInAt(browser, issuer, { sub: 'mixed' })).status).toBe(200);
  issuer.document = {};
  await app.restart();
});

test('an issuer that does not answer as it should is trouble of the service, not of who signs in', async () => {
  const kinds = ['html', '500', 'silent', 'stalled', 'huge', 'elsewhere'] as const;
  const end = async (exchange: (typeof kinds)[number]) => {
    const browser = jar(app);
    const returned = await begin(browser, issuer, { sub: 'trouble' }, { exchange });
    const answer = await finish(browser, returned);
    return [exchange, ...verdict(answer), verdict(await finish(browser, returned))[0]];
  };
  // The attempt has been used up: it is begun again.
  expect(await Promise.all(kinds.map(end))).toEqual(
    kinds.map((exchange) => [exchange, 503, 'OVERLOADED', 401]),
  );
  // A code that the issuer refuses is no trouble.
  const browser = jar(app);
  const returned = await begin(browser, issuer, { sub: 'trouble' });
  expect((await finish(browser, { ...returned, code: 'none' })).status).toBe(401);
}, 30_000);

test('a discovery that is wrong begins nothing', async () => {
  const documents = [
    { issuer: 'https://another.example' },
    { authorization_endpoint: undefined },
    { authorization_endpoint: 'javascript:alert(1)' },
    { token_endpoint: 'file:///etc/passwd' },
  ];
  for (const document of documents) {
    issuer.document = document;
    await app.restart();
    const answer = await jar(app).post('/auth/oidc/start', { purpose: 'sign-in', to: '/' });
    expect([document, ...verdict(answer)]).toEqual([document, 503, 'OVERLOADED']);
  }
  issuer.document = {};
  await app.restart();
});

test('nobody is led elsewhere: only paths of the console are gone on at', async () => {
  const browser = jar(app);
  for (const to of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/x\r\nlocation: https://evil.example',
    '',
    `/${'x'.repeat(512)}`,
  ]) {
    const answer = await browser.post('/auth/oidc/start', { purpose: 'sign-in', to });
    expect([to, ...verdict(answer)]).toEqual([to, 400, 'VALIDATION_FAILED']);
  }
  const more = { redirect_uri: 'https://evil.example', redirectUri: 'https://evil.example' };
  const wish = { purpose: 'sign-in', to: '/groups/a?tab=chat', ...more };
  const answer = await browser.post('/auth/oidc/start', wish);
  expect(dataOf(answer).url).not.toContain('evil');
  for (const path of ['/auth/oidc/start', '/auth/oidc/finish']) {
    const page = await fetch(`${app.origin}${path}?to=//evil.example`, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([405, null]);
  }
});

test('another site can make a browser neither begin nor finish', async () => {
  const browser = jar(app);
  const returned = await begin(browser, issuer, { sub: 'forged' });
  const calls = [
    ['/auth/oidc/start', { purpose: 'sign-in', to: '/' }],
    ['/auth/oidc/finish', returned],
  ] as const;
  for (const [path, body] of calls) {
    const foreign = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of foreign) {
      expect((await browser.post(path, body, headers)).status).toBe(403);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await browser.post(path, 'state=1', form)).status).toBe(415);
  }
  expect((await finish(browser, returned)).status).toBe(200);
});

test('a session that somebody else has put into the browser ends with the sign-in', async () => {
  const mallory = await signUp(app, 'mallory');
  const browser = jar(app, mallory.browser.cookie);
  const { session } = dataOf(await signInAt(browser, issuer, { sub: 'grace' }));
  expect(session.userId).not.toBe(mallory.userId);
  expect(`skein_session=${browser.cookies.get('skein_session')}`).not.toBe(mallory.browser.cookie);
  expect((await mallory.browser.post('/auth/token')).status).toBe(401);
  // Nor can a chosen secret be made to count for an attempt.
  const chosen = jar(app, `skein_oidc=${'A'.repeat(43)}`);
  const returned = await begin(chosen, issuer, { sub: 'grace' });
  expect(chosen.cookies.get('skein_oidc')).not.toBe('A'.repeat(43));
  expect((await finish(jar(app, `skein_oidc=${'A'.repeat(43)}`), returned)).status).toBe(401);
});

test('an e-mail address at the issuer gives no way into the account that has it here', async () => {
  const ada = await signUp(app, 'ada');
  const claims = { sub: 'eve', email: ada.email, email_verified: true, preferred_username: 'ada' };
  const { session } = dataOf(await signInAt(jar(app), issuer, claims));
  expect(session.userId).not.toBe(ada.userId);
  const me = await get('/me', session.token);
  expect(me.username).toMatch(/^ada_[0-9]{5}$/);
  const query = '{ viewer { email oidcLinked } }';
  expect(await ada.browser.graphql(session.token, query)).toEqual({
    viewer: { email: null, oidcLinked: true },
  });
  expect((await ada.browser.graphql(ada.token, query)).viewer.oidcLinked).toBe(false);
});

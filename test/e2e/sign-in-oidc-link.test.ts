import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { dataOf, send } from '../helpers/client.ts';
import { type ScriptedIssuer, startIssuer } from '../helpers/oidc-issuer.ts';
import { begin, finish, jar, signInAt } from './sign-in-oidc-world.ts';
import { mailedSecret, PASSWORD, type Person, signUp } from './sign-in-world.ts';

let app: TestApp;
let issuer: ScriptedIssuer;
let ada: Person;
let bea: Person;

beforeAll(async () => {
  issuer = await startIssuer();
  app = await startTestApp({
    SKEIN_OIDC_ISSUER: issuer.url,
    SKEIN_OIDC_CLIENT_ID: 'skein-console',
  });
  [ada, bea] = [await signUp(app, 'ada'), await signUp(app, 'bea')];
});
afterAll(async () => {
  await app.audit();
  await app.stop();
  await issuer.close();
});

const linked = async ({ browser, token }: Person): Promise<boolean> =>
  (await browser.graphql(token, '{ viewer { oidcLinked } }')).viewer.oidcLinked;
const link = { purpose: 'link' } as const;
const UNLINK = 'mutation { unlinkOidc { oidcLinked } }';

test('who is signed in links an account at the issuer, which then signs in as that user', async () => {
  const answer = await signInAt(jar(app, ada.browser.cookie), issuer, { sub: 'ada' }, link);
  const end = { purpose: 'link', to: '/groups', challenge: null, session: null };
  expect(dataOf(answer)).toEqual(end);
  // The session that asked goes on.
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect((await ada.browser.post('/auth/token')).status).toBe(200);
  expect(await linked(ada)).toBe(true);
  await mailedSecret(app, ada.email, 'Sign-in linked');
  const { session } = dataOf(await signInAt(jar(app), issuer, { sub: 'ada' }));
  expect(session.userId).toBe(ada.userId);
});

test('an account at the issuer that is of another user already is not linked', async () => {
  const stranger = dataOf(await signInAt(jar(app), issuer, { sub: 'stranger' })).session.userId;
  for (const sub of ['ada', 'stranger']) {
    const answer = await signInAt(jar(app, bea.browser.cookie), issuer, { sub }, link);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  }
  expect(await linked(bea)).toBe(false);
  const { session } = dataOf(await signInAt(jar(app), issuer, { sub: 'stranger' }));
  expect(session.userId).toBe(stranger);
});

test('nobody links without a session, nor into a session that did not ask', async () => {
  const start = await jar(app).post('/auth/oidc/start', { purpose: 'link', to: '/account' });
  expect(start.status).toBe(401);
  // Ada begins; then somebody else is signed in in the browser, then nobody.
  const browser = jar(app, ada.browser.cookie);
  const returned = await begin(browser, issuer, { sub: 'bea' }, link);
  const [, own = ''] = (ada.browser.cookie ?? '').split('=');
  const [, other = ''] = (bea.browser.cookie ?? '').split('=');
  browser.cookies.set('skein_session', other);
  expect((await finish(browser, returned)).status).toBe(401);
  browser.cookies.delete('skein_session');
  expect((await finish(browser, returned)).status).toBe(401);
  expect([await linked(bea), (await signInAt(jar(app), issuer, { sub: 'new' })).status]).toEqual([
    false,
    200,
  ]);
  browser.cookies.set('skein_session', own);
  expect((await finish(browser, returned)).status).toBe(200);
});

test('where a second factor is enrolled it is asked for after the issuer, too', async () => {
  const cara = await signUp(app, 'cara');
  await signInAt(jar(app, cara.browser.cookie), issuer, { sub: 'cara' }, link);
  const begun = await cara.browser.graphql(
    cara.token,
    `mutation { beginTotp(password: "${PASSWORD}") { secret recoveryCodes } }`,
  );
  const { secret, recoveryCodes } = begun.beginTotp;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await cara.browser.graphql(cara.token, `mutation { confirmTotp(code: "${code}") { id } }`);
  const browser = jar(app);
  const { challenge, session } = dataOf(await signInAt(browser, issuer, { sub: 'cara' }));
  expect([session, browser.cookies.has('skein_session')]).toEqual([null, false]);
  const step = { challenge, code: recoveryCodes[0] };
  const entered = dataOf(await browser.post('/auth/sign-in/second-factor', step));
  expect(entered.userId).toBe(cara.userId);
  const log = await cara.browser.graphql(entered.token, '{ securityLog { kind details } }');
  expect(log.securityLog[0]).toEqual({ kind: 'sign_in', details: '{"method":"oidc"}' });
});

test('unlinking ends the other sessions and what the issuer still signs', async () => {
  const browser = jar(app);
  const { session } = dataOf(await signInAt(browser, issuer, { sub: 'ada' }));
  const token = await issuer.sign({ sub: 'ada' });
  const me = async () => send(app.origin, { method: 'GET', path: '/api/v1/me', token });
  expect(dataOf(await me()).userId).toBe(ada.userId);
  expect((await ada.browser.graphql(ada.token, UNLINK)).unlinkOidc.oidcLinked).toBe(false);
  expect((await browser.post('/auth/token')).status).toBe(401);
  const call = { method: 'GET', path: '/api/v1/me', token: session.token } as const;
  expect((await send(app.origin, call)).status).toBe(401);
  expect((await ada.browser.post('/auth/token')).status).toBe(200);
  // The account at the issuer is nobody's now: it makes a user of its own.
  expect(dataOf(await me()).userId).not.toBe(ada.userId);
  await expect(ada.browser.graphql(ada.token, UNLINK)).rejects.toThrow('NOT_FOUND');
  await mailedSecret(app, ada.email, 'Sign-in unlinked');
});

test('the only way into an account is not taken away', async () => {
  const { session } = dataOf(await signInAt(jar(app), issuer, { sub: 'only' }));
  const refused = ada.browser.graphql(session.token, UNLINK);
  await expect(refused).rejects.toThrow('VALIDATION_FAILED');
  const again = dataOf(await signInAt(jar(app), issuer, { sub: 'only' }));
  expect(again.session.userId).toBe(session.userId);
});

test('the secret of a client goes where the issuer takes it', async () => {
  const own = await startIssuer();
  const env = {
    SKEIN_OIDC_ISSUER: own.url,
    SKEIN_OIDC_CLIENT_ID: 'skein-console',
    SKEIN_OIDC_CLIENT_SECRET: 'a secret: of %',
  };
  const other = await startTestApp(env, { database: app.database });
  try {
    expect((await signInAt(jar(other), own, { sub: 'ada' })).status).toBe(200);
    // RFC 6749, 2.3.1: both parts as in a form, a blank as +, the colon as %3A.
    const basic = Buffer.from('skein-console:a+secret%3A+of+%25').toString('base64');
    const [first] = own.exchanges;
    expect([first?.authorization, first?.form.get('client_secret')]).toEqual([
      `Basic ${basic}`,
      null,
    ]);
    own.document = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    await other.restart();
    expect((await signInAt(jar(other), own, { sub: 'ada' })).status).toBe(200);
    const { form, authorization } = own.exchanges[1] ?? {};
    const sent = [form?.get('client_id'), form?.get('client_secret'), authorization];
    expect(sent).toEqual(['skein-console', 'a secret: of %', null]);
  } finally {
    await other.stop();
    await own.close();
  }
});

test('without an issuer there is nothing to begin', async () => {
  const plain = await startTestApp({}, { database: app.database });
  try {
    const wish = { purpose: 'sign-in', to: '/' };
    const answer = await jar(plain).post('/auth/oidc/start', wish);
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
  } finally {
    await plain.stop();
  }
});

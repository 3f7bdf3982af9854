import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { browserClient } from '../helpers/browser-client.ts';
import { dataOf, send } from '../helpers/client.ts';
import { CONFIRM, mailedSecret, mailsTo, PASSWORD, signUp } from './sign-in-world.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ SKEIN_PAPER_DEPOSIT_USD: '2500' });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

/** A slow machine may take its time. */
const SLOW = { timeout: 15_000 };
const me = (token: string) => send(app.origin, { method: 'GET', path: '/api/v1/me', token });

test('a sign-up begins with its confirmation: a user with the paper deposit, signed in', async () => {
  const email = 'ada@example.org';
  const browser = browserClient(() => app.origin);
  const wish = { email: 'Ada@Example.org', password: PASSWORD, username: 'Ada' };
  const answer = await browser.post('/auth/sign-up', wish);
  expect([answer.status, answer.body]).toEqual([200, { data: { accepted: true } }]);
  expect(browser.cookie).toBeNull();
  // Nobody is there yet: the password does not sign in before the address is confirmed.
  const early = await browser.post('/auth/sign-in', { email, password: PASSWORD });
  expect([early.status, early.body.code]).toEqual([401, 'UNAUTHORIZED']);

  const token = await mailedSecret(app, email, CONFIRM);
  // The mail alone opens nothing.
  const wrong = await browser.post('/auth/verify-email', { token, password: `${PASSWORD}!` });
  expect([wrong.status, browser.cookie]).toEqual([401, null]);
  const signedIn = await browser.post('/auth/verify-email', { token, password: PASSWORD });
  const session = dataOf(signedIn);
  expect(signedIn.headers.get('set-cookie')).toMatch(
    /^skein_session=[A-Za-z0-9_-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const { body } = await me(session.token);
  expect(body.data).toMatchObject({
    userId: session.userId,
    idpId: `idp_${session.userId}`,
    username: 'ada',
    authMethod: 'jwt',
    apiKey: null,
    rateLimit: { limit: 1200, windowSeconds: 60 },
    scopes: [
      ...['read', 'trade:spot', 'trade:predictions', 'trade:perps', 'groups', 'chat'],
      'groups:pay',
    ],
  });
  const path = '/api/v1/account';
  const account = dataOf(await send(app.origin, { method: 'GET', path, token: session.token }));
  expect(account.cashBalanceUsd).toBe('2500');
  // The link works once.
  const again = await browser.post('/auth/verify-email', { token, password: PASSWORD });
  expect([again.status, again.body.message]).toEqual([
    401,
    'The link is wrong, used or too old; sign up again.',
  ]);
});

test('the cookie gets the next token until the session is signed out', async () => {
  const { browser, token } = await signUp(app, 'bea');
  const next = dataOf(await browser.post('/auth/token'));
  expect((await me(next.token)).status).toBe(200);
  const old = browser.cookie;
  expect(dataOf(await browser.post('/auth/sign-out'))).toEqual({ done: true });
  expect(browser.cookie).toBeNull();
  expect((await browser.post('/auth/token')).status).toBe(401);
  const stolen = browserClient(() => app.origin, old);
  expect((await stolen.post('/auth/token')).status).toBe(401);
  await expect.poll(async () => (await me(token)).status, SLOW).toBe(401);
  await expect.poll(async () => (await me(next.token)).status, SLOW).toBe(401);
  expect(dataOf(await browser.post('/auth/sign-out'))).toEqual({ done: true });
});

test('a username that was taken meanwhile gets another ending, and the account is there', async () => {
  const email = 'late@example.org';
  const browser = browserClient(() => app.origin);
  dataOf(await browser.post('/auth/sign-up', { email, password: PASSWORD, username: 'wanted' }));
  const mailed = await mailedSecret(app, email, CONFIRM);
  await app.user('wanted');
  const taken = { email: 'x@example.org', password: PASSWORD, username: 'wanted' };
  expect((await browser.post('/auth/sign-up', taken)).body.message).toEqual(['username is taken']);
  const { token } = dataOf(
    await browser.post('/auth/verify-email', { token: mailed, password: PASSWORD }),
  );
  expect((await me(token)).body.data.username).toMatch(/^wanted_[0-9]{5}$/);
});

test('a sign-up that ended between its two steps is finished by the next sign-in', async () => {
  const email = 'cut@example.org';
  const browser = browserClient(() => app.origin);
  dataOf(await browser.post('/auth/sign-up', { email, password: PASSWORD, username: 'cut' }));
  await mailedSecret(app, email, CONFIRM);
  // As if the process had ended after the address was confirmed and before the user was made.
  await app.app.services.database.withClient((client) =>
    client.query('update identity_provider.login set verified_at = now() where email = $1', [
      email,
    ]),
  );
  const answer = await browser.post('/auth/sign-in', { email, password: PASSWORD });
  const { session } = dataOf(answer);
  expect((await me(session.token)).body.data.username).toBe('cut');
});

test('a reset sets the password, signs out everywhere and tells the owner', async () => {
  const { browser, email, token } = await signUp(app, 'dan');
  const other = browserClient(() => app.origin);
  dataOf(await other.post('/auth/reset-password/request', { email }));
  const mailed = await mailedSecret(app, email, 'Reset your password');
  const password = 'another flock of geese';
  const weak = await other.post('/auth/reset-password', {
    token: mailed,
    password: 'password1234',
  });
  expect(weak.body.message).toEqual(['password is one of the commonest; choose another one']);
  expect(dataOf(await other.post('/auth/reset-password', { token: mailed, password }))).toEqual({
    done: true,
  });
  expect(other.cookie).toBeNull();
  const again = await other.post('/auth/reset-password', { token: mailed, password });
  expect(again.status).toBe(401);
  await expect.poll(async () => (await me(token)).status, SLOW).toBe(401);
  expect((await browser.post('/auth/token')).status).toBe(401);
  expect((await other.post('/auth/sign-in', { email, password: PASSWORD })).status).toBe(401);
  expect((await other.post('/auth/sign-in', { email, password })).status).toBe(200);
  await mailedSecret(app, email, 'Your password was changed');
});

test('signing up again before the link was used replaces password and link', async () => {
  const email = 'eve@example.org';
  const [first, second] = [browserClient(() => app.origin), browserClient(() => app.origin)];
  dataOf(await first.post('/auth/sign-up', { email, password: PASSWORD, username: 'eve' }));
  const old = await mailedSecret(app, email, CONFIRM);
  const password = 'the owner of the mailbox';
  dataOf(await second.post('/auth/sign-up', { email, password, username: 'eve2' }));
  await expect.poll(async () => (await mailsTo(app, email)).length, SLOW).toBe(2);
  const token = await mailedSecret(app, email, CONFIRM);
  expect(token).not.toBe(old);
  for (const attempt of [
    { token: old, password: PASSWORD },
    { token: old, password },
  ]) {
    expect((await first.post('/auth/verify-email', attempt)).body.message).toMatch(/^The link/);
  }
  expect((await first.post('/auth/verify-email', { token, password: PASSWORD })).status).toBe(401);
  expect((await second.post('/auth/verify-email', { token, password })).status).toBe(200);
});

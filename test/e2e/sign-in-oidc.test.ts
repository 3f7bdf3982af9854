import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../src/features/sessions/index.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { dataOf, send } from '../helpers/client.ts';
import {
  type IssuerKey,
  newKey,
  type ScriptedIssuer,
  startIssuer,
} from '../helpers/oidc-issuer.ts';

let app: TestApp;
let scripted: ScriptedIssuer;
let issuer = '';
let key: IssuerKey;

beforeAll(async () => {
  scripted = await startIssuer();
  issuer = scripted.url;
  key = scripted.keys[0] as IssuerKey;
  app = await startTestApp({
    SKEIN_OIDC_ISSUER: issuer,
    SKEIN_OIDC_CLIENT_ID: 'skein-console',
    SKEIN_PAPER_DEPOSIT_USD: '700',
  });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
  await scripted.close();
});

const NOW_S = () => Math.floor(Date.now() / 1_000);
const tokenOf = (subject: string, change: object = {}, by: IssuerKey = key): Promise<string> =>
  scripted.sign({ sub: subject, ...change }, by);
const get = (path: string, token: string) =>
  send(app.origin, { method: 'GET', path: `/api/v1${path}`, token });

test('the first token of a subject makes the user, every later one finds it', async () => {
  const token = await tokenOf('subject-1', { preferred_username: 'Grace Hopper' });
  const both = await Promise.all([get('/me', token), get('/me', await tokenOf('subject-1'))]);
  const [first, second] = both.map(dataOf);
  expect(first).toMatchObject({ authMethod: 'jwt', apiKey: null });
  expect(second.userId).toBe(first.userId);
  expect(first.username).toMatch(/^(grace_hopper|trader)$/);
  expect(dataOf(await get('/account', token)).cashBalanceUsd).toBe('700');
  const again = dataOf(
    await get('/me', await tokenOf('subject-1', { email: 'other@example.org' })),
  );
  expect([again.userId, again.username]).toEqual([first.userId, first.username]);
});

test('subjects of one name are two users', async () => {
  const names = { preferred_username: 'linus' };
  const one = dataOf(await get('/me', await tokenOf('subject-2', names)));
  const two = dataOf(await get('/me', await tokenOf('subject-3', names)));
  expect(one.username).toBe('linus');
  expect(two.username).toMatch(/^linus_[0-9]{5}$/);
  expect(one.userId).not.toBe(two.userId);
});

test('the clocks may differ by a minute, and not by more', async () => {
  const statusOf = async (change: object) =>
    (await get('/me', await tokenOf('subject-1', change))).status;
  expect(await statusOf({ exp: NOW_S() - 30 })).toBe(200);
  expect(await statusOf({ nbf: NOW_S() + 30 })).toBe(200);
  expect(await statusOf({ exp: NOW_S() - 90 })).toBe(401);
  expect(await statusOf({ nbf: NOW_S() + 120 })).toBe(401);
  expect(await statusOf({ exp: undefined })).toBe(401);
});

test('another audience, issuer, subject or key is refused', async () => {
  const foreign = await newKey('one');
  const tokens = [
    await tokenOf('subject-1', { aud: 'another-client' }),
    await tokenOf('subject-1', { iss: `${issuer}/` }),
    await tokenOf('', {}),
    await tokenOf('s'.repeat(256)),
    await tokenOf('subject-1', {}, foreign),
  ];
  for (const token of tokens) expect((await get('/me', token)).status).toBe(401);
});

test('a token that is signed with a secret or not at all is refused', async () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: issuer, aud: 'skein-console', sub: 'subject-1', exp: NOW_S() + 300 };
  const shared = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .sign(Buffer.from(JSON.stringify(key.jwk)));
  const none = `${encode({ alg: 'none' })}.${encode(claims)}.`;
  for (const token of [shared, none, `${none}AA`]) {
    expect((await get('/me', token)).status).toBe(401);
  }
});

test('a new key of the issuer is found, an unknown one does not make it be asked each time', async () => {
  const before = scripted.reads;
  const unknown = await newKey('nobody');
  for (let n = 0; n < 5; n += 1) {
    expect((await get('/me', await tokenOf(`subject-${n}`, {}, unknown))).status).toBe(401);
  }
  expect(scripted.reads - before).toBeLessThanOrEqual(1);
  const rotated = await newKey('two', 'ES256');
  scripted.keys = [rotated];
  // Another process, which has read no keys yet.
  await app.restart();
  const token = await tokenOf('subject-1', {}, rotated);
  expect((await get('/me', token)).status).toBe(200);
  expect((await get('/me', await tokenOf('subject-1'))).status).toBe(401);
  key = rotated;
});

test('a user may link an account of the issuer, which then signs in as that user', async () => {
  const ada = await app.user('ada');
  const callerOf = async (userId: string): Promise<Caller> => {
    const { token } = await app.sandbox('POST', '/sessions', { userId });
    const { authenticator } = app.app.services.signIn;
    const principal = await authenticator.authenticate(`Bearer ${token}`);
    return { principal, ip: null, userAgent: null };
  };
  const { sessions } = app.app.services.signIn;
  const caller = await callerOf(ada.userId);
  const invalid = expect.objectContaining({ code: 'VALIDATION_FAILED' });
  await expect(sessions.linkOidc(caller, 'no token')).rejects.toEqual(invalid);
  await sessions.linkOidc(caller, await tokenOf('subject-9'));
  expect(dataOf(await get('/me', await tokenOf('subject-9'))).userId).toBe(ada.userId);
  expect((await sessions.profile(ada.userId)).oidcLinked).toBe(true);
  // It belongs to its user, as does one that has signed in.
  const bea = await callerOf((await app.user('bea')).userId);
  for (const subject of ['subject-9', 'subject-2']) {
    await expect(sessions.linkOidc(bea, await tokenOf(subject))).rejects.toEqual(invalid);
  }
});

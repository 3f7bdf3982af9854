import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../src/features/sessions/index.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { dataOf, send } from '../helpers/client.ts';
import { connectSocket, joinSocket } from '../helpers/socket.ts';
import { signUp } from './sign-in-world.ts';

let one: TestApp;
let two: TestApp;
const SLOW = { timeout: 15_000 };

beforeAll(async () => {
  one = await startTestApp();
  two = await startTestApp({}, { database: one.database });
});
afterAll(async () => {
  await two.stop();
  await one.audit();
  await one.stop();
});

const statusAt = async (app: TestApp, token: string): Promise<number> =>
  (await send(app.origin, { method: 'GET', path: '/api/v1/me', token })).status;
const signedIn = async (userId: string): Promise<string> =>
  (await one.sandbox('POST', '/sessions', { userId })).token;
async function callerOf(token: string): Promise<Caller> {
  const principal = await one.app.services.signIn.authenticator.authenticate(`Bearer ${token}`);
  return { principal, ip: null, userAgent: null };
}

test('a token of the sandbox is a real session: it trades, is listed and is revoked', async () => {
  const user = await one.user('ada');
  const token = await signedIn(user.userId);
  const call = { method: 'GET', path: '/api/v1/me', token } as const;
  const me = dataOf(await send(two.origin, call));
  expect(me).toMatchObject({ userId: user.userId, authMethod: 'jwt', apiKey: null });
  const { sessions } = one.app.services.signIn;
  const caller = await callerOf(token);
  const listed = await sessions.list(user.userId, caller.principal.sessionId);
  expect(listed.map(({ id, current }) => [id, current])).toEqual([
    [caller.principal.sessionId, true],
  ]);
  const missing = { method: 'POST', path: '/sandbox/v1/sessions' } as const;
  const body = { userId: '00000000-0000-7000-8000-000000000001' };
  const refused = await send(one.origin, { ...missing, token: 'sandbox-token-of-the-tests', body });
  expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND']);
});

test('a revoked session is refused in every process, its sockets are closed, others stay', async () => {
  const user = await one.user('bea');
  const [token, kept] = [await signedIn(user.userId), await signedIn(user.userId)];
  for (const app of [one, two]) expect(await statusAt(app, token)).toBe(200);
  const sockets = await Promise.all(
    ['/account', '/chat', '/prices', '/perps'].map((name) => joinSocket(two.origin, name, token)),
  );
  const other = await joinSocket(two.origin, '/account', kept);
  const caller = await callerOf(token);
  const { sessions } = one.app.services.signIn;
  await sessions.revoke(await callerOf(kept), caller.principal.sessionId ?? '');
  for (const { socket } of sockets) {
    await expect.poll(() => socket.connected, SLOW).toBe(false);
  }
  for (const app of [one, two]) {
    await expect.poll(() => statusAt(app, token), SLOW).toBe(401);
    expect(await statusAt(app, kept)).toBe(200);
  }
  expect(other.socket.connected).toBe(true);
  const late = connectSocket(two.origin, '/account', token);
  expect(await late.until('error')).toEqual({ message: 'Invalid token' });
  for (const socket of [...sockets, other, late]) socket.close();
});

test('nobody revokes a session of somebody else', async () => {
  const [ada, mallory] = [await one.user('carl'), await one.user('mallory')];
  const token = await signedIn(ada.userId);
  const { principal } = await callerOf(token);
  const foreign = await callerOf(await signedIn(mallory.userId));
  const { sessions } = one.app.services.signIn;
  const notFound = expect.objectContaining({ code: 'NOT_FOUND' });
  for (const id of [principal.sessionId ?? '', 'x', '']) {
    await expect(sessions.revoke(foreign, id)).rejects.toEqual(notFound);
  }
  expect(await statusAt(two, token)).toBe(200);
});

test('a session has a budget of its own, beside that of the keys of its user', async () => {
  const user = await one.user('dora');
  const token = await signedIn(user.userId);
  const path = '/api/v1/me';
  const byToken = await send(one.origin, { method: 'GET', path, token });
  const byKey = await send(one.origin, { method: 'GET', path, token: user.apiKey });
  const other = await signedIn(user.userId);
  const byOther = await send(one.origin, { method: 'GET', path, token: other });
  const remaining = [byToken, byKey, byOther].map(({ headers }) =>
    headers.get('ratelimit-remaining'),
  );
  expect(remaining).toEqual(['1199', '1199', '1199']);
  const again = await send(one.origin, { method: 'GET', path, token });
  expect(again.headers.get('ratelimit-remaining')).toBe('1198');
});

test('a changed password signs all other sessions out', async () => {
  const { token, userId, browser } = await signUp(one, 'edith');
  const other = await signedIn(userId);
  const caller = await callerOf(token);
  const { sessions } = two.app.services.signIn;
  const wish = { currentPassword: 'a violet skein of geese', newPassword: 'a grey skein of geese' };
  const forbidden = expect.objectContaining({ code: 'FORBIDDEN' });
  const wrong = { ...wish, currentPassword: 'wrong' };
  await expect(sessions.changePassword(caller, wrong)).rejects.toEqual(forbidden);
  await sessions.changePassword(caller, wish);
  await expect.poll(() => statusAt(one, other), SLOW).toBe(401);
  expect(await statusAt(one, token)).toBe(200);
  expect((await browser.post('/auth/token')).status).toBe(200);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { SANDBOX_TOKEN, startTestApp, type TestApp } from '../helpers/app.ts';
import { send } from '../helpers/client.ts';

const START = '2026-03-03T15:30:00.000Z';

let test: TestApp;
let now: string;
beforeAll(async () => {
  test = await startTestApp({ SKEIN_REPLAY_START: START });
  ({ now } = await test.sandbox('POST', '/clock', { freeze: true }));
});
afterAll(() => test.stop());

const me = async (token: string) =>
  (await send(test.origin, { method: 'GET', path: '/api/v1/me', token })).body.data;
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

it('shows who calls to the last field, and nothing of the key but what names it', async () => {
  const { userId, idpId } = await test.user('caller');
  const later = new Date(Date.parse(now) + 3_600_000).toISOString();
  const made = await test.sandbox('POST', '/keys', {
    userId,
    label: 'night bot',
    scopes: ['trade:perps', 'read', 'trade:spot', 'trade:predictions', 'groups:pay'],
    expiresAt: later,
  });
  const shown = await me(made.apiKey);
  const { lastUsedAt } = shown.apiKey;
  expect(shown).toEqual({
    userId,
    authMethod: 'apiKey',
    apiKey: {
      id: made.id,
      label: 'night bot',
      prefix: made.apiKey.slice(0, 10),
      lastUsedAt,
      expiresAt: later,
      createdAt: now,
    },
    rateLimit: { limit: 1200, windowSeconds: 60 },
    username: 'caller',
    avatar: '',
    idpId,
    scopes: ['read', 'trade:spot', 'trade:predictions', 'trade:perps', 'groups:pay'],
  });
  expect(lastUsedAt === null || iso.test(lastUsedAt)).toBe(true);
  expect(JSON.stringify(shown)).not.toContain(made.apiKey.slice(10));
});

it('shows where to send USDC, the same in both places', async () => {
  const user = await test.user('depositor');
  const address = await user.get('/account/deposit-address');
  expect(address).toEqual({
    walletAddress: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    token: 'USDC',
    tokenMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    network: 'solana',
  });
  expect((await user.get('/account')).deposit).toEqual(address);
});

it('has no route by which a key takes money out or makes other keys', async () => {
  const user = await test.user('key_holder');
  for (const path of ['/withdrawals', '/account/withdraw', '/keys', '/api-keys', '/sessions']) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const { status, body } = await user.call(method, path);
      expect([method, path, status, body.code]).toEqual([method, path, 404, 'NOT_FOUND']);
    }
  }
});

it('answers a method that a path does not have with those that it has', async () => {
  const user = await test.user('wrong_method');
  const { status, body, headers } = await user.call('DELETE', '/spot/quote');
  expect([status, body.code, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST']);
});

it('the sandbox says what it has done, field by field', async () => {
  const { userId } = await test.user('puppet', { depositUsd: '5' });
  const ask = test.sandbox;
  const deposit = await ask('POST', `/users/${userId}/deposits`, { amountUsd: '7.25' });
  expect(deposit).toEqual({
    depositId: expect.any(String),
    userId,
    amountUsd: '7.25',
    cashBalanceUsd: '12.25',
  });
  const key = await ask('POST', '/keys', { userId });
  expect(key).toEqual({ id: expect.any(String), apiKey: expect.stringMatching(/^svc_\w{43}$/) });
  expect(await ask('DELETE', `/keys/${key.id}`)).toEqual({ id: key.id });
  const region = { userId, country: 'FR' };
  expect(await ask('PUT', '/region', region)).toEqual(region);
  expect(await ask('PUT', '/follow', { hold: true })).toEqual({ hold: true });
  expect(await ask('PUT', '/follow', { hold: false })).toEqual({ hold: false });
  expect(await ask('PUT', '/stocks/status', { marketStatus: 'PAUSED' })).toEqual({
    marketStatus: 'PAUSED',
  });
  expect(await ask('PUT', '/stocks/status', { marketStatus: null })).toEqual({
    marketStatus: null,
  });
  for (const vertical of ['spot', 'stocks', 'predictions', 'perps']) {
    const off = await ask('PUT', `/trading/${vertical}`, { mode: 'reduce-only' });
    expect(off).toEqual({ vertical, mode: 'reduce-only' });
    await ask('PUT', `/trading/${vertical}`, { mode: 'enabled' });
    const behaviour = await ask('PUT', `/venues/${vertical}/behaviour`, { mode: 'pending' });
    // An outcome is known a second later unless it is said when; for all orders unless counted.
    expect(behaviour).toEqual({ vertical, mode: 'pending', delayMs: 1_000, count: null });
    await ask('PUT', `/venues/${vertical}/behaviour`, { mode: 'ok' });
  }
  const pin = { priceUsd: '100', oracleUsd: '99.5' };
  expect(await ask('PUT', '/prices/perp/SOL', pin)).toEqual({ kind: 'perp', id: 'SOL', ...pin });
  expect(await ask('DELETE', '/prices/perp/SOL')).toEqual({ kind: 'perp', id: 'SOL' });
  expect(await ask('POST', '/drain')).toEqual({ drained: true });
  const clock = await ask('GET', '/clock');
  expect(clock).toEqual({ now, frozen: true, offsetMs: clock.offsetMs });
  const moved = await ask('POST', '/clock', { advanceMs: 60_000 });
  expect(Date.parse(moved.now) - Date.parse(now)).toBe(60_000);
  expect(Number.isSafeInteger(moved.offsetMs)).toBe(true);
  const audit = await ask('GET', '/audit');
  expect(audit.ok).toBe(true);
  expect(audit.checks[0]).toEqual({
    name: 'I1 every asset sums to zero',
    ok: true,
    detail: expect.any(String),
  });
});

it('a sandbox token is no key, and a key is no sandbox token', async () => {
  const user = await test.user('mistaken');
  const asked = [
    ['/api/v1/me', SANDBOX_TOKEN],
    ['/sandbox/v1/clock', user.apiKey],
  ] as const;
  for (const [path, token] of asked) {
    const { status, body } = await send(test.origin, { method: 'GET', path, token });
    expect([path, status, body.code]).toEqual([path, 401, 'UNAUTHORIZED']);
  }
});

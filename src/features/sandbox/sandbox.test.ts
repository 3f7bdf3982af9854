import { afterAll, beforeAll, expect, test } from 'vitest';
import { BACKEND_START_MS, type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { exampleProblems } from '../../../test/helpers/example-problems.ts';
import { openSandboxProcess } from '../../../test/helpers/sandbox-server.ts';
import { testId } from '../../../test/helpers/state.ts';
import { isoTime } from '../../platform/clock.ts';

let backend: Backend;
let sandbox: Awaited<ReturnType<typeof openSandboxProcess>>;

beforeAll(async () => {
  backend = await openBackend();
  sandbox = await openSandboxProcess(backend);
});
afterAll(async () => {
  await sandbox.close();
  await backend.close();
});

const ID = /^[0-9a-f-]{36}$/;
const SECRET = /^svc_[0-9A-Za-z]{43}$/;
const principalOf = async (apiKey: string) =>
  sandbox.authenticator.authenticate(`Bearer ${apiKey}`);

test('every route has examples that fit, and none answers without the token', async () => {
  expect(sandbox.routes.flatMap(exampleProblems)).toEqual([]);
  for (const { method, path } of sandbox.routes) {
    const url = path.replace('/sandbox/v1', '').replace(/\{\w+\}/g, 'x');
    const { status, code } = await sandbox.call(method as 'GET', url, undefined, 'wrong');
    expect([path, status, code]).toEqual([path, 401, 'UNAUTHORIZED']);
  }
});

test('users come with a key and a deposit', async () => {
  const made = await sandbox.call('POST', '/users', { username: 'Ada', depositUsd: '1000.5' });
  expect(made).toMatchObject({ status: 201, data: { apiKey: expect.stringMatching(SECRET) } });
  const { userId, idpId, apiKey } = made.data;
  expect(idpId).toBe(`idp_${userId}`);
  expect(await principalOf(apiKey)).toMatchObject({ userId, username: 'ada' });
  // 1,000.5 at first and 9.5 more.
  expect(await sandbox.call('POST', `/users/${userId}/deposits`, { amountUsd: '9.5' })).toEqual({
    status: 200,
    data: {
      depositId: expect.stringMatching(ID),
      userId,
      amountUsd: '9.5',
      cashBalanceUsd: '1010',
    },
  });
  const broke = await sandbox.call('POST', '/users', { username: 'broke', scopes: ['read'] });
  expect([...(await principalOf(broke.data.apiKey)).scopes]).toEqual(['read']);
  const path = `/users/${broke.data.userId}/deposits`;
  const first = await sandbox.call('POST', path, { amountUsd: '1' });
  expect(first.data.cashBalanceUsd).toBe('1');
});

test.each<[string, string, object, number, string]>([
  ['POST', '/users', { username: 'ADA' }, 400, 'VALIDATION_FAILED'],
  ['POST', '/users', { username: 'a' }, 400, 'VALIDATION_FAILED'],
  ['POST', '/users', {}, 400, 'VALIDATION_FAILED'],
  ['POST', '/users', { username: 'bob', depositUsd: '-1' }, 400, 'VALIDATION_FAILED'],
  ['POST', '/users', { username: 'bob', depositUsd: '0.0000001' }, 400, 'VALIDATION_FAILED'],
  ['POST', '/users', { username: 'bob', scopes: ['root'] }, 400, 'VALIDATION_FAILED'],
  ['POST', `/users/${testId(9)}/deposits`, { amountUsd: '1' }, 404, 'NOT_FOUND'],
  ['POST', '/users/nobody/deposits', { amountUsd: '1' }, 404, 'NOT_FOUND'],
  ['POST', '/keys', { userId: testId(9) }, 404, 'NOT_FOUND'],
  ['POST', '/keys', { userId: 'nobody' }, 404, 'NOT_FOUND'],
  ['DELETE', `/keys/${testId(9)}`, {}, 404, 'NOT_FOUND'],
  ['POST', '/clock', { set: '2026-02-31T00:00:00.000Z' }, 400, 'VALIDATION_FAILED'],
  ['POST', '/clock', { set: 'tomorrow' }, 400, 'VALIDATION_FAILED'],
  ['POST', '/clock', { set: '2020-01-01T00:00:00.000Z' }, 400, 'VALIDATION_FAILED'],
  ['POST', '/clock', { advanceMs: -1 }, 400, 'VALIDATION_FAILED'],
  ['POST', '/clock', { advanceMs: 1e15 }, 400, 'VALIDATION_FAILED'],
  ['PUT', '/prices/token/nothing', { priceUsd: '1' }, 404, 'TOKEN_NOT_FOUND'],
  ['PUT', '/prices/stock/NOPE', { priceUsd: '1' }, 404, 'STOCK_NOT_FOUND'],
  ['PUT', '/prices/perp/NOPE', { priceUsd: '1' }, 404, 'MARKET_NOT_FOUND'],
  ['PUT', '/prices/perp/BTC', { priceUsd: '90000.5' }, 400, 'VALIDATION_FAILED'],
  ['PUT', '/prices/market/nothing', { priceUsd: '0.5' }, 404, 'MARKET_NOT_FOUND'],
  ['DELETE', '/prices/market/some-slug', {}, 404, 'MARKET_NOT_FOUND'],
  ['PUT', '/prices/weather/rain', { priceUsd: '1' }, 404, 'NOT_FOUND'],
  ['PUT', '/venues/moon/behaviour', { mode: 'ok' }, 404, 'NOT_FOUND'],
  ['PUT', '/venues/spot/behaviour', { mode: 'sulk' }, 400, 'VALIDATION_FAILED'],
  ['PUT', '/venues/spot/behaviour', { mode: 'ok', count: 0 }, 400, 'VALIDATION_FAILED'],
  ['PUT', '/region', { userId: testId(9), country: 'US' }, 404, 'NOT_FOUND'],
  ['PUT', '/region', { userId: 'nobody', country: 'US' }, 404, 'NOT_FOUND'],
  ['PUT', '/region', { userId: testId(9), country: 'UK' }, 400, 'VALIDATION_FAILED'],
  ['PUT', '/trading/spot', { mode: 'off' }, 400, 'VALIDATION_FAILED'],
  ['PUT', '/follow', { hold: 'yes please' }, 400, 'VALIDATION_FAILED'],
])('%s %s %j is refused with %i %s', async (method, path, body, status, code) => {
  await sandbox.call('POST', '/users', { username: 'ada' });
  expect(await sandbox.call(method as 'PUT', path, body)).toMatchObject({ status, code });
});

test('keys are made, end at their time and are revoked', async () => {
  const { userId } = (await sandbox.call('POST', '/users', { username: 'keys' })).data;
  const expiresAt = isoTime(sandbox.clock.clock.now() + 60_000);
  const body = { userId, label: 'bot', scopes: ['chat'], expiresAt };
  const made = await sandbox.call('POST', '/keys', body);
  expect(made).toMatchObject({ status: 201, data: { apiKey: expect.stringMatching(SECRET) } });
  const { id, apiKey } = made.data;
  expect((await principalOf(apiKey)).apiKey).toMatchObject({ id, label: 'bot', expiresAt });
  expect(await sandbox.call('DELETE', `/keys/${id}`)).toEqual({ status: 200, data: { id } });
  await expect(principalOf(apiKey)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  const lasting = await sandbox.call('POST', '/keys', { userId, expiresAt: null });
  expect((await principalOf(lasting.data.apiKey)).apiKey?.expiresAt).toBe(null);
});

test('the clock is read, stopped, moved and let go on', async () => {
  const now = isoTime(BACKEND_START_MS);
  expect((await sandbox.call('GET', '/clock')).data).toEqual({ now, frozen: false, offsetMs: 0 });
  const frozen = await sandbox.call('POST', '/clock', { freeze: true, advanceMs: 60_000 });
  const later = isoTime(BACKEND_START_MS + 60_000);
  expect(frozen).toEqual({ status: 200, data: { now: later, frozen: true, offsetMs: 60_000 } });
  backend.clock.advance(10_000);
  // Ten seconds of real time less ahead.
  expect((await sandbox.call('GET', '/clock')).data).toEqual({
    now: later,
    frozen: true,
    offsetMs: 50_000,
  });
  const set = '2026-03-01T00:00:00.000Z';
  const moved = await sandbox.call('POST', '/clock', { set, freeze: false });
  expect(moved.data).toMatchObject({ now: set, frozen: false });
  const nothing = await sandbox.call('POST', '/clock', {});
  expect(nothing).toMatchObject({ status: 200, data: { now: set } });
});

test('a token is pinned exactly and unpinned', async () => {
  const mint = sandbox.market.tokens()[0]?.mint ?? '';
  const path = `/prices/token/${mint}`;
  const quote = () => sandbox.market.quote(mint, sandbox.clock.clock.now());
  const priceUsd = '0.000000000000000001';
  expect(await sandbox.call('PUT', path, { priceUsd: `${priceUsd}` })).toEqual({
    status: 200,
    data: { kind: 'token', id: mint, priceUsd },
  });
  expect(quote()).toMatchObject({ mid: 1n, bid: 1n, ask: 1n, liquidity: null, pinned: true });
  for (const bad of ['0', '-1', '0.0000000000000000001', '1e3', 'x']) {
    const { status, code } = await sandbox.call('PUT', path, { priceUsd: bad });
    expect([bad, status, code]).toEqual([bad, 400, 'VALIDATION_FAILED']);
  }
  expect(quote()?.mid).toBe(1n);
  expect(await sandbox.call('DELETE', path)).toEqual({
    status: 200,
    data: { kind: 'token', id: mint },
  });
  expect(quote()?.pinned).toBe(false);
  expect((await sandbox.call('DELETE', path)).status).toBe(200);
});

test('venues, switches, follows and regions are set, also for other processes', async () => {
  const other = await openSandboxProcess(backend);
  const script = { mode: 'pending', delayMs: 50, count: 2 };
  expect((await sandbox.call('PUT', '/venues/stocks/behaviour', script)).data).toEqual({
    vertical: 'stocks',
    ...script,
  });
  expect((await sandbox.call('PUT', '/venues/perps/behaviour', { mode: 'down' })).data).toEqual({
    vertical: 'perps',
    mode: 'down',
    delayMs: 1_000,
    count: null,
  });
  await sandbox.call('PUT', '/trading/spot', { mode: 'reduce-only' });
  expect((await sandbox.call('PUT', '/follow', { hold: true })).data).toEqual({ hold: true });
  expect(sandbox.controls.behaviour('STOCK')).toEqual(script);
  expect([sandbox.controls.tradingMode('spot'), sandbox.controls.followHeld()]).toEqual([
    'reduce-only',
    true,
  ]);
  await eventually('the other process has all of it', () => other.controls.followHeld());
  expect(other.controls.behaviour('PERP').mode).toBe('down');
  const { userId } = (await sandbox.call('POST', '/users', { username: 'abroad' })).data;
  const request = { peerAddress: '127.0.0.1', headers: {} };
  for (const country of ['us', null]) {
    const expected = country && 'US';
    const { data } = await sandbox.call('PUT', '/region', { userId, country });
    expect(data).toEqual({ userId, country: expected });
    expect(sandbox.regions.countryOf(request, userId)).toBe(expected);
  }
  await other.close();
});

test('drain and audit answer', async () => {
  expect(await sandbox.call('POST', '/drain')).toEqual({ status: 200, data: { drained: true } });
  expect((await sandbox.call('GET', '/audit')).data).toEqual({
    ok: true,
    checks: [{ name: 'I1', ok: true, detail: '' }],
  });
});

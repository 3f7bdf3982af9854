import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { type Answer, type Call, send } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { mints, openWorld, propose } from './world.ts';

let test: TestApp;
let leader: TestUser;
let reader: TestUser;
let groupId: string;
let proposalId: string;

beforeAll(async () => {
  test = await startTestApp({ SKEIN_GEO_SPOT_BLOCKED: 'KP' });
  ({ leader, groupId } = await openWorld(test));
  reader = await test.user('reader', { scopes: ['read'] });
  proposalId = (await propose(leader, groupId, '10')).proposal.id;
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

const codeOf = ({ status, body }: Answer) => [status, body.code];
const raw = (call: Partial<Call>) =>
  send(test.origin, { method: 'POST', path: '/api/v1/spot/proposals', ...call });
const keyed = (key: string) => ({ 'idempotency-key': key });
const buyPath = (id = proposalId) => `/spot/proposals/${id}/buy`;

it('knows nobody without a good key in the header', async () => {
  const { apiKey } = leader;
  const headers = [
    {},
    { authorization: apiKey },
    { authorization: 'Bearer' },
    { authorization: `Basic ${apiKey}` },
    { authorization: `Bearer ${apiKey}x` },
    { authorization: `Bearer svc_${'a'.repeat(43)}` },
    { authorization: `Bearer ${apiKey} ${apiKey}` },
    { authorization: `Bearer ${'x'.repeat(5_000)}` },
  ];
  for (const given of headers) {
    const answer = await raw({ method: 'GET', path: '/api/v1/me', headers: given });
    expect(codeOf(answer)).toEqual([401, 'UNAUTHORIZED']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('ratelimit-limit')).toBeNull();
  }
  for (const name of ['api_key', 'apiKey', 'token', 'access_token', 'authorization']) {
    const path = `/api/v1/me?${name}=${apiKey}`;
    expect(codeOf(await raw({ method: 'GET', path }))).toEqual([401, 'UNAUTHORIZED']);
  }
});

it('forgets a key that is revoked or has expired', async () => {
  const revoked = await test.sandbox('POST', '/keys', { userId: leader.userId });
  const { now } = await test.sandbox('POST', '/clock', { freeze: true, advanceMs: 1_000 });
  const expiresAt = new Date(Date.parse(now) + 60_000).toISOString();
  const expiring = await test.sandbox('POST', '/keys', { userId: leader.userId, expiresAt });
  const me = (token: string) => raw({ method: 'GET', path: '/api/v1/me', token });
  expect((await me(revoked.apiKey)).status).toBe(200);
  expect((await me(expiring.apiKey)).body.data.apiKey.expiresAt).toBe(expiresAt);
  await test.sandbox('DELETE', `/keys/${revoked.id}`);
  await eventually('the key is gone', async () => (await me(revoked.apiKey)).status === 401);
  await test.sandbox('POST', '/clock', { advanceMs: 59_999 });
  expect((await me(expiring.apiKey)).status).toBe(200);
  await test.sandbox('POST', '/clock', { advanceMs: 1 });
  expect(codeOf(await me(expiring.apiKey))).toEqual([401, 'UNAUTHORIZED']);
  await test.sandbox('POST', '/clock', { freeze: false });
});

it('refuses route before caller, caller before shape, shape before scope', async () => {
  const bad = { body: '{' };
  expect(codeOf(await raw({ path: '/api/v1/nothing', ...bad }))).toEqual([404, 'NOT_FOUND']);
  const wrong = await raw({ method: 'PUT', ...bad });
  expect(codeOf(wrong)).toEqual([405, 'METHOD_NOT_ALLOWED']);
  expect(codeOf(await raw(bad))).toEqual([401, 'UNAUTHORIZED']);
  const token = reader.apiKey;
  expect(codeOf(await raw({ token, ...bad }))).toEqual([400, 'VALIDATION_FAILED']);
  expect(codeOf(await raw({ token, body: {} }))).toEqual([400, 'VALIDATION_FAILED']);
  const fitting = { groupId, contractAddress: 'x', amountUsd: '1' };
  for (const amountUsd of ['0', '0.0000001', '1e3', '-1']) {
    const answer = await raw({ token, body: { ...fitting, amountUsd } });
    expect([amountUsd, ...codeOf(answer)]).toEqual([amountUsd, 400, 'VALIDATION_FAILED']);
  }
  const scope = await raw({ token, body: fitting, headers: keyed('s') });
  expect(codeOf(scope)).toEqual([403, 'SCOPE_REQUIRED']);
  expect(scope.body.details).toEqual({ scope: 'trade:spot' });
});

it('asks each scope of its own routes', async () => {
  const trader = await test.user('trader', { scopes: ['trade:spot'] });
  const write = { groupId, contractAddress: mints.sol, amountUsd: '1' };
  const needed = async (user: TestUser, ...call: Parameters<TestUser['call']>) => {
    const { status, body } = await user.call(...call);
    return status === 403 && body.code === 'SCOPE_REQUIRED' ? body.details.scope : status;
  };
  expect(await needed(trader, 'GET', '/me')).toBe(200);
  expect(await needed(trader, 'GET', '/account')).toBe('read');
  expect(await needed(trader, 'POST', '/spot/quote', { proposalId, max: true })).toBe('read');
  expect(await needed(trader, 'POST', '/groups', { name: 'x' })).toBe('groups');
  expect(await needed(trader, 'POST', '/spot/proposals', write)).toBe(403);
  expect(await needed(reader, 'POST', '/spot/proposals', write)).toBe('trade:spot');
  expect(await needed(reader, 'POST', buyPath(), { amountUsd: '1' })).toBe('trade:spot');
  expect(await needed(reader, 'POST', '/groups', { name: 'x' })).toBe('groups');
  expect(await needed(reader, 'GET', '/groups')).toBe(200);
});

it('refuses the key before the region, the region before what is unknown', async () => {
  const user = await test.user('north');
  await user.post(`/groups/${groupId}/join`);
  await user.post(buyPath(), { amountUsd: '5' }, keyed('used'));
  const swap = { sell: 'USDC', buy: mints.sol, amountUsd: '5' };
  await user.post('/spot/swap', swap, keyed('used'));
  await test.sandbox('PUT', '/region', { userId: user.userId, country: 'KP' });
  const post = async (path: string, body: object, key?: string) =>
    codeOf(await user.call('POST', path, body, key === undefined ? {} : keyed(key)));
  expect(await post(buyPath(), { amountUsd: '5' }, 'used')).toEqual([200, undefined]);
  const reused = [422, 'IDEMPOTENCY_KEY_REUSED'];
  expect(await post(buyPath(), { amountUsd: '6' }, 'used')).toEqual(reused);
  expect(await post('/spot/swap', { ...swap, buy: 'x' }, 'used')).toEqual(reused);
  expect(await post('/spot/swap', { ...swap, buy: 'x' })).toEqual([403, 'GEO_RESTRICTED']);
  const unknown = buyPath(user.userId);
  expect(await post(unknown, { amountUsd: '5' })).toEqual([403, 'GEO_RESTRICTED']);
  await test.sandbox('PUT', '/region', { userId: user.userId, country: null });
  expect(await post(unknown, { amountUsd: '5' })).toEqual([404, 'NOT_FOUND']);
  expect(await post('/spot/swap', { ...swap, buy: 'x' }, 'used')).toEqual(reused);
  expect(await post('/spot/swap', { ...swap, buy: 'x' })).toEqual([404, 'TOKEN_NOT_FOUND']);
});

it('takes JSON only, of 64 KiB and 32 levels at most', async () => {
  const token = leader.apiKey;
  const path = `/api/v1${buyPath()}`;
  const type = (contentType: string) => ({ 'content-type': contentType });
  for (const contentType of ['text/plain', 'application/xml', 'multipart/form-data', 'x']) {
    const answer = await raw({ token, path, body: '{}', headers: type(contentType) });
    expect(codeOf(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  }
  const padded = (size: number) => {
    const rest = JSON.stringify({ amountUsd: '1', pad: '' }).length;
    return JSON.stringify({ amountUsd: '1', pad: 'x'.repeat(size - rest) });
  };
  expect((await raw({ token, path, body: padded(64 * 1024) })).status).toBe(200);
  const large = await raw({ token, path, body: padded(64 * 1024 + 1) });
  expect(codeOf(large)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  const nested = (levels: number) =>
    `{"amountUsd":"1","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  expect((await raw({ token, path, body: nested(32) })).status).toBe(200);
  for (const body of [nested(33), nested(30_000), '{"amountUsd":"1",}', '[]', '"x"', 'null', '1']) {
    expect(codeOf(await raw({ token, path, body }))).toEqual([400, 'VALIDATION_FAILED']);
  }
  for (const body of ['{"__proto__":{"x":1},"amountUsd":"1"}', '{"amountUsd":"1","x":"\\u0000"}']) {
    expect(codeOf(await raw({ token, path, body }))).toEqual([400, 'VALIDATION_FAILED']);
  }
});

it('survives a caller who hangs up while sending', async () => {
  const { hostname, port } = new URL(test.origin);
  await new Promise<void>((resolve) => {
    const half = request({
      hostname,
      port,
      method: 'POST',
      path: `/api/v1${buyPath()}`,
      headers: {
        authorization: `Bearer ${leader.apiKey}`,
        'content-type': 'application/json',
        'content-length': 50,
      },
    });
    half.on('error', () => resolve());
    half.write('{"amountUsd":', () => half.destroy(new Error('hang up')));
  });
  expect((await leader.call('GET', '/me')).status).toBe(200);
});

it('lets 1,200 requests of a key through in 60 seconds', async () => {
  const busy = await test.user('busy');
  let last: Answer | undefined;
  for (let sent = 0; sent < 1_200; sent += 100) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        // Refused ones count too.
        n === 0 ? busy.call('GET', '/spot/proposals') : busy.call('GET', '/me'),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(99);
    expect(answers[0]?.status).toBe(400);
    last = answers.at(-1);
  }
  expect(last?.headers.get('ratelimit-limit')).toBe('1200');
  const over = await busy.call('POST', '/spot/swap', '{');
  expect(codeOf(over)).toEqual([429, 'RATE_LIMITED']);
  expect(over.body).toMatchObject({ retryable: true, error: 'Too Many Requests' });
  const retryAfter = Number(over.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(60);
  expect(over.headers.get('ratelimit-remaining')).toBe('0');
  expect((await leader.call('GET', '/me')).status).toBe(200);
});

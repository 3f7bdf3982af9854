import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import { latestSeq, mints, openGroup, openWorld, propose } from './world.ts';

let test: TestApp;
let leader: TestUser;
let member: TestUser;
let stranger: TestUser;
let groupId: string;
let open: string;
let closed: string;

beforeAll(async () => {
  test = await startTestApp({ SKEIN_GEO_SPOT_BLOCKED: 'KP', SKEIN_GEO_SPOT_CLOSE_ONLY: 'FR' });
  ({ leader, member, groupId } = await openWorld(test));
  stranger = await test.user('stranger');
  await test.pin(mints.decimals6, '0.5');
  open = (await propose(leader, groupId, '100')).proposal.id;
  closed = (await propose(leader, groupId, '10', mints.decimals6)).proposal.id;
  await member.post(`/spot/proposals/${closed}/buy`, { amountUsd: '10' });
  await leader.post(`/spot/proposals/${closed}/close`);
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

const path = (proposalId: string, action: string) => `/spot/proposals/${proposalId}/${action}`;
const opening = (contractAddress: string = mints.sol, amountUsd = '10') => ({
  groupId,
  contractAddress,
  amountUsd,
});
const refusal = ({ status, body }: Answer) => [status, body.code, body.details];

/** The caller is refused like this and nothing has happened to them. */
async function refused(
  user: TestUser,
  request: readonly [string, unknown?],
  expected: readonly [number, string, object?],
): Promise<Answer> {
  const before = [await latestSeq(user), (await user.get('/account')).cashBalanceUsd];
  const answer = await user.call('POST', ...request);
  const [status, code, details = {}] = expected;
  expect(refusal(answer)).toEqual([status, code, details]);
  expect([await latestSeq(user), (await user.get('/account')).cashBalanceUsd]).toEqual(before);
  return answer;
}

it('answers every refusal in one shape', async () => {
  const { body, headers } = await refused(
    member,
    ['/spot/proposals', opening()],
    [403, 'LEADER_REQUIRED'],
  );
  expect(body).toEqual({
    statusCode: 403,
    error: 'Forbidden',
    code: 'LEADER_REQUIRED',
    message: expect.any(String),
    retryable: false,
    details: {},
    errorId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
  expect(headers.get('retry-after')).toBeNull();
});

it('refuses by membership and role', async () => {
  const notMember = [403, 'NOT_GROUP_MEMBER'] as const;
  const unknownGroup = { ...opening(), groupId: stranger.userId };
  await refused(stranger, ['/spot/proposals', opening()], notMember);
  await refused(leader, ['/spot/proposals', unknownGroup], notMember);
  await refused(leader, ['/spot/proposals', { ...opening(), groupId: 'none' }], notMember);
  await refused(stranger, [path(open, 'buy'), { amountUsd: '10' }], notMember);
  await refused(stranger, [path(open, 'sell'), { max: true }], notMember);
  await refused(stranger, [path(open, 'close')], notMember);
  await refused(stranger, ['/spot/quote', { proposalId: open, max: true }], notMember);
  await refused(member, ['/spot/proposals', opening()], [403, 'LEADER_REQUIRED']);
  await refused(member, [path(open, 'close')], [403, 'CREATOR_REQUIRED']);
});

it('refuses what does not exist', async () => {
  const none = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
  for (const id of [none, 'nonsense', '%00', '..%2f..', 'x'.repeat(300)]) {
    for (const [action, body] of [
      ['buy', { amountUsd: '10' }],
      ['sell', { max: true }],
      ['close', undefined],
    ] as const) {
      await refused(leader, [path(id, action), body], [404, 'NOT_FOUND']);
    }
  }
  const token = 'FoXyMu5xwXre7zEoSvzViRk3nGawHUp9kUh97y2NDhc1';
  const unknown = [404, 'TOKEN_NOT_FOUND', { token }] as const;
  await refused(leader, ['/spot/proposals', opening(token)], unknown);
  await refused(leader, ['/spot/swap', { sell: 'USDC', buy: token, amountUsd: '5' }], unknown);
  await refused(leader, ['/spot/swap', { sell: token, buy: 'USDC', amountUsd: '5' }], unknown);
  await refused(leader, ['/spot/quote', { contractAddress: token, amountUsd: '5' }], unknown);
  const missing = await leader.call('GET', `/spot/tokens/${token}`);
  expect(refusal(missing)).toEqual([404, 'TOKEN_NOT_FOUND', { token }]);
});

it('names the open proposal of the same token', async () => {
  const duplicate = [400, 'DUPLICATE_PROPOSAL', { proposalId: open }] as const;
  await refused(leader, ['/spot/proposals', opening()], duplicate);
  const other = await openGroup(leader);
  expect((await propose(leader, other, '1')).proposal.groupId).toBe(other);
});

it('takes no entries and no second close after the close, but sales', async () => {
  await refused(member, [path(closed, 'buy'), { amountUsd: '10' }], [400, 'PROPOSAL_CLOSED']);
  await refused(leader, [path(closed, 'close')], [400, 'PROPOSAL_CLOSED']);
  await refused(leader, [path(closed, 'close')], [400, 'PROPOSAL_CLOSED']);
  await refused(leader, [path(closed, 'sell'), { max: true }], [400, 'NO_POSITION']);
  const { trade } = await member.post(path(closed, 'sell'), { amountUsd: '1' });
  // 1 ÷ 0.5
  expect([trade.tradeType, trade.tokenAmount]).toEqual(['SELL', '2']);
});

it('says what is missing and what the least is', async () => {
  const poor = await test.user('poor', { depositUsd: '24.999999' });
  await poor.post(`/groups/${groupId}/join`);
  const funds = { required: '25', available: '24.999999', currency: 'USDC' };
  await refused(
    poor,
    [path(open, 'buy'), { amountUsd: '25.000000' }],
    [400, 'INSUFFICIENT_FUNDS', funds],
  );
  const swap = { sell: 'USDC', buy: mints.sol, amountUsd: '25' };
  await refused(poor, ['/spot/swap', swap], [400, 'INSUFFICIENT_FUNDS', funds]);
  // The wallet is asked before the market, which could not fill this either.
  const huge = { sell: 'USDC', buy: mints.decimals5, amountUsd: '90000000000000' };
  const short = { ...funds, required: '90000000000000' };
  await refused(poor, ['/spot/swap', huge], [400, 'INSUFFICIENT_FUNDS', short]);
  const floor = { minimumUsd: '1', amountUsd: '0.999999' };
  const below = [400, 'AMOUNT_BELOW_MINIMUM', floor] as const;
  await refused(poor, [path(open, 'buy'), { amountUsd: '0.999999' }], below);
  await refused(poor, ['/spot/swap', { ...swap, amountUsd: '0.999999' }], below);
  await refused(leader, ['/spot/proposals', opening(mints.decimals8, '0.999999')], below);
  await refused(poor, [path(open, 'sell'), { amountUsd: '1' }], [400, 'NO_POSITION']);
  const back = { sell: mints.sol, buy: 'USDC', amountUsd: '1' };
  await refused(poor, ['/spot/swap', back], [400, 'NO_POSITION']);
});

it('names the cost of one unit when an amount rounds to none', async () => {
  // One whole token of a token without decimals at 40: 20 buys none, with the fee it takes more.
  await test.pin(mints.decimals0, '40');
  // 20 − 0.1 fee = 19.9 < 40
  const least = { minimumUsd: '40', amountUsd: '19.9' };
  await refused(
    leader,
    ['/spot/proposals', opening(mints.decimals0, '20')],
    [400, 'AMOUNT_BELOW_MINIMUM', least],
  );
  const { proposal } = await propose(leader, groupId, '100', mints.decimals0);
  await refused(
    leader,
    [path(proposal.id, 'sell'), { amountUsd: '39.999999' }],
    [400, 'AMOUNT_BELOW_MINIMUM', { minimumUsd: '40', amountUsd: '39.999999' }],
  );
});

it('bars countries, but never a sale or a close', async () => {
  const user = await test.user('abroad');
  await user.post(`/groups/${groupId}/join`);
  await user.post(path(open, 'buy'), { amountUsd: '10' });
  const swap = { sell: 'USDC', buy: mints.sol, amountUsd: '10' };
  await user.post('/spot/swap', swap);
  const own = await openGroup(user);
  const mine = (await propose(user, own, '5')).proposal.id;
  for (const country of ['KP', 'FR']) {
    await test.sandbox('PUT', '/region', { userId: user.userId, country });
    const barred = [403, 'GEO_RESTRICTED', { country }] as const;
    await refused(user, ['/spot/proposals', { ...opening(), groupId: own }], barred);
    await refused(user, [path(open, 'buy'), { amountUsd: '10' }], barred);
    await refused(user, ['/spot/swap', swap], barred);
    // The region is asked before anything that a proposal or a token could tell.
    await refused(user, [path('nonsense', 'buy'), { amountUsd: '10' }], [404, 'NOT_FOUND']);
    await refused(user, [path(stranger.userId, 'buy'), { amountUsd: '10' }], barred);
    await user.post(path(open, 'sell'), { amountUsd: '1' });
    expect((await user.get(`/spot/proposals/${open}`)).proposal.id).toBe(open);
  }
  await user.post(path(mine, 'close'));
  await test.sandbox('PUT', '/region', { userId: user.userId, country: null });
  await user.post(path(open, 'buy'), { amountUsd: '10' });
});

it('obeys the kill switch', async () => {
  const body = { amountUsd: '5' };
  await member.post(path(open, 'buy'), body);
  await test.sandbox('PUT', '/trading/spot', { mode: 'reduce-only' });
  const reduceOnly = [503, 'TRADING_HALTED', { mode: 'reduce-only', vertical: 'SPOT' }] as const;
  const halt = await refused(member, [path(open, 'buy'), body], reduceOnly);
  expect([halt.body.retryable, Number(halt.headers.get('retry-after')) > 0]).toEqual([true, true]);
  await refused(leader, ['/spot/proposals', opening(mints.decimals8)], reduceOnly);
  await member.post(path(open, 'sell'), { amountUsd: '1' });
  await test.sandbox('PUT', '/trading/spot', { mode: 'halted' });
  const halted = [503, 'TRADING_HALTED', { mode: 'halted', vertical: 'SPOT' }] as const;
  await refused(member, [path(open, 'buy'), body], halted);
  await refused(member, [path(open, 'sell'), { max: true }], halted);
  await refused(leader, [path(open, 'close')], halted);
  await test.sandbox('PUT', '/trading/spot', { mode: 'enabled' });
  await member.post(path(open, 'sell'), { max: true });
});

it('does not fill beyond the price bound of an unpinned market', async () => {
  const whale = await test.user('whale', { depositUsd: '100000000' });
  const swap = { sell: 'USDC', buy: mints.decimals5 };
  const huge = await whale.call('POST', '/spot/swap', { ...swap, amountUsd: '50000000' });
  expect(refusal(huge)).toEqual([
    400,
    'NO_LIQUIDITY',
    { maxSlippageBps: 100, priceImpactPct: expect.stringMatching(/^[1-9]\d*(\.\d+)?$/) },
  ]);
  // The pool has 8 million dollars on its side: 100,000 move the price by about 1.24 %.
  const wide = { ...swap, amountUsd: '100000' };
  expect((await whale.call('POST', '/spot/swap', wide)).body.code).toBe('NO_LIQUIDITY');
  const bounded = await whale.call('POST', '/spot/swap', { ...wide, maxSlippageBps: 130 });
  expect(bounded.status).toBe(200);
  const exact = { ...swap, amountUsd: '1000', maxSlippageBps: 0 };
  expect((await whale.call('POST', '/spot/swap', exact)).body.code).toBe('NO_LIQUIDITY');
});

it('refuses an old price, and knows a pin for a fresh one', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'skein-old-prices-'));
  const candles = [{ interval: '1m', file: 'x.csv', rows: 1 }];
  const token = { kind: 'token', id: mints.sol, symbol: 'SOL', name: 'SOL', decimals: 9, candles };
  const manifest = { format: 'skein-market-data', version: 1, instruments: [token] };
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(manifest));
  const row = '2025-03-01T10:00:00Z,100,100,100,100,1';
  await writeFile(join(directory, 'x.csv'), `time,open,high,low,close,volume\n${row}\n`);
  const replay = await startTestApp({ SKEIN_MARKET_DATA: directory });
  const user = await replay.user('user');
  const swap = ['/spot/swap', { sell: 'USDC', buy: mints.sol, amountUsd: '10' }] as const;
  await replay.sandbox('POST', '/clock', { freeze: true, set: '2025-03-01T10:01:14.999Z' });
  expect((await user.call('POST', ...swap)).status).toBe(200);
  await replay.sandbox('POST', '/clock', { advanceMs: 1 });
  const stale = await refused(user, swap, [503, 'PRICE_UNAVAILABLE']);
  expect([stale.body.retryable, Number(stale.headers.get('retry-after')) > 0]).toEqual([
    true,
    true,
  ]);
  const back = { sell: mints.sol, buy: 'USDC', amountUsd: '1' };
  await refused(user, ['/spot/swap', back], [503, 'PRICE_UNAVAILABLE']);
  await replay.pin(mints.sol, '100');
  expect((await user.call('POST', ...swap)).status).toBe(200);
  await replay.audit();
  await replay.stop();
  await rm(directory, { recursive: true });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { AAPL_MINT, refusal, type StockWorld, startStockWorld } from './stock-world.ts';
import { mints } from './world.ts';

let world: StockWorld;

beforeEach(async () => {
  // Requests do not wait for the venue: what it answers late is a receipt at once.
  world = await startStockWorld({ SKEIN_ORDER_WAIT_MS: '0' });
  await world.test.pin(mints.sol, '150');
});
afterEach(async () => {
  await world.test.audit();
  await world.test.stop();
});

const script = (mode: string, more: object = {}) =>
  world.test.sandbox('PUT', '/venues/stocks/behaviour', { mode, ...more });
const drain = () => world.test.sandbox('POST', '/drain');
const funds = async (user: TestUser) => {
  const { cashBalanceUsd, reservedUsd, stocksValueUsd } = await user.get('/account');
  return [cashBalanceUsd, reservedUsd, stocksValueUsd];
};

it.each([
  ['down', 503, 'VENUE_UNAVAILABLE'],
  ['reject', 400, 'ORDER_REJECTED'],
  ['no-liquidity', 400, 'NO_LIQUIDITY'],
])('refuses orders of stocks alone while their venue is %s', async (mode, status, code) => {
  const { leader, groupId, order } = world;
  await order(leader, 'buy', { amountUsd: '100' });
  await script(mode);
  const swap = (buy: string) => ({ sell: 'USDC', buy, amountUsd: '5' });
  const asked = [
    await order(leader, 'buy', { amountUsd: '5' }),
    await order(leader, 'sell', { amountUsd: '5' }),
    await leader.call('POST', '/spot/proposals', { groupId, ticker: 'NVDA', amountUsd: '5' }),
    await leader.call('POST', '/spot/swap', swap(AAPL_MINT)),
  ];
  for (const answer of asked) expect(refusal(answer).slice(0, 2)).toEqual([status, code]);
  // 100 − 0.5, at the price it was bought for.
  expect(await funds(leader)).toEqual(['900', '0', '99.5']);
  expect((await leader.call('POST', '/spot/swap', swap(mints.sol))).status).toBe(200);
  await script('ok');
  expect((await order(leader, 'buy', { amountUsd: '5' })).status).toBe(200);
});

it('leaves stocks alone when the spot venue is down', async () => {
  const { test, leader, order } = world;
  await test.sandbox('PUT', '/venues/spot/behaviour', { mode: 'down' });
  expect((await order(leader, 'buy', { amountUsd: '5' })).status).toBe(201);
  const swap = { sell: 'USDC', buy: mints.sol, amountUsd: '5' };
  expect((await leader.call('POST', '/spot/swap', swap)).status).toBe(503);
});

it('counts an opening in flight as a duplicate with nothing to buy into yet', async () => {
  const { leader, member, order } = world;
  const receipt = { proposal: null, trade: null, pending: true, actionJobId: expect.any(String) };
  await script('unknown-then-filled', { delayMs: 60_000 });
  const opening = await order(leader, 'buy', { amountUsd: '100' });
  expect([opening.status, opening.body.data]).toEqual([202, receipt]);
  const { actionJobId } = opening.body.data;
  expect(await funds(leader)).toEqual(['900', '100', '0']);
  expect(refusal(await order(leader, 'buy', { amountUsd: '5' }))).toEqual([
    400,
    'DUPLICATE_PROPOSAL',
    { actionJobId },
  ]);
  const early = await order(member, 'buy', { amountUsd: '5' });
  expect(refusal(early).slice(0, 2)).toEqual([403, 'LEADER_REQUIRED']);
  expect(refusal(await order(leader, 'sell', { max: true }))).toEqual([400, 'NO_POSITION', {}]);
  expect(await leader.get(`/actions/${actionJobId}`)).toMatchObject({ status: 'UNKNOWN' });
});

it('fills late at the price of submission, whatever market and price have become', async () => {
  const { leader, member, order } = world;
  await script('unknown-then-filled', { delayMs: 0, count: 1 });
  const opening = (await order(leader, 'buy', { amountUsd: '100' })).body.data;
  await world.status('CLOSED');
  await drain();
  expect(await leader.get(`/actions/${opening.actionJobId}`)).toMatchObject({
    status: 'SETTLED',
    trade: { tokenAmount: '0.398', pricePerTokenUsd: '250' },
  });
  await world.status(null);
  await script('slow', { delayMs: 0, count: 1 });
  const key = { 'idempotency-key': 'late' };
  const { groupId } = world;
  const body = { groupId, amountUsd: '50' };
  const buying = await member.call('POST', '/spot/stocks/AAPL/buy', body, key);
  await drain();
  const { actionJobId } = buying.body.data;
  const bought = await member.get(`/actions/${actionJobId}`);
  // 49.75 ÷ 250
  expect(bought).toMatchObject({ status: 'SETTLED', trade: { tokenAmount: '0.199' } });
  await script('pending', { delayMs: 0, count: 1 });
  await order(member, 'sell', { max: true });
  await drain();
  // 1000 − 50 + 49.75 − 0.24875
  expect(await funds(member)).toEqual(['999.50125', '0', '0']);
});

it('gives the money back when a stock order fails late', async () => {
  const { leader, order } = world;
  await script('unknown-then-failed', { delayMs: 0, count: 1 });
  const { actionJobId } = (await order(leader, 'buy', { amountUsd: '100' })).body.data;
  await drain();
  expect(await funds(leader)).toEqual(['1000', '0', '0']);
  expect(await leader.get(`/actions/${actionJobId}`)).toMatchObject({
    status: 'FAILED',
    error: { code: 'FUNDING_REFUNDED' },
  });
  expect((await order(leader, 'buy', { amountUsd: '100' })).status).toBe(201);
});

it('waits for the venue and then answers with the proposal', async () => {
  const waiting = await startStockWorld({ SKEIN_ORDER_WAIT_MS: '10000' });
  const { test, leader, member, order } = waiting;
  try {
    const { proposal } = (await order(leader, 'buy', { amountUsd: '100' })).body.data;
    await test.sandbox('PUT', '/venues/stocks/behaviour', { mode: 'slow', delayMs: 50 });
    const bought = await order(member, 'buy', { amountUsd: '50' });
    const sold = await order(member, 'sell', { max: true });
    for (const answer of [bought, sold]) {
      const { trade, pending } = answer.body.data;
      expect([answer.status, pending]).toEqual([200, false]);
      expect(answer.body.data.proposal).toEqual({ ...proposal, trades: [trade] });
    }
    await test.audit();
  } finally {
    await test.stop();
  }
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { AAPL_MINT, refusal, type StockWorld, startStockWorld } from './stock-world.ts';
import { mints } from './world.ts';

let world: StockWorld;
let proposalId: string;

beforeAll(async () => {
  world = await startStockWorld();
  const { test, leader, groupId } = world;
  await test.pin(mints.sol, '150');
  proposalId = (await leader.post('/spot/stocks/AAPL/buy', { groupId, amountUsd: '100' })).proposal
    .id;
  await leader.post('/spot/swap', { sell: 'USDC', buy: AAPL_MINT, amountUsd: '10' });
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const state = async () => {
  const { marketStatus, nextOpen } = await world.leader.get('/spot/stocks/AAPL');
  const list = await world.leader.get('/spot/stocks?q=AAPL');
  expect([list.marketStatus, list.nextOpen]).toEqual([marketStatus, nextOpen]);
  return [marketStatus, nextOpen];
};

/** Every order of a stock, by every route that takes one. */
async function orders(): Promise<readonly (readonly [string, unknown])[]> {
  const { leader, member, groupId, order } = world;
  const post = (path: string, body: object) => leader.call('POST', path, body);
  const swap = { amountUsd: '5' };
  const asked = [
    ['buy by ticker', order(leader, 'buy', { amountUsd: '5' })],
    ['open by ticker', order(leader, 'buy', { amountUsd: '5' }, 'TSLA')],
    ['sell by ticker', order(leader, 'sell', { amountUsd: '5' })],
    ['propose by ticker', post('/spot/proposals', { groupId, ticker: 'NVDA', amountUsd: '5' })],
    ['buy', member.call('POST', `/spot/proposals/${proposalId}/buy`, { amountUsd: '5' })],
    ['sell', post(`/spot/proposals/${proposalId}/sell`, { max: true })],
    ['close', post(`/spot/proposals/${proposalId}/close`, {})],
    ['swap in', post('/spot/swap', { sell: 'USDC', buy: AAPL_MINT, ...swap })],
    ['swap out', post('/spot/swap', { sell: AAPL_MINT, buy: 'USDC', ...swap })],
    ['quote a buy', post('/spot/quote', { ticker: 'AAPL', amountUsd: '5' })],
    ['quote a sale', post('/spot/quote', { proposalId, max: true })],
  ] as const;
  return Promise.all(asked.map(async ([name, answer]) => [name, refusal(await answer)] as const));
}

/** Every order is refused for the same reason, and nothing has moved. */
async function expectRefused(marketStatus: string, nextOpen: string | null) {
  const before = await world.leader.get('/account');
  const expected = [400, 'MARKET_NOT_ACTIVE', { marketStatus, nextOpen }];
  for (const [name, answer] of await orders()) {
    expect([name, answer]).toEqual([name, expected]);
  }
  expect(await world.leader.get('/account')).toEqual(before);
}

// New York is 5 hours behind UTC until 8 March 2026, then 4 until 1 November.
it.each([
  // Friday: the last instant of the post-market, then nothing until Sunday 20:05, in summer time.
  ['2026-03-07T00:58:59.999Z', 'OPEN', null],
  ['2026-03-07T00:59:00.000Z', 'CLOSED', '2026-03-09T00:05:00.000Z'],
  ['2026-03-09T00:04:59.999Z', 'CLOSED', '2026-03-09T00:05:00.000Z'],
  ['2026-03-09T00:05:00.000Z', 'OPEN', null],
  // Monday: night to 03:55, pre-market 04:01 to 09:29, regular 09:31 to 15:59, post-market 16:01.
  ['2026-03-09T07:55:00.000Z', 'PAUSED', '2026-03-09T08:01:00.000Z'],
  ['2026-03-09T08:01:00.000Z', 'OPEN', null],
  ['2026-03-09T13:29:00.000Z', 'PAUSED', '2026-03-09T13:31:00.000Z'],
  ['2026-03-09T13:31:00.000Z', 'OPEN', null],
  ['2026-03-09T19:59:00.000Z', 'PAUSED', '2026-03-09T20:01:00.000Z'],
  ['2026-03-09T23:59:00.000Z', 'PAUSED', '2026-03-10T00:05:00.000Z'],
  // Friday before the clocks go back; Sunday 20:05 is an hour later in UTC.
  ['2026-10-30T23:58:59.999Z', 'OPEN', null],
  ['2026-10-30T23:59:00.000Z', 'CLOSED', '2026-11-02T01:05:00.000Z'],
  ['2026-11-02T01:05:00.000Z', 'OPEN', null],
  // The night into Thanksgiving (26 November) does not trade; its evening opens the next day.
  ['2026-11-26T00:58:59.999Z', 'OPEN', null],
  ['2026-11-26T00:59:00.000Z', 'CLOSED', '2026-11-27T01:05:00.000Z'],
  ['2026-11-26T16:00:00.000Z', 'CLOSED', '2026-11-27T01:05:00.000Z'],
  ['2026-11-27T01:05:00.000Z', 'OPEN', null],
  // The day after closes early: regular to 12:59, post-market 13:01 to 16:59, then the weekend.
  ['2026-11-27T17:58:59.999Z', 'OPEN', null],
  ['2026-11-27T17:59:00.000Z', 'PAUSED', '2026-11-27T18:01:00.000Z'],
  ['2026-11-27T18:01:00.000Z', 'OPEN', null],
  ['2026-11-27T21:58:59.999Z', 'OPEN', null],
  ['2026-11-27T21:59:00.000Z', 'CLOSED', '2026-11-30T01:05:00.000Z'],
])('at %s the market is %s', async (iso, marketStatus, nextOpen) => {
  await world.at(iso);
  expect(await state()).toEqual([marketStatus, nextOpen]);
});

it('takes no order while the market is closed, tokens trade on', async () => {
  await expectRefused('CLOSED', '2026-11-30T01:05:00.000Z');
  const swap = { sell: 'USDC', buy: mints.sol, amountUsd: '5' };
  expect((await world.member.call('POST', '/spot/swap', swap)).status).toBe(200);
});

it('refuses by the market before the amount and the funds', async () => {
  const { member, order } = world;
  for (const amountUsd of ['0.5', '100000']) {
    const answer = await order(member, 'buy', { amountUsd });
    expect(refusal(answer).slice(0, 2)).toEqual([400, 'MARKET_NOT_ACTIVE']);
  }
});

it('lets the operator open it, over a restart, and gives it back to the calendar', async () => {
  await world.status('OPEN');
  expect(await state()).toEqual(['OPEN', null]);
  await world.test.restart();
  const leader = world.test.at(world.leader);
  expect(await leader.get('/spot/stocks?q=none')).toEqual({
    marketStatus: 'OPEN',
    nextOpen: null,
    stocks: [],
  });
  const { groupId } = world;
  const answer = await leader.call('POST', '/spot/stocks/AAPL/buy', { groupId, amountUsd: '5' });
  expect(answer.status).toBe(200);
  await world.status(null);
  expect(await state()).toEqual(['CLOSED', '2026-11-30T01:05:00.000Z']);
});

it('lets the operator pause or close it while a session runs', async () => {
  // Monday 11:00 in New York; the post-market starts at 16:01.
  await world.at('2026-11-30T16:00:00.000Z');
  expect(await state()).toEqual(['OPEN', null]);
  for (const marketStatus of ['PAUSED', 'CLOSED']) {
    await world.status(marketStatus);
    expect(await state()).toEqual([marketStatus, '2026-11-30T21:01:00.000Z']);
    await expectRefused(marketStatus, '2026-11-30T21:01:00.000Z');
  }
  await world.status(null);
  expect(await state()).toEqual(['OPEN', null]);
  const wrong = { marketStatus: 'open' };
  await expect(world.test.sandbox('PUT', '/stocks/status', wrong)).rejects.toThrow('400');
  await expect(world.test.sandbox('PUT', '/stocks/status', {})).rejects.toThrow('400');
});

it('still closes a proposal whose creator holds nothing', async () => {
  const { leader, groupId, order } = world;
  await world.pin('TSLA', '400');
  const { proposal } = await leader.post('/spot/stocks/TSLA/buy', { groupId, amountUsd: '10' });
  expect((await order(leader, 'sell', { max: true }, 'TSLA')).status).toBe(200);
  await world.status('CLOSED');
  const { trade } = await leader.post(`/spot/proposals/${proposal.id}/close`);
  expect(trade).toBeNull();
  await world.status(null);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { SANDBOX_TOKEN, startTestApp } from '../helpers/app.ts';
import { type Answer, type Method, send } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  act,
  cash,
  done,
  type Flock,
  fillOf,
  MARKET,
  NOW,
  type PredictionWorld,
  RACE,
  refusal,
  runner,
  seen,
  startPredictionWorld,
} from './prediction-world.ts';

let world: PredictionWorld;
let flock: Flock;

beforeEach(async () => {
  world = await startPredictionWorld();
  flock = await world.flock();
});
afterEach(async () => {
  await world.test.audit();
  await world.test.stop();
});

/** A sandbox call, whatever its answer. */
const control = (method: Method, path: string, body?: unknown, token = SANDBOX_TOKEN) =>
  send(world.test.origin, { method, path: `/sandbox/v1${path}`, token, body });
const priceOf = (marketId: string) => `/prices/market/${marketId}`;
const resolving = (marketId: string) => `/predictions/markets/${marketId}/resolve`;
const stating = (marketId: string) => `/predictions/markets/${marketId}/status`;
const bookOf = (marketId: string) => flock.leader.get(`/predictions/markets/${marketId}/book`);
const marketOf = async (marketId: string, eventId: string) => {
  const { markets } = await flock.leader.get(`/predictions/events/${eventId}`);
  return markets.find((each: { marketTicker: string }) => each.marketTicker === marketId);
};
const codes = ({ status, body }: Answer) => [status, body.code];
const ALREADY = [400, 'MARKET_NOT_ACTIVE', { marketStatus: 'resolved', nextOpen: null }];

it('pins YES between 0 and 1 with four decimals, and NO with it', async () => {
  for (const priceUsd of ['0', '1', '1.5', '-0.1', '0.12345', '1e-1', 'x', '', '.5']) {
    const misfit = await control('PUT', priceOf(MARKET.marketId), { priceUsd });
    expect([priceUsd, ...codes(misfit)]).toEqual([priceUsd, 400, 'VALIDATION_FAILED']);
  }
  for (const body of [{}, { priceUsd: 0.5 }, { priceUsd: null }]) {
    const misfit = await control('PUT', priceOf(MARKET.marketId), body);
    expect(codes(misfit)).toEqual([400, 'VALIDATION_FAILED']);
  }
  const pinned = await control('PUT', priceOf(MARKET.marketId), { priceUsd: '0.12340' });
  expect([pinned.status, pinned.body.data]).toEqual([
    200,
    { kind: 'market', id: MARKET.marketId, priceUsd: '0.1234' },
  ]);
  expect(await marketOf(MARKET.marketId, MARKET.eventId)).toMatchObject({
    yesPrice: '0.1234',
    noPrice: '0.8766',
    yesBid: '0.1234',
    yesAsk: '0.1234',
    noBid: '0.8766',
    noAsk: '0.8766',
    lastPrice: '0.1234',
    // max($1, 5 × 0.1234)
    minOrderUsd: '1',
  });
  const { yes, no } = await bookOf(MARKET.marketId);
  for (const [{ bids, asks }, price] of [
    [yes, '0.1234'],
    [no, '0.8766'],
  ]) {
    expect(bids).toEqual([{ price, size: expect.any(String) }]);
    expect(asks).toEqual(bids);
  }
});

it('unpinning gives the market back to its own book', async () => {
  const other = runner('no-change').marketId;
  const own = await bookOf(other);
  await world.pin('0.9', other);
  expect((await bookOf(other)).yes.bids[0].price).toBe('0.9');
  const unpinned = await control('DELETE', priceOf(other));
  expect([unpinned.status, unpinned.body.data]).toEqual([200, { kind: 'market', id: other }]);
  expect(await bookOf(other)).toEqual(own);
  expect((await control('DELETE', priceOf(other))).status).toBe(200);
});

it('knows no other markets and takes no other words', async () => {
  for (const [method, path, body] of [
    ['PUT', priceOf('no-such-market'), { priceUsd: '0.5' }],
    ['DELETE', priceOf('no-such-market'), undefined],
    ['PUT', priceOf(MARKET.eventId), { priceUsd: '0.5' }],
  ] as const) {
    expect(codes(await control(method, path, body))).toEqual([404, 'MARKET_NOT_FOUND']);
  }
  for (const [path, body] of [
    [resolving('no-such-market'), { result: 'YES' }],
    [stating('no-such-market'), { status: 'paused' }],
  ] as const) {
    expect(refusal(await control('POST', path, body))).toEqual([
      404,
      'MARKET_NOT_FOUND',
      { marketId: 'no-such-market' },
    ]);
  }
  const { marketId } = MARKET;
  for (const result of ['yes', 'MAYBE', null, true, undefined]) {
    const misfit = await control('POST', resolving(marketId), { result });
    expect(codes(misfit)).toEqual([400, 'VALIDATION_FAILED']);
  }
  for (const status of ['resolved', 'OPEN', 1, undefined]) {
    const misfit = await control('POST', stating(marketId), { status });
    expect(codes(misfit)).toEqual([400, 'VALIDATION_FAILED']);
  }
  for (const path of [resolving(marketId), stating(marketId)]) {
    const key = flock.leader.apiKey;
    const barred = await control('POST', path, { result: 'YES', status: 'paused' }, key);
    expect(codes(barred)).toEqual([401, 'UNAUTHORIZED']);
  }
  expect((await marketOf(marketId, MARKET.eventId)).status).toBe('active');
});

it('resolves a market once; nothing changes it then', async () => {
  const { marketId } = MARKET;
  const first = await control('POST', resolving(marketId), { result: 'NO' });
  expect([first.status, first.body.data]).toEqual([200, { slug: marketId, result: 'NO' }]);
  for (const result of ['YES', 'NO', 'VOID']) {
    expect(refusal(await control('POST', resolving(marketId), { result }))).toEqual(ALREADY);
  }
  for (const status of ['active', 'paused', 'closed', null]) {
    expect(refusal(await control('POST', stating(marketId), { status }))).toEqual(ALREADY);
  }
  // Of many at once one counts.
  const other = runner('50-bps-decrease').marketId;
  const answers = await Promise.all(
    ['YES', 'NO', 'VOID', 'YES', 'NO', 'VOID'].map((result) =>
      control('POST', resolving(other), { result }),
    ),
  );
  const counted = answers.filter(({ status }) => status === 200);
  expect(counted).toHaveLength(1);
  await world.drain();
  const event = await flock.leader.get(`/predictions/events/search?q=${RACE}`);
  const shown = event.events[0].markets.find(
    ({ marketTicker }: { marketTicker: string }) => marketTicker === other,
  );
  expect([shown.status, shown.result]).toEqual(['resolved', counted[0]?.body.data.result]);
});

it('a market that the model has resolved is not resolved again or opened', async () => {
  const over = 'us-gas-price-3-10-at-the-end-of-february-2026';
  for (const result of ['YES', 'NO', 'VOID']) {
    expect(refusal(await control('POST', resolving(over), { result }))).toEqual(ALREADY);
  }
  for (const status of ['active', 'paused', 'closed', null]) {
    expect(refusal(await control('POST', stating(over), { status }))).toEqual(ALREADY);
  }
});

it('sets a status and takes it back', async () => {
  const { marketId, eventId } = MARKET;
  for (const status of ['paused', 'closed', 'active'] as const) {
    const set = await control('POST', stating(marketId), { status });
    expect([set.status, set.body.data]).toEqual([200, { slug: marketId, status }]);
    const searched = await flock.leader.get(`/predictions/events/search?q=${eventId}`);
    const [event] = searched.events;
    const shown = event.markets.find(
      ({ marketTicker }: { marketTicker: string }) => marketTicker === marketId,
    );
    const prices = [shown.yesBid, shown.yesAsk, shown.noBid, shown.noAsk];
    expect(shown.status).toBe(status);
    expect(prices).toEqual(status === 'active' ? Array(4).fill('0.5') : Array(4).fill(null));
    expect((await bookOf(marketId)).yes.bids).toHaveLength(status === 'active' ? 1 : 0);
  }
  const back = await control('POST', stating(marketId), { status: null });
  expect([back.status, back.body.data]).toEqual([200, { slug: marketId, status: null }]);
  expect((await marketOf(marketId, eventId)).status).toBe('active');
});

it('pins, statuses and results survive a restart', async () => {
  const { proposal } = await flock.open();
  const paused = runner('no-change').marketId;
  const resolved = 'us-gas-price-3-00-at-the-end-of-march-2026';
  await world.pin('0.61');
  await world.status('paused', paused);
  await world.resolve('VOID', resolved);
  await world.test.restart();
  expect((await world.test.sandbox('GET', '/clock')).now).toBe(NOW);
  const { trade } = await done(flock.leader, proposal.id, 'sell', { amountUsd: '12.2' });
  // 12.2 ÷ 0.61 = 20, fee 20 × 0.05 × 0.61 × 0.39.
  expect(fillOf(trade)).toEqual(['20', '0.61', '12.2', '0.2379']);
  const quote = { eventId: RACE, marketId: paused, isYes: true, amountUsd: '10' };
  expect(refusal(await flock.leader.call('POST', '/predictions/quote', quote))).toEqual([
    400,
    'MARKET_NOT_ACTIVE',
    { marketStatus: 'paused', nextOpen: null },
  ]);
  expect(refusal(await control('POST', resolving(resolved), { result: 'YES' }))).toEqual(ALREADY);
});

it('a result counts in every process, and holders are paid once', async () => {
  const { database } = world.test;
  const there = await startTestApp({ SKEIN_REPLAY_START: NOW }, { database });
  try {
    const { proposal } = await flock.open();
    const member = there.at(flock.member);
    await done(member, proposal.id, 'predict', { amountUsd: '41' });
    await world.pin('0.7');
    await eventually('the other process has heard of the pin', async () => {
      const { market } = await seen(member, proposal.id);
      return market.yesPrice === '0.7';
    });
    await world.resolve('YES');
    await eventually('the other process has heard of the result', async () => {
      const { market } = await seen(member, proposal.id);
      return market.result === 'YES';
    });
    const again = { method: 'POST', token: SANDBOX_TOKEN, body: { result: 'NO' } } as const;
    const path = `/sandbox/v1${resolving(MARKET.marketId)}`;
    expect(refusal(await send(there.origin, { ...again, path }))).toEqual(ALREADY);
    const claims = await Promise.all(
      [flock.member, member, flock.member, member].map((user) => act(user, proposal.id, 'claim')),
    );
    expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    await world.at('2026-03-04T00:00:00.000Z');
    await there.sandbox('POST', '/drain');
    expect([await cash(flock.leader), await cash(flock.member)]).toEqual(['1039', '1039']);
  } finally {
    await there.stop();
  }
});

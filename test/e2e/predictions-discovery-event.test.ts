import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMarkets } from '../../src/app/market.ts';
import type { TestUser } from '../helpers/app.ts';
import {
  done,
  MARKET,
  NOW,
  type PredictionWorld,
  plain,
  RACE,
  refusal,
  runner,
  startPredictionWorld,
  units,
} from './prediction-world.ts';

let world: PredictionWorld;
let user: TestUser;

beforeAll(async () => {
  world = await startPredictionWorld();
  await world.unpin();
  user = await world.user();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

interface Market {
  readonly marketTicker: string;
  readonly status: string;
}
const shown = async (eventId: string, by: TestUser = user): Promise<string[]> =>
  (await by.get(`/predictions/events/${eventId}`)).markets.map(
    ({ marketTicker }: Market) => marketTicker,
  );
const bookOf = (marketId: string) => user.get(`/predictions/markets/${marketId}/book`);
const historyOf = (marketId: string, interval?: string): Promise<{ t: string; price: string }[]> =>
  user.get(`/predictions/markets/${marketId}/history${interval ? `?interval=${interval}` : ''}`);

it('an event answers to its slug, to every id of it and of its markets, and to its old names', async () => {
  const event = await user.get(`/predictions/events/${RACE}`);
  expect(event.ticker).toBe(RACE);
  const { predictions } = await openMarkets({ marketDataDir: null });
  const known = predictions.event(RACE, Date.parse(NOW));
  if (!known) throw new Error('the model has the event of the test');
  expect(known.aliases).toHaveLength(2);
  const names = [
    'KXFEDDECISION-26MAR',
    known.gammaId,
    ...known.aliases,
    ...known.markets.flatMap((market) => [
      market.slug,
      market.gammaId,
      market.conditionId,
      market.yesOutcomeId,
      market.noOutcomeId,
    ]),
  ];
  for (const name of names) {
    expect([name, await user.get(`/predictions/events/${name}`)]).toEqual([name, event]);
  }
  expect(event.markets[0]).toMatchObject({
    yesOutcomeId: known.markets[0]?.yesOutcomeId,
    noOutcomeId: known.markets[0]?.noOutcomeId,
  });
});

it('is not found by any other name, nor before it begins', async () => {
  const names = [
    'no-such-event',
    `${RACE}-x`,
    'KXNONE-26MAR',
    '1',
    '99999999999999',
    `0x${'0'.repeat(64)}`,
    '7'.repeat(77),
    'fed-rate-change-in-march-2126',
    'fed-rate-change-in-may-2026',
    'x'.repeat(500),
  ];
  for (const ticker of names) {
    const answer = await user.call('GET', `/predictions/events/${ticker}`);
    expect([ticker, ...refusal(answer)]).toEqual([ticker, 404, 'EVENT_NOT_FOUND', { ticker }]);
  }
});

it('shows an event whole', async () => {
  const event = await user.get(`/predictions/events/${RACE}`);
  const { markets, ...rest } = event;
  expect(rest).toEqual({
    ticker: RACE,
    title: 'Fed rate change in March 2026?',
    subtitle: expect.any(String),
    imageUrl: null,
    category: 'economy',
    tags: [
      { slug: 'economy', label: 'Economy' },
      { slug: 'fed', label: 'Fed' },
      { slug: 'interest-rates', label: 'Interest Rates' },
      { slug: 'monthly', label: 'Monthly' },
    ],
    startDate: expect.stringMatching(/^2026-0[12]-\d\dT00:00:00\.000Z$/),
    endDate: '2026-04-01T00:00:00.000Z',
    closed: false,
    ...sums(),
  });
  expect(markets).toHaveLength(4);
  expect(Object.keys(markets[0]).toSorted()).toEqual(
    [
      ...['marketTicker', 'eventTicker', 'title', 'yesOutcomeId', 'noOutcomeId', 'status'],
      ...['result', 'yesPrice', 'noPrice', 'yesBid', 'yesAsk', 'noBid', 'noAsk', 'lastPrice'],
      ...['tickSize', 'minOrderSize', 'minOrderUsd', 'volumeUsd', 'volume24hUsd'],
      ...['liquidityUsd', 'closeTime', 'negRisk', 'feeRate'],
    ].toSorted(),
  );
  expect(markets[0]).toMatchObject({
    marketTicker: runner('no-change').marketId,
    eventTicker: RACE,
    title: 'No change',
    status: 'active',
    result: null,
    minOrderSize: '5',
    closeTime: '2026-04-01T00:00:00.000Z',
    negRisk: true,
    feeRate: '0.05',
  });

  /** What the event has traded is what its markets have. */
  function sums() {
    const fields = ['volumeUsd', 'volume24hUsd', 'liquidityUsd'] as const;
    return Object.fromEntries(
      fields.map((field) => {
        const total = markets.reduce(
          (sum: bigint, market: Record<string, string>) => sum + units(market[field] ?? '', 6),
          0n,
        );
        return [field, plain(total, 6)];
      }),
    );
  }
});

it('shows only markets that trade both ways, and those in which a group of the caller calls', async () => {
  const { leader, member, open, join } = await world.flock();
  const stranger = await world.user();
  const one = 'billboard-new-number-one-on-march-3-2026';
  const market = 'will-the-billboard-number-one-change-on-march-3-2026';
  // Nobody offers YES any more: not two-sided.
  expect((await bookOf(market)).yes.asks).toEqual([]);
  expect(await shown(one, leader)).toEqual([]);
  await open({ eventId: one, marketId: market, isYes: false, amountUsd: '10' });
  expect(await shown(one, leader)).toEqual([market]);
  expect(await shown(one, member)).toEqual([market]);
  expect(await shown(one, stranger)).toEqual([]);
  await join(stranger);
  expect(await shown(one, stranger)).toEqual([market]);

  // The same of a market that is paused, closed or resolved; the rest of the event stays.
  const { marketId, eventId } = runner('25-bps-increase');
  const all = await shown(eventId);
  const others = all.filter((slug) => slug !== marketId);
  const { proposal } = await open({ eventId, marketId, amountUsd: '10' });
  for (const status of ['paused', 'closed'] as const) {
    await world.status(status, marketId);
    expect([await shown(eventId), await shown(eventId, member)]).toEqual([others, all]);
  }
  await world.resolve('NO', marketId);
  expect([await shown(eventId), await shown(eventId, leader)]).toEqual([others, all]);
  // Who leaves the group sees what everybody sees.
  const { groupId } = proposal;
  await stranger.post(`/groups/${groupId}/leave`);
  expect([await shown(one, stranger), await shown(eventId, stranger)]).toEqual([[], others]);
  // Search and the live list show all markets of an event to everybody.
  const { events } = await user.get(`/predictions/events/search?q=${RACE}&limit=1`);
  expect(events[0].markets.map(({ marketTicker }: Market) => marketTicker)).toEqual(all);
});

it('a book has its best levels first, on the tick, and NO mirrors YES', async () => {
  for (const marketId of [
    MARKET.marketId,
    runner('no-change').marketId,
    'us-annual-inflation-2-7-2-8-in-march-2026',
  ]) {
    const book = await bookOf(marketId);
    expect(Object.keys(book).toSorted()).toEqual([
      'marketTicker',
      'minOrderSize',
      'no',
      'tickSize',
      'yes',
    ]);
    expect([book.marketTicker, book.minOrderSize]).toEqual([marketId, '5']);
    const tick = units(book.tickSize, 4);
    const { bids, asks } = book.yes;
    const ticks = (levels: { price: string; size: string }[]) =>
      levels.map(({ price }) => units(price, 4));
    const descending = ticks(bids);
    const ascending = ticks(asks);
    expect(descending.length * ascending.length).toBeGreaterThan(0);
    expect(descending).toEqual([...new Set(descending)].toSorted((a, b) => (a < b ? 1 : -1)));
    expect(ascending).toEqual([...new Set(ascending)].toSorted((a, b) => (a > b ? 1 : -1)));
    expect(descending[0]).toBeLessThan(ascending[0] ?? 0n);
    for (const price of [...descending, ...ascending]) {
      expect([price % tick, price > 0n, price < 10_000n]).toEqual([0n, true, true]);
    }
    for (const { size } of [...bids, ...asks]) expect(units(size, 2)).toBeGreaterThan(0n);
    const mirrored = (levels: { price: string; size: string }[]) =>
      levels.map(({ price, size }) => ({ price: plain(10_000n - units(price, 4), 4), size }));
    expect(book.no).toEqual({ bids: mirrored(asks), asks: mirrored(bids) });
    const { markets } = await user.get(`/predictions/events/${marketId}`);
    const market = markets.find(({ marketTicker }: Market) => marketTicker === marketId);
    expect([market.yesBid, market.yesAsk, market.tickSize]).toEqual([
      bids[0].price,
      asks[0].price,
      book.tickSize,
    ]);
  }
});

it('has no book or history of what it does not know, and an empty book of what is over', async () => {
  for (const path of ['book', 'history']) {
    const none = await user.call('GET', `/predictions/markets/no-such-market/${path}`);
    expect(refusal(none)).toEqual([404, 'MARKET_NOT_FOUND', { marketId: 'no-such-market' }]);
  }
  const over = await bookOf('us-gas-price-3-10-at-the-end-of-february-2026');
  expect([over.yes, over.no]).toEqual([
    { bids: [], asks: [] },
    { bids: [], asks: [] },
  ]);
});

const HOUR_MS = 3_600_000;

it.each([
  ['1h', HOUR_MS],
  ['6h', 6 * HOUR_MS],
  ['1d', 24 * HOUR_MS],
  ['1w', 168 * HOUR_MS],
])('the history of %s ends now and goes no further back', async (interval, spanMs) => {
  const points = await historyOf(MARKET.marketId, interval);
  expect(points.length).toBeGreaterThan(30);
  expect(points.length).toBeLessThanOrEqual(500);
  const instants = points.map(({ t }) => Date.parse(t));
  expect(instants).toEqual([...new Set(instants)].toSorted((a, b) => a - b));
  expect(points.map(({ t }) => t)).toEqual(instants.map((ms) => new Date(ms).toISOString()));
  const now = Date.parse(NOW);
  // The distance of two points is within the span.
  const step = (instants[1] ?? 0) - (instants[0] ?? 0);
  expect(instants[0]).toBeGreaterThanOrEqual(now - spanMs);
  expect(instants[0]).toBeLessThan(now - spanMs + step);
  for (const { price } of points) {
    expect(units(price, 18)).toBeGreaterThan(0n);
    expect(units(price, 18)).toBeLessThan(10n ** 18n);
  }
  const { markets } = await user.get(`/predictions/events/${MARKET.eventId}`);
  const market = markets.find(({ marketTicker }: Market) => marketTicker === MARKET.marketId);
  expect(points.at(-1)).toEqual({ t: NOW, price: market.yesPrice });
});

it('the whole history begins with the event; a day is what is shown otherwise', async () => {
  const { startDate } = await user.get(`/predictions/events/${MARKET.eventId}`);
  const whole = await historyOf(MARKET.marketId, 'max');
  const beginMs = Date.parse(whole[0]?.t ?? '');
  expect(beginMs).toBeGreaterThanOrEqual(Date.parse(startDate));
  expect(beginMs).toBeLessThan(Date.parse(startDate) + 24 * HOUR_MS);
  expect([whole.at(-1)?.t, whole.length <= 500]).toEqual([NOW, true]);
  expect(await historyOf(MARKET.marketId)).toEqual(await historyOf(MARKET.marketId, '1d'));
  for (const interval of ['1m', '2h', 'all', '']) {
    const path = `/predictions/markets/${MARKET.marketId}/history?interval=${interval}`;
    const misfit = await user.call('GET', path);
    expect(refusal(misfit).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
  }
});

it('the history goes on with a pin, and with the payout of what has resolved', async () => {
  const { leader, open } = await world.flock();
  const { marketId, eventId } = {
    eventId: MARKET.eventId,
    marketId: 'us-gas-price-3-20-at-the-end-of-march-2026',
  };
  const before = await historyOf(marketId, '1h');
  await world.pin('0.7777', marketId);
  expect(await historyOf(marketId, '1h')).toEqual([
    ...before.slice(0, -1),
    { t: NOW, price: '0.7777' },
  ]);
  const { proposal } = await open({ eventId, marketId });
  await world.at('2026-03-03T15:40:00.000Z');
  const after = (await historyOf(marketId, '1h')).filter(({ t }) => t >= NOW);
  expect(after.length).toBeGreaterThan(10);
  expect(new Set(after.map(({ price }) => price))).toEqual(new Set(['0.7777']));
  await world.resolve('YES', marketId);
  expect((await historyOf(marketId, '1h')).at(-1)?.price).toBe('1');
  await done(leader, proposal.id, 'claim');
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { at } from './perp-world.ts';
import { deposit, type PortfolioWorld, startPortfolioWorld, swap } from './portfolio-world.ts';
import { mints } from './world.ts';

/**
 * The clock stands at 16:00 on 3 March 2026, SOL at $150. Who swaps $100 has (100 − 0.5) ÷ 150 =
 * 0.663333333 SOL, worth 99.49999995 → 99.499999: 999.499999 of the 1000 that were deposited.
 */
let world: PortfolioWorld;
let early: TestUser;
beforeAll(async () => {
  world = await startPortfolioWorld();
  early = await world.user();
  await swap(early, '100');
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const pnl = (user: TestUser, window = '') =>
  user.get(`/account/pnl${window === '' ? '' : `?window=${window}`}`);
const history = (user: TestUser, query = '') => user.get(`/account/pnl/history${query}`);
interface Point {
  readonly at: string;
  readonly valueUsd: string;
  readonly pnlUsd: string;
}
const lines = (points: readonly Point[]) =>
  points.map(({ at, valueUsd, pnlUsd }) => [at, valueUsd, pnlUsd]);
const hoursFrom = (iso: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => new Date(Date.parse(iso) + n * 3_600_000).toISOString());

it('is all that was deposited against all there is, while the account is younger than a window', async () => {
  // 999.499999 − 0 − 1000, of 0 + 1000
  const change = { absoluteChange24h: '-0.500001', percentChange24h: '-0.0500001' };
  expect(await pnl(early)).toEqual(change);
  for (const window of ['24h', '7d', '30d', 'all']) {
    expect(await pnl(early, window)).toEqual({
      ...change,
      window,
      absoluteChange: '-0.500001',
      percentChange: '-0.0500001',
    });
  }
  expect(lines(await history(early))).toEqual([[at('16:00:00.000'), '999.499999', '-0.500001']]);
  const idle = await world.user({ depositUsd: '0' });
  expect(await pnl(idle, '7d')).toEqual({
    absoluteChange24h: '0',
    percentChange24h: '0',
    window: '7d',
    absoluteChange: '0',
    percentChange: '0',
  });
  const { status, body } = await early.call('GET', '/account/pnl?window=1h');
  expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
});

it('takes the snapshot of the full hour at or before the window, and leaves deposits out', async () => {
  // 17:00: 999.499999 of 1000.
  await world.at(at('17:00:00.000'));
  // Held 0.663333333 × 165 = 109.449999945; 18:00: 900 + 500 + 109.449999 of 1500.
  await world.at(at('17:30:00.000'));
  await world.pinToken(mints.sol, '165');
  await deposit(world, early, '500');
  await world.at(at('18:00:00.000'));
  // The next day at 17:05 and 0.663333333 × 180 = 119.39999994: 1519.399999.
  await world.at('2026-03-04T17:05:00.000Z');
  await world.pinToken(mints.sol, '180');
  expect((await early.get('/account')).totalValueUsd).toBe('1519.399999');
  // 1519.399999 − 999.499999 (17:00 yesterday) − 500 = 19.9, of 1499.499999;
  // since the beginning 1519.399999 − 1500, of 1500.
  expect(await pnl(early, '7d')).toEqual({
    absoluteChange24h: '19.9',
    percentChange24h: '1.327109037230482852',
    window: '7d',
    absoluteChange: '19.399999',
    percentChange: '1.293333266666666667',
  });
  expect(await pnl(early, 'all')).toMatchObject({ absoluteChange: '19.399999' });
  expect(await pnl(early)).toEqual({
    absoluteChange24h: '19.9',
    percentChange24h: '1.327109037230482852',
  });
});

it('shows the snapshot a window begins with, every hour since, and now', async () => {
  const now = ['2026-03-04T17:05:00.000Z', '1519.399999', '19.9'];
  const begin = [at('17:00:00.000'), '999.499999', '0'];
  // 1509.449999 − 999.499999 − 500 = 9.95: the hours that were leapt over, at the price they had.
  const hours = hoursFrom(at('18:00:00.000'), 24).map((hour) => [hour, '1509.449999', '9.95']);
  expect(lines(await history(early))).toEqual([begin, ...hours, now]);
  expect(lines(await history(early, '?points=26'))).toEqual([begin, ...hours, now]);
  // The last hour of each of 24 ÷ 3 hours, of each half, of all; then only the ends.
  expect(lines(await history(early, '?points=5'))).toEqual([
    begin,
    hours[7],
    hours[15],
    hours[23],
    now,
  ]);
  expect(lines(await history(early, '?points=3'))).toEqual([begin, hours[23], now]);
  expect(lines(await history(early, '?points=2'))).toEqual([begin, now]);
  expect(lines(await history(early, '?points=1'))).toEqual([now]);
  // Since the beginning: each point is told from nothing and no deposits.
  const whole = await history(early, '?window=all');
  expect(lines(whole)).toEqual([
    [begin[0], '999.499999', '-0.500001'],
    ...hours.map(([hour, value]) => [hour, value, '9.449999']),
    [now[0], '1519.399999', '19.399999'],
  ]);
  expect(await history(early, '?window=30d')).toEqual(whole);
  for (const points of ['0', '501', '-1', '1.5']) {
    const { status } = await early.call('GET', `/account/pnl/history?points=${points}`);
    expect([points, status]).toEqual([points, 400]);
  }
});

it('makes up for a long leap: the hours of its last day and the midnights before', async () => {
  // 8 March, 20:00. Nothing has changed since the 4th, 17:05.
  await world.at('2026-03-08T20:00:00.000Z');
  const midnight = (day: number) => new Date(Date.UTC(2026, 2, day)).toISOString();
  const atsOf = (points: readonly Point[]) => points.map((point) => point.at);
  const before = hoursFrom(at('17:00:00.000'), 25);
  const lastDay = hoursFrom('2026-03-07T21:00:00.000Z', 23);
  const now = '2026-03-08T20:00:00.000Z';
  const all = await history(early, '?window=all&points=500');
  expect(atsOf(all)).toEqual([...before, ...[5, 6, 7].map(midnight), ...lastDay, now]);
  expect(all.slice(25).map(({ pnlUsd }: Point) => pnlUsd)).toEqual(Array(27).fill('19.399999'));
  // 20:00 yesterday was leapt over, so the midnight before it counts.
  expect(lines(await history(early))).toEqual(
    [midnight(7), ...lastDay, now].map((iso) => [iso, '1519.399999', '0']),
  );
  expect(await pnl(early, '7d')).toEqual({
    absoluteChange24h: '0',
    percentChange24h: '0',
    window: '7d',
    absoluteChange: '19.399999',
    percentChange: '1.293333266666666667',
  });
});

it('counts money that goes to another member as lost, and comes from one as gained', async () => {
  const [admin, payer] = [await world.user(), await world.user()];
  const { groupId } = await admin.post('/groups', {
    name: 'Paid',
    groupAccessType: 'PUBLIC',
    joiningFee: '25',
  });
  const paying = await world.test.sandbox('POST', '/keys', {
    userId: payer.userId,
    scopes: ['read', 'groups', 'groups:pay'],
  });
  const acceptFees = { joiningFee: '25', subscriptionFee: '0', subscriptionPeriod: 'MONTHLY' };
  const join = world.test.at({ ...payer, apiKey: paying.apiKey });
  await join.post(`/groups/${groupId}/join`, { acceptFees });
  expect(await pnl(payer)).toEqual({ absoluteChange24h: '-25', percentChange24h: '-2.5' });
  expect(await pnl(admin)).toEqual({ absoluteChange24h: '25', percentChange24h: '2.5' });
});

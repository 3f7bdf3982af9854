import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  cash,
  checkIdentities,
  closeAll,
  type Flock,
  increase,
  NOW,
  type PerpWorld,
  pick,
  position,
  realized,
  startPerpWorld,
} from './perp-world.ts';

let world: PerpWorld;
let flock: Flock;
let leader: TestUser;
/** Where the clock stands when a test begins: the first instant of an interval. */
let begin = Date.parse(NOW);
beforeAll(async () => {
  world = await startPerpWorld();
});
beforeEach(async () => {
  const { now } = await world.test.sandbox('GET', '/clock');
  begin = Math.ceil(Date.parse(now) / HOUR_MS) * HOUR_MS;
  await world.at(hour(0));
  await world.reset();
  flock = await world.flock();
  ({ leader } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const HOUR_MS = 3_600_000;
/** So many hours after the beginning of a test, and minutes. */
const hour = (hours: number, minutes = 0): string =>
  new Date(begin + hours * HOUR_MS + minutes * 60_000).toISOString();
const justBefore = (iso: string): string => new Date(Date.parse(iso) - 1).toISOString();

const funding = ['fundingRealizedUsd', 'accumulatedFundingUsd', 'unsettledFundingUsd'];

// Mark 0.12 over the oracle: 12 ticks of 100 quote lots, 1200 × 3600 ÷ 86400 = 50 a lot and hour.

it('longs pay and shorts receive while the mark is over the oracle', async () => {
  const long = await flock.open();
  const short = await flock.open({ side: 'SHORT', collateralUsd: '50' });
  await world.pin('SOL', '100', '99.88');
  await world.at(hour(1));
  // 1000 × 50 and 500 × 50 millionths.
  const paid = await position(leader, long.assignmentId);
  const got = await position(leader, short.assignmentId);
  expect(pick(paid, ...funding, 'collateralBalanceUsdc')).toEqual(['-0.05', '-0.05', '0', '99.6']);
  expect(pick(got, ...funding, 'collateralBalanceUsdc')).toEqual(['0.025', '0.025', '0', '49.85']);
  expect(realized(paid)).toEqual(['0', '-0.05', '0.35', '0', '-0.4', null]);
  for (const [shown, putIn] of [
    [paid, '100'],
    [got, '50'],
  ] as const)
    checkIdentities(shown, putIn);
  expect(await leader.get('/account')).toMatchObject({
    cashBalanceUsd: '850',
    perpsValueUsd: '149.45',
  });

  // Another hour the same, then one the other way round by twice as much.
  await world.at(hour(2));
  await world.pin('SOL', '100', '100.24');
  await world.at(hour(3));
  const later = await position(leader, long.assignmentId);
  expect(pick(later, ...funding)).toEqual(['0', '0', '0']);
  // Without a difference nothing is paid.
  await world.pin('SOL', '100');
  await world.at(hour(6));
  expect(await position(leader, long.assignmentId)).toEqual(later);
  const closed = await closeAll(leader, short.assignmentId);
  // 500 × (50 + 50 − 100) = 0; fees 0.175 twice.
  expect(closed.closePnlUsd).toBe('-0.35');
});

it('is in what is returned, once', async () => {
  const { assignmentId } = await flock.open();
  await world.pin('SOL', '100', '99.88');
  await world.at(hour(3));
  // Three hours.
  const closed = await closeAll(leader, assignmentId);
  expect(pick(closed, 'closePnlUsd', 'closeProceedsUsd')).toEqual(['-0.85', '99.15']);
  const shown = await position(leader, assignmentId);
  expect(realized(shown)).toEqual(['0', '-0.15', '0.7', '0', '-0.85', '99.15']);
  checkIdentities(shown, '100');
  await world.at(hour(5));
  expect((await position(leader, assignmentId)).fundingRealizedUsd).toBe('-0.15');
  expect(await cash(leader)).toBe('999.15');
  const { events } = await leader.get('/account/events?limit=200');
  const payments = events.filter(({ type }: { type: string }) => type === 'perp.funding');
  // However many payments they were moved in, they are these three hours.
  const amounts = payments.map(({ data }: { data: { amountUsd: string } }) => data.amountUsd);
  const sum = amounts.reduce((total: number, text: string) => total + Number(text) * 100, 0);
  expect(Math.round(sum)).toBe(-15);
  expect(payments[0].data).toMatchObject({ assignmentId, marketSymbol: 'SOL' });
});

it('is paid for whole intervals by what is open at their end', async () => {
  await world.pin('SOL', '100', '99.88');
  await world.at(hour(0, 30));
  const { assignmentId, proposalId } = await flock.open();
  const early = await increase(flock.member, proposalId, { collateralUsd: '50' });
  await world.at(justBefore(hour(1)));
  await closeAll(flock.member, early.assignmentId);
  // No payment has reached who closed before the end.
  expect((await position(flock.member, early.assignmentId)).fundingRealizedUsd).toBe('0');
  await world.at(hour(1));
  const late = await increase(flock.member, proposalId, { collateralUsd: '50' });
  expect((await position(leader, assignmentId)).fundingRealizedUsd).toBe('-0.05');
  await world.at(justBefore(hour(2)));
  expect(pick(await position(flock.member, late.assignmentId), ...funding)).toEqual([
    '0',
    '0',
    '0',
  ]);
  await world.at(hour(2));
  expect((await position(flock.member, late.assignmentId)).fundingRealizedUsd).toBe('-0.025');
});

it('follows the part of the interval in which there was a difference, to whole quote lots', async () => {
  const { assignmentId } = await flock.open();
  await world.at(hour(0, 42));
  await world.pin('SOL', '100', '99.99');
  await world.at(hour(0, 59));
  await world.pin('SOL', '100');
  await world.at(hour(1));
  // 17 minutes of 100: 102000 ÷ 86400 = 1.18… → 1 a lot.
  expect((await position(leader, assignmentId)).fundingRealizedUsd).toBe('-0.001');
  // 23 minutes of −100: −138000 ÷ 86400 = −1.59… → −1.
  await world.pin('SOL', '100', '100.01');
  await world.at(hour(1, 23));
  await world.pin('SOL', '100');
  await world.at(hour(2));
  expect((await position(leader, assignmentId)).fundingRealizedUsd).toBe('0');
});

it('is at most what the market allows', async () => {
  const { assignmentId } = await flock.open();
  const btc = await flock.open({ marketSymbol: 'BTC', side: 'SHORT', leverage: '6' });
  // 10 of 100: 100,000 × 3600 ÷ 86400 = 4166 a lot, cut to 1698; of BTC 20,833 to 16,000.
  await world.pin('SOL', '100', '90');
  await world.pin('BTC', '60000', '55000');
  await world.at(hour(1));
  expect((await position(leader, assignmentId)).fundingRealizedUsd).toBe('-1.698');
  // 100 lots.
  expect((await position(leader, btc.assignmentId)).fundingRealizedUsd).toBe('1.6');
});

it('moves the liquidation price, and liquidates', async () => {
  const { assignmentId } = await flock.open();
  const short = await flock.open({ side: 'SHORT' });
  await world.pin('SOL', '100', '90');
  await world.at(hour(4));
  // Four hours of 1.698: C = 99.65 − 6.792 = 92.858; (1000 − 92.858) ÷ (10 × 29⁄30) = 93.842….
  const shown = await position(leader, assignmentId);
  expect(pick(shown, 'liquidationPriceUsd', 'effectiveCollateralUsdc')).toEqual([
    '93.84',
    '92.858',
  ]);
  // (1000 + 106.442) ÷ (10 × 31⁄30) = 107.0750….
  expect((await position(leader, short.assignmentId)).liquidationPriceUsd).toBe('107.08');
  await world.move('93.84');
  // −61.6, fee 0.32844, penalty 4.692.
  const gone = await position(leader, assignmentId);
  expect(realized(gone)).toEqual(['-61.6', '-6.792', '0.67844', '4.692', '-73.76244', '26.23756']);
  expect(gone.status).toBe('LIQUIDATED');
  checkIdentities(gone, '100');
});

it('liquidates by itself where it takes the last margin', async () => {
  // 15x: C = 99.475, maintenance of 1500 lots at 100: 50. At 97.5: 61.975 against 48.75.
  const { assignmentId } = await flock.open({ leverage: '15' });
  await world.move('96.7');
  // 99.475 − 49.5 = 49.975 against 1450.5 ÷ 30 = 48.35.
  expect((await position(leader, assignmentId)).status).toBe('OPEN');
  await world.pin('SOL', '96.7', '80');
  // An hour takes 1500 × 0.001698 = 2.547: 47.428 is left. Three more have nothing to take it from.
  await world.at(hour(4));
  const gone = await position(leader, assignmentId);
  // −49.5; fees 0.525 + 1450.5 × 0.00035 = 0.507675; penalty 7.2525.
  expect(realized(gone)).toEqual([
    '-49.5',
    '-2.547',
    '1.032675',
    '7.2525',
    '-60.332175',
    '39.667825',
  ]);
  expect(gone.status).toBe('LIQUIDATED');
  checkIdentities(gone, '100');
});

it('is settled with whatever touches the position', async () => {
  const { assignmentId } = await flock.open({ side: 'SHORT' });
  await world.pin('SOL', '100', '99.88');
  await world.at(hour(1));
  await leader.post(`/perps/positions/${assignmentId}/reduce`, {
    reduceFraction: '0.5',
    isFullClose: false,
  });
  await world.at(hour(2));
  // 0.05 on 1000 lots, then 0.025 on 500.
  const shown = await position(leader, assignmentId);
  expect(pick(shown, ...funding)).toEqual(['0.075', '0.075', '0']);
  // 99.65 + 0.05 − 0.175 + 0.025
  expect(shown.collateralBalanceUsdc).toBe('99.55');
  checkIdentities(shown, '100');
});

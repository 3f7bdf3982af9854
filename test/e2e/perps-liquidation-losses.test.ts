import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  cash,
  checkIdentities,
  type Flock,
  increase,
  type PerpWorld,
  pick,
  position,
  proposal,
  realized,
  startPerpWorld,
} from './perp-world.ts';

/** Fresh for every test: its insurance fund is empty. */
let world: PerpWorld;
let flock: Flock;
let leader: TestUser;
beforeEach(async () => {
  world = await startPerpWorld();
  flock = await world.flock({ depositUsd: '10000' });
  ({ leader } = flock);
});
afterEach(async () => {
  await world.test.audit();
  await world.test.stop();
});

/** A member with a position under a proposal of the other side than the leader's long. */
async function shorts(collateralUsd: string, leverage: string, body: object = {}) {
  const user = await world.user();
  await flock.join(user);
  await flock.promote(user);
  const opened = await flock.open({ side: 'SHORT', collateralUsd, leverage, ...body }, user);
  return { user, ...opened };
}
const of = async ({ user, assignmentId }: { user: TestUser; assignmentId: string }) =>
  position(user, assignmentId);

it('a loss is met by closing winners at the bankruptcy price, those of most leverage first', async () => {
  const calm = await shorts('100', '2');
  const keen = await shorts('100', '10');
  const { assignmentId } = await flock.open();
  await world.move('88');
  // 99.65 − 120: 20.35 are missing at 88, nothing at (1000 − 99.65) ÷ 10 = 90.035.
  const lost = await position(leader, assignmentId);
  expect(realized(lost)).toEqual(['-99.65', '0', '0.35', '0', '-100', '0']);
  expect(pick(lost, 'status', 'exitPriceUsd')).toEqual(['LIQUIDATED', '90.035']);
  checkIdentities(lost, '100');
  // All 1000 lots of the keener short go at 90.035: 1000 − 900.35, without a fee.
  const closed = await of(keen);
  expect(closed).toMatchObject({
    status: 'ADL_CLOSED',
    closeReason: 'ADL_CLOSED',
    exitPriceUsd: '90.035',
    isClaimable: false,
  });
  expect(realized(closed)).toEqual(['99.65', '0', '0.35', '0', '99.3', '199.3']);
  checkIdentities(closed, '100');
  expect(await cash(keen.user)).toBe('1099.3');
  expect((await proposal(keen.user, keen.proposalId)).closedAt).not.toBeNull();
  // The other one keeps what it has won: 2 × 12.
  expect(pick(await of(calm), 'status', 'unrealizedPnlUsd')).toEqual(['OPEN', '24']);
});

it('closes as many lots as were lost, of the next one the rest', async () => {
  // Ranked by what a short has cost over its equity at 88.
  // a: 400 lots, C 99.86, won 48: 400 ÷ 147.86 = 2.70….
  const a = await shorts('100', '4');
  // b: 1000 lots, C 199.65, won 120: 1000 ÷ 319.65 = 3.12….
  const b = await shorts('200', '5');
  // c: 700 lots, C 69.755, won 84: 700 ÷ 153.755 = 4.55….
  const c = await shorts('70', '10');
  await flock.open();
  await world.move('88');
  // c whole: 700 × 0.90035 = 630.245 → 69.755 won. b 300 of 1000 lots: 270.105 → 29.895.
  const [first, second] = [await of(c), await of(b)];
  expect(pick(first, 'status', 'priceRealizedPnlUsd', 'finalCollateralReturned')).toEqual([
    'ADL_CLOSED',
    '69.755',
    '139.51',
  ]);
  expect(
    pick(second, 'status', 'currentSizeBaseLots', 'priceRealizedPnlUsd', 'collateralBalanceUsdc'),
  ).toEqual(['OPEN', '700', '29.895', '229.545']);
  expect(pick(second, 'exitPriceUsd', 'entryPriceUsd', 'closeReason')).toEqual([
    '90.035',
    '100',
    null,
  ]);
  expect((await proposal(b.user, b.proposalId)).closedAt).toBeNull();
  expect(pick(await of(a), 'status', 'priceRealizedPnlUsd')).toEqual(['OPEN', '0']);
  for (const one of [first, second]) checkIdentities(one, one.initialCollateralUsdc);
});

it('a loss that nobody has won is the house’s', async () => {
  const { assignmentId, proposalId } = await flock.open();
  const joined = await increase(flock.member, proposalId, { leverage: '1' });
  await world.move('50');
  const lost = await position(leader, assignmentId);
  expect(realized(lost)).toEqual(['-99.65', '0', '0.35', '0', '-100', '0']);
  expect(await cash(leader)).toBe('9900');
  expect((await position(flock.member, joined.assignmentId)).status).toBe('OPEN');
});

it('the insurance fund comes first', async () => {
  const winner = await shorts('100', '10');
  // 91.1: a haircut of 9.11 fills the fund (perps-liquidation).
  await flock.open();
  await world.move('91.1');
  expect(await cash(leader)).toBe('9901.54');
  // $50 at 15x are 823 lots at 0.911, $749.753, fee 0.262414 (0.26241355); C = 49.737586.
  const { assignmentId } = await flock.open({ collateralUsd: '50', leverage: '15' });
  await world.move('84');
  // 8.23 × 7.1 = 58.433: 8.695414 are missing, less than 9.11. Nobody is deleveraged.
  const lost = await position(leader, assignmentId);
  expect(realized(lost)).toEqual(['-49.737586', '0', '0.262414', '0', '-50', '0']);
  expect((await of(winner)).status).toBe('OPEN');

  // 0.414586 are left: the next loss takes them and then the winner's.
  // $50 at 15x at 0.84 are 892 lots, $749.28, fee 0.262248; C = 49.737752.
  const again = await flock.open({ collateralUsd: '50', leverage: '15' });
  await world.move('78');
  // 8.92 × 6 = 53.52: 3.782248 are missing. The fund pays for 892 × 0.414586 ÷ 3.782248 = 97 lots
  // (97.77…), the winner for 795: of (749.28 − 49.737752) = 699.542248 that is
  // 699.542248 × 795 ÷ 892 = 623.470949…, cut: 795 − 623.470949 won.
  expect((await position(leader, again.assignmentId)).status).toBe('LIQUIDATED');
  const deleveraged = await of(winner);
  expect(pick(deleveraged, 'status', 'currentSizeBaseLots', 'priceRealizedPnlUsd')).toEqual([
    'OPEN',
    '205',
    '171.529051',
  ]);
});

it('deleverages shorts and longs alike', async () => {
  const user = await world.user();
  await flock.join(user);
  await flock.promote(user);
  const winner = await flock.open({ collateralUsd: '100', leverage: '10' }, user);
  const { assignmentId } = await flock.open({ side: 'SHORT' });
  await world.move('112');
  // 99.65 − 120. Bankrupt at (1000 + 99.65) ÷ 10 = 109.965.
  const lost = await position(leader, assignmentId);
  expect(pick(lost, 'status', 'exitPriceUsd', 'netRealizedPnlUsd')).toEqual([
    'LIQUIDATED',
    '109.965',
    '-100',
  ]);
  const closed = await position(user, winner.assignmentId);
  expect(pick(closed, 'status', 'exitPriceUsd', 'finalCollateralReturned')).toEqual([
    'ADL_CLOSED',
    '109.965',
    '199.3',
  ]);
});

it('several losses of one jump are met one after another', async () => {
  const winner = await shorts('150', '10');
  const first = await flock.open();
  const second = await increase(flock.member, first.proposalId);
  await world.move('88');
  for (const [user, { assignmentId }] of [
    [leader, first],
    [flock.member, second],
  ] as const) {
    const lost = await position(user, assignmentId);
    expect(pick(lost, 'status', 'netRealizedPnlUsd')).toEqual(['LIQUIDATED', '-100']);
  }
  // 1500 lots win: 1000 and then 500 of them go at 90.035, whoever comes first: 1500 − 1350.525.
  const closed = await of(winner);
  expect(pick(closed, 'status', 'priceRealizedPnlUsd')).toEqual(['ADL_CLOSED', '149.475']);
  checkIdentities(closed, '150');
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { at, closeAll, type Flock, reduce } from './perp-world.ts';
import {
  callPrediction,
  callSpot,
  deposit,
  MARKETS,
  type PortfolioWorld,
  startPortfolioWorld,
} from './portfolio-world.ts';
import { done, plain, units } from './prediction-world.ts';
import { mints } from './world.ts';

let world: PortfolioWorld;
let flock: Flock;
let leader: TestUser;
beforeAll(async () => {
  world = await startPortfolioWorld();
  flock = await world.flock();
  ({ leader } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const micros = (text: string | null): bigint =>
  text === null ? 0n : text.startsWith('-') ? -units(text.slice(1), 6) : units(text, 6);
const dollarsOf = (value: bigint): string =>
  value < 0n ? `-${plain(-value, 6)}` : plain(value, 6);

/** What a user's positions of each vertical have gained so far: realized and not. */
async function gains(user: TestUser) {
  const [open, past] = [await user.get('/positions'), await user.get('/positions/past')];
  type Fields = Readonly<Record<string, string | null>>;
  const sum = (rows: readonly Fields[], ...fields: string[]): bigint =>
    rows
      .flatMap((row) => fields.map((field) => micros(row[field] ?? null)))
      .reduce((a, b) => a + b, 0n);
  const held = (name: 'spot' | 'predictions'): Fields[] =>
    [...open[name], ...past[name]].map(({ userPosition }) => userPosition);
  const perps = [...open.perps, ...past.perps];
  return {
    spot: dollarsOf(sum(held('spot'), 'realizedPnlUsd', 'unrealizedPnlUsd')),
    predictions: dollarsOf(sum(held('predictions'), 'realizedPnlUsd', 'unrealizedPnlUsd')),
    // Net of fees, funding and penalty.
    perps: dollarsOf(sum(perps, 'netRealizedPnlUsd', 'unrealizedPnlUsd', 'unsettledFundingUsd')),
    perpFees: dollarsOf(sum(perps, 'totalFeesUsd')),
    perpFunding: dollarsOf(sum(perps, 'fundingRealizedUsd')),
  };
}

it('changes between two snapshots by what was gained, paid in fees and in funding (I9)', async () => {
  // 16:10. Cash 1000 − 100 − 41 − 100 = 759.
  // Spot: $100 at 150 → 0.663333333 SOL. Prediction: 80 YES at 0.5, fee 80 × 0.05 × 0.25 = 1: $41.
  // Perp: $100 long at 10x and 100: 10 units, fee 1000 × 0.00035 = 0.35.
  await world.at(at('16:10:00.000'));
  const spot = await callSpot(flock, leader);
  const prediction = await callPrediction(flock, leader);
  const { assignmentId } = await flock.open();
  await world.pinToken(mints.sol, '156');
  await world.pinMarket('0.55');
  await world.pin('SOL', '101');

  // 17:00: 0.663333333 × 156 = 103.479999948; 80 × 0.55 = 44; 99.65 + 10 × 1 = 109.65.
  // Equity 759 + 103.479999 + 44 + 109.65 = 1016.129999 of the 1000 deposited.
  await world.at(at('17:00:00.000'));
  const before = await gains(leader);
  expect(before).toEqual({
    spot: '3.479999',
    predictions: '3',
    // 10 − 0.35
    perps: '9.65',
    perpFees: '0.35',
    perpFunding: '0',
  });

  // 17:10. $250 more. Spot: 50 ÷ 156 = 0.32051282 sold for 49.999999 less 0.25 (ceil6 of
  // 0.249999995): 49.749999. Shares: 40 for 22 less 40 × 0.05 × 0.55 × 0.45 = 0.495: 21.505.
  // Perp: half of it at 101: 5 gained, fee 505 × 0.00035 = 0.17675.
  await world.at(at('17:10:00.000'));
  await deposit(world, leader, '250');
  await leader.post(`/spot/proposals/${spot}/sell`, { amountUsd: '50' });
  await done(leader, prediction, 'sell', { amountUsd: '22' });
  await reduce(leader, assignmentId, '0.5');
  // The mark 0.24 above the oracle from 18:00 to 19:00: a unit pays 0.24 ÷ 24 = 0.01, 5 units 0.05.
  await world.at(at('18:00:00.000'));
  await world.pin('SOL', '101', '100.76');
  await world.at(at('19:00:00.000'));

  // 19:10. Perp: the rest at 102: 5 × 2 = 10 gained, fee 510 × 0.00035 = 0.1785.
  // Net 5 + 10 − 0.05 − (0.35 + 0.17675 + 0.1785 = 0.70525) = 14.24475, back come 114.24475.
  // Shares: 40 × 1.
  await world.at(at('19:10:00.000'));
  await world.pin('SOL', '102');
  await closeAll(leader, assignmentId);
  await world.resolve('YES', MARKETS.gas);
  await done(leader, prediction, 'claim');
  await world.pinToken(mints.sol, '150');

  // 20:00: cash 759 + 250 + 49.749999 + 21.505 + 114.24475 + 40 = 1234.499749;
  // 0.342820513 × 150 = 51.42307695. Equity 1285.922825.
  await world.at(at('20:00:00.000'));
  const after = await gains(leader);
  expect(after).toEqual({
    // Sold at a cost of floor6(100 × 0.32051282 ÷ 0.663333333) = 48.318515:
    // 49.749999 − 48.318515 + 51.423076 − 51.681485 = 1.173075
    spot: '1.173075',
    // 21.505 + 40 − 41
    predictions: '20.505',
    perps: '14.24475',
    perpFees: '0.70525',
    perpFunding: '-0.05',
  });
  expect(await leader.get('/account')).toMatchObject({
    totalValueUsd: '1285.922825',
    cashBalanceUsd: '1234.499749',
    spotValueUsd: '51.423076',
    predictionsValueUsd: '0',
    perpsValueUsd: '0',
  });

  // The two snapshots, told from nothing and no deposits: 1016.129999 − 1000, 1285.922825 − 1250.
  await world.at(at('20:30:00.000'));
  const history = await leader.get('/account/pnl/history?window=all');
  const pointAt = (iso: string) =>
    history.find((point: { readonly at: string }) => point.at === iso);
  const [first, last] = [pointAt(at('17:00:00.000')), pointAt(at('20:00:00.000'))];
  expect(first).toMatchObject({ valueUsd: '1016.129999', pnlUsd: '16.129999' });
  expect(last).toMatchObject({ valueUsd: '1285.922825', pnlUsd: '35.922825' });
  // (1.173075 − 3.479999) + (20.505 − 3) + (14.24475 − 9.65) = −2.306924 + 17.505 + 4.59475
  expect(dollarsOf(micros(last.pnlUsd) - micros(first.pnlUsd))).toBe('19.792826');
  // Everything that was gained is everything the account has gained.
  expect(await leader.get('/account/pnl?window=all')).toMatchObject({
    absoluteChange: '35.922825',
  });
});

it('is worth the same in snapshots of every part, also of what waits to be claimed', async () => {
  const { member } = flock;
  const { rates } = MARKETS;
  await world.reset();
  // 80 shares of YES at 0.5 for 41; the take-profit of $100 at 10x is crossed at 105.
  await flock.promote(member);
  const prediction = await callPrediction(flock, member, rates);
  await flock.open({ takeProfitPct: '40' }, member);
  await world.move('105');
  await world.resolve('YES', rates);
  // Cash 1000 − 41 − 100; shares 80 × 1; 149.2825 wait: 10 × 5 − 0.35 − 1050 × 0.00035.
  const worth = {
    totalValueUsd: '1088.2825',
    cashBalanceUsd: '859',
    predictionsValueUsd: '80',
    perpsValueUsd: '149.2825',
  };
  expect(await member.get('/account')).toMatchObject(worth);
  await world.at(at('21:00:00.000'));
  await world.at(at('21:01:00.000'));
  const points = await member.get('/account/pnl/history');
  expect(points.at(-2)).toEqual({
    at: at('21:00:00.000'),
    valueUsd: '1088.2825',
    pnlUsd: '88.2825',
  });
  await done(member, prediction, 'claim');
  expect((await member.get('/account')).totalValueUsd).toBe('1088.2825');
});

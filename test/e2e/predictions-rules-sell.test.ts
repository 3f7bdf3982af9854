import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  act,
  cash,
  done,
  type Flock,
  fillOf,
  type Named,
  type PredictionWorld,
  refusal,
  seen,
  startPredictionWorld,
} from './prediction-world.ts';

let world: PredictionWorld;
let flock: Flock;
/** The leader's proposal, of 80 shares for $41. */
let id: string;

beforeAll(async () => {
  world = await startPredictionWorld();
});
beforeEach(async () => {
  await world.pin('0.5');
  flock = await world.flock();
  // A share with its fee: 0.5 + 0.05 × 0.5 × 0.5 = 0.5125, 80 of them $41.
  id = (await flock.open()).proposal.id;
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const sell = (body: object, proposalId = id) => act(flock.leader, proposalId, 'sell', body);
const left = async (proposalId = id): Promise<string> =>
  (await seen(flock.leader, proposalId)).remainingTokenAmount;
/** What a sale filled at, of the answer; fails with the refusal otherwise. */
const sold = async (body: object, proposalId = id) =>
  fillOf((await done(flock.leader, proposalId, 'sell', body)).trade);

it('rule 5: the amount is a target, turned into shares at the price of the moment', async () => {
  await world.pin('0.4');
  const { trade, pending, actionJobId } = await done(flock.leader, id, 'sell', {
    amountUsd: '10',
  });
  // 10 ÷ 0.4 = 25 shares; fee 25 × 0.05 × 0.4 × 0.6 = 0.3; cost 41 × 25 ÷ 80 = 12.8125;
  // 9.7 − 12.8125 = −3.1125, of 12.8125 = −24.2926829268292682926…%
  expect(trade).toEqual({
    id: actionJobId,
    proposalId: id,
    groupId: flock.groupId,
    walletAddress: (await flock.leader.get('/account')).deposit.walletAddress,
    tradeType: 'SELL',
    tokenAmount: '25',
    tokenDecimals: 6,
    pricePerTokenUsd: '0.4',
    totalCostUsd: '10',
    venueFeeUsd: '0.3',
    pnlUsd: '-3.1125',
    pnlPct: '-24.292682926829268293',
    txSignature: `paper_${trade.id}`,
    createdAt: '2026-03-03T15:30:00.000Z',
  });
  expect([pending, await left()]).toEqual([false, '55']);
  // 1000 − 41 + 10 − 0.3
  expect(await cash(flock.leader)).toBe('968.7');
});

it('rule 5: what the amount comes to is rounded down to hundredths of a share', async () => {
  await world.pin('0.61');
  // 20.3333 ÷ 0.61 = 33.3332…: 33.33 × 0.61 = 20.3313, fee 33.33 × 0.05 × 0.2379 = 0.39646035.
  expect(await sold({ amountUsd: '20.3333' })).toEqual(['33.33', '0.61', '20.3313', '0.39646']);
  // 9.9979 ÷ 0.61 = 16.39 exactly; a unit less is 16.38: 9.9918, fee 16.38 × 0.011895 = 0.1948401.
  expect(await sold({ amountUsd: '9.9979' })).toEqual(['16.39', '0.61', '9.9979', '0.19496']);
  expect(await sold({ amountUsd: '9.997899' })).toEqual(['16.38', '0.61', '9.9918', '0.19484']);
  // 80 − 33.33 − 16.39 − 16.38
  expect(await left()).toBe('13.9');
});

it('rule 5: it is capped at the position', async () => {
  await world.pin('0.4');
  // 80 × 0.4 = 32, fee 80 × 0.012.
  expect(await sold({ amountUsd: '1000000' })).toEqual(['80', '0.4', '32', '0.96']);
  expect(refusal(await sell({ amountUsd: '10' }))).toEqual([400, 'NO_POSITION', {}]);
  // 1000 − 41 + 32 − 0.96
  expect([await left(), await cash(flock.leader)]).toEqual(['0', '990.04']);
});

it('rule 5: a NO position sells at 1 less the price of YES', async () => {
  const no = (await flock.open({ isYes: false })).proposal.id;
  await world.pin('0.2');
  // 16 ÷ 0.8 = 20, fee 20 × 0.05 × 0.8 × 0.2.
  expect(await sold({ amountUsd: '16' }, no)).toEqual(['20', '0.8', '16', '0.16']);
  expect(await sold({ max: true }, no)).toEqual(['60', '0.8', '48', '0.48']);
  // 1000 − 41 − 41 + 15.84 + 47.52
  expect([await cash(flock.leader), await left()]).toEqual(['981.36', '80']);
});

it.each(['0.000001', '0.39', '1', '1.999999', '2'])(
  'rule 6: a sale of $%s, less than 5 shares, is raised to 5',
  async (amountUsd) => {
    await world.pin('0.4');
    // 5 × 0.4 = 2, fee 5 × 0.012.
    expect(await sold({ amountUsd })).toEqual(['5', '0.4', '2', '0.06']);
    expect(await left()).toBe('75');
  },
);

it('rule 6: a sale that would leave less than 5 shares takes them all', async () => {
  await world.pin('0.4');
  // 30.004 ÷ 0.4 = 75.01, which would leave 4.99.
  expect(await sold({ amountUsd: '30.004' })).toEqual(['80', '0.4', '32', '0.96']);
  expect(await left()).toBe('0');
});

it('rule 6: a sale that leaves exactly 5 shares leaves them, and they sell', async () => {
  await world.pin('0.4');
  // 30 ÷ 0.4 = 75, and what is less than a hundredth more.
  expect(await sold({ amountUsd: '30.003999' })).toEqual(['75', '0.4', '30', '0.9']);
  expect(await left()).toBe('5');
  expect(await sold({ amountUsd: '0.01' })).toEqual(['5', '0.4', '2', '0.06']);
});

it('rule 6: of less than 10 shares every sale is one of all', async () => {
  const { trade } = await done(flock.member, id, 'predict', { amountUsd: '5.12' });
  // 9.99 × 0.5125 = 4.995 + 0.124875, half-up 0.12488: 5.11988; 10 come to 5.125.
  expect(fillOf(trade)).toEqual(['9.99', '0.5', '5.11988', '0.12488']);
  const out = await done(flock.member, id, 'sell', { amountUsd: '1' });
  expect(fillOf(out.trade)).toEqual(['9.99', '0.5', '4.995', '0.12488']);
  // 1000 − 5.11988 + 4.995 − 0.12488
  expect(await cash(flock.member)).toBe('999.75024');
});

it('rule 6: of 10 shares half can be sold', async () => {
  await done(flock.member, id, 'predict', { amountUsd: '5.125' });
  const out = await done(flock.member, id, 'sell', { amountUsd: '1' });
  expect(fillOf(out.trade)).toEqual(['5', '0.5', '2.5', '0.0625']);
  expect((await seen(flock.member, id)).remainingTokenAmount).toBe('5');
});

it('rule 6: the minimum is that of the market', async () => {
  const fifteen: Named = {
    eventId: 'us-bills-signed-in-march-2026',
    marketId: 'us-bills-signed-6-10-in-march-2026',
  };
  await world.pin('0.5', fifteen.marketId);
  // Fee rate 0.04: a share with its fee is 0.51; 40 of them $20.4.
  const other = (await flock.open({ ...fifteen, amountUsd: '20.4' })).proposal.id;
  // Raised to 15, which leaves 25; then 15 of 25 would leave 10.
  expect(await sold({ amountUsd: '0.1' }, other)).toEqual(['15', '0.5', '7.5', '0.15']);
  expect(await sold({ amountUsd: '0.1' }, other)).toEqual(['25', '0.5', '12.5', '0.25']);
});

it('max sells everything and does not look at the amount', async () => {
  for (const amountUsd of ['5', 'nonsense', 5, null, '-1', { of: 1 }]) {
    await done(flock.member, id, 'predict', { amountUsd: '41' });
    const { trade } = await done(flock.member, id, 'sell', { max: true, amountUsd });
    // 80 × 0.5 = 40, fee 80 × 0.0125.
    expect(fillOf(trade)).toEqual(['80', '0.5', '40', '1']);
  }
  expect(await sold({ max: true })).toEqual(['80', '0.5', '40', '1']);
  expect(refusal(await sell({ max: true }))).toEqual([400, 'NO_POSITION', {}]);
});

it('wants the amount or max: true', async () => {
  for (const body of [{}, { max: false }]) {
    expect(refusal(await sell(body)).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
  }
  const misfits = [5, null, '0', '-1', '1e1', ' 5', '5.', '.5', '00.5', '+5', '5.0000000', true];
  for (const amountUsd of misfits) {
    for (const body of [{ amountUsd }, { amountUsd, max: false }]) {
      expect(refusal(await sell(body)).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
    }
  }
  expect(refusal(await sell({ amountUsd: '5', max: 'yes' })).slice(0, 2)).toEqual([
    400,
    'VALIDATION_FAILED',
  ]);
  expect(await left()).toBe('80');
  // 10 ÷ 0.5 = 20
  expect(await sold({ amountUsd: '10', max: false })).toEqual(['20', '0.5', '10', '0.25']);
});

it('rule 6: a position below the minimum cannot be sold and settles by itself', async () => {
  const market: Named = {
    eventId: 'us-gas-price-at-the-end-of-march-2026',
    marketId: 'us-gas-price-3-00-at-the-end-of-march-2026',
  };
  await world.pin('0.9', market.marketId);
  const own = (await flock.open({ ...market, amountUsd: '41' })).proposal.id;
  // 4.97 × 0.9 = 4.473, fee 4.97 × 0.0045 = 0.022365, half-up 0.02237.
  await done(flock.member, own, 'predict', { amountUsd: '4.5' });
  for (const body of [{ amountUsd: '1' }, { amountUsd: '100' }, { max: true }]) {
    expect(refusal(await act(flock.member, own, 'sell', body))).toEqual([
      400,
      'POSITION_BELOW_MIN',
      { minimumShares: '5', positionShares: '4.97' },
    ]);
  }
  const quote = { proposalId: own, max: true };
  expect(refusal(await flock.member.call('POST', '/predictions/quote', quote)).slice(0, 2)).toEqual(
    [400, 'POSITION_BELOW_MIN'],
  );
  await world.resolve('YES', market.marketId);
  expect(await cash(flock.member)).toBe('995.50463');
  await world.at('2026-03-04T00:00:00.000Z');
  // 995.50463 + 4.97
  expect(await cash(flock.member)).toBe('1000.47463');
  expect((await seen(flock.member, own)).remainingTokenAmount).toBe('0');
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  act,
  cash,
  checkIdentities,
  type Flock,
  increase,
  NOW,
  type PerpWorld,
  pick,
  position,
  proposal,
  realized,
  refusal,
  startPerpWorld,
} from './perp-world.ts';

let world: PerpWorld;
let flock: Flock;
let leader: TestUser;
beforeAll(async () => {
  world = await startPerpWorld();
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock({ depositUsd: '10000' });
  ({ leader } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

/** Pins a market and waits until what that triggers is done. */
const move = async (symbol: string, priceUsd: string) => {
  await world.pin(symbol, priceUsd);
  await world.drain();
};
/** The newest trade of a position as its owner's events tell it. */
async function lastTrade(user: TestUser, assignmentId: string) {
  const { events } = await user.get('/account/events?limit=200');
  const own = events.filter(
    ({ type, data }: { type: string; data: { assignmentId?: string } }) =>
      type === 'perp.trade' && data.assignmentId === assignmentId,
  );
  return own.at(-1).data;
}

const steps = [
  {
    // 99.65 − 68.7 = 30.95 < 931.3 ÷ 15 ÷ 2 = 31.04…; a cent higher 31.05 ≥ 31.0466….
    side: 'LONG',
    safe: '93.14',
    hit: '93.13',
    // −68.7; fee 0.35 + 931.3 × 0.00035 = 0.325955; penalty 931.3 × 0.005.
    expected: ['-68.7', '0', '0.675955', '4.6565', '-74.032455', '25.967545'],
    cash: '9925.967545',
  },
  {
    // 99.65 − 64.2 = 35.45 < 1064.2 ÷ 30 = 35.47…; a cent lower 35.55 ≥ 35.47.
    side: 'SHORT',
    safe: '106.41',
    hit: '106.42',
    // fee 0.35 + 1064.2 × 0.00035 = 0.37247; penalty 5.321.
    expected: ['-64.2', '0', '0.72247', '5.321', '-70.24347', '29.75653'],
    cash: '9929.75653',
  },
];
it.each(steps)(
  'reduces a $side below maintenance at the book, with fee and penalty',
  async (of) => {
    const { assignmentId, proposalId } = await flock.open({ side: of.side });
    expect((await position(leader, assignmentId)).liquidationPriceUsd).toBe(of.hit);
    await move('SOL', of.safe);
    expect((await position(leader, assignmentId)).status).toBe('OPEN');
    await move('SOL', of.hit);
    const shown = await position(leader, assignmentId);
    expect(shown).toMatchObject({
      status: 'LIQUIDATED',
      closeReason: 'LIQUIDATED',
      closedAt: NOW,
      entryPriceUsd: '100',
      exitPriceUsd: of.hit,
      isClaimable: false,
      claimedAt: null,
    });
    expect(realized(shown)).toEqual(of.expected);
    checkIdentities(shown, '100');
    expect(await cash(leader)).toBe(of.cash);
    expect(await proposal(leader, proposalId)).toMatchObject({
      closedAt: NOW,
      exitPnlUsd: of.expected[4],
      exitPnlPct: of.expected[4],
      participantCount: 0,
    });
    expect(refusal(await act(leader, assignmentId, 'claim'))).toEqual([400, 'NOT_CLAIMABLE', {}]);
    expect(await leader.get('/perps/positions?filter=past')).toEqual([shown]);
  },
);

it('closes no more of a large one than it takes to be safe again', async () => {
  // 3000 × 20 ÷ 6 = 10,000 lots, 1 BTC; fee 21, C = 2979. At most 5000 lots a step.
  const order = { marketSymbol: 'BTC', collateralUsd: '3000', leverage: '20' };
  const { assignmentId, proposalId } = await flock.open(order);
  // 2979 + (p − 60000) < p ÷ 40: p < 58483.07….
  expect((await position(leader, assignmentId)).liquidationPriceUsd).toBe('58483');
  await move('BTC', '58483');
  const half = await position(leader, assignmentId);
  // Half sold for 29241.5: −758.5, fee 10.234525, penalty 146.2075. Left: 1305.55… ≥ 731.03….
  expect(realized(half)).toEqual(['-758.5', '0', '31.234525', '146.2075', '-935.942025', null]);
  checkIdentities(half, '3000');
  // C = 2064.057975: C + 0.5 p − 30000 < p ÷ 80: p < 57304.49….
  expect(
    pick(
      half,
      'status',
      'closeReason',
      'currentSizeBaseLots',
      'collateralBalanceUsdc',
      'effectiveCollateralUsdc',
      'liquidationPriceUsd',
      'exitPriceUsd',
    ),
  ).toEqual(['OPEN', null, '5000', '2064.057975', '1305.557975', '57304', '58483']);
  expect(await cash(leader)).toBe('7000');
  expect((await proposal(leader, proposalId)).closedAt).toBeNull();
  expect(await lastTrade(leader, assignmentId)).toMatchObject({
    action: 'LIQUIDATION',
    status: 'OPEN',
    sizeBaseLots: '5000',
    notionalUsd: '29241.5',
    priceUsd: '58483',
    penaltyUsd: '146.2075',
    feeUsd: '10.234525',
    collateralOutUsd: '0',
  });

  await move('BTC', '57305');
  expect((await position(leader, assignmentId)).status).toBe('OPEN');
  await move('BTC', '57304');
  // 28652: −1348, fee 10.0282, penalty 143.26; 2064.057975 less these returns.
  const gone = await position(leader, assignmentId);
  expect(realized(gone)).toEqual([
    '-2106.5',
    '0',
    '41.262725',
    '289.4675',
    '-2437.230225',
    '562.769775',
  ]);
  expect([gone.status, await cash(leader)]).toEqual(['LIQUIDATED', '7562.769775']);
  checkIdentities(gone, '3000');
});

it('goes on step by step at once where one does not do', async () => {
  const order = { marketSymbol: 'BTC', collateralUsd: '3000', leverage: '20' };
  const { assignmentId } = await flock.open(order);
  await move('BTC', '57700');
  // Twice 28850: −1150, fee 10.0975, penalty 144.25. After the first 524.65… < 721.25.
  const shown = await position(leader, assignmentId);
  expect(realized(shown)).toEqual(['-2300', '0', '41.195', '288.5', '-2629.695', '370.305']);
  checkIdentities(shown, '3000');
  expect(await lastTrade(leader, assignmentId)).toMatchObject({
    action: 'LIQUIDATION',
    status: 'LIQUIDATED',
    closeReason: 'LIQUIDATED',
    sizeBaseLots: '10000',
    collateralOutUsd: '370.305',
  });
});

it('takes a position over below the backstop, for a haircut and no fee', async () => {
  const { assignmentId } = await flock.open();
  await move('SOL', '91.1');
  // 99.65 − 89 = 10.65, below 911 ÷ 15 × 0.2 = 12.14… and not below 6.07…. 1 % of 911 is 9.11.
  const shown = await position(leader, assignmentId);
  expect(realized(shown)).toEqual(['-89', '0', '0.35', '9.11', '-98.46', '1.54']);
  expect(pick(shown, 'status', 'exitPriceUsd')).toEqual(['LIQUIDATED', '91.1']);
  checkIdentities(shown, '100');
  expect(await cash(leader)).toBe('9901.54');
});

it('takes no more of a haircut than there is', async () => {
  const order = { marketSymbol: 'BTC', collateralUsd: '3000', leverage: '20' };
  const { assignmentId } = await flock.open(order);
  await move('BTC', '57400');
  // 2979 − 2600 = 379, between 287 and 574; 1 % of 57400 would be 574.
  const shown = await position(leader, assignmentId);
  expect(realized(shown)).toEqual(['-2600', '0', '21', '379', '-3000', '0']);
  checkIdentities(shown, '3000');
  expect(await cash(leader)).toBe('7000');
});

it.each([
  // SKR at 0.0001, 3x: a lot is $0.0001. At 0.000053 what is left of 2x is between 3.33 and 6.67 %.
  // 100,000 lots: 10 → 5.3; C = 4.9965, left 0.2965; 1 % is 0.053.
  ['1 % up to 100,000 lots', '5', '-4.7', '0.0035', '0.053', '-4.7565', '0.2435'],
  // 100,001: 10.0001 → 5.300053; fee 0.003500035 → 0.003501; 2 % is 0.10600106 → 0.106002.
  ['2 % above', '5.00005', '-4.700047', '0.003501', '0.106002', '-4.80955', '0.1905'],
  // 600,000: 60 → 31.8; fee 0.021; left 1.779; 3 % is 0.954.
  ['3 % above 500,000', '30', '-28.2', '0.021', '0.954', '-29.175', '0.825'],
  // 2,000,000: 200 → 106; fee 0.07; left 5.93; 4 % is 4.24.
  ['4 % above 1,000,000', '100', '-94', '0.07', '4.24', '-98.31', '1.69'],
])('takes a haircut of %s', async (_, collateralUsd, price, fees, penalty, net, back) => {
  await world.pin('SKR', '0.0001');
  const { assignmentId } = await flock.open({ marketSymbol: 'SKR', collateralUsd, leverage: '2' });
  await move('SKR', '0.000053');
  const shown = await position(leader, assignmentId);
  expect(realized(shown)).toEqual([price, '0', fees, penalty, net, back]);
  checkIdentities(shown, collateralUsd);
});

it('closes what is at high risk at the price at which nothing is left', async () => {
  const { assignmentId } = await flock.open();
  const short = await flock.open({ side: 'SHORT', collateralUsd: '200', leverage: '5' });
  await move('SOL', '90.3');
  // 99.65 − 97 = 2.65 < 903 ÷ 150 = 6.02. Bankrupt at (1000 − 99.65) ÷ 10.
  const shown = await position(leader, assignmentId);
  expect(realized(shown)).toEqual(['-99.65', '0', '0.35', '0', '-100', '0']);
  expect(pick(shown, 'status', 'exitPriceUsd')).toEqual(['LIQUIDATED', '90.035']);
  checkIdentities(shown, '100');
  // Nobody is deleveraged for it.
  expect((await position(leader, short.assignmentId)).status).toBe('OPEN');
});

it('ends the call with the position of the leader, and is never mirrored', async () => {
  const { member } = flock;
  await member.post(`/groups/${flock.groupId}/auto-buy`, {
    enabled: true,
    amountUsd: '50',
    mirrorExits: true,
    maxLeverage: '2',
  });
  const { assignmentId, proposalId } = await flock.open();
  await world.drain();
  const second = await increase(leader, proposalId, { leverage: '2' });
  await move('SOL', '93');
  expect((await position(leader, assignmentId)).status).toBe('LIQUIDATED');
  const [followed] = await member.get('/perps/positions?filter=all');
  expect(pick(followed, 'status', 'currentSizeBaseLots')).toEqual(['OPEN', '100']);
  expect(await member.get(`/groups/${flock.groupId}/auto-buy/history`)).toHaveLength(1);
  expect((await position(leader, second.assignmentId)).status).toBe('OPEN');
  const call = await proposal(leader, proposalId);
  expect(pick(call, 'closedAt', 'participantCount')).toEqual([NOW, 2]);
});

it('ends no call with the position of another', async () => {
  const { member } = flock;
  const { proposalId } = await flock.open({ leverage: '2' });
  const joined = await increase(member, proposalId, { leverage: '15' });
  await move('SOL', '93');
  expect((await position(member, joined.assignmentId)).status).toBe('LIQUIDATED');
  expect((await proposal(leader, proposalId)).closedAt).toBeNull();
});

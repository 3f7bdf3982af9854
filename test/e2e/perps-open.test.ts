import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  cash,
  type Flock,
  increase,
  NOW,
  type PerpWorld,
  pick,
  position,
  proposal,
  startPerpWorld,
} from './perp-world.ts';

let world: PerpWorld;
let flock: Flock;

beforeAll(async () => {
  world = await startPerpWorld();
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

it('opens a long: the answer, the position, the proposal, the account', async () => {
  const { leader, member, groupId } = flock;
  const answer = await flock.propose({ reason: 'Breakout.' });
  expect(answer.status).toBe(201);
  const { assignmentId, proposalId, actionJobId } = answer.body.data;
  expect(answer.body.data).toEqual({
    assignmentId: expect.any(String),
    proposalId: expect.any(String),
    subaccountIndex: 1,
    txSignature: `paper_${actionJobId}`,
    marketSymbol: 'SOL',
    side: 'LONG',
    closePnlUsd: null,
    closePnlPct: null,
    closeProceedsUsd: null,
    closedBaseUnits: null,
    isFullClose: false,
    pending: false,
    actionJobId: expect.any(String),
  });
  const [{ avatar }, me] = [await leader.get('/me'), leader.userId];
  expect(avatar).toBe('');
  // 100 × 10 ÷ 1 = 1000 lots, 10 SOL. Fee 1000 × 0.00035 = 0.35 out of the collateral.
  // Liquidation: 99.65 + 10 (p − 100) < 10p ÷ 15 ÷ 2, p < 900.35 ÷ (10 − 1⁄3) = 93.1396…
  expect(await position(leader, assignmentId)).toEqual({
    id: assignmentId,
    userId: me,
    groupId,
    proposalId,
    subaccountIndex: 1,
    marketSymbol: 'SOL',
    side: 'LONG',
    status: 'OPEN',
    openedAt: NOW,
    closedAt: null,
    initialCollateralUsdc: '100',
    initialLeverage: '10',
    currentSizeBaseLots: '1000',
    currentSizeBaseUnits: '10',
    positionValueUsd: '1000',
    entryPriceUsd: '100',
    exitPriceUsd: null,
    collateralBalanceUsdc: '99.65',
    effectiveCollateralUsdc: '99.65',
    unrealizedPnlUsd: '0',
    unsettledFundingUsd: '0',
    accumulatedFundingUsd: '0',
    liquidationPriceUsd: '93.13',
    stopLossPriceUsd: null,
    takeProfitPriceUsd: null,
    priceRealizedPnlUsd: '0',
    fundingRealizedUsd: '0',
    totalFeesUsd: '0.35',
    liquidationPenaltyUsd: '0',
    netRealizedPnlUsd: '-0.35',
    finalCollateralReturned: null,
    marketStatus: 'active',
    closeReason: null,
    claimedAt: null,
    isClaimable: false,
    participantCount: 1,
    participantAvatars: [],
  });
  // −0.35 of 100.
  const shown = {
    id: proposalId,
    groupId,
    createdByUserIdpId: leader.idpId,
    marketSymbol: 'SOL',
    side: 'LONG',
    reason: 'Breakout.',
    closedAt: null,
    exitPnlUsd: null,
    exitPnlPct: null,
    currentPnlPct: '-0.35',
    stopLossPct: null,
    takeProfitPct: null,
    participantCount: 1,
    totalParticipantCount: 1,
    participantAvatars: [],
    creatorLeverage: '10',
    createdAt: NOW,
  };
  expect(await proposal(member, proposalId)).toEqual({ ...shown, positions: [] });
  expect(await member.get(`/perps/proposals?groupId=${groupId}`)).toEqual([shown]);
  expect(await leader.get('/account')).toMatchObject({
    totalValueUsd: '999.65',
    cashBalanceUsd: '900',
    perpsValueUsd: '99.65',
    reservedUsd: '0',
  });
  const action = await leader.get(`/actions/${actionJobId}`);
  expect(action).toEqual({
    id: actionJobId,
    kind: 'perp.open',
    status: 'SETTLED',
    proposalId,
    trade: {
      id: actionJobId,
      assignmentId,
      proposalId,
      groupId,
      marketSymbol: 'SOL',
      side: 'LONG',
      action: 'OPEN',
      sizeBaseLots: '1000',
      sizeBaseUnits: '10',
      notionalUsd: '1000',
      priceUsd: '100',
      collateralInUsd: '100',
      collateralOutUsd: '0',
      feeUsd: '0.35',
      penaltyUsd: '0',
      pricePnlUsd: '0',
      fundingUsd: '0',
      txSignature: `paper_${actionJobId}`,
      createdAt: NOW,
    },
    createdAt: NOW,
    updatedAt: NOW,
  });
  const [line] = (await leader.get('/account/ledger?limit=1')).entries;
  expect(line).toMatchObject({ kind: 'trade', amount: '-100', balanceAfter: '900' });
  expect(line.ref).toBe(actionJobId);
});

it('follows the mark with everything that is live, long and short', async () => {
  const long = await flock.open();
  const short = await flock.open({ side: 'SHORT' });
  expect(short.subaccountIndex).toBe(2);
  // 99.65 − 10 (p − 100) < p ÷ 3: p > 1099.65 ÷ (10 + 1⁄3) = 106.4177…
  expect((await position(flock.leader, short.assignmentId)).liquidationPriceUsd).toBe('106.42');
  await world.pin('SOL', '103.21');
  const live = [
    'positionValueUsd',
    'unrealizedPnlUsd',
    'collateralBalanceUsdc',
    'effectiveCollateralUsdc',
  ];
  // 10 × 3.21 = 32.1 either way.
  const [up, down] = [
    await position(flock.leader, long.assignmentId),
    await position(flock.leader, short.assignmentId),
  ];
  expect(pick(up, ...live)).toEqual(['1032.1', '32.1', '99.65', '131.75']);
  expect(pick(down, ...live)).toEqual(['1032.1', '-32.1', '99.65', '67.55']);
  expect(await flock.leader.get('/account')).toMatchObject({
    cashBalanceUsd: '800',
    perpsValueUsd: '199.3',
    totalValueUsd: '999.3',
  });
  // (131.75 − 100) and (67.55 − 100) of 100.
  const list = await flock.member.get(`/perps/proposals?groupId=${flock.groupId}`);
  const pcts = list.map((row: { currentPnlPct: string }) => row.currentPnlPct);
  expect(pcts).toEqual(['-32.45', '31.75']);
});

const sizes: readonly [
  what: string,
  body: object,
  expected: readonly [lots: string, unitsHeld: string, value: string, fee: string, liq: string],
][] = [
  // 5.07 × 13.37 ÷ 1 = 67.7859 → 67 lots, 0.67 SOL, $67, fee 0.02345. C = 5.04655.
  // (67 − 5.04655) ÷ (0.67 × 29⁄30) = 95.6563…
  [
    'SOL at 13.37x, floored to lots',
    { collateralUsd: '5.07', leverage: '13.37' },
    ['67', '0.67', '67', '0.02345', '95.65'],
  ],
  // 250 × 20 ÷ 6 = 833.33… → 833 lots, 0.0833 BTC, $4998, fee 1.7493. C = 248.2507.
  // (4998 − 248.2507) ÷ (0.0833 × 39⁄40) = 58481.8…
  [
    'BTC at 20x',
    { marketSymbol: 'btc', collateralUsd: '250', leverage: '20' },
    ['833', '0.0833', '4998', '1.7493', '58481'],
  ],
  // 33.333333 × 25 ÷ 4 = 208.33… → 208 lots, 0.208 GOLD, $832, fee 0.2912. C = 33.042133.
  // short: (832 + 33.042133) ÷ (0.208 × 51⁄50) = 4077.31… → 4077.4
  [
    'GOLD short at 25x',
    { marketSymbol: 'GOLD', side: 'SHORT', collateralUsd: '33.333333', leverage: '25' },
    ['208', '0.208', '832', '0.2912', '4077.4'],
  ],
  // 20 × 7.5 ÷ 0.15 = 1000 lots of 100 PUMP, $150, fee 0.0525. C = 19.9475.
  // (150 − 19.9475) ÷ (100000 × 19⁄20) = 0.00136897…
  [
    'PUMP, a lot of which is 100',
    { marketSymbol: 'PUMP', collateralUsd: '20', leverage: '7.5' },
    ['1000', '100000', '150', '0.0525', '0.0013689'],
  ],
  // 7.000001 × 1 ÷ 1 = 7.000001 → 7 lots; fee 7 × 0.00035 = 0.00245. C = 6.997551.
  // (7 − 6.997551) ÷ (0.07 × 29⁄30) = 0.0361…
  [
    'SOL at 1x',
    { collateralUsd: '7.000001', leverage: '1' },
    ['7', '0.07', '7', '0.00245', '0.03'],
  ],
];
it.each(sizes)('sizes %s', async (_, body, expected) => {
  const { assignmentId } = await flock.open(body);
  const fields = ['currentSizeBaseLots', 'currentSizeBaseUnits', 'positionValueUsd'];
  const shown = await position(flock.leader, assignmentId);
  expect(pick(shown, ...fields, 'totalFeesUsd', 'liquidationPriceUsd')).toEqual(expected);
  expect(shown.initialLeverage).toBe((body as { leverage: string }).leverage);
});

it('rounds the fee up to a millionth', async () => {
  // 5 × 1 ÷ 0.99 = 5.05 → 5 lots of 0.99, $4.95, fee 0.0017325 → 0.001733.
  await world.pin('SOL', '99');
  const { assignmentId } = await flock.open({ collateralUsd: '5', leverage: '1' });
  const shown = await position(flock.leader, assignmentId);
  expect(pick(shown, 'totalFeesUsd', 'collateralBalanceUsdc')).toEqual(['0.001733', '4.998267']);
});

it('has no liquidation price where no price liquidates', async () => {
  // 100 lots for 100 less 0.035 at 1x: 99.965 + (p − 100) < p ÷ 30 up to p = 0.0362…
  const near = await flock.open({ leverage: '1' });
  expect((await position(flock.leader, near.assignmentId)).liquidationPriceUsd).toBe('0.03');
  // $100.5 for the same 100 lots: 100.465 > 100, at no price above zero.
  const never = await flock.open({ collateralUsd: '100.5', leverage: '1' });
  expect((await position(flock.leader, never.assignmentId)).liquidationPriceUsd).toBeNull();
});

it('joins a proposal on its side, with a size and a leverage of one’s own', async () => {
  const { proposalId } = await flock.open({
    side: 'SHORT',
    stopLossPct: '20',
    takeProfitPct: '50',
  });
  const joined = await flock.member.call('POST', `/perps/proposals/${proposalId}/increase`, {
    collateralUsd: '40',
    leverage: '5.5',
  });
  expect(joined.status).toBe(200);
  const { assignmentId } = joined.body.data;
  expect(joined.body.data).toMatchObject({ proposalId, side: 'SHORT', isFullClose: false });
  // 40 × 5.5 = 220 lots, 2.2 SOL; 20 % of 40 are 8, 8 ÷ 2.2 = 3.6363…: 103.6363… down;
  // 50 % are 20, ÷ 2.2 = 9.0909…: 90.909… down.
  const shown = await position(flock.member, assignmentId);
  expect(
    pick(
      shown,
      'side',
      'currentSizeBaseUnits',
      'initialLeverage',
      'stopLossPriceUsd',
      'takeProfitPriceUsd',
      'participantCount',
    ),
  ).toEqual(['SHORT', '2.2', '5.5', '103.63', '90.9', 2]);
  const call = await proposal(flock.member, proposalId);
  expect(pick(call, 'participantCount', 'totalParticipantCount', 'creatorLeverage')).toEqual([
    2,
    2,
    '10',
  ]);
  expect(call.positions).toEqual([shown]);
  // The creator may add a position of their own, too; it counts as the same participant.
  const second = await increase(flock.leader, proposalId, { collateralUsd: '50' });
  expect(second.subaccountIndex).toBe(2);
  expect((await proposal(flock.leader, proposalId)).positions).toHaveLength(2);
  expect((await proposal(flock.leader, proposalId)).participantCount).toBe(2);
  expect([await cash(flock.leader), await cash(flock.member)]).toEqual(['850', '960']);
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  act,
  cash,
  checkIdentities,
  closeAll,
  type Flock,
  increase,
  NOW,
  type PerpWorld,
  pick,
  position,
  proposal,
  realized,
  reduce,
  refusal,
  startPerpWorld,
} from './perp-world.ts';
import { plain, units } from './prediction-world.ts';

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

const INVALID = [400, 'VALIDATION_FAILED'];
const closeFields = ['closePnlUsd', 'closePnlPct', 'closeProceedsUsd', 'closedBaseUnits'];

it('closes a part, whose result stays with the collateral', async () => {
  const { leader } = flock;
  const { assignmentId, proposalId } = await flock.open({
    stopLossPct: '20',
    takeProfitPct: '200',
  });
  await world.pin('SOL', '110');
  const answer = await act(leader, assignmentId, 'reduce', {
    reduceFraction: '0.3339',
    isFullClose: false,
  });
  expect(answer.status).toBe(200);
  const { actionJobId } = answer.body.data;
  expect(answer.body.data).toEqual({
    assignmentId,
    proposalId,
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
  // 333.9 → 333 lots at 110: 366.3, gain 33.3, fee 366.3 × 0.00035 = 0.128205.
  const after = await position(leader, assignmentId);
  expect(realized(after)).toEqual(['33.3', '0', '0.478205', '0', '32.821795', null]);
  checkIdentities(after, '100');
  // 99.65 + 33.3 − 0.128205; (667 − 132.821795) ÷ (6.67 × 29⁄30) = 82.8480….
  expect(
    pick(
      after,
      'currentSizeBaseLots',
      'collateralBalanceUsdc',
      'entryPriceUsd',
      'exitPriceUsd',
      'unrealizedPnlUsd',
      'liquidationPriceUsd',
    ),
  ).toEqual(['667', '132.821795', '100', '110', '66.7', '82.84']);
  // Triggers stay where they were.
  expect(pick(after, 'stopLossPriceUsd', 'takeProfitPriceUsd')).toEqual(['98', '120']);
  expect(await cash(leader)).toBe('900');
  expect((await proposal(leader, proposalId)).closedAt).toBeNull();
  expect((await leader.get(`/actions/${actionJobId}`)).trade).toMatchObject({
    action: 'REDUCE',
    sizeBaseLots: '333',
    notionalUsd: '366.3',
    priceUsd: '110',
    collateralInUsd: '0',
    collateralOutUsd: '0',
    feeUsd: '0.128205',
    pricePnlUsd: '33.3',
  });
});

it('closes whole lots, rounded down, and at least one', async () => {
  const { leader } = flock;
  const { assignmentId } = await flock.open();
  const lots = async () => (await position(leader, assignmentId)).currentSizeBaseLots;
  const tooSmall = { reduceFraction: '0.000999999999999999', isFullClose: false };
  expect(refusal(await act(leader, assignmentId, 'reduce', tooSmall))).toEqual([
    400,
    'REDUCE_TOO_SMALL',
    {},
  ]);
  await reduce(leader, assignmentId, '0.001');
  expect(await lots()).toBe('999');
  // 999 × 0.999999999999999999 = 998.99… → 998.
  const rest = await reduce(leader, assignmentId, '0.999999999999999999');
  expect([rest.isFullClose, await lots()]).toEqual([false, '1']);
  expect(refusal(await act(leader, assignmentId, 'reduce', tooSmall)).slice(0, 2)).toEqual([
    400,
    'REDUCE_TOO_SMALL',
  ]);
});

it('closes everything: result, wallet, position, proposal', async () => {
  const { leader } = flock;
  const { assignmentId, proposalId } = await flock.open();
  await world.pin('SOL', '110');
  const closed = await closeAll(leader, assignmentId);
  // 100 gained, fee 1100 × 0.00035 = 0.385: 100 − 0.35 − 0.385.
  expect(pick(closed, ...closeFields, 'isFullClose')).toEqual([
    '99.265',
    '99.265',
    '199.265',
    '10',
    true,
  ]);
  expect(await leader.get('/account')).toMatchObject({
    cashBalanceUsd: '1099.265',
    perpsValueUsd: '0',
    totalValueUsd: '1099.265',
  });
  const after = await position(leader, assignmentId);
  expect(after).toMatchObject({
    status: 'CLOSED',
    closeReason: 'USER',
    closedAt: NOW,
    entryPriceUsd: '100',
    exitPriceUsd: '110',
    isClaimable: false,
    claimedAt: null,
    marketStatus: 'active',
    participantCount: 0,
  });
  expect(realized(after)).toEqual(['100', '0', '0.735', '0', '99.265', '199.265']);
  checkIdentities(after, '100');
  // With the leader's position the call is over.
  expect(await proposal(leader, proposalId)).toMatchObject({
    closedAt: NOW,
    exitPnlUsd: '99.265',
    exitPnlPct: '99.265',
    currentPnlPct: '99.265',
    participantCount: 0,
    totalParticipantCount: 1,
  });
  expect(
    refusal(
      await act(leader, assignmentId, 'reduce', {
        reduceFraction: '1',
        isFullClose: true,
      }),
    ),
  ).toEqual([400, 'NO_POSITION', {}]);
});

it('loses on a short what the mark has risen', async () => {
  const { leader } = flock;
  const { assignmentId } = await flock.open({ side: 'SHORT', leverage: '7' });
  await world.pin('SOL', '103.33');
  const closed = await closeAll(leader, assignmentId);
  // 7 × 3.33 = 23.31; fees 0.245 and 723.31 × 0.00035 = 0.2531585 → 0.253159.
  expect(pick(closed, ...closeFields)).toEqual(['-23.808159', '-23.808159', '76.191841', '7']);
  expect(await cash(leader)).toBe('976.191841');
  checkIdentities(await position(leader, assignmentId), '100');
});

it('takes the fraction 1 for all, whether it is called a full close or not', async () => {
  const { leader } = flock;
  for (const body of [
    { reduceFraction: '1', isFullClose: true },
    { reduceFraction: '1', isFullClose: false },
    { reduceFraction: '1.000', isFullClose: true },
    { reduceFraction: '1.0', isFullClose: false },
  ]) {
    const { assignmentId } = await flock.open();
    const { status, body: answer } = await act(leader, assignmentId, 'reduce', body);
    expect([status, answer.data.isFullClose, answer.data.closedBaseUnits]).toEqual([
      200,
      true,
      '10',
    ]);
  }
});

it('refuses what is no fraction, and a full close of a part', async () => {
  const { leader } = flock;
  const { assignmentId } = await flock.open();
  const bodies: object[] = [
    { reduceFraction: '0.5', isFullClose: true },
    { reduceFraction: '0.999999999999999999', isFullClose: true },
    { reduceFraction: '0', isFullClose: false },
    { reduceFraction: '-0.5', isFullClose: false },
    { reduceFraction: '1.000000000000000001', isFullClose: false },
    { reduceFraction: '2', isFullClose: false },
    { reduceFraction: '0.5000000000000000001', isFullClose: false },
    { reduceFraction: '5e-1', isFullClose: false },
    { reduceFraction: 0.5, isFullClose: false },
    { reduceFraction: '0.5' },
    { isFullClose: true },
    { reduceFraction: '0.5', isFullClose: 'false' },
    { reduceFraction: '0.5', isFullClose: false, maxSlippageBps: 2001 },
    {},
  ];
  for (const body of bodies) {
    const answer = await act(leader, assignmentId, 'reduce', body);
    expect([body, ...refusal(answer).slice(0, 2)]).toEqual([body, ...INVALID]);
  }
  expect((await position(leader, assignmentId)).currentSizeBaseLots).toBe('1000');
});

it('loses nothing by cutting: parts add up to the whole', async () => {
  const { leader } = flock;
  const { assignmentId } = await flock.open();
  await world.pin('SOL', '110');
  // 55 × 4 ÷ 1.1 = 200 lots more for $220, fee 0.077: 1200 lots cost $1220.
  await leader.post(`/perps/positions/${assignmentId}/add`, { collateralUsd: '55', leverage: '4' });
  // 7 lots cost 1220 × 7 ÷ 1200 = 7.1166666… → 7.116666 and bring 7.7; fee 0.002695.
  await reduce(leader, assignmentId, '0.006');
  expect((await position(leader, assignmentId)).priceRealizedPnlUsd).toBe('0.583334');
  // 1193 × 0.005 = 5.965 → 5: their cost 1212.883334 × 5 ÷ 1193 = 5.08333334… → 5.083333 of 5.5.
  await reduce(leader, assignmentId, '0.005');
  expect((await position(leader, assignmentId)).priceRealizedPnlUsd).toBe('1.000001');
  // 1188 lots bring 1306.8 and cost what is left, 1207.800001: 98.999999. In all 1320 − 1220.
  const closed = await closeAll(leader, assignmentId);
  const after = await position(leader, assignmentId);
  // Fees 0.35 + 0.077 + 0.002695 + 0.001925 + 0.45738.
  expect(realized(after)).toEqual(['100', '0', '0.889', '0', '99.111', '254.111']);
  checkIdentities(after, '155');
  expect(pick(closed, ...closeFields)).toEqual([
    '99.111',
    '63.942580645161290323',
    '254.111',
    '11.88',
  ]);
  // All that was closed, at the average of what it was bought for and closed at.
  expect(pick(after, 'entryPriceUsd', 'exitPriceUsd')).toEqual(['101.666666666666666667', '110']);
});

it('closes on the modelled book, within the bound or not at all', async () => {
  await world.unpin('SOL');
  const { leader, open } = await world.flock({ depositUsd: '300000' });
  const { assignmentId } = await open({ collateralUsd: '200000', leverage: '5' });
  const before = await position(leader, assignmentId);
  // A small short gets the top of the bids, which do not take a million dollars there.
  const { entryPriceUsd } = await leader.post('/perps/quote', {
    marketSymbol: 'SOL',
    side: 'SHORT',
    collateralUsd: '20',
    leverage: '1',
    maxSlippageBps: 0,
  });
  const top = units(entryPriceUsd, 2);
  const body = { reduceFraction: '1', isFullClose: true };
  for (const maxSlippageBps of [0, 1]) {
    const refused = await act(leader, assignmentId, 'reduce', { ...body, maxSlippageBps });
    expect(refusal(refused)).toEqual([400, 'NO_LIQUIDITY', { maxSlippageBps }]);
  }
  expect(await position(leader, assignmentId)).toEqual(before);
  await closeAll(leader, assignmentId);
  const after = await position(leader, assignmentId);
  checkIdentities(after, '200000');
  // 2 % below the top, rounded up to the cent.
  const bound = (top * 9_800n + 9_999n) / 10_000n;
  const exit = Number(after.exitPriceUsd);
  expect(exit).toBeLessThan(Number(plain(top, 2)));
  expect(exit).toBeGreaterThanOrEqual(Number(plain(bound, 2)));
});

it('is asked for by the owner only, and answers a key once', async () => {
  const { leader, member } = flock;
  const { proposalId } = await flock.open();
  const { assignmentId } = await increase(member, proposalId);
  const body = { reduceFraction: '0.5', isFullClose: false };
  expect(refusal(await act(leader, assignmentId, 'reduce', body))).toEqual([404, 'NOT_FOUND', {}]);
  const nowhere = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
  expect(refusal(await act(leader, nowhere, 'reduce', body))).toEqual([404, 'NOT_FOUND', {}]);
  const send = () =>
    member.call('POST', `/perps/positions/${assignmentId}/reduce`, body, {
      'idempotency-key': 'half',
    });
  const [first, second] = await Promise.all([send(), send()]);
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  expect((await position(member, assignmentId)).currentSizeBaseLots).toBe('500');
});

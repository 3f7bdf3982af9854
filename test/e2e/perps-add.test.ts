import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  act,
  actOn,
  cash,
  closeAll,
  type Flock,
  increase,
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

const triggers = ['stopLossPriceUsd', 'takeProfitPriceUsd', 'liquidationPriceUsd'];
const size = ['currentSizeBaseLots', 'entryPriceUsd', 'collateralBalanceUsdc'];

it('adds margin only: the size stays, the triggers go by all that was put in', async () => {
  const { leader } = flock;
  const { assignmentId, proposalId } = await flock.open({ stopLossPct: '20', takeProfitPct: '40' });
  // 20 and 40 % of 100 over 10 SOL.
  expect(pick(await position(leader, assignmentId), ...triggers)).toEqual(['98', '104', '93.13']);
  const { status, body } = await act(leader, assignmentId, 'add', { collateralUsd: '50' });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    assignmentId,
    proposalId,
    subaccountIndex: 1,
    txSignature: `paper_${body.data.actionJobId}`,
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
  const after = await position(leader, assignmentId);
  expect(pick(after, ...size)).toEqual(['1000', '100', '149.65']);
  // 20 and 40 % of 150 over 10; (1000 − 149.65) ÷ (10 × 29⁄30) = 87.967….
  expect(pick(after, ...triggers)).toEqual(['97', '106', '87.96']);
  expect(pick(after, 'initialCollateralUsdc', 'initialLeverage', 'totalFeesUsd')).toEqual([
    '100',
    '10',
    '0.35',
  ]);
  expect(await cash(leader)).toBe('850');
  const { trade, kind } = await leader.get(`/actions/${body.data.actionJobId}`);
  expect(kind).toBe('perp.add');
  expect(trade).toMatchObject({
    action: 'ADD',
    sizeBaseLots: '0',
    sizeBaseUnits: '0',
    notionalUsd: '0',
    priceUsd: null,
    collateralInUsd: '50',
    feeUsd: '0',
  });
  // −0.35 of 150 = −0.2333….
  expect((await proposal(leader, proposalId)).currentPnlPct).toBe('-0.233333333333333333');
  expect((await leader.get('/account')).perpsValueUsd).toBe('149.65');
});

it('adds size: the entry is the average, the triggers are placed anew', async () => {
  const { leader } = flock;
  const { assignmentId } = await flock.open({ stopLossPct: '20', takeProfitPct: '200' });
  await world.pin('SOL', '110');
  // 55 × 4 ÷ 1.1 = 200 lots, $220, fee 0.077. Entry 1220 ÷ 12; collateral 99.65 + 55 − 0.077.
  await leader.post(`/perps/positions/${assignmentId}/add`, { collateralUsd: '55', leverage: '4' });
  const after = await position(leader, assignmentId);
  expect(pick(after, ...size)).toEqual(['1200', '101.666666666666666667', '154.573']);
  // 20 % of 155 are 31, ÷ 12 = 2.58333…: 99.08333… up; 200 % are 310: 101.666… + 25.8333… = 127.5.
  // (1220 − 154.573) ÷ (12 × 29⁄30) = 91.847….
  expect(pick(after, ...triggers)).toEqual(['99.09', '127.5', '91.84']);
  expect(pick(after, 'unrealizedPnlUsd', 'effectiveCollateralUsdc')).toEqual(['100', '254.573']);
  expect(pick(after, 'totalFeesUsd', 'initialCollateralUsdc', 'initialLeverage')).toEqual([
    '0.427',
    '100',
    '10',
  ]);
  // 1320 × 0.00035 = 0.462. 100 − 0.427 − 0.462 = 99.111, of 155 63.9425806…%.
  const closed = await closeAll(leader, assignmentId);
  expect(pick(closed, 'closePnlUsd', 'closePnlPct', 'closeProceedsUsd', 'closedBaseUnits')).toEqual(
    ['99.111', '63.942580645161290323', '254.111', '12'],
  );
  // 1000 − 155 + 254.111
  expect(await cash(leader)).toBe('1099.111');
});

it('adds to a short in the same way', async () => {
  const { member } = flock;
  const { proposalId } = await flock.open({ side: 'SHORT', stopLossPct: '50' });
  const { assignmentId } = await increase(member, proposalId, { leverage: '5' });
  await world.pin('SOL', '95');
  // 60 × 2 ÷ 0.95 = 126.3… → 126 lots, $119.7, fee 0.041895. Entry 619.7 ÷ 6.26 = 98.9936….
  await member.post(`/perps/positions/${assignmentId}/add`, { collateralUsd: '60', leverage: '2' });
  const after = await position(member, assignmentId);
  // 100 − 0.175 + 60 − 0.041895
  expect(pick(after, ...size)).toEqual(['626', '98.993610223642172524', '159.783105']);
  // 50 % of 160 are 80, ÷ 6.26 = 12.779…: 111.7731… down.
  // (619.7 + 159.783105) ÷ (6.26 × 31⁄30) = 120.501….
  expect(pick(after, ...triggers)).toEqual(['111.77', null, '120.51']);
});

it('counts as realized what reductions before it have brought', async () => {
  const { leader } = flock;
  const { assignmentId } = await flock.open();
  await world.pin('SOL', '104');
  const half = { reduceFraction: '0.5', isFullClose: false };
  // 5 × 4 = 20, fee 520 × 0.00035 = 0.182.
  await leader.post(`/perps/positions/${assignmentId}/reduce`, half);
  // 26 × 10 ÷ 1.04 = 250 lots, $260, fee 0.091; entry (500 + 260) ÷ 7.5.
  await leader.post(`/perps/positions/${assignmentId}/add`, {
    collateralUsd: '26',
    leverage: '10',
  });
  const after = await position(leader, assignmentId);
  // 99.65 + 20 − 0.182 + 26 − 0.091
  expect(pick(after, ...size)).toEqual(['750', '101.333333333333333333', '145.377']);
  expect(realized(after)).toEqual(['20', '0', '0.623', '0', '19.377', null]);
});

it('asks the proposal and the membership for size, but for margin nobody', async () => {
  const { leader, member } = flock;
  const { proposalId } = await flock.open();
  const { assignmentId } = await increase(member, proposalId);
  const sized = { collateralUsd: '10', leverage: '2' };
  const margin = { collateralUsd: '10' };
  await leader.post(`/perps/proposals/${proposalId}/close`);
  expect(refusal(await act(member, assignmentId, 'add', sized))).toEqual([
    400,
    'PROPOSAL_CLOSED',
    {},
  ]);
  expect((await act(member, assignmentId, 'add', margin)).status).toBe(200);
  await member.post(`/groups/${flock.groupId}/leave`);
  expect(refusal(await act(member, assignmentId, 'add', sized))).toEqual([
    403,
    'NOT_GROUP_MEMBER',
    {},
  ]);
  expect((await act(member, assignmentId, 'add', margin)).status).toBe(200);
  // 1000 − 100 − 20
  expect(await cash(member)).toBe('880');
  await closeAll(member, assignmentId);
  expect(refusal(await act(member, assignmentId, 'add', margin))).toEqual([400, 'NO_POSITION', {}]);
  expect(refusal(await act(leader, assignmentId, 'add', margin))).toEqual([404, 'NOT_FOUND', {}]);
  expect(refusal(await actOn(member, proposalId, 'increase', sized)).slice(0, 2)).toEqual([
    403,
    'NOT_GROUP_MEMBER',
  ]);
});

it('adds once under one key', async () => {
  const { leader } = flock;
  const { assignmentId } = await flock.open();
  const send = (body: object) =>
    leader.call('POST', `/perps/positions/${assignmentId}/add`, body, { 'idempotency-key': 'k' });
  const first = await send({ collateralUsd: '10' });
  const again = await Promise.all([1, 2, 3].map(() => send({ collateralUsd: '10.0' })));
  const same = await send({ collateralUsd: '10' });
  expect([same.status, same.body]).toEqual([200, first.body]);
  expect(same.headers.get('idempotency-replayed')).toBe('true');
  // Bodies are compared as they were sent.
  for (const { status } of again) expect(status).toBe(422);
  expect((await position(leader, assignmentId)).collateralBalanceUsdc).toBe('109.65');
});

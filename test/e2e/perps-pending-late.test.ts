import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { checkFunds } from './perp-flow.ts';
import { type Following, following } from './perp-following.ts';
import {
  act,
  actOn,
  cash,
  checkIdentities,
  type Flock,
  increase,
  type PerpWorld,
  pick,
  position,
  proposal,
  realized,
  reduce,
  refusal,
  startPerpWorld,
} from './perp-world.ts';

/** Answers with a receipt at once. */
let world: PerpWorld;
let flock: Flock;
let follows: Following;
let leader: TestUser;
beforeAll(async () => {
  world = await startPerpWorld({ SKEIN_ORDER_WAIT_MS: '0' });
});
beforeEach(async () => {
  await world.script('ok');
  await world.reset();
  flock = await world.flock({ depositUsd: '10000' });
  follows = following(world, flock);
  ({ leader } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const WHOLE = { reduceFraction: '1', isFullClose: true };
const HALF = { reduceFraction: '0.5', isFullClose: false };
/** The venue answers the next order so much later. */
const later = (mode = 'pending', delayMs = 500) => world.script(mode, { delayMs, count: 1 });
const actionOf = (user: TestUser, { body }: { body: { data: { actionJobId: string } } }) =>
  user.get(`/actions/${body.data.actionJobId}`);
const FAILED = { status: 'FAILED', error: { code: 'FUNDING_REFUNDED' } };

it('a reduction of what is liquidated meanwhile fails', async () => {
  const { assignmentId } = await flock.open();
  await later();
  const answer = await act(leader, assignmentId, 'reduce', HALF);
  expect(answer.status).toBe(202);
  await world.move('93.13');
  expect(await actionOf(leader, answer)).toMatchObject(FAILED);
  const gone = await position(leader, assignmentId);
  // As without it (perps-liquidation).
  expect(realized(gone)).toEqual(['-68.7', '0', '0.675955', '4.6565', '-74.032455', '25.967545']);
  expect(gone.status).toBe('LIQUIDATED');
  expect(await cash(leader)).toBe('9925.967545');
});

it('an addition to what is liquidated meanwhile fails, and its collateral is back', async () => {
  const { assignmentId } = await flock.open();
  await later();
  const answer = await act(leader, assignmentId, 'add', { collateralUsd: '50', leverage: '2' });
  await checkFunds(leader, '9850', '50');
  await world.move('93.13');
  expect(await actionOf(leader, answer)).toMatchObject(FAILED);
  await checkFunds(leader, '9925.967545', '0');
});

it('a close of what is partly liquidated meanwhile closes the rest', async () => {
  const order = { marketSymbol: 'BTC', collateralUsd: '3000', leverage: '20' };
  const { assignmentId } = await flock.open(order);
  await later();
  const answer = await act(leader, assignmentId, 'reduce', WHOLE);
  await world.pin('BTC', '58483');
  await world.drain();
  // Half was sold at 58483 (perps-liquidation), half at the 60000 of submission: 30000 less a fee of
  // 10.5. 2064.057975 − 10.5.
  const closed = await position(leader, assignmentId);
  expect(pick(closed, 'status', 'closeReason')).toEqual(['CLOSED', 'USER']);
  expect(realized(closed)).toEqual([
    '-758.5',
    '0',
    '41.734525',
    '146.2075',
    '-946.442025',
    '2053.557975',
  ]);
  checkIdentities(closed, '3000');
  expect((await actionOf(leader, answer)).trade).toMatchObject({
    action: 'CLOSE',
    sizeBaseLots: '5000',
    notionalUsd: '30000',
  });
});

it('a reduction of what its trigger closes meanwhile fails', async () => {
  const { assignmentId } = await flock.open({ takeProfitPct: '40' });
  await later();
  const answer = await act(leader, assignmentId, 'reduce', HALF);
  await world.move('104');
  expect(await actionOf(leader, answer)).toMatchObject(FAILED);
  const shown = await position(leader, assignmentId);
  expect(pick(shown, 'closeReason', 'isClaimable', 'priceRealizedPnlUsd')).toEqual([
    'TAKE_PROFIT',
    true,
    '40',
  ]);
});

it('an opening is judged at the mark that it meets', async () => {
  await later();
  // 1500 lots for 99.475 at 100, but the mark is 92 when the venue tells: 120 are lost.
  const lost = await flock.propose({ leverage: '15' });
  await world.move('92');
  const [gone] = await leader.get('/perps/positions?filter=all');
  expect(pick(gone, 'status', 'netRealizedPnlUsd')).toEqual(['LIQUIDATED', '-100']);
  expect((await actionOf(leader, lost)).status).toBe('SETTLED');

  await world.reset();
  await later();
  await flock.propose({ takeProfitPct: '40' });
  await world.move('104.5');
  const [taken] = await leader.get('/perps/positions?filter=all');
  expect(pick(taken, 'closeReason', 'entryPriceUsd', 'exitPriceUsd')).toEqual([
    'TAKE_PROFIT',
    '100',
    '104.5',
  ]);
});

it('lots in flight are closed once', async () => {
  const { assignmentId, proposalId } = await flock.open();
  await later();
  const first = await act(leader, assignmentId, 'reduce', HALF);
  // Half is in flight: 0.9 of 1000 are more than the 500 that are free.
  const second = await reduce(leader, assignmentId, '0.9');
  expect(pick(second, 'isFullClose', 'pending')).toEqual([false, false]);
  const PENDING = [400, 'PROPOSAL_PENDING', {}];
  expect(refusal(await act(leader, assignmentId, 'reduce', HALF))).toEqual(PENDING);
  expect(refusal(await act(leader, assignmentId, 'reduce', WHOLE))).toEqual(PENDING);
  expect(refusal(await actOn(leader, proposalId, 'close'))).toEqual(PENDING);
  await world.drain();
  expect((await actionOf(leader, first)).trade).toMatchObject({
    action: 'CLOSE',
    sizeBaseLots: '500',
  });
  expect((await position(leader, assignmentId)).status).toBe('CLOSED');
  expect((await proposal(leader, proposalId)).closedAt).not.toBeNull();
});

it('a proposal with several positions closes as one order', async () => {
  const { proposalId, assignmentId } = await flock.open({ leverage: '2' });
  const second = await increase(leader, proposalId, { leverage: '15' });
  const third = await increase(leader, proposalId, { leverage: '1' });
  await later();
  const answer = await actOn(leader, proposalId, 'close');
  const { actionJobId, results } = answer.body.data;
  expect(results.map((row: object) => pick({ ...row }, 'assignmentId', 'actionJobId'))).toEqual([
    [assignmentId, actionJobId],
    [second.assignmentId, actionJobId],
    [third.assignmentId, actionJobId],
  ]);
  expect((await proposal(leader, proposalId)).closedAt).toBeNull();
  // The second one is liquidated before the venue tells.
  await world.move('94.5');
  const statuses = [];
  for (const id of [assignmentId, second.assignmentId, third.assignmentId]) {
    statuses.push(pick(await position(leader, id), 'status', 'exitPriceUsd'));
  }
  expect(statuses).toEqual([
    ['CLOSED', '100'],
    ['LIQUIDATED', '94.5'],
    ['CLOSED', '100'],
  ]);
  expect((await proposal(leader, proposalId)).closedAt).not.toBeNull();
  expect(await actionOf(leader, answer)).toMatchObject({ status: 'SETTLED', kind: 'perp.close' });
});

it('a subaccount is held while its opening is in flight, and free when that fails', async () => {
  await later('unknown-then-failed', 300);
  expect((await flock.propose()).body.data.subaccountIndex).toBe(1);
  expect((await flock.open()).subaccountIndex).toBe(2);
  await world.drain();
  expect((await flock.open()).subaccountIndex).toBe(1);
  expect((await flock.open()).subaccountIndex).toBe(3);
});

it('a call is followed once its opening is final', async () => {
  const ada = await follows.follower();
  await later();
  const answer = await flock.propose();
  expect(await follows.history(ada)).toEqual([]);
  expect(await ada.get(`/perps/proposals?groupId=${flock.groupId}`)).toEqual([]);
  await world.drain();
  const { proposalId } = await actionOf(leader, answer);
  const [follow] = await follows.history(ada);
  expect(pick({ ...follow }, 'status', 'proposalId', 'leaderTradeId')).toEqual([
    'FILLED',
    proposalId,
    answer.body.data.actionJobId,
  ]);
});

it('a follow in flight is unknown until it fills, and then makes the exit that it missed', async () => {
  const mirror = await follows.follower({ mirrorExits: true });
  const keeper = await follows.follower();
  await follows.hold();
  const { proposalId } = await flock.open();
  await world.script('unknown-then-filled', { delayMs: 1_500, count: 2 });
  await world.test.sandbox('PUT', '/follow', { hold: false });
  for (const user of [mirror, keeper]) {
    await eventually('the follow is in flight', async () => {
      return (await follows.result(user))[0] === 'UNKNOWN';
    });
    await checkFunds(user, '950', '50');
  }
  const closed = await leader.post(`/perps/proposals/${proposalId}/close`);
  expect(closed.pending).toBe(false);
  await world.drain();
  const [exit, entry] = await follows.history(mirror);
  expect(pick({ ...entry }, 'side', 'status')).toEqual(['LONG', 'FILLED']);
  expect(pick({ ...exit }, 'side', 'status', 'leaderTradeId')).toEqual([
    'CLOSE',
    'FILLED',
    closed.actionJobId,
  ]);
  // In and out at 100: fees of 0.175 each.
  expect(await cash(mirror)).toBe('999.65');
  expect((await follows.held(keeper)).status).toBe('OPEN');
  expect(await follows.history(keeper)).toHaveLength(1);
});

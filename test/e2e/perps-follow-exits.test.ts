import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type Following, following } from './perp-following.ts';
import {
  act,
  cash,
  closeAll,
  type Flock,
  increase,
  type PerpWorld,
  pick,
  position,
  reduce,
  setTriggers,
  startPerpWorld,
} from './perp-world.ts';

let world: PerpWorld;
let flock: Flock;
let follows: Following;
let leader: TestUser;
beforeAll(async () => {
  world = await startPerpWorld();
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock();
  follows = following(world, flock);
  ({ leader } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const mirror = (more: object = {}) => follows.follower({ mirrorExits: true, ...more });
const lots = async (user: TestUser) => (await follows.held(user)).currentSizeBaseLots;
/** A call of 1000 lots, which everybody follows with 500. */
async function call(body: object = {}) {
  const opened = await flock.open(body);
  await world.drain();
  return opened;
}

it('a reduction and the close take the same fraction of what the follow still holds', async () => {
  const [ada, keeper] = [await mirror(), await follows.follower()];
  const { assignmentId, proposalId } = await call();
  await world.pin('SOL', '103');
  const { actionJobId } = await reduce(leader, assignmentId, '0.333');
  await world.drain();
  // 333 of 1000: 166.5 of 500 → 166. 1.66 × 3 = 4.98, fee 170.98 × 0.00035 = 0.059843.
  const [exit] = await follows.history(ada);
  expect(exit).toMatchObject({
    vertical: 'PERP',
    side: 'CLOSE',
    status: 'FILLED',
    proposalId,
    leaderTradeId: actionJobId,
    trade: {
      action: 'REDUCE',
      sizeBaseLots: '166',
      priceUsd: '103',
      pricePnlUsd: '4.98',
      feeUsd: '0.059843',
      collateralOutUsd: '0',
    },
  });
  expect([await lots(ada), await lots(keeper)]).toEqual(['334', '500']);
  // 400 of the 667 that are left: 334 × 400 ÷ 667 = 200.29… → 200.
  await reduce(leader, assignmentId, '0.6');
  await world.drain();
  expect(await lots(ada)).toBe('134');
  await leader.post(`/perps/proposals/${proposalId}/close`);
  await world.drain();
  const gone = await follows.held(ada);
  expect(pick(gone, 'status', 'closeReason', 'isClaimable')).toEqual(['CLOSED', 'USER', false]);
  // 5 × 3; fees 0.175 and of 170.98, 206 and 138.02: 0.059843 + 0.0721 + 0.048307.
  expect(pick(gone, 'priceRealizedPnlUsd', 'totalFeesUsd', 'finalCollateralReturned')).toEqual([
    '15',
    '0.35525',
    '64.64475',
  ]);
  expect(await cash(ada)).toBe('1014.64475');
  expect([await lots(keeper), (await follows.history(keeper)).length]).toEqual(['500', 1]);
});

it('a full close of the leader’s position is mirrored like the close of the call', async () => {
  const ada = await mirror();
  const { assignmentId } = await call({ side: 'SHORT' });
  await closeAll(leader, assignmentId);
  await world.drain();
  expect((await follows.held(ada)).status).toBe('CLOSED');
});

it('has no price guard, and what is too small for a lot is left', async () => {
  const ada = await mirror({ amountUsd: '5' });
  const { assignmentId } = await call({ leverage: '2' });
  await world.pin('SOL', '160');
  // 99 of 200 lots: 10 × 99 ÷ 200 = 4.95 → 4.
  await reduce(leader, assignmentId, '0.495');
  await world.drain();
  expect(pick(await follows.held(ada), 'currentSizeBaseLots', 'exitPriceUsd')).toEqual([
    '6',
    '160',
  ]);
  // 1 of 101: 6 ÷ 101 is no lot.
  await reduce(leader, assignmentId, '0.01');
  await world.drain();
  expect(await follows.result(ada)).toEqual(['SKIPPED', 'BELOW_MINIMUM']);
  expect(await lots(ada)).toBe('6');
});

it('leaves a position alone that the member has reduced or added to by hand', async () => {
  const [less, more, margin, whole] = [
    await mirror(),
    await mirror(),
    await mirror(),
    await mirror(),
  ];
  const { proposalId } = await call();
  const id = async (user: TestUser): Promise<string> => (await follows.held(user)).id;
  await reduce(less, await id(less), '0.5');
  await act(more, await id(more), 'add', { collateralUsd: '10', leverage: '2' });
  await act(margin, await id(margin), 'add', { collateralUsd: '10' });
  await leader.post(`/perps/proposals/${proposalId}/close`);
  await world.drain();
  expect(await lots(less)).toBe('250');
  expect(await lots(more)).toBe('520');
  expect(await lots(margin)).toBe('500');
  expect((await follows.held(whole)).status).toBe('CLOSED');
  for (const user of [less, more, margin]) expect(await follows.history(user)).toHaveLength(1);
});

it('leaves positions alone that were opened by hand under the same call', async () => {
  const ada = await mirror();
  const { proposalId } = await call();
  const own = await increase(ada, proposalId, { collateralUsd: '20' });
  await leader.post(`/perps/proposals/${proposalId}/close`);
  await world.drain();
  const all = await ada.get('/perps/positions?filter=all');
  const statuses = all.map(({ id, status }: { id: string; status: string }) => [
    id === own.assignmentId,
    status,
  ]);
  expect(statuses).toEqual([
    [true, 'OPEN'],
    [false, 'CLOSED'],
  ]);
});

it('mirrors the first position of the leader only', async () => {
  const ada = await mirror();
  const { proposalId } = await call();
  const second = await increase(leader, proposalId);
  await closeAll(leader, second.assignmentId);
  await world.drain();
  expect(await lots(ada)).toBe('500');
});

it('a trigger of the leader is mirrored to those without triggers of their own', async () => {
  const [plain, own, gone, keeper] = [
    await mirror(),
    await mirror(),
    await mirror(),
    await follows.follower(),
  ];
  const { assignmentId } = await call({ takeProfitPct: '200' });
  const id = async (user: TestUser): Promise<string> => (await follows.held(user)).id;
  // Setting triggers is no trade: the position is still followed.
  expect((await setTriggers(own, await id(own), { stopLossPct: '60' })).status).toBe(200);
  await setTriggers(gone, await id(gone), { stopLossPct: '60' });
  await setTriggers(gone, await id(gone), { stopLossPct: null, takeProfitPct: null });
  await setTriggers(leader, assignmentId, { stopLossPct: '20' });
  await world.move('98');
  expect((await position(leader, assignmentId)).closeReason).toBe('STOP_LOSS');
  const shown = [];
  for (const user of [plain, own, gone, keeper]) {
    shown.push(pick(await follows.held(user), 'status', 'exitPriceUsd'));
  }
  expect(shown).toEqual([
    ['CLOSED', '98'],
    ['OPEN', null],
    ['CLOSED', '98'],
    ['OPEN', null],
  ]);
  expect(await follows.history(own)).toHaveLength(1);
});

it('a take-profit of the leader pays the follower at once', async () => {
  const ada = await mirror();
  const { assignmentId } = await call();
  await setTriggers(leader, assignmentId, { takeProfitPct: '40' });
  await world.move('104');
  expect((await position(leader, assignmentId)).isClaimable).toBe(true);
  // 5 × 4 = 20; fees 0.175 and 520 × 0.00035 = 0.182.
  expect(pick(await follows.held(ada), 'status', 'isClaimable', 'netRealizedPnlUsd')).toEqual([
    'CLOSED',
    false,
    '19.643',
  ]);
  expect(await cash(ada)).toBe('1019.643');
});

it('a follower who has left is not mirrored, and exits by hand', async () => {
  const ada = await mirror();
  const { proposalId } = await call();
  await ada.post(`/groups/${flock.groupId}/leave`);
  await leader.post(`/perps/proposals/${proposalId}/close`);
  await world.drain();
  const held = await follows.held(ada);
  expect(held.status).toBe('OPEN');
  await closeAll(ada, held.id);
  expect(await cash(ada)).toBe('999.65');
});

it('one who switches mirroring off while an exit waits keeps', async () => {
  const ada = await mirror();
  const { proposalId } = await call();
  await follows.hold();
  await leader.post(`/perps/proposals/${proposalId}/close`);
  await follows.autoBuy(ada, { mirrorExits: false });
  await follows.release();
  expect(await follows.result(ada)).toEqual(['SKIPPED', 'DISABLED']);
  expect(await lots(ada)).toBe('500');
});

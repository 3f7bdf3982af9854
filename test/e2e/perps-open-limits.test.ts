import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  act,
  actOn,
  cash,
  closeAll,
  type Flock,
  increase,
  type PerpWorld,
  position,
  refusal,
  startPerpWorld,
} from './perp-world.ts';

let world: PerpWorld;
let flock: Flock;
let leader: TestUser;
beforeAll(async () => {
  world = await startPerpWorld();
  flock = await world.flock();
  ({ leader } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const small = { collateralUsd: '5', leverage: '2' };
const indexOf = async (user: TestUser, id: string): Promise<number> =>
  (await position(user, id)).subaccountIndex;
const LIMIT = [400, 'POSITION_LIMIT', { limit: 100 }];

it('gives every position the lowest index that is free, up to 100', async () => {
  const first = await flock.open(small);
  const second = await flock.open({ ...small, marketSymbol: 'BTC' });
  expect([first.subaccountIndex, second.subaccountIndex]).toEqual([1, 2]);
  // 98 at once, by proposals and by joins; each has an index of its own.
  const rest = await Promise.all(
    Array.from({ length: 98 }, (_, n) =>
      n % 2 === 0 ? flock.open(small) : increase(leader, first.proposalId, small),
    ),
  );
  const indices = rest.map(({ subaccountIndex }) => subaccountIndex);
  expect(indices.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 98 }, (_, n) => n + 3));
  expect(await cash(leader)).toBe('500');

  expect(refusal(await flock.propose(small))).toEqual(LIMIT);
  expect(refusal(await actOn(leader, first.proposalId, 'increase', small))).toEqual(LIMIT);
  // What is open may grow; another user has indices of their own.
  expect((await act(leader, first.assignmentId, 'add', { collateralUsd: '5' })).status).toBe(200);
  expect((await increase(flock.member, first.proposalId, small)).subaccountIndex).toBe(1);

  // Freed in whatever order, the lowest comes first.
  const byIndex = new Map(
    rest.map(({ subaccountIndex, assignmentId }) => [subaccountIndex, assignmentId]),
  );
  for (const index of [58, 38, 100]) await closeAll(leader, byIndex.get(index));
  const again = [];
  for (let n = 0; n < 3; n++) again.push((await flock.open(small)).subaccountIndex);
  expect(again).toEqual([38, 58, 100]);
  expect(refusal(await flock.propose(small))).toEqual(LIMIT);
});

it('keeps the index of a take-profit until it is claimed', async () => {
  const user = (await world.flock()).leader;
  const group = await user.post('/groups', { name: 'Own', groupAccessType: 'PUBLIC' });
  const open = (body: object) =>
    user.post('/perps/proposals', {
      groupId: group.groupId,
      marketSymbol: 'PUMP',
      side: 'LONG',
      ...small,
      ...body,
    });
  const taken = await open({ takeProfitPct: '10' });
  const stopped = await open({ side: 'SHORT', stopLossPct: '10' });
  await world.pin('PUMP', '0.0016');
  await world.drain();
  const shown = await position(user, taken.assignmentId);
  expect([shown.closeReason, shown.isClaimable]).toEqual(['TAKE_PROFIT', true]);
  expect((await position(user, stopped.assignmentId)).closeReason).toBe('STOP_LOSS');
  // 1 is not drained, 2 is free at once.
  const next = [await open({}), await open({})];
  expect(next.map(({ subaccountIndex }) => subaccountIndex)).toEqual([2, 3]);
  await user.post(`/perps/positions/${taken.assignmentId}/claim`);
  expect((await open({})).subaccountIndex).toBe(1);
  expect(await indexOf(user, taken.assignmentId)).toBe(1);
});

it('gives the index of what is liquidated again', async () => {
  const { leader: user, open } = await world.flock();
  const lost = await open({ collateralUsd: '5', leverage: '15' });
  const kept = await open({ collateralUsd: '5', leverage: '1' });
  await world.move('90');
  expect((await position(user, lost.assignmentId)).status).toBe('LIQUIDATED');
  expect([lost.subaccountIndex, kept.subaccountIndex]).toEqual([1, 2]);
  expect((await open({ collateralUsd: '5' })).subaccountIndex).toBe(1);
});

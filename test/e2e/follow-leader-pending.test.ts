import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { type FollowWorld, mintOf, SOL, startFollowWorld } from './follow-world.ts';

let world: FollowWorld;
let ada: TestUser;
beforeAll(async () => {
  // The answer of the leader does not wait for the venue.
  world = await startFollowWorld({ SKEIN_ORDER_WAIT_MS: '0' });
  ada = await world.member('ada', { amountUsd: '40', mirrorExits: true });
});
afterAll(() => world.stop());

const script = (mode: string) =>
  world.service.sandbox('PUT', '/venues/spot/behaviour', { mode, delayMs: 700, count: 1 });
const call = (mint: string) =>
  world.leader.call('POST', '/spot/proposals', {
    groupId: world.groupId,
    contractAddress: mint,
    amountUsd: '100',
  });
const openProposals = () =>
  world.leader.get(`/spot/proposals?groupId=${world.groupId}&status=open`);

test('a call is followed when its opening buy is final, by those who follow at that instant', async () => {
  await script('unknown-then-filled');
  const { status, body } = await call(SOL);
  expect([status, body.data.proposal, body.data.trade]).toEqual([202, null, null]);
  expect(body.data.pending).toBe(true);
  expect([await world.history(ada), await openProposals()]).toEqual([[], []]);
  // Between the order and its fill: in time for the fill.
  const late = await world.member('late', { amountUsd: '20' });
  await ada.post(`/groups/${world.groupId}/auto-buy`, { enabled: false });
  await world.drain();
  const [follow] = await world.history(late);
  expect([follow?.status, follow?.leaderTradeId]).toEqual(['FILLED', body.data.actionJobId]);
  expect(await world.history(ada)).toEqual([]);
  await world.autoBuy(ada, { amountUsd: '40', mirrorExits: true });
  await world.service.audit();
});

test('an opening that fails is no call: no proposal, no follow, the money is back', async () => {
  const before = await world.cash(world.leader);
  const JUP = mintOf('JUP');
  await script('unknown-then-failed');
  const { body } = await call(JUP);
  await world.drain();
  const action = await world.leader.get(`/actions/${body.data.actionJobId}`);
  expect([action.status, action.error.code]).toEqual(['FAILED', 'FUNDING_REFUNDED']);
  expect(await world.history(ada)).toEqual([]);
  expect(await world.cash(world.leader)).toBe(before);
  // The token is free for another call.
  expect((await call(JUP)).status).toBe(201);
  await world.drain();
  expect(await world.result(ada)).toEqual(['FILLED', undefined]);
  await world.service.audit();
});

test('a close is mirrored when its sale is final, and not when it fails', async () => {
  const jup = (await world.history(ada))[0]?.proposalId ?? '';
  const close = () => world.leader.call('POST', `/spot/proposals/${jup}/close`);
  await script('unknown-then-failed');
  expect((await close()).status).toBe(202);
  await world.drain();
  expect((await world.history(ada)).map(({ side }) => side)).toEqual(['BUY']);
  const still = await world.leader.get(`/spot/proposals/${jup}`);
  expect(still.proposal.closedAt).toBeNull();

  await script('unknown-then-filled');
  expect((await close()).status).toBe(202);
  expect((await world.history(ada)).map(({ side }) => side)).toEqual(['BUY']);
  await eventually('the exit is there', async () => (await world.history(ada)).length === 2);
  await world.drain();
  expect((await world.history(ada)).map(({ side, status }) => [side, status])).toEqual([
    ['SELL', 'FILLED'],
    ['BUY', 'FILLED'],
  ]);
  expect(await world.units(ada, mintOf('JUP'))).toBe('0');
  await world.service.audit();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type FollowWorld, SOL, startFollowWorld } from './follow-world.ts';

let world: FollowWorld;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  world = await startFollowWorld();
  ada = await world.member('ada', { amountUsd: '40', mirrorExits: true });
  bob = await world.member('bob', { amountUsd: '40', mirrorExits: true });
});
afterAll(() => world.stop());

test('what a follow bought is the own position: sold by hand, with the own profit', async () => {
  const { proposalId } = await world.open();
  await world.drain();
  await world.service.pin(SOL, '250');
  // 0.199 SOL at 250: gross 49.75, fee 0.24875, in 49.50125; cost 40: profit 9.50125.
  const { trade } = await ada.post(`/spot/proposals/${proposalId}/sell`, { max: true });
  expect(trade).toMatchObject({
    tradeType: 'SELL',
    tokenAmount: '0.199',
    totalCostUsd: '49.75',
    svcFeeUsd: '0.24875',
    pnlUsd: '9.50125',
    // 9.50125 ÷ 40
    pnlPct: '23.753125',
  });
  expect(await world.cash(ada)).toBe('1009.50125');
  expect((await world.history(ada)).map(({ side }) => side)).toEqual(['BUY']);
});

test('the leader who closes later sells nothing of it, and follows of others go on', async () => {
  const [open] = await world.leader.get(`/spot/proposals?groupId=${world.groupId}&status=open`);
  await world.close(open.proposal.id);
  await world.drain();
  expect((await world.history(ada)).map(({ side }) => side)).toEqual(['BUY']);
  expect(await world.cash(ada)).toBe('1009.50125');
  expect((await world.history(bob)).map(({ side }) => side)).toEqual(['SELL', 'BUY']);
  await world.service.audit();
});

test('a member who was kicked still sells what follows bought, but buys no more', async () => {
  const { proposalId } = await world.open();
  await world.drain();
  await world.leader.post(`/groups/${world.groupId}/members/${ada.userId}/kick`);
  const refused = await ada.call('POST', `/spot/proposals/${proposalId}/buy`, { amountUsd: '5' });
  expect([refused.status, refused.body.code]).toEqual([403, 'NOT_GROUP_MEMBER']);
  await world.sell(ada, proposalId, { max: true });
  expect(await world.units(ada)).toBe('0');
  await world.close(proposalId);
  await world.drain();
  await world.service.audit();
});

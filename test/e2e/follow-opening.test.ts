import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type FollowWorld, mintOf, SOL, startFollowWorld } from './follow-world.ts';

let world: FollowWorld;
/** Who enables auto-buy while the first call is being followed. */
let late: TestUser;
beforeAll(async () => {
  world = await startFollowWorld();
});
afterAll(() => world.stop());

test('every member with auto-buy at that instant follows, each with the own amount, no one else', async () => {
  const { leader, autoBuy, history, cash, units } = world;
  await autoBuy(leader, { amountUsd: '70' });
  const ada = await world.member('ada', { amountUsd: '25' });
  const bob = await world.member('bob', { amountUsd: '33.333333' });
  const off = await world.member('off', { amountUsd: '25' });
  await off.post(`/groups/${world.groupId}/auto-buy`, { enabled: false });
  const plain = await world.member('plain');
  const gone = await world.member('gone', { amountUsd: '25' });
  await gone.post(`/groups/${world.groupId}/leave`);
  const stranger = await world.service.user('stranger');

  await world.hold(true);
  const call = await world.open(SOL, '100');
  // After the call and before any worker has looked: too late for this call.
  await autoBuy(plain, { amountUsd: '25' });
  late = await world.member('late', { amountUsd: '25' });
  for (const user of [ada, bob]) {
    expect(await history(user)).toMatchObject([{ status: 'QUEUED', leaderTradeId: call.tradeId }]);
  }
  await world.release();

  // Ada: fee 25 × 0.5 % = 0.125, (25 − 0.125) ÷ 200 = 0.124375 SOL.
  const [follow, ...more] = await history(ada);
  expect(more).toEqual([]);
  expect(follow).toEqual({
    id: follow?.id,
    vertical: 'SPOT',
    proposalId: call.proposalId,
    leaderTradeId: call.tradeId,
    side: 'BUY',
    status: 'FILLED',
    trade: {
      ...follow?.trade,
      tradeType: 'BUY',
      tokenAmount: '0.124375',
      pricePerTokenUsd: '200',
      totalCostUsd: '25',
      svcFeeUsd: '0.125',
      pnlUsd: '0',
    },
    createdAt: follow?.createdAt,
    // The clock stands: made at the very instant of the call.
    settledAt: follow?.createdAt,
  });
  expect([await cash(ada), await units(ada)]).toEqual(['975', '124375000']);
  // Bob: fee 33.333333 × 0.5 % = 0.166666665 up to 0.166667; 33.166666 ÷ 200 = 0.16583333 SOL.
  expect([await cash(bob), await units(bob)]).toEqual(['966.666667', '165833330']);
  const [bobs] = await history(bob);
  expect(bobs?.trade).toMatchObject({ totalCostUsd: '33.333333', svcFeeUsd: '0.166667' });
  // The leader has the opening buy alone: fee 0.5, 99.5 ÷ 200 = 0.4975 SOL.
  expect([await cash(leader), await units(leader)]).toEqual(['99900', '497500000']);
  expect(await history(leader)).toEqual([]);
  for (const user of [off, plain, late]) {
    expect([await history(user), await cash(user)]).toEqual([[], '1000']);
  }
  expect([await history(gone), await cash(gone)]).toEqual([[], '1000']);
  expect(await cash(stranger)).toBe('1000');
  const { proposal, participantCount } = await leader.get(`/spot/proposals/${call.proposalId}`);
  expect([participantCount, proposal.trades.length]).toEqual([3, 3]);
  await world.service.audit();
});

test('who was too late for one call follows the next, and nothing of the past is bought', async () => {
  const { leader, groupId, history, cash } = world;
  const [open] = await leader.get(`/spot/proposals?groupId=${groupId}&status=open`);
  await world.close(open.proposal.id);
  await world.drain();
  const members = await leader.get(`/groups/${groupId}/members`);
  const following = members.flatMap((member: { autoBuyEnabled: boolean; username: string }) =>
    member.autoBuyEnabled ? [member.username] : [],
  );
  expect(following.sort()).toEqual(['ada', 'bob', 'late', 'leader', 'plain']);
  const call = await world.open(SOL, '100');
  await world.drain();
  const follows = await history(late);
  expect(follows.map(({ leaderTradeId, status }) => [leaderTradeId, status])).toEqual([
    [call.tradeId, 'FILLED'],
  ]);
  // 1000 − 25, of the second call alone.
  expect(await cash(late)).toBe('975');
  expect(await history(leader)).toEqual([]);
  await world.service.audit();
});

test('the leader follows the call of another leader', async () => {
  const { leader, groupId, service, cash, history } = world;
  const second = await world.member('second');
  await leader.post(`/groups/${groupId}/members/${second.userId}/promote`, { to: 'LEADER' });
  const mint = mintOf('JUP');
  await service.pin(mint, '0.5');
  const before = await cash(leader);
  const { trade } = await second.post('/spot/proposals', {
    groupId,
    contractAddress: mint,
    amountUsd: '10',
  });
  await world.drain();
  const [follow] = await history(leader);
  expect(follow).toMatchObject({ leaderTradeId: trade.id, status: 'FILLED' });
  // 70 leave the wallet: fee 0.35, 69.65 ÷ 0.5 = 139.3 JUP.
  expect(Number(before) - Number(await cash(leader))).toBe(70);
  expect(await world.units(leader, mint)).toBe('139300000');
  expect(await history(second)).toEqual([]);
  await service.audit();
});

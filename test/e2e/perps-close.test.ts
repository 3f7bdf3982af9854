import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  actOn,
  at,
  cash,
  closeAll,
  type Flock,
  increase,
  type PerpWorld,
  pick,
  position,
  proposal,
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

const CLOSED = [400, 'PROPOSAL_CLOSED', {}];
const size = { collateralUsd: '100', leverage: '10' };
const autoBuy = (body: object = {}) =>
  flock.member.post(`/groups/${flock.groupId}/auto-buy`, {
    enabled: true,
    amountUsd: '50',
    ...body,
  });

it('closes the position of the creator and takes no more entries', async () => {
  const { leader, member } = flock;
  const { assignmentId, proposalId } = await flock.open();
  const joined = await increase(member, proposalId, { collateralUsd: '50' });
  await world.pin('SOL', '104');
  await world.at(at('16:01:00.000'));
  const { status, body } = await actOn(leader, proposalId, 'close');
  expect(status).toBe(200);
  const { actionJobId } = body.data;
  // 40 gained, fee 1040 × 0.00035 = 0.364: 40 − 0.35 − 0.364.
  expect(body.data).toEqual({
    success: true,
    results: [
      {
        assignmentId,
        proposalId,
        subaccountIndex: 1,
        txSignature: `paper_${actionJobId}`,
        marketSymbol: 'SOL',
        side: 'LONG',
        closePnlUsd: '39.286',
        closePnlPct: '39.286',
        closeProceedsUsd: '139.286',
        closedBaseUnits: '10',
        isFullClose: true,
        pending: false,
        actionJobId,
      },
    ],
    pending: false,
    actionJobId: expect.any(String),
  });
  expect(await cash(leader)).toBe('1039.286');
  expect((await leader.get(`/actions/${actionJobId}`)).kind).toBe('perp.close');
  expect(await position(leader, assignmentId)).toMatchObject({
    status: 'CLOSED',
    closeReason: 'USER',
    closedAt: at('16:01:00.000'),
  });
  expect(await proposal(member, proposalId)).toMatchObject({
    closedAt: at('16:01:00.000'),
    exitPnlUsd: '39.286',
    exitPnlPct: '39.286',
    participantCount: 1,
    totalParticipantCount: 2,
  });
  // Joiners are locked out; what they have is theirs.
  expect(refusal(await actOn(member, proposalId, 'increase', size))).toEqual(CLOSED);
  expect(refusal(await actOn(leader, proposalId, 'increase', size))).toEqual(CLOSED);
  const held = await position(member, joined.assignmentId);
  expect(pick(held, 'status', 'currentSizeBaseLots')).toEqual(['OPEN', '500']);
  expect(refusal(await actOn(leader, proposalId, 'close'))).toEqual(CLOSED);
  const own = await closeAll(member, joined.assignmentId);
  // 20 − 0.175 − 0.182
  expect(own.closePnlUsd).toBe('19.643');
  const open = await leader.get(`/perps/proposals?groupId=${flock.groupId}&status=open`);
  const closed = await leader.get(`/perps/proposals?groupId=${flock.groupId}&status=closed`);
  expect([open.length, closed.length]).toEqual([0, 1]);
});

it('closes all positions that the creator has under it, each with its result', async () => {
  const { leader } = flock;
  const first = await flock.open({ side: 'SHORT' });
  const { proposalId } = first;
  const second = await increase(leader, proposalId, { collateralUsd: '50', leverage: '4' });
  const third = await increase(leader, proposalId, { collateralUsd: '30', leverage: '1' });
  await flock.open({ collateralUsd: '20' });
  await world.pin('SOL', '98');
  const { results, success } = await leader.post(`/perps/proposals/${proposalId}/close`);
  expect(success).toBe(true);
  // 10 × 2 − 0.35 − 0.343; 2 × 2 − 0.07 − 0.0686; 0.3 × 2 − 0.0105 − 0.01029.
  expect(results.map((row: object) => pick({ ...row }, 'assignmentId', 'closePnlUsd'))).toEqual([
    [first.assignmentId, '19.307'],
    [second.assignmentId, '3.8614'],
    [third.assignmentId, '0.57921'],
  ]);
  // 23.74761 of 180.
  expect(await proposal(leader, proposalId)).toMatchObject({
    exitPnlUsd: '23.74761',
    exitPnlPct: '13.193116666666666667',
  });
  // 1000 + 23.74761 − 20 of the other proposal, whose subaccount alone is in use.
  expect(await cash(leader)).toBe('1003.74761');
  const indices = [];
  for (let n = 0; n < 3; n++) indices.push((await flock.open(size)).subaccountIndex);
  expect(indices).toEqual([1, 2, 3]);
});

it('is for the creator alone, also after leaving the group', async () => {
  const { leader, member } = flock;
  await flock.promote(member);
  const outsider = await world.user();
  const { proposalId } = await flock.open({}, member);
  expect(refusal(await actOn(leader, proposalId, 'close'))).toEqual([403, 'CREATOR_REQUIRED', {}]);
  expect(refusal(await actOn(outsider, proposalId, 'close'))).toEqual([
    403,
    'NOT_GROUP_MEMBER',
    {},
  ]);
  const nowhere = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
  expect(refusal(await actOn(leader, nowhere, 'close'))).toEqual([404, 'NOT_FOUND', {}]);
  await member.post(`/groups/${flock.groupId}/leave`);
  const { body } = await actOn(member, proposalId, 'close');
  expect(body.data.results).toHaveLength(1);
  expect(refusal(await actOn(leader, proposalId, 'close'))).toEqual([403, 'CREATOR_REQUIRED', {}]);
});

it('takes no body, an empty one, or {}', async () => {
  for (const body of [undefined, '', {}]) {
    const { proposalId } = await flock.open({ collateralUsd: '5' });
    expect((await actOn(flock.leader, proposalId, 'close', body as object)).status).toBe(200);
  }
});

it('leaves followers alone who do not mirror exits, and sells what others follow', async () => {
  const { leader, member } = flock;
  const mirror = await world.user();
  await flock.join(mirror);
  await autoBuy();
  await mirror.post(`/groups/${flock.groupId}/auto-buy`, {
    enabled: true,
    amountUsd: '50',
    mirrorExits: true,
  });
  const { proposalId } = await flock.open();
  await world.drain();
  expect((await proposal(leader, proposalId)).participantCount).toBe(3);
  await leader.post(`/perps/proposals/${proposalId}/close`);
  await world.drain();
  const [left] = await member.get('/perps/positions?filter=all');
  const [sold] = await mirror.get('/perps/positions?filter=all');
  expect([left.status, sold.status, sold.closeReason]).toEqual(['OPEN', 'CLOSED', 'USER']);
  expect((await proposal(leader, proposalId)).participantCount).toBe(1);
});

it('closes the call with the first position of its creator, however that ends', async () => {
  const { leader } = flock;
  const { assignmentId, proposalId } = await flock.open();
  const second = await increase(leader, proposalId, { collateralUsd: '50' });
  await closeAll(leader, second.assignmentId);
  expect((await proposal(leader, proposalId)).closedAt).toBeNull();
  await closeAll(leader, assignmentId);
  expect((await proposal(leader, proposalId)).closedAt).not.toBeNull();
  expect(refusal(await actOn(leader, proposalId, 'close'))).toEqual(CLOSED);
});

it('answers a key once', async () => {
  const { leader } = flock;
  const { proposalId } = await flock.open();
  const send = () =>
    leader.call('POST', `/perps/proposals/${proposalId}/close`, undefined, {
      'idempotency-key': 'end',
    });
  const answers = await Promise.all([send(), send(), send()]);
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([200, answers[0]?.body]);
  }
  expect(await cash(leader)).toBe('999.3');
});

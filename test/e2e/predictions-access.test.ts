import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  act,
  cash,
  done,
  type Flock,
  type PredictionWorld,
  refusal,
  seen,
  startPredictionWorld,
} from './prediction-world.ts';

let world: PredictionWorld;
let flock: Flock;

beforeAll(async () => {
  world = await startPredictionWorld();
});
beforeEach(async () => {
  await world.pin('0.5');
  flock = await world.flock();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const LEADER_REQUIRED = [403, 'LEADER_REQUIRED', {}];
const NOT_MEMBER = [403, 'NOT_GROUP_MEMBER', {}];
const SUSPENDED = [403, 'SUBSCRIPTION_REQUIRED', {}];
const NOWHERE = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';

const propose = async (body: object, user: TestUser) => refusal(await flock.propose(body, user));
const tried = async (...order: Parameters<typeof act>) => refusal(await act(...order));
const kick = (user: TestUser) =>
  flock.leader.post(`/groups/${flock.groupId}/members/${user.userId}/kick`);

/** Puts a group or one of its members into a state that no route leads to from here. */
async function put(statement: string, values: readonly string[]): Promise<void> {
  const client = new pg.Client(world.test.database.clientConfig);
  await client.connect();
  try {
    const { rowCount } = await client.query(statement, [...values]);
    expect(rowCount).toBe(1);
  } finally {
    await client.end();
  }
}
const member = (set: string, user: TestUser) =>
  put(`update membership set ${set} where group_id = $1 and user_id = $2`, [
    flock.groupId,
    user.userId,
  ]);

it('proposing is for leaders of the group, as they are at the moment', async () => {
  const outsider = await world.user();
  expect(await propose({}, flock.member)).toEqual(LEADER_REQUIRED);
  expect(await propose({}, outsider)).toEqual(NOT_MEMBER);
  for (const groupId of [NOWHERE, 'none']) {
    expect(await propose({ groupId }, flock.leader)).toEqual(NOT_MEMBER);
  }
  await flock.promote(flock.member);
  const { proposal } = await flock.open({}, flock.member);
  expect(proposal.createdById).toBe(flock.member.userId);
  await flock.leader.post(`/groups/${flock.groupId}/members/${flock.member.userId}/demote`);
  expect(await propose({ isYes: false }, flock.member)).toEqual(LEADER_REQUIRED);
  expect([await cash(flock.leader), await cash(outsider)]).toEqual(['1000', '1000']);
});

it('an admin who does not lead cannot propose, but close', async () => {
  const { proposal } = await flock.open();
  await member("member_type = 'MEMBER', is_admin = true", flock.member);
  expect(await propose({ isYes: false }, flock.member)).toEqual(LEADER_REQUIRED);
  const closed = await done(flock.member, proposal.id, 'close');
  expect([closed.proposal.status, closed.trade]).toEqual(['CLOSED', null]);
});

it('predicting is for members', async () => {
  const outsider = await world.user();
  const { proposal } = await flock.open();
  const buy = { amountUsd: '41' };
  expect(await tried(outsider, proposal.id, 'predict', buy)).toEqual(NOT_MEMBER);
  expect(await tried(flock.member, NOWHERE, 'predict', buy)).toEqual([404, 'NOT_FOUND', {}]);
  expect(await tried(flock.member, 'none', 'predict', buy)).toEqual([404, 'NOT_FOUND', {}]);
  await flock.join(outsider);
  const { trade, pending, actionJobId } = await done(outsider, proposal.id, 'predict', buy);
  expect([trade.tokenAmount, pending, actionJobId]).toEqual(['80', false, trade.id]);
  expect([await cash(outsider), (await seen(outsider, proposal.id)).participantCount]).toEqual([
    '959',
    2,
  ]);
});

it('closing is for leaders and admins; the creator sells out with it', async () => {
  const { proposal } = await flock.open();
  await done(flock.member, proposal.id, 'predict', { amountUsd: '41' });
  expect(await tried(flock.member, proposal.id, 'close')).toEqual(LEADER_REQUIRED);
  expect(await tried(await world.user(), proposal.id, 'close')).toEqual(NOT_MEMBER);
  expect(await tried(flock.leader, NOWHERE, 'close')).toEqual([404, 'NOT_FOUND', {}]);
  await done(flock.leader, proposal.id, 'sell', { amountUsd: '10' });
  await world.pin('0.6');
  await world.at('2026-03-03T15:31:00.000Z');
  const closed = await done(flock.leader, proposal.id, 'close');
  // The 60 that are left: 36, fee 60 × 0.05 × 0.24 = 0.72; cost 41 × 60 ÷ 80 = 30.75;
  // 35.28 − 30.75 = 4.53, of 30.75 = 14.7317073170731707317…%
  expect(closed.trade).toMatchObject({
    proposalId: proposal.id,
    tradeType: 'SELL',
    tokenAmount: '60',
    pricePerTokenUsd: '0.6',
    totalCostUsd: '36',
    venueFeeUsd: '0.72',
    pnlUsd: '4.53',
    pnlPct: '14.731707317073170732',
  });
  expect([closed.pending, closed.actionJobId]).toEqual([false, closed.trade.id]);
  expect(closed.proposal).toEqual({
    ...proposal,
    status: 'CLOSED',
    updatedAt: '2026-03-03T15:31:00.000Z',
  });
  // 1000 − 41 + 10 − 0.25 + 35.28
  expect(await cash(flock.leader)).toBe('1004.03');

  // It takes no entries and no second close, but every sale.
  for (const user of [flock.leader, flock.member]) {
    const buy = { amountUsd: '41' };
    expect(await tried(user, proposal.id, 'predict', buy)).toEqual([400, 'PROPOSAL_CLOSED', {}]);
  }
  expect(await tried(flock.leader, proposal.id, 'close')).toEqual([400, 'PROPOSAL_CLOSED', {}]);
  expect(await tried(flock.leader, proposal.id, 'sell', { max: true })).toEqual([
    400,
    'NO_POSITION',
    {},
  ]);
  const sold = await done(flock.member, proposal.id, 'sell', { max: true });
  // 1000 − 41 + 48 − 80 × 0.012
  expect([sold.trade.totalCostUsd, await cash(flock.member)]).toEqual(['48', '1006.04']);
});

it('a leader who is not the creator closes, and sells nothing of anybody', async () => {
  await flock.promote(flock.member);
  const { proposal } = await flock.open();
  await done(flock.member, proposal.id, 'predict', { amountUsd: '20.5' });
  const closed = await done(flock.member, proposal.id, 'close');
  expect(closed).toEqual({
    proposal: { ...proposal, status: 'CLOSED', updatedAt: closed.proposal.updatedAt },
    trade: null,
    pending: false,
    actionJobId: null,
  });
  for (const [user, shares] of [
    [flock.leader, '80'],
    [flock.member, '40'],
  ] as const) {
    expect((await seen(user, proposal.id)).remainingTokenAmount).toBe(shares);
    await done(user, proposal.id, 'sell', { max: true });
  }
});

it('closes without a sale where the creator holds nothing, or less than the venue takes', async () => {
  const flat = (await flock.open()).proposal.id;
  await done(flock.leader, flat, 'sell', { max: true });
  const first = await done(flock.leader, flat, 'close');
  expect([first.proposal.status, first.trade, first.pending]).toEqual(['CLOSED', null, false]);

  // 4.5 ÷ 0.9045 = 4.97…, of which the venue takes no fewer than 5.
  await world.pin('0.9');
  const small = (await flock.open({ amountUsd: '4.5' })).proposal.id;
  const second = await done(flock.leader, small, 'close');
  expect([second.proposal.status, second.trade]).toEqual(['CLOSED', null]);
  expect((await seen(flock.leader, small)).remainingTokenAmount).toBe('4.97');
});

it('who has left or was kicked sells, but buys, proposes and closes no more', async () => {
  const { proposal } = await flock.open();
  const second = await world.user();
  await flock.join(second);
  await flock.promote(second);
  for (const user of [flock.member, second]) {
    await done(user, proposal.id, 'predict', { amountUsd: '41' });
  }
  await flock.member.post(`/groups/${flock.groupId}/leave`);
  await kick(second);
  for (const user of [flock.member, second]) {
    const buy = { amountUsd: '41' };
    expect(await tried(user, proposal.id, 'predict', buy)).toEqual(NOT_MEMBER);
    expect(await propose({ isYes: false }, user)).toEqual(NOT_MEMBER);
    expect(await tried(user, proposal.id, 'close')).toEqual(NOT_MEMBER);
    expect((await done(user, proposal.id, 'sell', { amountUsd: '10' })).trade.tokenAmount).toBe(
      '20',
    );
    const quote = { proposalId: proposal.id, max: true };
    expect((await user.post('/predictions/quote', quote)).tokenAmount).toBe('60');
    expect((await done(user, proposal.id, 'sell', { max: true })).trade.tokenAmount).toBe('60');
    // 1000 − 41 + 40 − 0.25 − 0.75
    expect(await cash(user)).toBe('998');
    expect(await tried(user, proposal.id, 'sell', { max: true })).toEqual(NOT_MEMBER);
  }
});

it('who is suspended sells and closes, but neither buys nor proposes', async () => {
  await flock.promote(flock.member);
  const { proposal } = await flock.open({}, flock.member);
  await member(
    "suspended = true, subscription_status = 'PAST_DUE', subscription_fee = 2000000",
    flock.member,
  );
  const buy = { amountUsd: '41' };
  expect(await propose({ isYes: false }, flock.member)).toEqual(SUSPENDED);
  expect(await tried(flock.member, proposal.id, 'predict', buy)).toEqual(SUSPENDED);
  expect((await seen(flock.member, proposal.id)).remainingTokenAmount).toBe('80');
  await done(flock.member, proposal.id, 'sell', { amountUsd: '10' });
  const closed = await done(flock.member, proposal.id, 'close');
  expect([closed.trade.tokenAmount, closed.proposal.status]).toEqual(['60', 'CLOSED']);
});

it('a group that is not active takes no proposals; exits go on', async () => {
  const { proposal } = await flock.open();
  await put('update trading_group set is_active = false where id = $1', [flock.groupId]);
  expect((await propose({ isYes: false }, flock.leader)).slice(0, 2)).toEqual([403, 'FORBIDDEN']);
  await done(flock.leader, proposal.id, 'sell', { amountUsd: '10' });
  await done(flock.leader, proposal.id, 'close');
});

it("the operator's switch stops what opens, then everything but claims", async () => {
  const { proposal } = await flock.open();
  const set = (mode: string) => world.test.sandbox('PUT', '/trading/predictions', { mode });
  const halted = [503, 'TRADING_HALTED'];
  const buy = { amountUsd: '41' };
  try {
    await set('reduce-only');
    expect((await propose({ isYes: false }, flock.leader)).slice(0, 2)).toEqual(halted);
    const into = await act(flock.member, proposal.id, 'predict', buy);
    expect([...refusal(into).slice(0, 2), into.body.retryable]).toEqual([...halted, true]);
    await done(flock.leader, proposal.id, 'sell', { amountUsd: '10' });
    await set('halted');
    for (const [way, body] of [['predict', buy], ['sell', { max: true }], ['close']] as const) {
      const refused = await tried(flock.leader, proposal.id, way, body);
      expect([way, ...refused.slice(0, 2)]).toEqual([way, ...halted]);
    }
  } finally {
    await set('enabled');
  }
  expect((await done(flock.leader, proposal.id, 'close')).trade.tokenAmount).toBe('60');
});

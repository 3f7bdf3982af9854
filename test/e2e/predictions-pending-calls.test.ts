import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import {
  actions,
  checkFunds,
  checkUntouched,
  nothing,
  OTHERS,
  order,
  script,
  setting,
} from './prediction-flow.ts';
import {
  act,
  cash,
  type Flock,
  type PredictionWorld,
  refusal,
  seen,
  startPredictionWorld,
  type Way,
} from './prediction-world.ts';

/** Answers with a receipt at once. */
let world: PredictionWorld;
let test: TestApp;
/** Another process on the same database, which waits for the venue longer than any delay here. */
let patient: TestApp;
let flock: Flock;
beforeAll(async () => {
  world = await startPredictionWorld({ SKEIN_ORDER_WAIT_MS: '0' });
  ({ test } = world);
  patient = await startTestApp({}, { database: test.database });
});
beforeEach(async () => {
  await script(test, 'ok');
  await world.pin('0.5');
  flock = await world.flock();
});
afterAll(async () => {
  await test.audit();
  await patient.stop();
  await test.stop();
});

describe.each(actions)('$name', (action) => {
  it('waits for the venue as long as it may', async () => {
    const on = await setting(world);
    await script(patient, 'unknown-then-filled', { delayMs: 50, count: 1 });
    const answer = await order(patient, on, action, 'k');
    expect(answer.status).toBe(action.status);
    const { pending, trade, actionJobId, proposal } = answer.body.data;
    expect([pending, trade.id, trade.tokenAmount]).toEqual([false, actionJobId, action.shares]);
    const status = { propose: 'ACTIVE', close: 'CLOSED' }[action.name];
    expect(proposal?.status).toBe(status);
    const repeat = await order(patient, on, action, 'k');
    expect([repeat.status, repeat.body]).toEqual([action.status, answer.body]);
    expect(repeat.headers.get('idempotency-replayed')).toBe('true');
    await checkFunds(on.user, action.cash, nothing);
  });

  it('is refused when it fails meanwhile, and may be tried again under the same key', async () => {
    const on = await setting(world);
    await script(patient, 'unknown-then-failed', { delayMs: 50, count: 1 });
    const answer = await order(patient, on, action, 'k');
    expect([answer.status, answer.body.code]).toEqual([400, 'FUNDING_REFUNDED']);
    expect(answer.body.details).toEqual({ actionJobId: expect.any(String) });
    await checkUntouched(on);
    const again = await order(patient, on, action, 'k');
    expect(again.status).toBe(action.status);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    await checkFunds(on.user, action.cash, nothing);
  });
});

/** A call of the leader whose opening is in flight for long enough to look at it. */
async function callInFlight(mode = 'pending', delayMs = 700): Promise<string> {
  await script(test, mode, { delayMs, count: 1 });
  const { status, body } = await flock.propose();
  expect([status, body.data.proposal.status]).toEqual([202, 'PENDING']);
  return body.data.proposal.id;
}

const listed = async (user: TestUser, status: string): Promise<string[]> => {
  const path = `/predictions/proposals?groupId=${flock.groupId}&status=${status}`;
  const list: { proposal: { id: string } }[] = await user.get(path);
  return list.map(({ proposal }) => proposal.id);
};
const detail = (user: TestUser, id: string): Promise<Answer> =>
  user.call('GET', `/predictions/proposals/${id}`);
const bodies: Readonly<Record<Way, object | undefined>> = {
  predict: { amountUsd: '20.5' },
  sell: { max: true },
  close: undefined,
  claim: undefined,
};
const codeOf = async (user: TestUser, id: string, way: Way): Promise<unknown> =>
  (await act(user, id, way, bodies[way])).body.code;
const ways: readonly Way[] = ['predict', 'sell', 'close', 'claim'];
const codes = async (user: TestUser, id: string) =>
  Promise.all(ways.map((way) => codeOf(user, id, way)));

it('PENDING is for the eyes of its creator alone', async () => {
  const outsider = await world.user();
  await flock.promote(flock.member);
  const id = await callInFlight('pending', 1_500);
  for (const status of ['all', 'open', 'PENDING']) {
    expect(await listed(flock.leader, status)).toEqual([id]);
    expect(await listed(flock.member, status)).toEqual([]);
  }
  expect(await listed(flock.leader, 'closed')).toEqual([]);
  const shown = await seen(flock.leader, id);
  expect([shown.proposal.status, shown.position, shown.remainingTokenAmount]).toEqual([
    'PENDING',
    null,
    null,
  ]);
  // What has not begun takes no orders; there is nothing to sell, close or claim yet.
  expect(await codes(flock.leader, id)).toEqual([
    'PROPOSAL_PENDING',
    'PROPOSAL_PENDING',
    'PROPOSAL_PENDING',
    'NO_POSITION',
  ]);
  const hidden = await detail(flock.member, id);
  expect([hidden.status, hidden.body.code]).toEqual([404, 'NOT_FOUND']);
  expect(await codes(flock.member, id)).toEqual(Array(4).fill('NOT_FOUND'));
  expect(await codes(outsider, id)).toEqual(Array(4).fill('NOT_GROUP_MEMBER'));
  expect((await detail(outsider, id)).status).toBe(403);

  await world.drain();
  for (const user of [flock.leader, flock.member]) {
    expect(await listed(user, 'ACTIVE')).toEqual([id]);
    expect((await seen(user, id)).proposal.status).toBe('ACTIVE');
  }
});

it('PENDING counts as a duplicate of its outcome, for every leader of the group', async () => {
  await flock.promote(flock.member);
  const id = await callInFlight();
  for (const user of [flock.leader, flock.member]) {
    expect(refusal(await flock.propose({}, user))).toEqual([
      400,
      'DUPLICATE_PROPOSAL',
      { proposalId: id },
    ]);
  }
  // The other side of the market is another outcome, and another group knows nothing of it.
  expect((await flock.propose({ isYes: false }, flock.member)).status).toBe(201);
  expect((await (await world.flock()).propose()).status).toBe(201);
  await world.drain();
  expect(refusal(await flock.propose())).toEqual([400, 'DUPLICATE_PROPOSAL', { proposalId: id }]);
});

it('its money counts as spent while it is PENDING', async () => {
  const { id } = (await flock.open({ ...OTHERS[0], isYes: false })).proposal;
  await script(test, 'unknown-then-failed', { delayMs: 600, count: 1 });
  await flock.propose({ amountUsd: '938.5' });
  // NO at 0.6 costs 0.6 + 0.05 × 0.24 = 0.612 a share: $41 buy 66.99, 40.194 and 0.80388 of fee.
  // 1000 − 40.99788 − 938.5
  const much = await act(flock.leader, id, 'predict', { amountUsd: '20.502121' });
  expect(refusal(much)).toEqual([
    400,
    'INSUFFICIENT_FUNDS',
    { required: '20.502121', available: '20.50212', currency: 'USDC' },
  ]);
  await world.drain();
  expect((await act(flock.leader, id, 'predict', { amountUsd: '20.502121' })).status).toBe(200);
});

interface Follow {
  readonly status: string;
  readonly leaderTradeId: string;
}
const follows = async (user: TestUser): Promise<Follow[]> =>
  user.get(`/groups/${flock.groupId}/auto-buy/history`);
const autoBuy = (user: TestUser, enabled: boolean) =>
  user.post(`/groups/${flock.groupId}/auto-buy`, {
    enabled,
    ...(enabled ? { amountUsd: '20.5' } : {}),
  });

it('is followed when it becomes ACTIVE, by those who follow at that instant', async () => {
  const late = await world.user();
  await flock.join(late);
  await autoBuy(flock.member, true);
  const id = await callInFlight('unknown-then-filled');
  expect(await follows(flock.member)).toEqual([]);
  await autoBuy(flock.member, false);
  await autoBuy(late, true);
  await world.drain();
  const [row] = await follows(late);
  expect([row?.status, row?.leaderTradeId]).toEqual([
    'FILLED',
    expect.stringMatching(/^[0-9a-f-]{36}$/),
  ]);
  expect((await seen(late, id)).remainingTokenAmount).toBe('40');
  expect(await follows(flock.member)).toEqual([]);
});

it('FAILED is no call: nobody follows, the money is back, the group may propose again', async () => {
  await flock.promote(flock.member);
  const follower = await world.user();
  await flock.join(follower);
  await autoBuy(follower, true);
  const id = await callInFlight('unknown-then-failed');
  expect(await cash(flock.leader)).toBe('959');
  await world.drain();
  expect(await cash(flock.leader)).toBe('1000');
  expect(await follows(follower)).toEqual([]);
  expect((await seen(flock.leader, id)).proposal.status).toBe('FAILED');
  expect([await listed(flock.leader, 'closed'), await listed(flock.leader, 'open')]).toEqual([
    [id],
    [],
  ]);
  expect(await codes(flock.leader, id)).toEqual([
    'PROPOSAL_CLOSED',
    'NO_POSITION',
    'PROPOSAL_CLOSED',
    'NO_POSITION',
  ]);
  // It never was, for anybody else.
  expect(await listed(flock.member, 'all')).toEqual([]);
  expect((await detail(flock.member, id)).status).toBe(404);
  expect(await codes(flock.member, id)).toEqual(Array(4).fill('NOT_FOUND'));
  const { proposal } = (await flock.propose({}, flock.member)).body.data;
  expect(proposal).toMatchObject({ status: 'ACTIVE', createdById: flock.member.userId });
  await world.drain();
  expect((await follows(follower)).map(({ status }) => status)).toEqual(['FILLED']);
});

it('does not sell or close what is being sold already', async () => {
  const { id } = (await flock.open()).proposal;
  await script(test, 'pending', { delayMs: 700, count: 1 });
  expect((await act(flock.leader, id, 'sell', { max: true })).status).toBe(202);
  expect(await codeOf(flock.leader, id, 'sell')).toBe('NO_POSITION');
  expect(await codeOf(flock.leader, id, 'close')).toBe('PROPOSAL_PENDING');
  // What is bought meanwhile can be sold at once: 40 shares.
  await act(flock.leader, id, 'predict', { amountUsd: '20.5' });
  const sold = await act(flock.leader, id, 'sell', { max: true });
  expect(sold.body.data.trade.tokenAmount).toBe('40');
  await world.drain();
  expect((await act(flock.leader, id, 'close')).body.data.trade).toBeNull();
});

it('settles an entry that was in flight when the proposal was closed', async () => {
  const { id } = (await flock.open()).proposal;
  await script(test, 'pending', { delayMs: 600, count: 1 });
  expect((await act(flock.member, id, 'predict', bodies.predict)).status).toBe(202);
  const closed = await act(flock.leader, id, 'close');
  expect(closed.body.data.proposal.status).toBe('CLOSED');
  await world.drain();
  const { proposal, remainingTokenAmount } = await seen(flock.member, id);
  expect([proposal.status, remainingTokenAmount]).toEqual(['CLOSED', '40']);
  expect((await act(flock.member, id, 'sell', { max: true })).status).toBe(200);
});

it('what another leader has closed and called again is not closed by a sale that fills late', async () => {
  await flock.promote(flock.member);
  const { id } = (await flock.open()).proposal;
  await script(test, 'pending', { delayMs: 700, count: 1 });
  const receipt = (await act(flock.leader, id, 'close')).body.data;
  expect([receipt.proposal.status, receipt.pending]).toEqual(['ACTIVE', true]);
  const closed = (await act(flock.member, id, 'close')).body.data;
  expect([closed.proposal.status, closed.trade]).toEqual(['CLOSED', null]);
  const again = (await flock.open({}, flock.member)).proposal.id;
  await world.drain();
  expect((await seen(flock.leader, id)).proposal.status).toBe('CLOSED');
  expect((await seen(flock.leader, id)).remainingTokenAmount).toBe('0');
  expect((await seen(flock.leader, again)).proposal.status).toBe('ACTIVE');
  expect(refusal(await flock.propose())).toEqual([
    400,
    'DUPLICATE_PROPOSAL',
    { proposalId: again },
  ]);
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  closeAll,
  type Flock,
  increase,
  type PerpWorld,
  pick,
  position,
  proposal,
  reduce,
  refusal,
  setTriggers,
  startPerpWorld,
} from './perp-world.ts';

let world: PerpWorld;
let flock: Flock;
let leader: TestUser;
beforeAll(async () => {
  world = await startPerpWorld();
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock();
  ({ leader } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const prices = async (id: string, user = leader) =>
  pick(await position(user, id), 'takeProfitPriceUsd', 'stopLossPriceUsd');
const set = async (id: string, body: object, user = leader) => {
  const { status, body: answer } = await setTriggers(user, id, body);
  expect([status, answer.code]).toEqual([200, undefined]);
  return answer.data;
};
const INVALID = [400, 'VALIDATION_FAILED'];

it('sets, moves and removes; what is not named stays', async () => {
  const { assignmentId: id, proposalId } = await flock.open();
  // $100 at 10x: a percent is 0.1 of the price.
  const answer = await set(id, { takeProfitPct: '40', stopLossPct: '20' });
  expect(answer).toEqual(await position(leader, id));
  expect(await prices(id)).toEqual(['104', '98']);
  await set(id, { takeProfitPct: '55.5' });
  expect(await prices(id)).toEqual(['105.55', '98']);
  await set(id, { stopLossPct: '12.345' });
  // 1.2345: 98.7655 goes up.
  expect(await prices(id)).toEqual(['105.55', '98.77']);
  await set(id, { stopLossPct: null });
  expect(await prices(id)).toEqual(['105.55', null]);
  await set(id, {});
  expect(await prices(id)).toEqual(['105.55', null]);
  await set(id, { takeProfitPct: null, stopLossPct: '30' });
  expect(await prices(id)).toEqual([null, '97']);
  // They are of the position; the proposal is as it was made.
  expect(pick(await proposal(leader, proposalId), 'takeProfitPct', 'stopLossPct')).toEqual([
    null,
    null,
  ]);
});

it('changes what will happen', async () => {
  const { assignmentId: id } = await flock.open({ takeProfitPct: '20', stopLossPct: '20' });
  await set(id, { takeProfitPct: null, stopLossPct: '50' });
  await world.move('102.5');
  await world.move('97.5');
  expect((await position(leader, id)).status).toBe('OPEN');
  await set(id, { takeProfitPct: '10' });
  await world.move('101');
  expect((await position(leader, id)).closeReason).toBe('TAKE_PROFIT');
});

it('places by the size as it is now, and leaves the other one where it is', async () => {
  const { assignmentId: id } = await flock.open({ takeProfitPct: '200', stopLossPct: '20' });
  await reduce(leader, id, '0.5');
  expect(await prices(id)).toEqual(['120', '98']);
  // 10 % of 100 over the 5 SOL that are left.
  await set(id, { takeProfitPct: '10' });
  expect(await prices(id)).toEqual(['102', '98']);
  await set(id, { stopLossPct: '15' });
  expect(await prices(id)).toEqual(['102', '97']);
});

it('refuses what the mark has crossed already, and changes nothing then', async () => {
  const { assignmentId: id } = await flock.open();
  const short = await flock.open({ side: 'SHORT' });
  await world.move('104');
  const cases: readonly [id: string, body: Record<string, string>, crossed: boolean][] = [
    [id, { takeProfitPct: '40' }, true],
    [id, { takeProfitPct: '39.9' }, true],
    [id, { takeProfitPct: '40.1' }, false],
    [short.assignmentId, { stopLossPct: '40' }, true],
    [short.assignmentId, { stopLossPct: '40.1' }, false],
  ];
  for (const [of, body, crossed] of cases) {
    const before = await prices(of);
    const answer = await setTriggers(leader, of, body);
    if (!crossed) {
      expect([body, answer.status]).toEqual([body, 200]);
      continue;
    }
    const [field] = Object.keys(body);
    expect([...refusal(answer).slice(0, 2), answer.body.message]).toEqual([
      ...INVALID,
      [`${field} is crossed already at the present mark price`],
    ]);
    expect(await prices(of)).toEqual(before);
  }
  await world.move('98');
  // One of two is enough.
  const both = { takeProfitPct: '40', stopLossPct: '20' };
  expect(refusal(await setTriggers(leader, id, both)).slice(0, 2)).toEqual(INVALID);
  expect(await prices(id)).toEqual(['104.01', null]);
});

it.each([
  { takeProfitPct: '0' },
  { takeProfitPct: '-1' },
  { takeProfitPct: '1e2' },
  { takeProfitPct: 40 },
  { stopLossPct: '0' },
  { stopLossPct: '100.1' },
  { stopLossPct: '-20' },
  { stopLossPct: false },
  { stopLossPct: '0.0000000000000000001' },
])('refuses %j', async (body) => {
  const { assignmentId: id } = await flock.open({ collateralUsd: '5' });
  expect(refusal(await setTriggers(leader, id, body)).slice(0, 2)).toEqual(INVALID);
});

it('is for the owner of an open position', async () => {
  const { member } = flock;
  const { assignmentId: id, proposalId } = await flock.open();
  const own = await increase(member, proposalId);
  const body = { stopLossPct: '20' };
  const NOWHERE = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
  for (const of of [id, NOWHERE]) {
    expect(refusal(await setTriggers(member, of, body))).toEqual([404, 'NOT_FOUND', {}]);
  }
  expect((await setTriggers(member, 'none', body)).status).toBe(404);
  await closeAll(member, own.assignmentId);
  for (const change of [body, { stopLossPct: null }, {}]) {
    const answer = await setTriggers(member, own.assignmentId, change);
    expect(refusal(answer)).toEqual([400, 'NO_POSITION', {}]);
  }
});

it('is gated by nothing', async () => {
  const { member } = flock;
  const { proposalId } = await flock.open();
  const { assignmentId: id } = await increase(member, proposalId);
  await member.post(`/groups/${flock.groupId}/leave`);
  await world.test.sandbox('PUT', '/region', { userId: member.userId, country: 'US' });
  await world.halt('halted');
  try {
    await set(id, { stopLossPct: '20' }, member);
  } finally {
    await world.halt('enabled');
  }
  expect(await prices(id, member)).toEqual([null, '98']);
});

it('answers a key once, and takes no other body for it', async () => {
  const { assignmentId: id } = await flock.open();
  const send = (body: object) =>
    leader.call('PATCH', `/perps/positions/${id}`, body, { 'idempotency-key': 'p' });
  const first = await send({ stopLossPct: '20' });
  await set(id, { stopLossPct: '30' });
  const again = await send({ stopLossPct: '20' });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(refusal(await send({ stopLossPct: '21' })).slice(0, 2)).toEqual([
    422,
    'IDEMPOTENCY_KEY_REUSED',
  ]);
  expect(await prices(id)).toEqual([null, '97']);
  // Another position has keys of its own.
  const other = await flock.open();
  const path = `/perps/positions/${other.assignmentId}`;
  const elsewhere = await leader.call('PATCH', path, {}, { 'idempotency-key': 'p' });
  expect(elsewhere.headers.get('idempotency-replayed')).toBeNull();
});

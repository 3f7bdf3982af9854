import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  act,
  actOn,
  cash,
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
let member: TestUser;
beforeAll(async () => {
  world = await startPerpWorld({ SKEIN_GEO_PERPS_CLOSE_ONLY: 'DE,FR' });
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock();
  ({ leader, member } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const LEADER_REQUIRED = [403, 'LEADER_REQUIRED', {}];
const NOT_MEMBER = [403, 'NOT_GROUP_MEMBER', {}];
const SUSPENDED = [403, 'SUBSCRIPTION_REQUIRED', {}];
const NOT_FOUND = [404, 'NOT_FOUND', {}];
const NOWHERE = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
const size = { collateralUsd: '50', leverage: '4' };
const half = { reduceFraction: '0.5', isFullClose: false };

const propose = async (body: object, user: TestUser) => refusal(await flock.propose(body, user));
const region = (user: TestUser, country: string | null) =>
  world.test.sandbox('PUT', '/region', { userId: user.userId, country });

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
const change = (set: string, user: TestUser) =>
  put(`update membership set ${set} where group_id = $1 and user_id = $2`, [
    flock.groupId,
    user.userId,
  ]);

it('proposing is for leaders and admins of the group, as they are at the moment', async () => {
  const outsider = await world.user();
  expect(await propose({}, member)).toEqual(LEADER_REQUIRED);
  expect(await propose({}, outsider)).toEqual(NOT_MEMBER);
  for (const groupId of [NOWHERE, 'none']) {
    expect(await propose({ groupId }, leader)).toEqual(NOT_MEMBER);
  }
  await flock.promote(member);
  expect(await propose({}, member)).toEqual([201]);
  await leader.post(`/groups/${flock.groupId}/members/${member.userId}/demote`);
  expect(await propose({}, member)).toEqual(LEADER_REQUIRED);
  // An admin who does not lead may, too (contract 18.2).
  await change("member_type = 'MEMBER', is_admin = true", member);
  expect(await propose({}, member)).toEqual([201]);
  expect([await cash(member), await cash(outsider)]).toEqual(['800', '1000']);
});

it('joining is for members', async () => {
  const outsider = await world.user();
  const { proposalId } = await flock.open();
  expect(refusal(await actOn(outsider, proposalId, 'increase', size))).toEqual(NOT_MEMBER);
  for (const id of [NOWHERE, 'none']) {
    expect(refusal(await actOn(member, id, 'increase', size)).slice(0, 2)).toEqual(
      NOT_FOUND.slice(0, 2),
    );
  }
  await flock.join(outsider);
  expect((await actOn(outsider, proposalId, 'increase', size)).status).toBe(200);
});

it('who has left or was kicked reduces and claims, but enters nothing more', async () => {
  const second = await world.user();
  await flock.join(second);
  const { proposalId } = await flock.open();
  const ids = new Map<TestUser, string>();
  for (const user of [member, second]) {
    ids.set(user, (await increase(user, proposalId)).assignmentId);
  }
  await member.post(`/groups/${flock.groupId}/leave`);
  await leader.post(`/groups/${flock.groupId}/members/${second.userId}/kick`);
  for (const [user, id] of ids) {
    expect(await propose({}, user)).toEqual(NOT_MEMBER);
    expect(refusal(await actOn(user, proposalId, 'increase', size))).toEqual(NOT_MEMBER);
    expect(refusal(await act(user, id, 'add', size))).toEqual(NOT_MEMBER);
    await reduce(user, id, '0.5');
    expect((await setTriggers(user, id, { stopLossPct: '20' })).status).toBe(200);
    // While something is held the call can be read, without the faces of the others.
    expect((await proposal(user, proposalId)).positions).toHaveLength(1);
    await closeAll(user, id);
    const gone = await user.call('GET', `/perps/proposals/${proposalId}`);
    expect(refusal(gone)).toEqual(NOT_MEMBER);
    expect((await position(user, id)).status).toBe('CLOSED');
    // 0.35 in, 0.175 twice out.
    expect(await cash(user)).toBe('999.3');
  }
  expect(refusal(await member.call('GET', `/perps/proposals?groupId=${flock.groupId}`))).toEqual(
    NOT_MEMBER,
  );
});

it('who is suspended reduces and closes, but enters nothing', async () => {
  await flock.promote(member);
  const { proposalId, assignmentId } = await flock.open({}, member);
  await change(
    "suspended = true, subscription_status = 'PAST_DUE', subscription_fee = 2000000",
    member,
  );
  expect(await propose({}, member)).toEqual(SUSPENDED);
  expect(refusal(await actOn(member, proposalId, 'increase', size))).toEqual(SUSPENDED);
  expect(refusal(await act(member, assignmentId, 'add', size))).toEqual(SUSPENDED);
  await reduce(member, assignmentId, '0.5');
  expect((await actOn(member, proposalId, 'close')).status).toBe(200);
});

it('a group that is not active takes no proposals; exits go on', async () => {
  const { proposalId, assignmentId } = await flock.open();
  await put('update trading_group set is_active = false where id = $1', [flock.groupId]);
  expect((await propose({}, leader)).slice(0, 2)).toEqual([403, 'FORBIDDEN']);
  await reduce(leader, assignmentId, '0.5');
  expect((await actOn(leader, proposalId, 'close')).status).toBe(200);
});

/** Every route of orders, each in a state in which it would go through, by what it is called. */
async function routes() {
  await flock.promote(member);
  const { proposalId, assignmentId } = await flock.open({ collateralUsd: '10' }, member);
  const closing = await flock.open({ collateralUsd: '10' }, member);
  const won = await flock.open({ collateralUsd: '10', takeProfitPct: '1' }, member);
  await world.move('101');
  const post = (path: string, body?: object) => member.call('POST', path, body);
  return {
    propose: () => flock.propose({ collateralUsd: '10' }, member),
    increase: () => post(`/perps/proposals/${proposalId}/increase`, { ...size, leverage: '1' }),
    add: () => post(`/perps/positions/${assignmentId}/add`, { collateralUsd: '5' }),
    reduce: () => post(`/perps/positions/${assignmentId}/reduce`, half),
    close: () => post(`/perps/proposals/${closing.proposalId}/close`),
    claim: () => post(`/perps/positions/${won.assignmentId}/claim`),
    triggers: () => setTriggers(member, assignmentId, { stopLossPct: '50' }),
    quote: () =>
      post('/perps/quote', { marketSymbol: 'SOL', side: 'LONG', ...size, leverage: '1' }),
    position: () => member.call('GET', `/perps/positions/${assignmentId}`),
    proposal: () => member.call('GET', `/perps/proposals/${proposalId}`),
    positions: () => member.call('GET', '/perps/positions'),
    market: () => member.call('GET', '/perps/markets/SOL'),
  };
}
const passed = async (all: Awaited<ReturnType<typeof routes>>) => {
  const names: string[] = [];
  for (const [name, send] of Object.entries(all)) {
    const answer = await send();
    if (answer.status < 300) names.push(name);
    else expect(refusal(answer).slice(0, 2)).toEqual([403, 'GEO_RESTRICTED']);
  }
  return names;
};
const free = ['claim', 'triggers', 'quote', 'position', 'proposal', 'positions', 'market'];

it.each(['US', 'IR', 'SY', 'CU', 'KP'])('%s is barred from every order', async (country) => {
  const all = await routes();
  await region(member, country);
  expect(refusal(await all.propose())).toEqual([403, 'GEO_RESTRICTED', { country }]);
  expect(await passed(all)).toEqual(free);
});

it('where only closing is allowed, reductions and closes pass', async () => {
  const all = await routes();
  await region(member, 'DE');
  expect(await passed(all)).toEqual(['reduce', 'close', ...free]);
});

it.each([null, 'CH'])('%s is open', async (country) => {
  const all = await routes();
  await region(member, country);
  expect(await passed(all)).toEqual(Object.keys(all));
});

it('every write wants the scope of perpetuals, every read that of reading', async () => {
  const { proposalId } = await flock.open();
  const withScopes = async (...scopes: string[]) => {
    const user = await world.user({ scopes: ['groups', ...scopes] });
    await flock.join(user);
    return user;
  };
  const reader = await withScopes('read', 'trade:spot', 'trade:predictions', 'chat');
  const wants = [403, 'SCOPE_REQUIRED', { scope: 'trade:perps' }];
  expect(await propose({}, reader)).toEqual(wants);
  expect(refusal(await actOn(reader, proposalId, 'increase', size))).toEqual(wants);
  expect(refusal(await actOn(reader, proposalId, 'close'))).toEqual(wants);
  expect(refusal(await act(reader, NOWHERE, 'reduce', half))).toEqual(wants);
  expect(refusal(await act(reader, NOWHERE, 'add', size))).toEqual(wants);
  expect(refusal(await act(reader, NOWHERE, 'claim'))).toEqual(wants);
  expect(refusal(await setTriggers(reader, NOWHERE, {}))).toEqual(wants);
  const trader = await withScopes('trade:perps');
  const { assignmentId } = await increase(trader, proposalId);
  for (const path of [
    '/perps/markets',
    '/perps/markets/SOL',
    '/perps/markets/SOL/candles?interval=1h',
    '/perps/markets/SOL/funding',
    `/perps/proposals?groupId=${flock.groupId}`,
    `/perps/proposals/${proposalId}`,
    '/perps/positions',
    `/perps/positions/${assignmentId}`,
  ]) {
    expect(refusal(await trader.call('GET', path))).toEqual([
      403,
      'SCOPE_REQUIRED',
      { scope: 'read' },
    ]);
    expect((await world.test.at({ ...trader, apiKey: 'nobody' }).call('GET', path)).status).toBe(
      401,
    );
  }
  await closeAll(trader, assignmentId);
});

it('refuses in order: shape, scope, region, what is not there, membership, role, business', async () => {
  const { proposalId, assignmentId } = await flock.open();
  const outsider = await world.user();
  const reader = await world.user({ scopes: ['read'] });
  const unknown = { marketSymbol: 'NOPE', collateralUsd: '1' };
  expect((await propose({ ...unknown, collateralUsd: 'x' }, reader)).slice(0, 2)).toEqual([
    400,
    'VALIDATION_FAILED',
  ]);
  expect((await propose(unknown, reader)).slice(0, 2)).toEqual([403, 'SCOPE_REQUIRED']);
  await region(outsider, 'SY');
  const barred = [403, 'GEO_RESTRICTED', { country: 'SY' }];
  expect(await propose(unknown, outsider)).toEqual(barred);
  expect(await propose({}, outsider)).toEqual(barred);
  for (const id of [NOWHERE, proposalId]) {
    expect(refusal(await actOn(outsider, id, 'increase', size))).toEqual(barred);
    expect(refusal(await actOn(outsider, id, 'close'))).toEqual(barred);
  }
  for (const id of [NOWHERE, assignmentId]) {
    expect(refusal(await act(outsider, id, 'reduce', half))).toEqual(barred);
    expect(refusal(await act(outsider, id, 'add', size))).toEqual(barred);
  }
  await region(outsider, null);
  expect(await propose(unknown, outsider)).toEqual([404, 'MARKET_NOT_FOUND', { symbol: 'NOPE' }]);
  expect(refusal(await act(outsider, assignmentId, 'reduce', half))).toEqual(NOT_FOUND);
  const poor = { collateralUsd: '1' };
  expect(await propose(poor, outsider)).toEqual(NOT_MEMBER);
  expect(await propose(poor, member)).toEqual(LEADER_REQUIRED);
  expect((await propose(poor, leader)).slice(0, 2)).toEqual([400, 'AMOUNT_BELOW_MINIMUM']);
  const little = { ...size, ...poor };
  expect(refusal(await actOn(outsider, NOWHERE, 'increase', little))).toEqual(NOT_FOUND);
  expect(refusal(await actOn(outsider, proposalId, 'increase', little))).toEqual(NOT_MEMBER);
});

it('a used key comes before region and role', async () => {
  const send = (body: object) =>
    leader.call(
      'POST',
      '/perps/proposals',
      {
        groupId: flock.groupId,
        marketSymbol: 'SOL',
        side: 'LONG',
        ...size,
        ...body,
      },
      { 'idempotency-key': 'once' },
    );
  const first = await send({});
  await region(leader, 'KP');
  const again = await send({});
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(refusal(await send({ marketSymbol: 'NOPE' })).slice(0, 2)).toEqual([
    422,
    'IDEMPOTENCY_KEY_REUSED',
  ]);
  expect(pick(await leader.get('/account'), 'cashBalanceUsd')).toEqual(['950']);
});

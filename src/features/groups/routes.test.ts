import { afterAll, beforeAll, expect, test } from 'vitest';
import { BACKEND_START_MS, type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { createEngine, type Engine } from '../../engine/engine.ts';
import { inFlightKeys } from '../../engine/in-flight.ts';
import { dollars } from '../../money/text.ts';
import { isoTime, monotonicClock } from '../../platform/clock.ts';
import { noFailpoint } from '../../platform/failpoint.ts';
import { createRollingBudget } from '../../platform/http/rate-budget.ts';
import { createHttpServer, type HttpServer } from '../../platform/http/server.ts';
import {
  type Authenticator,
  createAuthenticator,
  createIdentity,
  type Identity,
} from '../identity/index.ts';
import { leaveGroup } from './leave.ts';
import { groupRoutes } from './routes.ts';

let backend: Backend;
let authenticator: Authenticator;
let identity: Identity;
let server: HttpServer;
/** The engine of another process on the same database. */
let elsewhere: Engine;

beforeAll(async () => {
  backend = await openBackend();
  const { database, clock, ids, log } = backend;
  authenticator = createAuthenticator({ ...backend, monotonic: monotonicClock });
  identity = createIdentity({ ...backend, authenticator });
  server = createHttpServer({
    log,
    publicUrl: 'http://localhost',
    corsOrigins: [],
    authenticate: authenticator.authenticate,
    rateBudget: createRollingBudget(monotonicClock),
    health: { ready: () => true } as never,
    metricsText: async () => '',
    clock,
  });
  server.route(...groupRoutes({ ...backend, inFlight: inFlightKeys() }));
  await server.ready();
  const context = {
    clock,
    wallClock: clock,
    ids,
    failpoint: noFailpoint,
    followRows: () => ({ statement: { name: 'none', text: 'select 1' }, values: [] }),
  };
  const elapsedMs = () => monotonicClock.elapsedMs();
  elsewhere = createEngine({
    context,
    clientConfig: () => database.clientConfig(),
    log,
    elapsedMs,
  });
});

afterAll(async () => {
  await server.close();
  await elsewhere.close();
  await authenticator.close();
  await backend.close();
});

interface Caller {
  readonly userId: string;
  readonly idpId: string;
  readonly apiKey: string;
}
let users = 0;
async function newUser(amount = '100', scopes: readonly string[] | null = null): Promise<Caller> {
  users += 1;
  const { userId, idpId, apiKey } = await identity.createUser({
    username: `user_${users}`,
    mode: 'paper',
    deposit: amount === '0' ? null : { amount: dollars(amount), source: 'sandbox' },
    key: { label: 'test', scopes, expiresAt: null },
  });
  return { userId, idpId, apiKey: apiKey ?? '' };
}

async function call(
  method: 'GET' | 'POST',
  caller: Caller,
  path: string,
  body: object = {},
  headers: Record<string, string> = {},
) {
  const answer = await server.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${caller.apiKey}`, ...headers },
    ...(method === 'GET' ? {} : { payload: body }),
  });
  const { data, code = null, details, message } = answer.json();
  const next = answer.headers['x-next-cursor'] as string | undefined;
  const replayed = answer.headers['idempotency-replayed'] === 'true';
  return { status: answer.statusCode, data, code, details, message, next, replayed };
}
const get = (caller: Caller, path: string) => call('GET', caller, path);
const post = (caller: Caller, path: string, body?: object, headers?: Record<string, string>) =>
  call('POST', caller, path, body, headers);

async function newGroup(
  owner: Caller,
  settings: object = {},
): Promise<{ id: string; code: string }> {
  const { status, data } = await post(owner, '/groups', { name: 'Geese', ...settings });
  expect(status).toBe(201);
  return { id: data.groupId, code: data.membership.inviteCode };
}

const run = (text: string, values: unknown[] = []) =>
  backend.database.withClient((client) => client.query(text, values));

const at = '2026-01-31T14:30:00.000Z';

test('a group is made, previewed, joined with a code, listed and left', async () => {
  const [ada, bob] = [await newUser(), await newUser()];
  const image = 'https://example.org/goose.png';
  const { id, code } = await newGroup(ada, { image });
  const preview = {
    groupId: id,
    name: 'Geese',
    image,
    memberCount: 1,
    groupAccessType: 'PRIVATE',
    joiningFee: '0',
    subscriptionFee: '0',
    subscriptionPeriod: 'MONTHLY',
  };
  expect((await get(bob, `/groups/preview?inviteCode=${code}`)).data).toEqual(preview);
  expect((await get(bob, `/groups/preview?groupId=${id}`)).data).toEqual(preview);
  expect((await get(bob, `/groups/${id}`)).code).toBe('NOT_GROUP_MEMBER');

  const joined = await post(bob, '/groups/join', { inviteCode: code });
  expect(joined).toMatchObject({ status: 200, data: { status: 'JOINED' } });
  expect(joined.data.membership.mainWalletAddress).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  const group = {
    uniqueId: id,
    name: 'Geese',
    description: '',
    image,
    header: '',
    joiningFee: '0',
    subscriptionFee: '0',
    subscriptionPeriod: 'MONTHLY',
    isActive: true,
    groupAccessType: 'PRIVATE',
    defaultMemberType: 'MEMBER',
    performancePnl: { allTimePnl: '0', pnl7Days: '0', pnl30Days: '0' },
    performanceRank: 1,
    winRate: '0',
    avgReturn: '0',
    volatility: '0',
    biggestWin: '0',
    biggestLoss: '0',
    participationRate: '0',
    tradeCount: 0,
    predictionCount: 0,
    memberCount: 2,
    createdAt: at,
    updatedAt: at,
  };
  expect((await get(bob, `/groups/${id}`)).data).toEqual(group);
  expect((await get(bob, '/groups')).data).toEqual([
    { ...group, memberType: 'MEMBER', unreadCount: 0 },
  ]);
  const members = (caller: Caller) => get(caller, `/groups/${id}/members`);
  const codes = async (caller: Caller) =>
    (await members(caller)).data.map((member: { inviteCode: string }) => member.inviteCode);
  const own = joined.data.membership.inviteCode;
  expect(await codes(bob)).toEqual(['', own]);
  expect(await codes(ada)).toEqual([code, own]);

  expect((await post(bob, `/groups/${id}/leave`)).data).toEqual({ success: true });
  expect((await members(bob)).code).toBe('NOT_GROUP_MEMBER');
  expect((await get(bob, '/groups')).data).toEqual([]);
  expect((await post(await newUser(), '/groups/join', { inviteCode: own })).code).toBe(
    'INVITE_INVALID',
  );
});

test('ids that are none are unknown groups and unknown members, never failures', async () => {
  const ada = await newUser();
  const { id } = await newGroup(ada);
  const unknown = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
  for (const groupId of ['nonsense', unknown, id.toUpperCase()]) {
    expect(await get(ada, `/groups/${groupId}`)).toMatchObject({
      status: 403,
      code: 'NOT_GROUP_MEMBER',
    });
    expect((await get(ada, `/groups/${groupId}/members`)).code).toBe('NOT_GROUP_MEMBER');
    expect((await post(ada, `/groups/${groupId}/leave`)).code).toBe('NOT_GROUP_MEMBER');
    expect((await post(ada, `/groups/${groupId}/auto-buy`, { enabled: false })).code).toBe(
      'NOT_GROUP_MEMBER',
    );
    expect((await post(ada, `/groups/${groupId}/members/x/kick`)).code).toBe('NOT_GROUP_MEMBER');
    expect(await post(ada, `/groups/${groupId}/join`)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect((await get(ada, `/groups/preview?groupId=${groupId}`)).status).toBe(404);
  }
  for (const userId of ['nobody', unknown, '%00', 'idp_nobody']) {
    expect((await post(ada, `/groups/${id}/members/${userId}/promote`)).code).toBe('NOT_FOUND');
  }
  expect((await get(ada, '/groups/preview')).code).toBe('VALIDATION_FAILED');
  expect((await get(ada, '/groups/preview?inviteCode=nothing')).code).toBe('INVITE_INVALID');
  expect((await get(ada, `/groups/${id}/members?cursor=abc`)).code).toBe('VALIDATION_FAILED');
});

test('members are promoted, demoted and kicked by user id or idp id', async () => {
  const [ada, bob] = [await newUser(), await newUser()];
  const { id, code } = await newGroup(ada);
  await post(bob, '/groups/join', { inviteCode: code });
  const manage = (caller: Caller, what: string, target: string, body?: object) =>
    post(caller, `/groups/${id}/members/${target}/${what}`, body);
  expect((await manage(bob, 'promote', bob.userId)).code).toBe('ADMIN_REQUIRED');
  expect((await manage(ada, 'promote', bob.idpId)).data).toMatchObject({
    memberType: 'LEADER',
    isAdmin: false,
  });
  expect((await manage(ada, 'promote', bob.userId, { to: 'ADMIN' })).data.isAdmin).toBe(true);
  expect((await manage(bob, 'demote', ada.idpId)).data).toMatchObject({
    memberType: 'LEADER',
    isAdmin: false,
  });
  expect((await manage(bob, 'demote', bob.userId)).code).toBe('LAST_ADMIN');
  expect((await manage(bob, 'kick', bob.userId)).status).toBe(400);
  expect((await manage(bob, 'kick', ada.userId)).data).toEqual({ success: true });
  expect((await get(ada, `/groups/${id}`)).code).toBe('NOT_GROUP_MEMBER');
  expect((await manage(bob, 'kick', ada.userId)).code).toBe('NOT_FOUND');
  expect((await manage(ada, 'promote', bob.userId, { to: 'KING' })).code).toBe('VALIDATION_FAILED');
});

test('two admins who leave at the same time, here and in another process: one stays', async () => {
  for (let round = 0; round < 12; round += 1) {
    const [ada, bob] = [await newUser(), await newUser()];
    const { id, code } = await newGroup(ada);
    await post(bob, '/groups/join', { inviteCode: code });
    await post(ada, `/groups/${id}/members/${bob.userId}/promote`, { to: 'ADMIN' });
    const far = (userId: string) =>
      elsewhere.submit(leaveGroup, { groupId: id, userId }, { userId }).then(
        () => null,
        (error: { code: string }) => error.code,
      );
    const near = (caller: Caller) => post(caller, `/groups/${id}/leave`).then(({ code }) => code);
    const down = (by: Caller, target: Caller) =>
      post(by, `/groups/${id}/members/${target.userId}/demote`).then(({ code }) => code);
    const ways = [
      () => [near(ada), near(bob)],
      () => [near(ada), far(bob.userId)],
      () => [down(ada, ada), near(bob)],
      () => [down(ada, ada), far(bob.userId)],
    ];
    const codes = await Promise.all(ways[round % ways.length]?.() ?? []);
    expect(codes.toSorted()).toEqual(['LAST_ADMIN', null]);
    const { rows } = await run(
      `select count(*)::int4 as admins from membership
       where group_id = $1 and status = 'ACTIVE' and is_admin`,
      [id],
    );
    expect(rows).toEqual([{ admins: 1 }]);
  }
});

test('two admins who kick each other at the same time: one stays', async () => {
  const [ada, bob] = [await newUser(), await newUser()];
  const { id, code } = await newGroup(ada);
  await post(bob, '/groups/join', { inviteCode: code });
  await post(ada, `/groups/${id}/members/${bob.userId}/promote`, { to: 'ADMIN' });
  const kick = (by: Caller, target: Caller) =>
    post(by, `/groups/${id}/members/${target.userId}/kick`).then((answer) => answer.code);
  const codes = await Promise.all([kick(ada, bob), kick(bob, ada)]);
  expect(codes.toSorted()).toEqual(['NOT_GROUP_MEMBER', null]);
});

test('a join that is sent many times at once happens once, and is paid once', async () => {
  const ada = await newUser('0');
  const bob = await newUser('100', ['read', 'groups', 'groups:pay']);
  const fees = { joiningFee: '5', subscriptionFee: '10' };
  const { id } = await newGroup(ada, { groupAccessType: 'PUBLIC', ...fees });
  const acceptFees = { ...fees, subscriptionPeriod: 'MONTHLY' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post(bob, `/groups/${id}/join`, { acceptFees })),
  );
  const told = answers.map(({ code, data }) => code ?? data.status).toSorted();
  expect(told).toEqual([...Array.from({ length: 7 }, () => 'ALREADY_MEMBER'), 'JOINED']);
  const wallets = await run(
    `select available from wallet where user_id = any($1) order by available`,
    [[ada.userId, bob.userId]],
  );
  // 0 + 15 and 100 − 15.
  expect(wallets.rows).toEqual([{ available: 15_000_000n }, { available: 85_000_000n }]);
  const entries = await run(
    'select amount from entry where kind = 4 and user_id = any($1) order by amount',
    [[ada.userId, bob.userId]],
  );
  expect(entries.rows).toEqual([{ amount: -15_000_000n }, { amount: 15_000_000n }]);
});

test('fees want the scope, then the consent, then the money', async () => {
  const ada = await newUser();
  const fees = { joiningFee: '5', subscriptionFee: '10' };
  const { id } = await newGroup(ada, { groupAccessType: 'PUBLIC', ...fees });
  const join = (caller: Caller, body?: object) => post(caller, `/groups/${id}/join`, body);
  expect(
    await join(await newUser(), { acceptFees: { ...fees, subscriptionPeriod: 'WEEKLY' } }),
  ).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  const payer = await newUser('14.99', ['read', 'groups', 'groups:pay']);
  expect(await join(payer)).toMatchObject({
    status: 400,
    code: 'FEES_CHANGED',
    details: { ...fees, subscriptionPeriod: 'MONTHLY' },
  });
  expect(
    await join(payer, { acceptFees: { ...fees, subscriptionPeriod: 'MONTHLY' } }),
  ).toMatchObject({
    status: 400,
    code: 'INSUFFICIENT_FUNDS',
    details: { required: '15', available: '14.99' },
  });
});

test('a repeated key answers what was stored, also when the code has ended since', async () => {
  const [ada, bob, cyd] = [await newUser(), await newUser(), await newUser()];
  const { code } = await newGroup(ada);
  const { data } = await post(bob, '/groups/join', { inviteCode: code });
  const key = { 'idempotency-key': 'join-1' };
  const body = { inviteCode: data.membership.inviteCode };
  const first = await post(cyd, '/groups/join', body, key);
  await post(bob, `/groups/${data.membership.groupId}/leave`);
  const second = await post(cyd, '/groups/join', body, key);
  expect(second).toEqual({ ...first, replayed: true });
  expect((await post(await newUser(), '/groups/join', body, key)).code).toBe('INVITE_INVALID');
});

test('a request waits until it is settled', async () => {
  const [ada, bob] = [await newUser(), await newUser()];
  const { id, code } = await newGroup(ada);
  const join = (body?: object) => post(bob, `/groups/${id}/join`, body);
  expect((await join()).data).toEqual({ status: 'REQUESTED', membership: null });
  expect((await join()).code).toBe('JOIN_REQUEST_PENDING');
  expect((await join({ inviteCode: code })).data.status).toBe('JOINED');
  expect((await join()).code).toBe('ALREADY_MEMBER');
});

test('auto-buy settings are kept', async () => {
  const ada = await newUser();
  const { id } = await newGroup(ada);
  const set = (body: object) => post(ada, `/groups/${id}/auto-buy`, body);
  expect((await set({ enabled: true })).code).toBe('VALIDATION_FAILED');
  expect((await set({ enabled: true, amountUsd: 25 })).code).toBe('VALIDATION_FAILED');
  const body = {
    enabled: true,
    amountUsd: '25.00',
    mirrorExits: true,
    verticals: ['PERP', 'SPOT'],
    maxLeverage: '2.50',
    dailyLimitUsd: '100',
  };
  expect(await set(body)).toMatchObject({
    status: 200,
    data: {
      autoBuyEnabled: true,
      autoBuyAmountUsd: '25',
      mirrorExits: true,
      verticals: ['SPOT', 'PERP'],
      maxLeverage: '2.5',
      dailyLimitUsd: '100',
    },
  });
  expect((await get(ada, `/groups/${id}/members`)).data[0]).toMatchObject({
    autoBuyAmountUsd: '25',
    maxLeverage: '2.5',
    verticals: ['SPOT', 'PERP'],
  });
});

test('long lists come in pages without gaps or repetitions', async () => {
  const ada = await newUser();
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    made.push((await newGroup(ada, { groupAccessType: 'PUBLIC' })).id);
    // Two groups share each instant.
    if (n % 2 === 1) backend.clock.advance(1);
  }
  const pages: string[][] = [];
  let path: string | null = '/groups?limit=2';
  while (path !== null) {
    const { data, next } = await get(ada, path);
    pages.push(data.map((group: { uniqueId: string }) => group.uniqueId));
    path = next === undefined ? null : `/groups?limit=2&cursor=${next}`;
  }
  expect(pages.map((ids) => ids.length)).toEqual([2, 2, 1]);
  expect(pages.flat()).toEqual(made.toReversed());

  const group = made[0] ?? '';
  const others = [await newUser(), await newUser(), await newUser()];
  for (const other of others) await post(other, `/groups/${group}/join`);
  const first = await get(ada, `/groups/${group}/members?limit=3`);
  const second = await get(ada, `/groups/${group}/members?limit=3&cursor=${first.next}`);
  expect([first.data.length, second.data.length, second.next]).toEqual([3, 1, undefined]);
  const names = [...first.data, ...second.data].map((member) => member.userIdpId);
  expect(names).toEqual([ada, ...others].map(({ idpId }) => idpId));
});

test("a group's performance is that of its closed calls", async () => {
  const [ada, bob] = [await newUser(), await newUser()];
  const { id } = await newGroup(ada, { groupAccessType: 'PUBLIC' });
  await post(bob, `/groups/${id}/join`);
  const day = 86_400_000;
  // [profit in 1e-6 dollars, percent, days ago]; null: still open.
  const calls = [
    [12_500_000, '10', 1],
    [30_000_000, '20', 8],
    [-7_250_000, '-15', 31],
    [null, null, null],
  ] as const;
  for (const [pnl, pct, daysAgo] of calls) {
    const proposal = backend.ids.next();
    const closedAt = daysAgo === null ? null : isoTime(BACKEND_START_MS - daysAgo * day);
    await run(
      `insert into spot_proposal (id, vertical, group_id, asset_id, creator_id, initial_price,
         created_at, updated_at, closed_at, exit_pnl, exit_pnl_pct)
       values ($1, 'SPOT', $2, $6, $3, 1, now(), now(), $4, $5, $7)`,
      [
        proposal,
        id,
        ada.userId,
        closedAt,
        pnl,
        calls.findIndex((call) => call[0] === pnl) + 1,
        pct,
      ],
    );
    await run(
      `insert into spot_trade (id, user_id, proposal_id, group_id, asset_id, side, origin, quantity,
         price, gross, fee, pnl, cost_out, created_at)
       values ($1, $2, $3, $4, 1, 'BUY', 'OPEN', 1, 1, 1, 0, 0, 0, now())`,
      [backend.ids.next(), ada.userId, proposal, id],
    );
    await run(
      `insert into spot_position (user_id, proposal_id, group_id, asset_id, quantity, cost,
         round_cost, round_bought, round_sold, round_proceeds, realized_pnl, realized_cost,
         followed, locked, opened_at)
       values ($1, $2, $3, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, now())`,
      [ada.userId, proposal, id],
    );
  }
  const { data } = await get(ada, `/groups/${id}`);
  expect(data).toMatchObject({
    // 12.5 + 30 − 7.25 = 35.25; of the last 30 days 42.5; of the last 7 days 12.5.
    performancePnl: { allTimePnl: '35.25', pnl7Days: '12.5', pnl30Days: '42.5' },
    // 2 of 3; (10 + 20 − 15) / 3; sqrt(650 / 3); 1 of 2 members.
    winRate: '66.666666666666666667',
    avgReturn: '5',
    volatility: '14.719601443879744758',
    biggestWin: '30',
    biggestLoss: '-7.25',
    participationRate: '50',
    tradeCount: 4,
    memberCount: 2,
    performanceRank: 1,
  });
  expect((await get(bob, '/groups')).data).toEqual([
    { ...data, memberType: 'MEMBER', unreadCount: 0 },
  ]);
  const other = await newGroup(bob);
  const { data: second } = await get(bob, `/groups/${other.id}`);
  expect(second.performanceRank).toBe(2);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TransferKind, transferKindName, transferKinds } from '../../src/ledger/accounts.ts';
import { openScene, type Scene, STOCK } from '../helpers/access-scene.ts';
import type { TestUser } from '../helpers/app.ts';
import { prepare, SCOPES, sendBy, titleOf } from './access-rows.ts';
import { accessRows } from './access-table.ts';
import { enrol, person, withdrawFor } from './in-app-world.ts';
import { mints } from './world.ts';

/**
 * A thief holds a full key of the victim: every scope but `groups:pay`. The accomplice leads the
 * group of the scene, in which the victim leads too, and makes groups with fees to get at the money.
 * The victim also has a key that may pay, which the thief does not have.
 */
let scene: Scene;
let thief: TestUser;
let victim: TestUser;
let accomplice: TestUser;
beforeAll(async () => {
  scene = await openScene();
  thief = await scene.key(scene.people.leader, SCOPES);
  victim = await scene.key(scene.people.leader, [...SCOPES, 'groups:pay']);
  accomplice = scene.keeper.user;
}, 120_000);
afterAll(() => scene?.app.stop());

const FREE = { joiningFee: '0', subscriptionFee: '0', subscriptionPeriod: 'WEEKLY' } as const;
const FEES = { joiningFee: '10', subscriptionFee: '5', subscriptionPeriod: 'WEEKLY' } as const;
type Fees = Record<keyof typeof FREE, string>;
const FORBIDDEN = [403, 'FORBIDDEN', { scope: 'groups:pay' }];

/** A group of the accomplice. */
async function trap(fees: Fees, groupAccessType: 'PUBLIC' | 'PRIVATE' = 'PUBLIC') {
  const made = await accomplice.post('/groups', { name: 'Foxes', groupAccessType, ...fees });
  return { id: made.groupId as string, code: made.membership.inviteCode as string };
}
type Trap = Awaited<ReturnType<typeof trap>>;

async function raise({ id }: Trap, fees: Partial<Fees>): Promise<void> {
  const { status } = await accomplice.call('PATCH', `/groups/${id}`, fees);
  expect(status).toBe(200);
}

const ask = async (user: TestUser, path: string, body: object = {}, headers = {}) => {
  const { status, body: answer } = await user.call('POST', path, body, headers);
  return status < 300 ? [status] : [status, answer.code, answer.details];
};
/** How the victim's subscription in a group stands; null when there is no membership. */
async function standing({ id }: Trap): Promise<string | null> {
  const members = await accomplice.get(`/groups/${id}/members?limit=200`);
  const own = members.find(({ userIdpId }: { userIdpId: string }) => userIdpId === victim.idpId);
  return own?.subscriptionStatus ?? null;
}
async function pass(days: number): Promise<void> {
  await scene.app.sandbox('POST', '/clock', { advanceMs: days * 86_400_000 });
  await scene.app.sandbox('POST', '/drain');
}

/** Every transfer in which a user's account gives what another's gets, in the order they were made. */
async function betweenUsers() {
  const found = await scene.run(
    `select a.kind, a.user_id as giver, b.user_id as getter, a.asset_id as asset,
        a.amount::text as amount
      from entry a join entry b using (transfer_id)
      where a.user_id <> b.user_id and a.amount < 0 and b.amount > 0 order by a.transfer_id`,
  );
  return found.map(({ kind, ...rest }) => ({ kind: transferKindName(Number(kind)), ...rest }));
}

/** Fees that users have paid with keys of their own that may, 1e-6 dollars. */
const byOwnHand: object[] = [];
const paid = (giver: TestUser, amount: string) =>
  byOwnHand.push({
    kind: 'groupFee',
    giver: giver.userId,
    getter: accomplice.userId,
    asset: 0,
    amount,
  });
const nothingElsePaid = async () => expect(await betweenUsers()).toEqual(byOwnHand);

test('every write of the API, in a group that asks for fees by now', async () => {
  const { app, groupId, people, calls } = scene;
  await raise({ id: groupId, code: '' }, FEES);
  const follow = { enabled: true, amountUsd: '5', mirrorExits: true };
  expect(await ask(thief, `/groups/${groupId}/auto-buy`, follow)).toEqual([200]);
  // A call of the accomplice in each vertical, which the victim follows.
  const perp = { marketSymbol: 'SOL', side: 'LONG', collateralUsd: '10', leverage: '2' };
  const { unused } = people.keeper;
  for (const [path, body] of [
    ['/spot/proposals', { contractAddress: unused.mint, amountUsd: '50' }],
    ['/spot/proposals', { ticker: unused.ticker, amountUsd: '50' }],
    ['/predictions/proposals', { ...unused.outcome, isYes: true, amountUsd: '50' }],
    ['/perps/proposals', perp],
  ] as const) {
    expect(await ask(accomplice, path, { groupId, ...body })).toEqual([201]);
  }
  await app.sandbox('POST', '/drain');
  const follows = await thief.get(`/groups/${groupId}/auto-buy/history`);
  expect(follows.map(({ status, vertical }: Record<string, string>) => [vertical, status])).toEqual(
    ['PERP', 'PREDICTION', 'STOCK', 'SPOT'].map((vertical) => [vertical, 'FILLED']),
  );
  const answers: string[] = [];
  for (const row of accessRows.filter(({ route, pays }) => !route.startsWith('GET') && !pays)) {
    const ready = await prepare(scene, row, people.leader);
    const { status, body } = await sendBy(thief, ready);
    if (status >= 300) answers.push(`${titleOf(row)}: ${status} ${body.code}`);
  }
  // Of a leader who is no admin, without `groups:pay` and no session; all else went through.
  expect(answers.filter((answer) => / 403 FORBIDDEN$/.test(answer))).toEqual([
    'PATCH /account/notifications: 403 FORBIDDEN',
    'PATCH /chat/{groupId}/messages/{messageId} · of another: 403 FORBIDDEN',
    'POST /groups/{id}/subscription · pay: 403 FORBIDDEN',
    'POST /groups/{id}/subscription · resume: 403 FORBIDDEN',
  ]);
  const others = answers.filter((answer) => !/ 403 FORBIDDEN$/.test(answer));
  const codes = new Set(others.map((answer) => answer.split(' ').at(-1)));
  expect([...codes].sort()).toEqual([
    'ADMIN_REQUIRED',
    'ALREADY_MEMBER',
    'CREATOR_REQUIRED',
    'NOT_FOUND',
  ]);
  // The last of them was to leave; what was held is sold from outside.
  for (const path of [`/spot/proposals/${calls.spot}/sell`, `/spot/stocks/${STOCK}/sell`]) {
    expect(await ask(thief, path, { groupId, max: true })).toEqual([200]);
  }
  await nothingElsePaid();
});

test('orders that stay in flight for a while', async () => {
  const { app } = scene;
  const swap = { sell: 'USDC', buy: mints.sol, amountUsd: '5' };
  for (const [mode, answer] of [
    ['unknown-then-filled', [200]],
    ['unknown-then-failed', [400, 'FUNDING_REFUNDED']],
  ] as const) {
    const behaviour = { mode, delayMs: 1, count: 1 };
    await app.sandbox('PUT', '/venues/spot/behaviour', behaviour);
    expect((await ask(thief, '/spot/swap', swap)).slice(0, 2)).toEqual(answer);
    await app.sandbox('POST', '/drain');
  }
  await nothingElsePaid();
});

test.each([
  ['both fees', FEES],
  ['a joining fee alone', { ...FEES, subscriptionFee: '0' }],
  ['a subscription alone', { ...FEES, joiningFee: '0' }],
])('no way into a group with %s, whatever is accepted', async (_, fees) => {
  const accepted = [{}, { acceptFees: { ...fees, joiningFee: '1' } }, { acceptFees: fees }];
  const [open, closed] = [await trap(fees), await trap(fees, 'PRIVATE')];
  for (const accept of accepted) {
    const byCode = { inviteCode: closed.code, ...accept };
    expect(await ask(thief, `/groups/${open.id}/join`, accept)).toEqual(FORBIDDEN);
    expect(await ask(thief, `/groups/${closed.id}/join`, byCode)).toEqual(FORBIDDEN);
    expect(await ask(thief, '/groups/join', byCode)).toEqual(FORBIDDEN);
    // No request is filed either, which the accomplice could approve.
    expect(await ask(thief, `/groups/${closed.id}/join`, accept)).toEqual(FORBIDDEN);
  }
  expect(await accomplice.get(`/groups/${closed.id}/join-requests`)).toEqual([]);
  const approve = `/groups/${closed.id}/join-requests/${victim.userId}/approve`;
  expect((await ask(accomplice, approve)).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
  expect([await standing(open), await standing(closed)]).toEqual([null, null]);
  await nothingElsePaid();
});

test('a request that was free when it was filed stays free, whenever it is approved', async () => {
  const group = await trap(FREE, 'PRIVATE');
  expect(await ask(thief, `/groups/${group.id}/join`)).toEqual([200]);
  await raise(group, FEES);
  // To file it anew with the fees is refused like any other.
  expect(await ask(thief, `/groups/${group.id}/join`, { acceptFees: FEES })).toEqual(FORBIDDEN);
  const approve = `/groups/${group.id}/join-requests/${victim.userId}/approve`;
  expect(await ask(accomplice, approve)).toEqual([200]);
  await pass(8);
  expect(await standing(group)).toBe('NONE');
  await nothingElsePaid();
});

test('a group that was free at the join takes nothing when it is free no more', async () => {
  const group = await trap(FREE);
  expect(await ask(thief, `/groups/${group.id}/join`)).toEqual([200]);
  await raise(group, FEES);
  const path = `/groups/${group.id}/subscription`;
  for (const action of ['pay', 'resume']) {
    for (const more of [{}, { acceptFees: FEES }]) {
      expect(await ask(thief, path, { action, ...more })).toEqual(FORBIDDEN);
    }
  }
  await pass(8);
  expect(await standing(group)).toBe('NONE');
  await nothingElsePaid();
  // Out and in again is a new join.
  expect(await ask(thief, `/groups/${group.id}/leave`)).toEqual([200]);
  expect(await ask(thief, `/groups/${group.id}/join`, { acceptFees: FEES })).toEqual(FORBIDDEN);
});

test('a fee that is raised while the thief joins is never taken', async () => {
  const traps = await Promise.all(Array.from({ length: 12 }, () => trap(FREE)));
  await Promise.all(
    traps.map(async (group, n) => {
      const change = raise(group, FEES);
      const accept = n % 2 === 0 ? {} : { acceptFees: FEES };
      const joined = await ask(thief, `/groups/${group.id}/join`, accept);
      await change;
      expect([[200], FORBIDDEN]).toContainEqual(joined);
      expect(await standing(group)).toBe(joined[0] === 200 ? 'NONE' : null);
    }),
  );
  await pass(8);
  await nothingElsePaid();
});

test('what the victim has canceled cannot be taken up again, nor paid by repeating a request', async () => {
  const group = await trap(FEES);
  const join = `/groups/${group.id}/join`;
  const path = `/groups/${group.id}/subscription`;
  const key = { 'idempotency-key': 'by-own-hand' };
  expect(await ask(victim, join, { acceptFees: FEES }, key)).toEqual([200]);
  paid(victim, '-15000000');
  expect(await ask(victim, path, { action: 'resume' }, key)).toEqual([200]);
  expect(await ask(victim, path, { action: 'cancel' })).toEqual([200]);
  // The answer as it was given, and no second join.
  const again = await thief.call('POST', join, { acceptFees: FEES }, key);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  const other = await ask(thief, join, { acceptFees: { ...FEES, joiningFee: '9' } }, key);
  expect(other.slice(0, 2)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  expect(await ask(thief, path, { action: 'resume' }, key)).toEqual(FORBIDDEN);
  expect(await ask(thief, path, { action: 'pay', acceptFees: FEES })).toEqual(FORBIDDEN);
  expect(await standing(group)).toBe('CANCELED');
  await pass(8);
  expect(await standing(group)).toBeNull();
  await nothingElsePaid();
  // The stored answer has gone by now, and with it the way around the refusal.
  expect(await ask(thief, join, { acceptFees: FEES }, key)).toEqual(FORBIDDEN);
});

test('what the victim has asked for is not hurried on with a code', async () => {
  const group = await trap(FEES, 'PRIVATE');
  const join = `/groups/${group.id}/join`;
  expect(await ask(victim, join, { acceptFees: FEES })).toEqual([200]);
  const byCode = { inviteCode: group.code, acceptFees: FEES };
  for (const path of [join, '/groups/join']) {
    expect(await ask(thief, path, byCode)).toEqual(FORBIDDEN);
  }
  // Let in for nothing, the victim owes nothing of what the request had accepted.
  await raise(group, FREE);
  expect(await ask(thief, join, { inviteCode: group.code })).toEqual([200]);
  await raise(group, FEES);
  const approve = `/groups/${group.id}/join-requests/${victim.userId}/approve`;
  expect((await ask(accomplice, approve)).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
  await pass(8);
  expect(await standing(group)).toBe('NONE');
  await nothingElsePaid();
});

test('renewals take what the users have accepted, whatever the accomplice asks by then', async () => {
  const group = await trap(FEES);
  const payer = await scene.app.user('payer', { scopes: ['read', 'groups', 'groups:pay'] });
  expect(await ask(payer, `/groups/${group.id}/join`, { acceptFees: FEES })).toEqual([200]);
  paid(payer, '-15000000');
  await raise(group, { subscriptionFee: '500', subscriptionPeriod: 'MONTHLY' });
  // Two weeks at the five dollars of the join.
  await pass(15);
  paid(payer, '-5000000');
  paid(payer, '-5000000');
  // A key that may pay can take on more, which is what the thief's cannot.
  const now = { ...FEES, subscriptionFee: '50' };
  await raise(group, now);
  const pay = { action: 'pay', acceptFees: now };
  expect(await ask(payer, `/groups/${group.id}/subscription`, pay)).toEqual([200]);
  await pass(7);
  paid(payer, '-50000000');
  await nothingElsePaid();
});

/** Kinds of transfers in which one user may give to another at all. */
const canGoBetweenUsers: Readonly<Record<TransferKind, boolean>> = {
  deposit: false,
  trade: false,
  reserve: false,
  release: false,
  groupFee: true,
  claim: false,
  funding: false,
  withdrawal: false,
  withdrawalReturn: false,
};

test('nothing has gone from the victim to anybody, and between users only fees by own hand', async () => {
  // A mark above the oracle: longs pay funding.
  const apart = { priceUsd: '100', oracleUsd: '99.5' };
  await scene.app.sandbox('PUT', '/prices/perp/SOL', apart);
  const saver = await person(scene.app, 'saver');
  const { id } = await withdrawFor(saver, await enrol(scene.app, saver), '25');
  // A new address waits for a day.
  await pass(1);
  for (const status of ['SENT', 'RETURNED']) {
    await scene.app.sandbox('PUT', `/withdrawals/${id}`, { status });
  }
  expect(Object.keys(canGoBetweenUsers).sort()).toEqual(Object.keys(transferKinds).sort());
  const seen = await scene.run('select distinct kind from entry');
  const names = seen.map(({ kind }) => transferKindName(Number(kind)));
  // Every kind was made to happen, or this would prove nothing about it.
  expect(names.sort()).toEqual(Object.keys(transferKinds).sort());
  const moved = await betweenUsers();
  expect(moved.filter(({ kind }) => !canGoBetweenUsers[kind])).toEqual([]);
  await nothingElsePaid();
  await scene.app.audit();
});

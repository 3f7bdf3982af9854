import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';

const FEES = { joiningFee: '30', subscriptionFee: '12', subscriptionPeriod: 'WEEKLY' } as const;
const PAYING = ['read', 'groups', 'groups:pay'];

let app: TestApp;
let count = 0;
let admin: TestUser;
let groupId: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

beforeEach(async () => {
  count += 1;
  admin = await app.user(`admin_${count}`, { depositUsd: '0' });
  const group = { name: 'Paid geese', groupAccessType: 'PUBLIC', ...FEES };
  groupId = (await admin.post('/groups', group)).groupId;
});

const payer = (depositUsd = '100', scopes: readonly string[] | undefined = PAYING) =>
  app.user(`payer_${count}_${depositUsd.replace('.', '_')}`, {
    depositUsd,
    ...(scopes ? { scopes } : {}),
  });
const join = (user: TestUser, acceptFees?: object) =>
  user.call('POST', `/groups/${groupId}/join`, acceptFees ? { acceptFees } : {});
const cash = async (user: TestUser): Promise<string> => (await user.get('/account')).cashBalanceUsd;

test('the joining fee and the first period go from the member to the admin, to the cent', async () => {
  const ada = await payer();
  const { status, body } = await join(ada, FEES);
  expect(status).toBe(200);
  expect(body.data.membership).toMatchObject({ subscriptionStatus: 'ACTIVE' });
  // 100 − 30 − 12, and 42 came in.
  expect([await cash(ada), await cash(admin)]).toEqual(['58', '42']);
  const paid = Date.parse(body.data.membership.nextChargeAt);
  expect(paid - Date.parse(body.data.membership.createdAt)).toBe(7 * 86_400_000);
  const [movement] = (await ada.get('/account/ledger')).entries;
  expect([movement.kind, movement.amount, movement.balanceAfter]).toEqual([
    'groupFee',
    '-42',
    '58',
  ]);
  await app.audit();
});

test('who made the group pays none of its fees', async () => {
  expect(await cash(admin)).toBe('0');
  const [own] = await admin.get(`/groups/${groupId}/members`);
  expect(own.subscriptionStatus).toBe('NONE');
});

test('a key without groups:pay is refused before its acceptFees are looked at', async () => {
  // A full key has every scope but this one.
  const full = await app.user(`full_${count}`, { depositUsd: '0' });
  for (const accepted of [undefined, { ...FEES, joiningFee: '1' }, FEES]) {
    const { status, body } = await join(full, accepted);
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
  }
});

test.each([
  ['nothing', undefined],
  ['another joining fee', { ...FEES, joiningFee: '29' }],
  ['another subscription fee', { ...FEES, subscriptionFee: '13' }],
  ['another period', { ...FEES, subscriptionPeriod: 'MONTHLY' }],
])('FEES_CHANGED: accepted was %s', async (_, accepted) => {
  const ada = await payer('1');
  const { status, body } = await join(ada, accepted);
  expect([status, body.code, body.details]).toEqual([400, 'FEES_CHANGED', FEES]);
  expect(await cash(ada)).toBe('1');
});

test('INSUFFICIENT_FUNDS: a unit too little, nothing moves, nobody has joined', async () => {
  const poor = await payer('41.999999');
  const { status, body } = await join(poor, FEES);
  expect([status, body.code]).toEqual([400, 'INSUFFICIENT_FUNDS']);
  expect(body.details).toEqual({ required: '42', available: '41.999999', currency: 'USDC' });
  expect([await cash(poor), await cash(admin)]).toEqual(['41.999999', '0']);
  expect(await poor.get('/groups')).toEqual([]);
  // With exactly enough it goes through.
  await app.sandbox('POST', `/users/${poor.userId}/deposits`, { amountUsd: '0.000001' });
  expect((await join(poor, FEES)).status).toBe(200);
  expect([await cash(poor), await cash(admin)]).toEqual(['0', '42']);
  await app.audit();
});

test('fifty at once pay once each, and the admin has it all', async () => {
  const payers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      app.user(`crowd_${count}_${n}`, { depositUsd: '42', scopes: PAYING }),
    ),
  );
  const answers = await Promise.all(payers.flatMap((user) => [join(user, FEES), join(user, FEES)]));
  const outcomes = answers.map(({ status, body }) => `${status} ${body.code ?? ''}`);
  expect(outcomes.filter((outcome) => outcome === '200 ')).toHaveLength(50);
  expect(outcomes.filter((outcome) => outcome === '400 ALREADY_MEMBER')).toHaveLength(50);
  // 50 × 42
  expect(await cash(admin)).toBe('2100');
  for (const user of payers) expect(await cash(user)).toBe('0');
  await app.audit();
});

test('the same join repeated with its key is paid once and answers the same', async () => {
  const ada = await payer();
  const again = () =>
    ada.call('POST', `/groups/${groupId}/join`, { acceptFees: FEES }, { 'idempotency-key': 'in' });
  const first = await again();
  const second = await again();
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect([await cash(ada), await cash(admin)]).toEqual(['58', '42']);
});

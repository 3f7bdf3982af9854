import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';

const MEMBERS = 40;
const WEEKS = 3;
const DAY_MS = 86_400_000;
const FEES = { joiningFee: '1', subscriptionFee: '2', subscriptionPeriod: 'WEEKLY' } as const;

let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  one = await startTestApp();
  two = await startTestApp({}, { database: one.database });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const cash = async (user: TestUser): Promise<string> => (await user.get('/account')).cashBalanceUsd;
const pass = async (advanceMs: number): Promise<void> => {
  await one.sandbox('POST', '/clock', { freeze: true, advanceMs });
  await Promise.all([one, two].map((app) => app.sandbox('POST', '/drain')));
};

/** A paid group with members, each with so many dollars left after the join. */
async function paidGroup(name: string, left: (n: number) => number) {
  const admin = await one.user(`${name}_admin`, { depositUsd: '0' });
  const group = { name: 'Geese', groupAccessType: 'PUBLIC', ...FEES };
  const { groupId } = await admin.post('/groups', group);
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, async (_, n) => {
      const user = await one.user(`${name}_${n}`, {
        depositUsd: String(3 + left(n)),
        scopes: ['read', 'groups', 'groups:pay'],
      });
      await user.post(`/groups/${groupId}/join`, { acceptFees: FEES });
      return user;
    }),
  );
  return { admin, groupId: groupId as string, members };
}

test('two processes over one database renew every membership once a week', async () => {
  await one.sandbox('POST', '/clock', { freeze: true });
  // Every second one can pay two of three weeks.
  const { admin, groupId, members } = await paidGroup('geese', (n) => (n % 2 === 0 ? 10 : 5));
  await pass(WEEKS * 7 * DAY_MS);
  for (const [n, user] of members.entries()) {
    const on = (n % 4 < 2 ? one : two).at(user);
    // 10 − 3 × 2, and 5 − 2 × 2.
    expect(await cash(on)).toBe(n % 2 === 0 ? '4' : '1');
  }
  // 40 × 3 at the joins, 20 × 6 and 20 × 4 since.
  expect(await cash(two.at(admin))).toBe('320');
  const listed: { subscriptionStatus: string; userIdpId: string }[] = await two
    .at(admin)
    .get(`/groups/${groupId}/members?limit=200`);
  const counted = (status: string) =>
    listed.filter(({ subscriptionStatus }) => subscriptionStatus === status).length;
  expect([counted('ACTIVE'), counted('PAST_DUE'), counted('NONE')]).toEqual([20, 20, 1]);
  const [row] = await one.app.services.database.reads.query<{ payments: bigint; periods: bigint }>({
    name: 'payments of the test',
    text: `select count(*) as payments, count(distinct (payer_id, period_start)) as periods
      from group_fee_payment where kind = 'RENEWAL'`,
  });
  // 20 × 3 and 20 × 2.
  expect(row).toEqual({ payments: 100n, periods: 100n });
  await one.audit();
  await two.audit();
}, 60_000);

test('what is due while one process is away the other one does', async () => {
  const { admin, members } = await paidGroup('swans', () => 2);
  await two.sandbox('POST', '/clock', { advanceMs: 7 * DAY_MS });
  await two.restart();
  await eventually('every swan has paid', async () => (await cash(admin)) === '200');
  await pass(DAY_MS);
  for (const user of members) expect(await cash(user)).toBe('0');
  await one.audit();
}, 60_000);

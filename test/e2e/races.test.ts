import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import { latestSeq, mints, openGroup, propose } from './world.ts';

/** Two processes on one database: what meets, meets there too. */
let test: TestApp;
let other: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({}, { database: test.database });
  await test.pin(mints.sol, '150');
  await other.pin(mints.sol, '150');
});
afterAll(async () => {
  await test.audit();
  await other.stop();
  await test.stop();
});

/** So many calls at once, every other one at the other process. */
const atOnce = (
  count: number,
  user: TestUser,
  path: string,
  body: (n: number) => object | undefined,
): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      (n % 2 === 0 ? user : other.at(user)).call('POST', path, body(n)),
    ),
  );

const tally = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status < 300 ? String(status) : body.code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

it('never spends the same dollar twice', async () => {
  const user = await test.user('spender');
  const buy = { sell: 'USDC', buy: mints.sol, amountUsd: '30' };
  const answers = await atOnce(40, user, '/spot/swap', () => buy);
  // 33 × 30 = 990 of 1000; each (30 − 0.15) ÷ 150 = 0.199
  expect(tally(answers)).toEqual({ 200: 33, INSUFFICIENT_FUNDS: 7 });
  const [usdc, sol] = await user.get('/account/balances');
  expect([usdc.balance, sol.balance]).toEqual(['10', '6.567']);
  const { events, latestSeq: newest } = await user.get('/account/events?limit=200');
  expect(events.map(({ seq }: { seq: number }) => seq)).toEqual(
    Array.from({ length: newest }, (_, n) => n + 1),
  );
});

it('never sells the same token twice', async () => {
  const user = await test.user('seller');
  const groupId = await openGroup(user);
  const { proposal } = await propose(user, groupId, '100');
  const path = `/spot/proposals/${proposal.id}`;
  const all = await atOnce(20, user, `${path}/sell`, () => ({ max: true }));
  expect(tally(all)).toEqual({ 200: 1, NO_POSITION: 19 });
  // 99.499999 gross − 0.4975 fee = 99.002499; 900 + 99.002499
  expect((await user.get('/account')).cashBalanceUsd).toBe('999.002499');

  await user.post(`${path}/buy`, { amountUsd: '100' });
  const parts = await atOnce(20, user, `${path}/sell`, () => ({ amountUsd: '9' }));
  // 0.663333333 at 0.06 a time: eleven times, and once what is left
  expect(tally(parts)).toEqual({ 200: 12, NO_POSITION: 8 });
  const { userPosition } = await user.get(path);
  expect(userPosition).toMatchObject({ hasPosition: false, currentTokenAmountRaw: '0' });
});

it('opens one proposal of a token and closes it once', async () => {
  const leader = await test.user('first');
  const groupId = await openGroup(leader);
  const second = await test.user('second');
  await second.post(`/groups/${groupId}/join`);
  await leader.post(`/groups/${groupId}/members/${second.userId}/promote`);
  const body = { groupId, contractAddress: mints.sol, amountUsd: '10' };
  const opened = await Promise.all([
    atOnce(8, leader, '/spot/proposals', () => body),
    atOnce(8, second, '/spot/proposals', () => body),
  ]);
  expect(tally(opened.flat())).toEqual({ 201: 1, DUPLICATE_PROPOSAL: 15 });
  const [{ proposal }] = await leader.get(`/spot/proposals?groupId=${groupId}`);
  const creator = proposal.createdByUserIdpId === leader.idpId ? leader : second;
  const buyer = creator === leader ? second : leader;
  const path = `/spot/proposals/${proposal.id}`;
  const before = await latestSeq(buyer);
  const [closed, bought] = await Promise.all([
    atOnce(6, creator, `${path}/close`, () => undefined),
    atOnce(10, buyer, `${path}/buy`, () => ({ amountUsd: '1' })),
  ]);
  expect(tally(closed)).toEqual({ 200: 1, PROPOSAL_CLOSED: 5 });
  const counts = tally(bought);
  const entries = counts[200] ?? 0;
  expect(entries + (counts.PROPOSAL_CLOSED ?? 0)).toBe(10);
  // Each entry that was let in is a trade of the buyer, and no other.
  expect((await latestSeq(buyer)) - before).toBe(entries);
  // The buyer's own opening was refused, so nothing else has left the wallet.
  expect((await buyer.get('/account')).cashBalanceUsd).toBe(String(1_000 - entries));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';

const FOLLOWERS = 120;
const CALLS = 6;

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

test('two processes on one database share the work of following and never double it', async () => {
  const leader = await one.user('leader', { depositUsd: '10000' });
  const { groupId } = await leader.post('/groups', { name: 'Geese', groupAccessType: 'PUBLIC' });
  const followers = await Promise.all(
    Array.from({ length: FOLLOWERS }, async (_, n): Promise<TestUser> => {
      const user = await one.user(`follower_${n}`);
      await user.post(`/groups/${groupId}/join`);
      await user.post(`/groups/${groupId}/auto-buy`, {
        enabled: true,
        amountUsd: '10',
        mirrorExits: true,
      });
      return user;
    }),
  );
  const mints = bundledTokens.slice(0, CALLS).map(({ mint }) => mint);
  for (const mint of mints) for (const app of [one, two]) await app.pin(mint, '2');

  // Calls and closes go to either process; both claim whatever is there.
  const open = async (mint: string, n: number): Promise<string> => {
    const { proposal } = await (n % 2 === 0 ? one : two).at(leader).post('/spot/proposals', {
      groupId,
      contractAddress: mint,
      amountUsd: '100',
    });
    return proposal.id;
  };
  const proposals = await Promise.all(mints.map(open));
  await one.sandbox('POST', '/drain');
  await Promise.all(
    proposals.map((id, n) =>
      (n % 2 === 0 ? two : one).at(leader).post(`/spot/proposals/${id}/close`),
    ),
  );
  await two.sandbox('POST', '/drain');

  const made = await results();
  // Each call and each close has one result for each follower, each with a trade of its own.
  expect(made).toEqual(
    ['BUY', 'SELL'].map((side) => ({
      side,
      status: 'FILLED',
      count: BigInt(CALLS * FOLLOWERS),
      trades: BigInt(CALLS * FOLLOWERS),
      followers: BigInt(FOLLOWERS),
      calls: BigInt(CALLS),
    })),
  );
  // 10 − 0.05 buy 4.975; sold again for 9.95 − 0.04975. Six times: 1000 − 6 × 0.09975.
  for (const [n, user] of followers.entries()) {
    const account = await (n % 2 === 0 ? one : two).at(user).get('/account');
    expect(account.totalValueUsd).toBe('999.4015');
  }
  await one.audit();
  await two.audit();
}, 60_000);

test('what one process leaves behind the other one does', async () => {
  const before = await results();
  const leader = await one.user('second', { depositUsd: '1000' });
  const { groupId } = await leader.post('/groups', { name: 'Swans', groupAccessType: 'PUBLIC' });
  const ada = await one.user('ada');
  await ada.post(`/groups/${groupId}/join`);
  await ada.post(`/groups/${groupId}/auto-buy`, { enabled: true, amountUsd: '10' });
  const third = await startTestApp({}, { database: one.database });
  await third.sandbox('PUT', '/follow', { hold: true });
  await third.at(leader).post('/spot/proposals', {
    groupId,
    contractAddress: bundledTokens[0]?.mint,
    amountUsd: '100',
  });
  await third.stop();
  await two.sandbox('PUT', '/follow', { hold: false });
  await eventually('another process follows', async () => {
    const [follow] = await two.at(ada).get(`/groups/${groupId}/auto-buy/history`);
    return follow.status === 'FILLED';
  });
  const after = await results();
  const total = (rows: typeof before) => rows.reduce((sum, { count }) => sum + count, 0n);
  expect(total(after) - total(before)).toBe(1n);
  await one.audit();
});

interface Result {
  readonly side: string;
  readonly status: string;
  readonly count: bigint;
  readonly trades: bigint;
  readonly followers: bigint;
  readonly calls: bigint;
}

const results = (): Promise<Result[]> =>
  one.app.services.database.reads.query<Result>({
    name: 'results of follows',
    text: `select side, status, count(*) as count, count(distinct trade_id) as trades,
        count(distinct follower_id) as followers, count(distinct leader_trade_id) as calls
      from follow group by side, status order by side`,
  });

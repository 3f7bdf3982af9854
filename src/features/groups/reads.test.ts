import { afterAll, beforeAll, expect, test } from 'vitest';
import { BACKEND_START_MS } from '../../../test/helpers/backend.ts';
import { type GroupServer, openGroupServer } from '../../../test/helpers/group-server.ts';
import { isoTime } from '../../platform/clock.ts';

let api: GroupServer;
beforeAll(async () => {
  api = await openGroupServer();
});
afterAll(() => api.close());

test('long lists come in pages without gaps or repetitions', async () => {
  const ada = await api.newUser();
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    made.push((await api.newGroup(ada, { groupAccessType: 'PUBLIC' })).id);
    // Two groups share each instant.
    if (n % 2 === 1) api.backend.clock.advance(1);
  }
  const pages: string[][] = [];
  let path: string | null = '/groups?limit=2';
  while (path !== null) {
    const { data, next } = await api.get(ada, path);
    pages.push(data.map((group: { uniqueId: string }) => group.uniqueId));
    path = next === undefined ? null : `/groups?limit=2&cursor=${next}`;
  }
  expect(pages.map((ids) => ids.length)).toEqual([2, 2, 1]);
  expect(pages.flat()).toEqual(made.toReversed());

  const group = made[0] ?? '';
  const others = [await api.newUser(), await api.newUser(), await api.newUser()];
  for (const other of others) await api.post(other, `/groups/${group}/join`);
  const first = await api.get(ada, `/groups/${group}/members?limit=3`);
  const second = await api.get(ada, `/groups/${group}/members?limit=3&cursor=${first.next}`);
  expect([first.data.length, second.data.length, second.next]).toEqual([3, 1, undefined]);
  const names = [...first.data, ...second.data].map((member) => member.userIdpId);
  expect(names).toEqual([ada, ...others].map(({ idpId }) => idpId));
});

test("a group's performance is that of its closed calls", async () => {
  const [ada, bob] = [await api.newUser(), await api.newUser()];
  const { id } = await api.newGroup(ada, { groupAccessType: 'PUBLIC' });
  await api.post(bob, `/groups/${id}/join`);
  const day = 86_400_000;
  // [profit in 1e-6 dollars, percent, days ago]; null: still open.
  const calls = [
    [12_500_000, '10', 1],
    [30_000_000, '20', 8],
    [-7_250_000, '-15', 31],
    [null, null, null],
  ] as const;
  for (const [pnl, pct, daysAgo] of calls) {
    const proposal = api.backend.ids.next();
    const closedAt = daysAgo === null ? null : isoTime(BACKEND_START_MS - daysAgo * day);
    await api.run(
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
    if (closedAt !== null) {
      await api.run(`insert into closed_call values ($1, $2, 'SPOT', $3, $4, $5, $6)`, [
        proposal,
        id,
        ada.userId,
        pnl,
        pct,
        closedAt,
      ]);
    }
    await api.run(
      `insert into spot_trade (id, user_id, proposal_id, group_id, asset_id, side, origin, quantity,
         price, gross, fee, pnl, cost_out, created_at)
       values ($1, $2, $3, $4, 1, 'BUY', 'OPEN', 1, 1, 1, 0, 0, 0, now())`,
      [api.backend.ids.next(), ada.userId, proposal, id],
    );
    await api.run(
      `insert into spot_position (user_id, proposal_id, group_id, asset_id, quantity, cost,
         round_cost, round_bought, round_sold, round_proceeds, realized_pnl, realized_cost,
         followed, locked, opened_at)
       values ($1, $2, $3, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, now())`,
      [ada.userId, proposal, id],
    );
  }
  const { data } = await api.get(ada, `/groups/${id}`);
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
  expect((await api.get(bob, '/groups')).data).toEqual([
    { ...data, memberType: 'MEMBER', unreadCount: 0 },
  ]);
  const other = await api.newGroup(bob);
  const { data: second } = await api.get(bob, `/groups/${other.id}`);
  expect(second.performanceRank).toBe(2);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Caller,
  type GroupServer,
  openGroupServer,
} from '../../../test/helpers/group-server.ts';
import { leaveGroup } from './leave.ts';

let api: GroupServer;
beforeAll(async () => {
  api = await openGroupServer();
});
afterAll(() => api.close());

test('two admins who leave at the same time, here and in another process: one stays', async () => {
  for (let round = 0; round < 12; round += 1) {
    const [ada, bob] = [await api.newUser(), await api.newUser()];
    const { id, code } = await api.newGroup(ada);
    await api.post(bob, '/groups/join', { inviteCode: code });
    await api.post(ada, `/groups/${id}/members/${bob.userId}/promote`, { to: 'ADMIN' });
    const far = (userId: string) =>
      api.elsewhere.submit(leaveGroup, { groupId: id, userId }, { userId }).then(
        () => null,
        (error: { code: string }) => error.code,
      );
    const near = (caller: Caller) =>
      api.post(caller, `/groups/${id}/leave`).then(({ code }) => code);
    const down = (by: Caller, target: Caller) =>
      api.post(by, `/groups/${id}/members/${target.userId}/demote`).then(({ code }) => code);
    const ways = [
      () => [near(ada), near(bob)],
      () => [near(ada), far(bob.userId)],
      () => [down(ada, ada), near(bob)],
      () => [down(ada, ada), far(bob.userId)],
    ];
    const codes = await Promise.all(ways[round % ways.length]?.() ?? []);
    expect(codes.toSorted()).toEqual(['LAST_ADMIN', null]);
    const { rows } = await api.run(
      `select count(*)::int4 as admins from membership
       where group_id = $1 and status = 'ACTIVE' and is_admin`,
      [id],
    );
    expect(rows).toEqual([{ admins: 1 }]);
  }
});

test('two admins who kick each other at the same time: one stays', async () => {
  const [ada, bob] = [await api.newUser(), await api.newUser()];
  const { id, code } = await api.newGroup(ada);
  await api.post(bob, '/groups/join', { inviteCode: code });
  await api.post(ada, `/groups/${id}/members/${bob.userId}/promote`, { to: 'ADMIN' });
  const kick = (by: Caller, target: Caller) =>
    api.post(by, `/groups/${id}/members/${target.userId}/kick`).then((answer) => answer.code);
  const codes = await Promise.all([kick(ada, bob), kick(bob, ada)]);
  expect(codes.toSorted()).toEqual(['NOT_GROUP_MEMBER', null]);
});

test('a join that is sent many times at once happens once, and is paid once', async () => {
  const ada = await api.newUser('0');
  const bob = await api.newUser('100', ['read', 'groups', 'groups:pay']);
  const fees = { joiningFee: '5', subscriptionFee: '10' };
  const { id } = await api.newGroup(ada, { groupAccessType: 'PUBLIC', ...fees });
  const acceptFees = { ...fees, subscriptionPeriod: 'MONTHLY' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => api.post(bob, `/groups/${id}/join`, { acceptFees })),
  );
  const told = answers.map(({ code, data }) => code ?? data.status).toSorted();
  expect(told).toEqual([...Array.from({ length: 7 }, () => 'ALREADY_MEMBER'), 'JOINED']);
  const wallets = await api.run(
    `select available from wallet where user_id = any($1) order by available`,
    [[ada.userId, bob.userId]],
  );
  // 0 + 15 and 100 − 15.
  expect(wallets.rows).toEqual([{ available: 15_000_000n }, { available: 85_000_000n }]);
  const entries = await api.run(
    'select amount from entry where kind = 4 and user_id = any($1) order by amount',
    [[ada.userId, bob.userId]],
  );
  expect(entries.rows).toEqual([{ amount: -15_000_000n }, { amount: 15_000_000n }]);
});

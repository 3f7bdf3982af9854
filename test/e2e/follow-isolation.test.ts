import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type FollowWorld, mintOf, SOL, startFollowWorld } from './follow-world.ts';

const OTHERS = 30;

let world: FollowWorld;
let others: readonly TestUser[];
beforeAll(async () => {
  world = await startFollowWorld({ SKEIN_GEO_SPOT_BLOCKED: 'KP' });
  others = await Promise.all(
    Array.from({ length: OTHERS }, (_, n) => world.member(`other_${n}`, { amountUsd: '20' })),
  );
});
afterAll(() => world.stop());

async function expectOthersFilled(cash: string): Promise<void> {
  for (const user of others) {
    expect(await world.result(user)).toEqual(['FILLED', undefined]);
    expect(await world.cash(user)).toBe(cash);
  }
}

test('one member for every reason not to follow, and all others follow all the same', async () => {
  const poor = await world.member('poor', { amountUsd: '20' }, { depositUsd: '19.999999' });
  const small = await world.member('small', { amountUsd: '0.000001' });
  const huge = await world.member('huge', { amountUsd: '9000000000' });
  const limited = await world.member('limited', { amountUsd: '20', dailyLimitUsd: '1' });
  const elsewhere = await world.member('elsewhere', { amountUsd: '20' });
  await world.service.sandbox('PUT', '/region', { userId: elsewhere.userId, country: 'KP' });
  const kicked = await world.member('kicked', { amountUsd: '20' });
  const off = await world.member('off', { amountUsd: '20' });
  await world.hold(true);
  await world.open();
  await world.leader.post(`/groups/${world.groupId}/members/${kicked.userId}/kick`);
  await off.post(`/groups/${world.groupId}/auto-buy`, { enabled: false });
  await world.release();

  expect(await world.result(poor)).toEqual(['SKIPPED', 'INSUFFICIENT_FUNDS']);
  expect(await world.result(small)).toEqual(['SKIPPED', 'BELOW_MINIMUM']);
  expect(await world.result(huge)).toEqual(['SKIPPED', 'INSUFFICIENT_FUNDS']);
  expect(await world.result(limited)).toEqual(['SKIPPED', 'DAILY_LIMIT']);
  expect(await world.result(elsewhere)).toEqual(['SKIPPED', 'GEO_RESTRICTED']);
  expect(await world.result(kicked)).toEqual(['SKIPPED', 'LEFT_GROUP']);
  expect(await world.result(off)).toEqual(['SKIPPED', 'DISABLED']);
  await expectOthersFilled('980');
  await world.service.audit();
});

test('the venue rejects three orders: three members FAIL with the reason, the rest are filled', async () => {
  await world.service.pin(mintOf('JUP'), '0.5');
  await world.hold(true);
  await world.open(mintOf('JUP'));
  await world.service.sandbox('PUT', '/venues/spot/behaviour', { mode: 'reject', count: 3 });
  await world.release();
  const newest = await Promise.all(others.map(async (user) => (await world.history(user))[0]));
  const failed = newest.filter((follow) => follow?.status === 'FAILED');
  // Poor, small and the like are refused before any order; elsewhere, off and kicked as well.
  expect(failed.map((follow) => follow?.code)).toEqual(Array(3).fill('ORDER_REJECTED'));
  expect(newest.filter((follow) => follow?.status === 'FILLED')).toHaveLength(OTHERS - 3);
  for (const [n, user] of others.entries()) {
    expect(await world.cash(user)).toBe(newest[n]?.status === 'FILLED' ? '960' : '980');
  }
  await world.service.audit();
});

test('a member who spends everything at the same moment hurts only the own follow', async () => {
  const spender = await world.member('spender', { amountUsd: '20' }, { depositUsd: '25' });
  for (const proposal of await world.leader.get(
    `/spot/proposals?groupId=${world.groupId}&status=open`,
  )) {
    await world.close(proposal.proposal.id);
  }
  const [, swap] = await Promise.all([
    world.open(SOL),
    spender.call('POST', '/spot/swap', { sell: 'USDC', buy: SOL, amountUsd: '25' }),
  ]);
  await world.drain();
  // Whichever came first had the money; never both, never half of it.
  const [status] = await world.result(spender);
  expect([swap.status, status]).toEqual(swap.status === 200 ? [200, 'SKIPPED'] : [400, 'FILLED']);
  expect(await world.cash(spender)).toBe(swap.status === 200 ? '0' : '5');
  for (const user of others) expect((await world.result(user))[0]).toBe('FILLED');
  await world.service.audit();
});

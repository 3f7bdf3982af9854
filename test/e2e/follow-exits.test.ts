import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type Call, type FollowWorld, SOL, startFollowWorld } from './follow-world.ts';

let world: FollowWorld;
let call: Call;
let mirror: TestUser;
let keeper: TestUser;
let touched: TestUser;
beforeAll(async () => {
  world = await startFollowWorld();
  mirror = await world.member('mirror', { amountUsd: '40', mirrorExits: true });
  keeper = await world.member('keeper', { amountUsd: '40' });
  touched = await world.member('touched', { amountUsd: '40', mirrorExits: true });
});
afterAll(() => world.stop());

/**
 * Every test begins with a call at $200: the leader holds 99.5 ÷ 200 = 0.4975 SOL, each follower
 * (40 − 0.2) ÷ 200 = 0.199 SOL.
 */
beforeEach(async () => {
  await world.service.pin(SOL, '200');
  call = await world.open(SOL, '100');
  await world.drain();
});

const sellAll = async (...users: TestUser[]): Promise<void> => {
  for (const user of users) await world.sell(user, call.proposalId, { max: true });
};

test('a partial sale and the close take the same fraction of what the follow still holds', async () => {
  const cash = await world.cash(mirror);
  // The leader sells $19.9 ÷ 200 = 0.0995 SOL, a fifth of 0.4975.
  await world.sell(world.leader, call.proposalId, { amountUsd: '19.9' });
  await world.drain();
  // A fifth of 0.199 SOL is 0.0398: gross 7.96, fee 0.0398, 7.9202 come in.
  expect(await world.units(mirror)).toBe('159200000');
  expect(Number(await world.cash(mirror)) - Number(cash)).toBeCloseTo(7.9202, 9);
  const [exit] = await world.history(mirror);
  expect(exit).toMatchObject({ side: 'SELL', status: 'FILLED', proposalId: call.proposalId });
  expect(exit?.trade).toMatchObject({ tokenAmount: '0.0398', totalCostUsd: '7.96' });
  // Half of the leader's remaining 0.398 SOL, half of 0.1592 follows: 0.0796.
  await world.sell(world.leader, call.proposalId, { amountUsd: '39.8' });
  await world.drain();
  expect(await world.units(mirror)).toBe('79600000');
  await world.close(call.proposalId);
  await world.drain();
  expect(await world.units(mirror)).toBe('0');
  expect(await world.units(keeper)).toBe('199000000');
  expect(await world.units(touched)).toBe('0');
  await sellAll(keeper);
  await world.service.audit();
});

test('members without mirrorExits keep, and sell when they like, also after the close', async () => {
  const entries = (await world.history(keeper)).length;
  await world.close(call.proposalId);
  await world.drain();
  expect(await world.history(keeper)).toHaveLength(entries);
  expect(await world.units(keeper)).toBe('199000000');
  await sellAll(keeper);
  expect(await world.units(keeper)).toBe('0');
  await world.service.audit();
});

test.each([
  ['sold a part of', async () => world.sell(touched, call.proposalId, { amountUsd: '4' })],
  [
    'bought more of',
    async () =>
      void (await touched.post(`/spot/proposals/${call.proposalId}/buy`, { amountUsd: '5' })),
  ],
])('a position that the member has %s by hand is left alone', async (_, touch) => {
  await touch();
  const held = await world.units(touched);
  const entries = (await world.history(touched)).length;
  await world.sell(world.leader, call.proposalId, { amountUsd: '50' });
  await world.close(call.proposalId);
  await world.drain();
  expect(await world.units(touched)).toBe(held);
  expect(await world.history(touched)).toHaveLength(entries);
  expect(await world.units(mirror)).toBe('0');
  await sellAll(keeper, touched);
  await world.service.audit();
});

test('a position touched while its exit waits is skipped with the reason', async () => {
  await world.hold(true);
  await world.close(call.proposalId);
  await world.sell(touched, call.proposalId, { amountUsd: '4' });
  const held = await world.units(touched);
  await world.release();
  expect(await world.result(touched)).toEqual(['SKIPPED', 'POSITION_TOUCHED']);
  expect(await world.units(touched)).toBe(held);
  expect(await world.units(mirror)).toBe('0');
  await sellAll(keeper, touched);
  await world.service.audit();
});

test('exits have no price guard: a fall of the price does not stop them', async () => {
  await world.hold(true);
  await world.close(call.proposalId);
  await world.service.pin(SOL, '20');
  await world.release();
  // Fell to a tenth since the leader sold: 0.199 × 20 = 3.98.
  const [exit] = await world.history(mirror);
  expect([exit?.status, exit?.trade?.totalCostUsd]).toEqual(['FILLED', '3.98']);
  expect(await world.units(mirror)).toBe('0');
  await sellAll(keeper);
  await world.service.audit();
});

test('mirroring switched off while the exit waits: DISABLED, and the member keeps', async () => {
  await world.hold(true);
  await world.close(call.proposalId);
  await world.autoBuy(touched, { amountUsd: '40', mirrorExits: false });
  await world.release();
  expect(await world.result(touched)).toEqual(['SKIPPED', 'DISABLED']);
  expect(await world.units(touched)).toBe('199000000');
  await sellAll(keeper, touched);
  await world.autoBuy(touched, { amountUsd: '40', mirrorExits: true });
  await world.service.audit();
});

test('who joined by hand after the call is not sold out by its close', async () => {
  const late = await world.member('late', { amountUsd: '40', mirrorExits: true });
  await late.post(`/spot/proposals/${call.proposalId}/buy`, { amountUsd: '40' });
  await world.close(call.proposalId);
  await world.drain();
  expect([await world.units(late), await world.history(late)]).toEqual(['199000000', []]);
  await sellAll(keeper, late);
  await world.service.audit();
});

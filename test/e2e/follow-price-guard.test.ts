import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type FollowWorld, SOL, startFollowWorld } from './follow-world.ts';

let world: FollowWorld;
let ada: TestUser;
beforeAll(async () => {
  world = await startFollowWorld();
  ada = await world.member('ada', { amountUsd: '25' });
});
afterAll(() => world.stop());

/** Opens at $200, moves the pin while the follow waits, and lets it go on. */
async function callThenMove(priceUsd: string): Promise<void> {
  await world.service.pin(SOL, '200');
  await world.hold(true);
  const { proposalId } = await world.open();
  await world.service.pin(SOL, priceUsd);
  await world.release();
  await world.close(proposalId);
}

test('a follow is filled up to 2 % above the fill of the leader: 200 × 1.02 = 204', async () => {
  await callThenMove('204');
  const [follow] = await world.history(ada);
  expect(follow?.status).toBe('FILLED');
  // 24.875 ÷ 204 = 0.121936274… SOL, cut to nine decimals.
  expect(follow?.trade).toMatchObject({ pricePerTokenUsd: '204', tokenAmount: '0.121936274' });
});

test('above it the follow is skipped, by the smallest step', async () => {
  const before = await world.cash(ada);
  await callThenMove('204.000000000000000001');
  expect(await world.result(ada)).toEqual(['SKIPPED', 'PRICE_MOVED']);
  expect(await world.cash(ada)).toBe(before);
});

test('a better price is always taken', async () => {
  await callThenMove('2');
  const [follow] = await world.history(ada);
  expect(follow?.status).toBe('FILLED');
  // 24.875 ÷ 2 = 12.4375 SOL.
  expect(follow?.trade).toMatchObject({ pricePerTokenUsd: '2', tokenAmount: '12.4375' });
  await world.service.audit();
});

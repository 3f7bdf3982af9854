import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type FollowWorld, SOL, startFollowWorld } from './follow-world.ts';

const FOLLOWERS = 40;

let world: FollowWorld;
let followers: readonly TestUser[];
beforeAll(async () => {
  world = await startFollowWorld();
  followers = await Promise.all(
    Array.from({ length: FOLLOWERS }, (_, n) =>
      world.member(`follower_${n}`, { amountUsd: '20', mirrorExits: true }),
    ),
  );
});
afterAll(() => world.stop());
beforeEach(() => world.service.pin(SOL, '200'));

test('closed before any follow was made: nobody is left with a position', async () => {
  await world.hold(true);
  const { proposalId } = await world.open();
  await world.close(proposalId);
  await world.release();
  for (const user of followers) {
    const history = await world.history(user);
    expect(history.map(({ side, status, code }) => [side, status, code])).toEqual([
      ['BUY', 'SKIPPED', 'PROPOSAL_CLOSED'],
    ]);
    expect([await world.cash(user), await world.units(user)]).toEqual(['1000', '0']);
  }
  await world.service.audit();
});

test('closed while follows are being made: each was either sold again or never bought', async () => {
  const before = await Promise.all(followers.map((user) => world.history(user)));
  // The close goes out behind the call at once; how many follows come first is left to chance.
  const { proposalId } = await world.open();
  await world.close(proposalId);
  await world.drain();
  for (const [n, user] of followers.entries()) {
    const entries = (await world.history(user)).slice(0, -(before[n]?.length ?? 0));
    const results = entries.map(({ side, status, code }) => `${side} ${status} ${code ?? ''}`);
    const bought = results.includes('BUY FILLED ');
    expect(results).toEqual(
      bought ? ['SELL FILLED ', 'BUY FILLED '] : ['BUY SKIPPED PROPOSAL_CLOSED'],
    );
    expect(await world.units(user)).toBe('0');
    // A round trip costs two fees: 20 × 0.5 % and 19.9 × 0.5 %, 0.1 + 0.0995.
    expect(await world.cash(user)).toBe(bought ? '999.8005' : '1000');
  }
  await world.service.audit();
});

test("exits that wait together are made in the order of the leader's sales", async () => {
  const { proposalId } = await world.open();
  await world.drain();
  await world.hold(true);
  // Of 0.4975 SOL the leader sells 0.0995, a fifth; then the rest.
  await world.sell(world.leader, proposalId, { amountUsd: '19.9' });
  await world.close(proposalId);
  await world.release();
  for (const user of followers) {
    // 19.9 ÷ 200 = 0.0995 SOL were bought; a fifth is 0.0199, the rest 0.0796.
    const [last, first] = await world.history(user);
    expect([first?.status, first?.trade?.tokenAmount]).toEqual(['FILLED', '0.0199']);
    expect([last?.status, last?.trade?.tokenAmount]).toEqual(['FILLED', '0.0796']);
    expect(await world.units(user)).toBe('0');
  }
  await world.service.audit();
});

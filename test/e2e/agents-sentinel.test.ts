import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { at, type Flock, type PerpWorld, position, startPerpWorld } from './perp-world.ts';

let world: PerpWorld;
let flock: Flock;
beforeAll(async () => {
  world = await startPerpWorld();
  flock = await world.flock();
  await flock.leader.post(`/groups/${flock.groupId}/agents`, { agentKey: 'sentinel' });
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

/** What the sentinel has posted, the oldest first. */
const warnings = async (user: TestUser = flock.member): Promise<string[]> =>
  (await user.get(`/chat/${flock.groupId}/messages?limit=200`))
    .filter(({ metadata }: { metadata: object | null }) => metadata && 'agentKey' in metadata)
    .map(({ content }: { content: string }) => content)
    .reverse();

test('a position near its liquidation is warned of once, until it has recovered', async () => {
  // $100 at 2x on SOL at $100: 2 SOL, fee $0.07. Maintenance is a 30th of the notional:
  // 99.93 + 2 × (mark − 100) = 2 × mark ÷ 30, so mark = 100.07 × 15 ÷ 29 = 51.76034…, a tick of it.
  const { assignmentId } = await flock.open({ leverage: '2' });
  await world.at(at('16:01:00.000'));
  expect(await warnings()).toEqual([]);
  const shown = await position(flock.leader, assignmentId);
  expect(shown.liquidationPriceUsd).toBe('51.76');
  // 20 % above 51.76 is 62.112, 25 % above it 64.7.
  const warning = (mark: string) =>
    `${flock.leader.name}'s SOL LONG is within 20% of its liquidation price: ` +
    `mark $${mark}, liquidation at $51.76.`;
  await world.pin('SOL', '62.12');
  await world.at(at('16:02:00.000'));
  expect(await warnings()).toEqual([]);
  await world.pin('SOL', '62.11');
  await world.at(at('16:03:00.000'));
  expect(await warnings()).toEqual([warning('62.11')]);
  // Nearer, and a little farther: the same warning.
  await world.pin('SOL', '55');
  await world.at(at('16:04:00.000'));
  await world.pin('SOL', '64.7');
  await world.at(at('16:05:00.000'));
  await world.pin('SOL', '55');
  await world.at(at('16:06:00.000'));
  expect(await warnings()).toHaveLength(1);
  await world.pin('SOL', '64.71');
  await world.at(at('16:07:00.000'));
  await world.pin('SOL', '60');
  await world.test.restart();
  await world.at(at('16:08:00.000'));
  expect(await warnings()).toEqual([warning('62.11'), warning('60')]);
});

test('of who has left the group nothing is told', async () => {
  await world.reset();
  const short = await world.user();
  await flock.join(short);
  await flock.promote(short);
  await flock.open({ marketSymbol: 'GOLD', leverage: '20' }, short);
  await short.post(`/groups/${flock.groupId}/leave`);
  const before = (await warnings()).length;
  await world.at(at('16:20:00.000'));
  expect(await warnings()).toHaveLength(before);
});

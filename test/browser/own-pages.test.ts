import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from './browser-suite.ts';
import { type BusyWorld, busyWorld } from './busy-world.ts';
import { inspectAll } from './inspect.ts';
import type { Visitor } from './stage.ts';

/** Each address with the name of its pictures. */
const own = {
  home: '/',
  positions: '/positions',
  'positions-past': '/positions?tab=past',
  activity: '/activity',
  'activity-statement': '/activity?tab=statement',
  account: '/account',
  'account-keys': '/account?tab=keys',
  'account-security': '/account?tab=security',
  'account-settings': '/account?tab=settings',
  nowhere: '/no-such-page',
};

describeInBrowser('what is one’s own and one’s groups’, in three widths and two themes', () => {
  let world: BusyWorld;
  let leader: Visitor;

  beforeAll(async () => {
    world = await busyWorld();
    leader = await world.stage.visitor(world.leader);
  }, 180_000);
  afterAll(() => world?.stage.stop());

  test('wallet, positions, account', async () => {
    expect(await inspectAll(leader, own)).toEqual([]);
  }, 180_000);

  test('somebody who has nothing yet', async () => {
    const nobody = await world.stage.member('gosling');
    const visitor = await world.stage.visitor(nobody);
    const pages = {
      'empty-home': '/',
      'empty-groups': '/groups',
      'empty-positions': '/positions',
      'empty-activity': '/activity',
    };
    expect(await inspectAll(visitor, pages)).toEqual([]);
    await visitor.context.close();
  }, 180_000);

  test('groups', async () => {
    const { groupId } = world;
    const pages = {
      groups: '/groups',
      group: `/groups/${groupId}`,
      'group-members': `/groups/${groupId}?tab=members`,
      'group-leaderboard': `/groups/${groupId}?tab=leaderboard`,
      'group-auto-buy': `/groups/${groupId}?tab=auto-buy`,
      'group-agents': `/groups/${groupId}?tab=agents`,
      'group-settings': `/groups/${groupId}?tab=settings`,
    };
    expect(await inspectAll(leader, pages)).toEqual([]);
  }, 180_000);

  test('positions', async () => {
    const { calls, perpPosition } = world;
    const pages = {
      'position-spot': `/positions/spot/${calls.spot}`,
      'position-prediction': `/positions/predictions/${calls.prediction}`,
      'position-perp': `/positions/perps/${perpPosition}`,
    };
    expect(await inspectAll(leader, pages)).toEqual([]);
  }, 180_000);
});

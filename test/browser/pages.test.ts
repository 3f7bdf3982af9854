import { afterAll, beforeAll, expect, test } from 'vitest';
import { mints } from '../e2e/world.ts';
import { describeInBrowser } from './browser-suite.ts';
import { type BusyWorld, busyWorld, EVENT, MARKET } from './busy-world.ts';
import { inspectPage } from './inspect.ts';
import type { Visitor } from './stage.ts';

/** Each address with the name of its pictures. */
const discover = {
  discover: '/discover',
  'discover-stocks': '/discover?tab=stocks',
  'discover-events': '/discover?tab=events',
  'discover-perps': '/discover?tab=perps',
  token: `/discover/tokens/${mints.sol}`,
  stock: '/discover/stocks/AAPL',
  event: `/discover/events/${EVENT}?market=${MARKET}`,
  perp: '/discover/perps/SOL',
};
const own = {
  home: '/',
  groups: '/groups',
  positions: '/positions',
  'positions-past': '/positions?tab=past',
  activity: '/activity',
  'activity-ledger': '/activity?tab=ledger',
  account: '/account',
  'account-security': '/account?tab=security',
  'account-withdraw': '/account?tab=withdraw',
  nowhere: '/no-such-page',
};
const entrance = {
  welcome: '/welcome',
  'sign-in': '/sign-in',
  'sign-up': '/sign-up',
  reset: '/reset-password',
  verify: '/verify-email',
};

describeInBrowser('every page in three widths and two themes', () => {
  let world: BusyWorld;
  let leader: Visitor;

  beforeAll(async () => {
    world = await busyWorld();
    leader = await world.stage.visitor(world.leader);
  }, 60_000);
  afterAll(() => world?.stage.stop());

  async function inspectAll(visitor: Visitor, pages: Record<string, string>): Promise<string[]> {
    const found: string[] = [];
    for (const [name, path] of Object.entries(pages)) {
      await visitor.open(path);
      found.push(...(await inspectPage(visitor, name)));
    }
    return found;
  }

  test('the entrance', async () => {
    const stranger = await world.stage.visitor();
    expect(await inspectAll(stranger, entrance)).toEqual([]);
    await stranger.context.close();
  }, 60_000);

  test('what can be traded', async () => {
    expect(await inspectAll(leader, discover)).toEqual([]);
  }, 60_000);

  test('what is one’s own', async () => {
    expect(await inspectAll(leader, own)).toEqual([]);
  }, 60_000);

  test('groups and their calls', async () => {
    const { groupId, calls, perpPosition } = world;
    const pages = {
      group: `/groups/${groupId}`,
      'group-members': `/groups/${groupId}?tab=members`,
      'group-leaderboard': `/groups/${groupId}?tab=leaderboard`,
      'group-agents': `/groups/${groupId}?tab=agents`,
      'group-settings': `/groups/${groupId}?tab=settings`,
      'propose-token': `/propose?groupId=${groupId}&kind=token&id=${mints.sol}&amountUsd=50`,
      'propose-market': `/propose?groupId=${groupId}&kind=market&id=${EVENT}&market=${MARKET}&side=YES`,
      'propose-perp': `/propose?groupId=${groupId}&kind=perp&id=SOL&side=LONG&leverage=5`,
      'position-spot': `/positions/spot/${calls.spot}`,
      'position-prediction': `/positions/predictions/${calls.prediction}`,
      'position-perp': `/positions/perps/${perpPosition}`,
    };
    expect(await inspectAll(leader, pages)).toEqual([]);
  }, 60_000);
});

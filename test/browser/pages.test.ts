import { afterAll, beforeAll, expect, test } from 'vitest';
import { mints } from '../e2e/world.ts';
import { describeInBrowser } from './browser-suite.ts';
import { type BusyWorld, busyWorld, EVENT, MARKET } from './busy-world.ts';
import { inspectAll } from './inspect.ts';
import type { Visitor } from './stage.ts';

/** Each address with the name of its pictures. */
const entrance = {
  welcome: '/welcome',
  'sign-in': '/sign-in',
  'sign-up': '/sign-up',
  reset: '/reset-password',
  verify: '/verify-email',
};
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
const propose = {
  propose: '/propose',
  'propose-token': `/propose?kind=token&id=${mints.sol}&amountUsd=50`,
  'propose-stock': '/propose?kind=stock&id=AAPL&amountUsd=50',
  'propose-market': `/propose?kind=market&id=${EVENT}&market=${MARKET}&side=YES&amountUsd=50`,
  'propose-perp': '/propose?kind=perp&id=SOL&side=LONG&leverage=5&amountUsd=50',
};

describeInBrowser('what can be seen and traded, in three widths and two themes', () => {
  let world: BusyWorld;
  let leader: Visitor;

  beforeAll(async () => {
    world = await busyWorld();
    leader = await world.stage.visitor(world.leader);
  }, 180_000);
  afterAll(() => world?.stage.stop());

  test('the entrance', async () => {
    const stranger = await world.stage.visitor();
    expect(await inspectAll(stranger, entrance)).toEqual([]);
    await stranger.context.close();
  }, 180_000);

  test('markets', async () => {
    expect(await inspectAll(leader, discover)).toEqual([]);
  }, 180_000);

  test('a call in the making', async () => {
    expect(await inspectAll(leader, propose)).toEqual([]);
  }, 180_000);
});

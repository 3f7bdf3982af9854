import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { at } from './perp-world.ts';
import { deposit, type PortfolioWorld, startPortfolioWorld, swap } from './portfolio-world.ts';

let world: PortfolioWorld;
let other: TestApp;
beforeAll(async () => {
  world = await startPortfolioWorld();
  other = await startTestApp({}, { database: world.test.database });
});
afterAll(async () => {
  await world.test.audit();
  await other.stop();
  await world.test.stop();
});

it('two processes take each hour once, and both tell it', async () => {
  const user = await world.user();
  await swap(user, '100');
  const there = other.at(user);
  const expected = [];
  // 0.663333333 SOL at 150 are 99.499999, of 100: an hour ends at 999.499999, with $10 more each.
  for (let n = 0; n < 4; n += 1) {
    const hour = at(`${17 + n}:00:00.000`);
    // Either process moves the clock of both; both are asked at once whether the hour is done.
    const mover = n % 2 === 0 ? world.test : other;
    await mover.sandbox('POST', '/clock', { set: hour });
    await eventually('both clocks agree', async () => {
      const clocks = [world.test, other].map((app) => app.sandbox('GET', '/clock'));
      return (await Promise.all(clocks)).every(({ now }) => now === hour);
    });
    await Promise.all([world.test, other].map((app) => app.sandbox('POST', '/drain')));
    expected.push({ at: hour, valueUsd: `${999 + 10 * n}.499999`, pnlUsd: '-0.500001' });
    expect(await user.get('/account/pnl/history?window=all')).toEqual(expected);
    expect(await there.get('/account/pnl/history?window=all')).toEqual(expected);
    await deposit(world, user, '10');
  }
  const change = { absoluteChange24h: '-0.500001', percentChange24h: '-0.048077019230769231' };
  expect([await user.get('/account/pnl'), await there.get('/account/pnl')]).toEqual([
    change,
    change,
  ]);
});

import { expect, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { ask, stop } from './calls.ts';
import { PINNED } from './flock.ts';
import { spentSince } from './flock-database.ts';
import { stageOf } from './stage.ts';

const FOLLOWERS = thorough ? 300 : 100;
const PROCESSES = 3;
const CALLS = thorough ? 6 : 2;

const stage = stageOf(FOLLOWERS);

test('of several processes that work on the same follow row one makes the trade', async () => {
  const services = await Promise.all(
    Array.from({ length: PROCESSES }, () => stage.runner.start(stage.flock.env)),
  );
  const before = await stage.flock.cashOf(stage.flock.followers);
  for (let call = 0; call < CALLS; call += 1) {
    const body = { groupId: stage.flock.groupId, contractAddress: PINNED[call], amountUsd: '100' };
    const service = services[call % PROCESSES] as (typeof services)[number];
    const working = stopwatch();
    const opened = ask(service, stage.flock.leader, '/spot/proposals', body);
    await eventually('every follow has its result', async () => {
      // Every lease ends as soon as it has begun, so that the next process takes the row as well.
      await stage.flock.endLeases();
      const made = await stage.flock.rows(`select 1 from spot_trade where origin = 'OPEN'`);
      return made.length > call && !(await stage.flock.hasOpenFollows());
    });
    expect((await opened).status).toBe(201);
    const fault = `${PROCESSES} processes with the same follow rows in hand`;
    noteFault({ area: 'process', fault, operations: FOLLOWERS, recoveryMs: working() });
  }
  await Promise.all(services.map(stop));

  const taken = await stage.flock.rows('select 1 from follow where fence > 1');
  expect(taken.length).toBeGreaterThan(0);
  const count = BigInt(CALLS * FOLLOWERS);
  expect(
    await stage.flock.rows(
      `select status, code, count(*) as count, count(distinct trade_id) as trades
        from follow group by status, code`,
    ),
  ).toEqual([{ status: 'FILLED', code: null, count, trades: count }]);
  expect(
    await stage.flock.rows(`select count(*) as count from spot_trade where origin = 'FOLLOW'`),
  ).toEqual([{ count }]);
  // $10 for each call: 10,000,000 units.
  const after = await stage.flock.cashOf(stage.flock.followers);
  expect(spentSince(before, after)).toEqual(new Set([BigInt(CALLS) * 10_000_000n]));
  expect(await stage.flock.broken()).toEqual([]);
}, 90_000);

import { afterAll, beforeAll, expect, test } from 'vitest';
import { BACKEND_START_MS, type Backend, openBackend } from '../../../test/helpers/backend.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { usdc } from '../../money/fixed.ts';
import { isoTime, monotonicClock } from '../../platform/clock.ts';
import { HOUR_MS } from './due-hours.ts';
import { type EquityJob, type EquityJobDeps, startEquityJob } from './equity-job.ts';
import type { Valuer } from './valuation.ts';

/** Users without a vertical: a wallet of $5 and one deposit of $3. One more than two chunks hold. */
const USERS = 1_001;
/** The clock stands at 14:30; this is 14:00. */
const FIRST_HOUR_MS = BACKEND_START_MS - 30 * 60_000;

let backend: Backend;
beforeAll(async () => {
  backend = await openBackend();
  const at = isoTime(BACKEND_START_MS);
  await rows(
    `with made as (
      insert into app_user select gen_random_uuid(), 'idp' || n, 'user_' || n, '', 'w' || n, 'paper',
        $1::timestamptz from generate_series(1, ${USERS}) n returning id
    ), paid as (
      insert into deposit select gen_random_uuid(), id, 3000000, 'test', $1::timestamptz from made
    )
    insert into wallet select id, 5000000, 0, 0 from made`,
    [at],
  );
  // One without a wallet, as agents are, is worth nothing and stands in nobody's way.
  await rows(
    `insert into app_user values (gen_random_uuid(), 'idp', 'agent', '', 'w', 'paper', $1)`,
    [at],
  );
});
afterAll(() => backend.close());

const rows = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  backend.database.withClient(
    async (client) => (await client.query(text, [...values])).rows as Row[],
  );

/** The instants with snapshots, and of each: how many, their least and greatest value and deposits. */
async function snapshots() {
  const found = await rows<{ at: number; line: string }>(
    `select at, concat_ws(' ', count(*), min(value), max(value), min(net_deposits),
        max(net_deposits)) as line
      from equity_snapshot group by at order by at`,
  );
  return found.map(({ at, line }) => [(at - FIRST_HOUR_MS) / HOUR_MS, line]);
}

/** Adds the hours since 14:00 in millionths of a dollar, and notes what it is asked for. */
function watched(fail: () => boolean = () => false) {
  const asked: { loads: number; hours: number[] } = { loads: 0, hours: [] };
  const valuer: Valuer = {
    field: 'perpsValueUsd',
    load() {
      asked.loads += 1;
      return (_userId, _holdings, atMs) => {
        const hour = (atMs - FIRST_HOUR_MS) / HOUR_MS;
        if (asked.hours.at(-1) !== hour) asked.hours.push(hour);
        if (fail()) throw new Error('no price');
        return usdc(BigInt(hour));
      };
    },
  };
  return { asked, valuer };
}

const start = (valuer: Valuer, more: Partial<EquityJobDeps> = {}): EquityJob =>
  startEquityJob({
    database: backend.database,
    valuers: [valuer],
    clock: backend.clock,
    monotonic: monotonicClock,
    settled: async () => true,
    log: backend.log,
    ...more,
  });

/** Moves the clock on and waits until the hour is done. */
async function on(ms: number, ...jobs: readonly EquityJob[]): Promise<void> {
  backend.clock.advance(ms);
  await eventually('the hour is done', async () => {
    for (const job of jobs) job.wake();
    const due = await Promise.all(jobs.map((job) => job.due()));
    return due.every((one) => !one);
  });
}

test('an hour is valued once for all users, whoever looks', async () => {
  const { asked, valuer } = watched();
  const jobs = [start(valuer), start(valuer), start(valuer)];
  // Nobody was there at 14:00.
  await on(0, ...jobs);
  expect(await snapshots()).toEqual([]);
  asked.loads = 0;
  await on(30 * 60_000, ...jobs);
  // $5 of cash and the hour: 5000001; 1,001 users in three chunks.
  expect(await snapshots()).toEqual([[1, '1001 5000001 5000001 3000000 3000000']]);
  expect(asked.loads).toBe(3);
  await on(59 * 60_000, ...jobs);
  expect(asked.loads).toBe(3);
  await Promise.all(jobs.map((job) => job.stop()));
});

test('hours that were leapt over are made up for in order, from one reading', async () => {
  const { asked, valuer } = watched();
  const job = start(valuer);
  await on(3 * HOUR_MS, job);
  expect(asked.hours.slice(0, 3)).toEqual([2, 3, 4]);
  expect(asked.loads).toBe(3);
  expect((await snapshots()).slice(1)).toEqual([
    [2, '1001 5000002 5000002 3000000 3000000'],
    [3, '1001 5000003 5000003 3000000 3000000'],
    [4, '1001 5000004 5000004 3000000 3000000'],
  ]);
  await job.stop();
});

test('an hour is there for all users or for none', async () => {
  let fails = true;
  let values = 0;
  const { valuer } = watched(() => {
    values += 1;
    // In the second chunk, after the first has been written.
    return fails && values > 600;
  });
  const warnings: string[] = [];
  const warn = (_: object, text: string) => warnings.push(text);
  const job = start(valuer, { log: { warn } as never });
  backend.clock.advance(HOUR_MS);
  await eventually('it has failed', () => {
    job.wake();
    return warnings.length > 0;
  });
  expect(await job.due()).toBe(true);
  expect(await snapshots()).toHaveLength(4);
  fails = false;
  await on(0, job);
  expect((await snapshots()).at(-1)).toEqual([5, '1001 5000005 5000005 3000000 3000000']);
  await job.stop();
});

test('what else the hour makes due comes first, but not for ever', async () => {
  const { asked, valuer } = watched();
  let elapsedMs = 0;
  let looks = 0;
  const never = async () => {
    looks += 1;
    return false;
  };
  const job = start(valuer, { settled: never, monotonic: { elapsedMs: () => elapsedMs } });
  backend.clock.advance(HOUR_MS);
  job.wake();
  await eventually('it has looked a few times', () => looks > 3);
  expect(asked.loads).toBe(0);
  expect(await job.due()).toBe(true);
  elapsedMs = 10_000;
  await on(0, job);
  expect((await snapshots()).at(-1)).toEqual([6, '1001 5000006 5000006 3000000 3000000']);
  await job.stop();
});

test('after a month the midnights are left', async () => {
  const { valuer } = watched();
  const job = start(valuer);
  // Hour 10 is the midnight after the start; hours 1 to 9 are made up for.
  await on(4 * HOUR_MS, job);
  expect((await snapshots()).map(([hour]) => hour)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  // To a millisecond before 03:00, 31 days after that midnight: no hour before it is kept.
  await on((31 * 24 + 3) * HOUR_MS - 1, job);
  const hours = (await snapshots()).map(([hour]) => Number(hour));
  expect(hours.filter((hour) => hour <= 10)).toEqual([10]);
  // 30 midnights, and the 24 hours that end at 02:00, of which one is a midnight.
  expect(hours.slice(1)).toHaveLength(30 + 23 + 1);
  await job.stop();
});

test('a process that stops leaves its hour to the others', async () => {
  const counted = (await snapshots()).length;
  const { asked, valuer } = watched();
  // The first chunk is on its way when the process is told to stop.
  const stopping = {
    ...valuer,
    load: (...of: Parameters<Valuer['load']>) => {
      if (asked.loads === 0) stopped = job.stop();
      return valuer.load(...of);
    },
  };
  let stopped: Promise<void> | undefined;
  backend.clock.advance(HOUR_MS);
  const job = start(stopping);
  await eventually('it is told to stop', () => stopped !== undefined);
  await stopped;
  expect(asked.loads).toBe(1);
  expect(await snapshots()).toHaveLength(counted);
  const next = start(valuer);
  await on(0, next);
  expect(await snapshots()).toHaveLength(counted + 1);
  await next.stop();
});

import type pg from 'pg';
import type { Clock, MonotonicClock } from '../../src/platform/clock.ts';

/** The time of a simulated machine and of its database server: it passes only when told to. */
export interface VirtualTime {
  readonly wallClock: Clock;
  readonly monotonic: MonotonicClock;
  pass(ms: number): Promise<void>;
}

/** What a look at the monotonic clock costs, so that whoever waits for it comes to an end. */
const LOOK_MS = 5;

/**
 * The server's own clock, which leases run on, is replaced by a function of the same name that is
 * found first.
 */
export const virtualServerClock = (database: string): readonly string[] => [
  'create schema sim',
  'create table sim.instant (at timestamptz not null)',
  "insert into sim.instant values ('2000-01-01')",
  // What is spread over rows by session would be spread otherwise in each run.
  'create function sim.pg_backend_pid() returns int language sql stable as $$ select 0 $$',
  `create function sim.clock_timestamp() returns timestamptz language sql stable
    as 'select at from sim.instant'`,
  `alter database ${database} set search_path = public, sim, pg_catalog`,
];

export async function openVirtualTime(client: pg.Client, startMs: number): Promise<VirtualTime> {
  let nowMs = startMs;
  let looks = 0;
  const tellServer = () =>
    client.query('update sim.instant set at = $1', [new Date(nowMs).toISOString()]);
  await tellServer();
  return {
    wallClock: { now: () => nowMs },
    monotonic: {
      elapsedMs() {
        looks += 1;
        return nowMs - startMs + looks * LOOK_MS;
      },
    },
    async pass(ms) {
      nowMs += ms;
      await tellServer();
    },
  };
}

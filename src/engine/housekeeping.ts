import type { Clock } from '../platform/clock.ts';
import { isoTime } from '../platform/clock.ts';
import type { Database } from '../platform/db/pool.ts';
import type { Statement } from '../platform/db/table.ts';
import type { Log } from '../platform/log.ts';
import { atOnce, type Turns } from '../platform/turns.ts';
import { IDEMPOTENCY_AGE_MS } from './batch.ts';

/** Events of a user's stream are kept this long, in business time (contract 13). */
export const EVENT_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** What is too old goes once an hour of business time. */
export const HOUSEKEEPING_INTERVAL_MS = 60 * 60 * 1000;
const LOOK_INTERVAL_MS = 60_000;
/** Rows removed in one transaction, so that nothing else waits long. */
const CHUNK_ROWS = 10_000;

const HOUR_KEY = 'housekeeping:hour';

/** Claims an hour for this process; answers a row when no other has had it. $1 hour, $2 now. */
const claimHour: Statement = {
  name: 'claim housekeeping hour',
  text: `insert into setting (key, value, updated_at) values ('${HOUR_KEY}', $1::text, $2)
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at
      where setting.value::int8 < excluded.value::int8
    returning 1`,
};

const lastHour: Statement = {
  name: 'housekeeping hour',
  text: `select value from setting where key = '${HOUR_KEY}'`,
};

/** Removes a chunk of what is older than $1. */
const pruneStatements: readonly Statement[] = [
  {
    name: 'prune idempotency',
    text: `delete from idempotency where ctid = any(array(
      select ctid from idempotency where created_at < $1 limit ${CHUNK_ROWS}))`,
  },
  {
    name: 'prune events',
    text: `delete from event where ctid = any(array(
      select ctid from event where at < $1 limit ${CHUNK_ROWS}))`,
  },
];

export interface HousekeepingDeps {
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly turns?: Turns | undefined;
}

export interface Housekeeping {
  /** Looks at once whether an hour is due. */
  wake(): void;
  /** Whether the present hour of business time has not been kept yet. */
  due(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Removes stored answers after 24 h and events after 7 days of business time. Every process looks;
 * one of them wins each hour. It deletes only what no promise covers any more.
 */
export function startHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const { database, clock, log, turns = atOnce } = deps;
  const hourNow = (): number => Math.floor(clock.now() / HOUSEKEEPING_INTERVAL_MS);
  let running: Promise<void> | null = null;

  async function keep(): Promise<void> {
    const now = clock.now();
    await database.withClient(async (client) => {
      const values = [String(hourNow()), isoTime(now)];
      const { rowCount } = await client.query({ ...claimHour, values });
      if (rowCount === 0) return;
      const limits = [isoTime(now - IDEMPOTENCY_AGE_MS), isoTime(now - EVENT_AGE_MS)];
      for (const [n, statement] of pruneStatements.entries()) {
        let removed = CHUNK_ROWS;
        while (removed === CHUNK_ROWS) {
          removed = (await client.query({ ...statement, values: [limits[n]] })).rowCount ?? 0;
        }
      }
    });
  }
  const wake = (): void => {
    running ??= turns('housekeeping', keep)
      .catch((err: unknown) => log.warn({ err }, 'housekeeping failed; the next hour makes up'))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(wake, LOOK_INTERVAL_MS);
  timer.unref();
  wake();
  return {
    wake,
    async due() {
      const [row] = await database.reads.query<{ value: string }>(lastHour);
      return row === undefined || Number(row.value) < hourNow() || running !== null;
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

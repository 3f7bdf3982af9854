import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase, DatabaseError } from 'pg';
import { type Clock, isoTime, type MonotonicClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import { NO_ID } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { atOnce, type Turns } from '../../platform/turns.ts';
import { dueHours, HOUR_MS, hourOf, isMidnight } from './due-hours.ts';
import {
  claimEquityHour,
  type EquityHourRow,
  type EquityUserRow,
  equityHour,
  equityUsers,
  insertSnapshots,
  keepFirstHour,
  type NetDepositsRow,
  netDepositsOfUsers,
  noteEquityHour,
  THINNED_ROWS,
  thinSnapshots,
} from './equity.sql.ts';
import type { Query, Valuer } from './valuation.ts';
import { loadAccounts } from './value.ts';

/** How often a process looks whether an hour has begun. */
const LOOK_INTERVAL_MS = 1_000;
/** Users read and valued at once. */
const CHUNK_USERS = 500;
/** Business time after which only the snapshots of midnights are kept. */
export const HOURLY_AGE_MS = 31 * 24 * 3_600_000;
/** Real time that an hour waits for what else it makes due: funding, claims, liquidations. */
const SETTLE_LIMIT_MS = 10_000;
const SETTLE_INTERVAL_MS = 25;

export interface EquityJobDeps {
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly valuers: readonly Valuer[];
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  /** Whether what else the present hour has made due is done. */
  readonly settled: () => Promise<boolean>;
  readonly log: Log;
  readonly turns?: Turns | undefined;
}

export interface EquityJob {
  /** Looks at once whether an hour is due. */
  wake(): void;
  /** Whether the present hour of business time has no snapshots yet. */
  due(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Notes every hour of business time what each account is worth. Every process looks; one of them
 * has an hour, in one transaction with one view of all rows, so that an hour is there for all users
 * or for none, and a process that dies leaves it to another.
 */
export function startEquityJob(deps: EquityJobDeps): EquityJob {
  const job = new Job(deps);
  job.wake();
  return job;
}

class Job implements EquityJob {
  readonly #deps: EquityJobDeps;
  readonly #timer: NodeJS.Timeout;
  #doneHour = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | null = null;
  #stopped = false;
  #restUntilMs = Number.NEGATIVE_INFINITY;

  constructor(deps: EquityJobDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => this.wake(), LOOK_INTERVAL_MS);
    this.#timer.unref();
  }

  wake(): void {
    if (this.#stopped || this.#running) return;
    const { clock, monotonic, log, turns = atOnce } = this.#deps;
    if (this.#doneHour >= hourOf(clock.now()) || monotonic.elapsedMs() < this.#restUntilMs) return;
    this.#running = turns('equity', () => this.#take())
      .catch((err: unknown) => {
        // A serialization failure: another process has taken the hour since this one looked.
        if (this.#stopped || (err as Partial<DatabaseError>).code === '40001') return;
        this.#restUntilMs = monotonic.elapsedMs() + LOOK_INTERVAL_MS;
        log.warn({ err }, 'snapshots of accounts failed; they are tried again');
      })
      .finally(() => {
        this.#running = null;
      });
  }

  async due(): Promise<boolean> {
    if (this.#running) return true;
    const { database, clock } = this.#deps;
    const [row] = await database.reads.query<EquityHourRow>(equityHour);
    return row === undefined || Number(row.value) < hourOf(clock.now());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #take(): Promise<void> {
    await this.#settle();
    if (this.#stopped) return;
    const { database, clock } = this.#deps;
    await database.withClient(async (client) => {
      const hour = hourOf(clock.now());
      const values = [String(hour - 1), isoTime(clock.now())];
      await client.query({ ...keepFirstHour, values });
      await client.query('begin isolation level repeatable read');
      const { rows } = await client.query<EquityHourRow>(claimEquityHour);
      const done = rows[0] && Number(rows[0].value);
      if (done !== undefined && done < hour) await this.#snapshots(client, dueHours(done, hour));
      await client.query('commit');
      if (done === undefined) return;
      this.#doneHour = Math.max(done, hour);
      if (done < hour) await this.#thin(client);
    });
  }

  /** Waits a while until what else is due now has been booked. */
  async #settle(): Promise<void> {
    const { monotonic, settled } = this.#deps;
    const beganMs = monotonic.elapsedMs();
    while (!this.#stopped && !(await settled())) {
      if (monotonic.elapsedMs() - beganMs >= SETTLE_LIMIT_MS) return;
      await pause(SETTLE_INTERVAL_MS);
    }
  }

  /** Values every user at each of the hours and notes that they are done. */
  async #snapshots(client: ClientBase, hours: readonly number[]): Promise<void> {
    const newest = hours.at(-1) ?? 0;
    const query: Query = {
      async query(statement, values = []) {
        return (await client.query({ ...statement, values: [...values] })).rows;
      },
    };
    let after = NO_ID;
    for (;;) {
      const users = await query.query<EquityUserRow>(equityUsers, [
        after,
        isoTime(newest * HOUR_MS),
        CHUNK_USERS,
      ]);
      // What was begun goes with its transaction, and another process takes the hour.
      if (this.#stopped) throw new Error('the process stops');
      await this.#snapshotsOf(query, users, hours);
      const last = users.at(-1);
      if (!last || users.length < CHUNK_USERS) break;
      after = last.id;
    }
    const values = [String(newest), isoTime(this.#deps.clock.now())];
    await query.query(noteEquityHour, values);
  }

  async #snapshotsOf(
    query: Query,
    users: readonly EquityUserRow[],
    hours: readonly number[],
  ): Promise<void> {
    const ids = users.map(({ id }) => id);
    const value = await loadAccounts(this.#deps, query, ids);
    const rows = await query.query<NetDepositsRow>(netDepositsOfUsers, [ids]);
    const deposits = new Map(rows.map(({ userId, netDeposits }) => [userId, netDeposits]));
    for (const hour of hours) {
      const atMs = hour * HOUR_MS;
      const there = users.filter(({ createdAt }) => createdAt <= atMs).map(({ id }) => id);
      await query.query(insertSnapshots, [
        there,
        there.map(() => isoTime(atMs)),
        there.map((id) => value(id, atMs).total.toString()),
        there.map((id) => deposits.get(id) ?? '0'),
        there.map(() => isMidnight(hour)),
      ]);
    }
  }

  /** Removes what is older than a month and not of a midnight. */
  async #thin(client: ClientBase): Promise<void> {
    const before = isoTime(this.#deps.clock.now() - HOURLY_AGE_MS);
    let removed = THINNED_ROWS;
    while (removed === THINNED_ROWS) {
      removed = (await client.query({ ...thinSnapshots, values: [before] })).rowCount ?? 0;
    }
  }
}

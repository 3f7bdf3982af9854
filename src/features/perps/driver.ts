import type { Engine } from '../../engine/engine.ts';
import type { PerpData } from '../../market/perps/perp-data.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import { NO_ID } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { ticks } from '../../venues/paper/perps/units.ts';
import type { PerpDeps } from './deps.ts';
import {
  doneUntilStatement,
  dropLeaseStatement,
  type FundedRow,
  fundedUntilStatement,
  keepMarketsStatement,
  type LeaseRow,
  noteDoneStatement,
  openSymbolsStatement,
  queueTriggersStatement,
  takeLeaseStatement,
} from './driver.sql.ts';
import { endInterval } from './fund.ts';
import { createSweeps, type Sweeps } from './sweeps.ts';

/** Real time a process may drive without renewing; another one takes over after it. */
export const DRIVER_LEASE_MS = 3_000;
/** How often marks are looked at. */
const DRIVE_INTERVAL_MS = 250;
const HOUR_MS = 3_600_000;
/** Most of business time that is looked at in one piece. */
const LONGEST_PIECE_MS = HOUR_MS;

export interface PerpDriverDeps {
  readonly engine: Engine;
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly perps: PerpDeps;
  readonly clock: Clock;
  readonly log: Log;
  /** The id of this process. */
  readonly holder: string;
}

export interface PerpDriver {
  /** Looks at once. */
  wake(): void;
  /** Queues what the present mark of a market crosses: resolves when it is durable. */
  queue(symbol: string): Promise<void>;
  /** Whether marks up to now have not been looked at, or something that they cause is not done. */
  due(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Drives triggers and funding. Every process runs it; the one that holds the lease does the work,
 * from where the one before it had come to, in order of business time: marks up to the end of a
 * funding interval, then its funding, then on. What it does is done by commands that check its
 * fence and the state that they find.
 */
export async function startPerpDriver(deps: PerpDriverDeps): Promise<PerpDriver> {
  await keepMarkets(deps);
  const driver = new Driver(deps);
  driver.wake();
  return driver;
}

/** Every market of the venue has its row, funded from the present interval on. */
async function keepMarkets({ database, perps, clock }: PerpDriverDeps): Promise<void> {
  const symbols = perps.data.markets().map(({ symbol }) => symbol);
  const startMs = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
  await database.withClient((client) =>
    client.query({ ...keepMarketsStatement, values: [symbols, isoTime(startMs)] }),
  );
}

class Driver implements PerpDriver {
  readonly #deps: PerpDriverDeps;
  readonly #data: PerpData;
  readonly #sweeps: Sweeps;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(deps: PerpDriverDeps) {
    this.#deps = deps;
    this.#data = deps.perps.data;
    this.#sweeps = createSweeps(deps);
    this.#timer = setInterval(() => this.wake(), DRIVE_INTERVAL_MS);
    this.#timer.unref();
  }

  wake(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#drive()
      .catch((err: unknown) =>
        this.#deps.log.warn({ err }, 'driving perpetuals failed; it goes on with the next round'),
      )
      .finally(() => {
        this.#running = null;
        if (!this.#again) return;
        this.#again = false;
        this.wake();
      });
  }

  async queue(symbol: string): Promise<void> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    const mark = this.#data.quote(symbol, now)?.markTicks;
    if (mark === undefined) return;
    await database.withClient((client) =>
      client.query({ ...queueTriggersStatement, values: [symbol, mark, isoTime(now)] }),
    );
    this.wake();
  }

  async due(): Promise<boolean> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    const [row] = await database.reads.query<{ doneUntil: number | null }>(doneUntilStatement);
    // A clock that runs is never quite caught up with: a second of it counts as now.
    if (row?.doneUntil === null || (row?.doneUntil ?? 0) < now - 1_000) return true;
    return this.#sweeps.due(now);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#again = false;
    clearInterval(this.#timer);
    await this.#running;
    const values = [this.#deps.holder];
    await this.#deps.database
      .withClient((client) => client.query({ ...dropLeaseStatement, values }))
      .catch(() => undefined);
  }

  async #lease(): Promise<LeaseRow | null> {
    const values = [this.#deps.holder, DRIVER_LEASE_MS];
    return this.#deps.database.withClient(async (client) => {
      const { rows } = await client.query<LeaseRow>({ ...takeLeaseStatement, values });
      return rows[0] ?? null;
    });
  }

  async #drive(): Promise<void> {
    const { clock } = this.#deps;
    const lease = await this.#lease();
    if (!lease) return;
    const { fence } = lease;
    let doneMs = lease.doneUntil ?? clock.now();
    await this.#sweeps.queued(fence);
    do {
      const nowMs = clock.now();
      const endMs = Math.min(nowMs, nextHour(doneMs), doneMs + LONGEST_PIECE_MS);
      if (endMs > doneMs) await this.#marks(doneMs, endMs, fence);
      if (endMs % HOUR_MS === 0) await this.#fund(endMs, fence);
      await this.#note(fence, endMs);
      doneMs = endMs;
      if (endMs < nowMs && !(await this.#lease())) return;
    } while (!this.#stopped && doneMs < clock.now());
    await this.#sweeps.funding();
    await this.#sweeps.claims(clock.now());
  }

  /** Everything that the marks of (fromMs, toMs] reach, in order of time. */
  async #marks(fromMs: number, toMs: number, fence: number): Promise<void> {
    const rows = await this.#deps.database.reads.query<{ symbol: string }>(openSymbolsStatement);
    const symbols = rows.map(({ symbol }) => symbol);
    if (symbols.length > 0) await this.#sweeps.crossed(symbols, { fromMs, toMs, fence });
  }

  /** Ends the funding intervals of all markets up to an hour, then settles every position. */
  async #fund(untilMs: number, fence: number): Promise<void> {
    const { database, engine } = this.#deps;
    for (;;) {
      const rows = await database.reads.query<FundedRow & Record<string, unknown>>(
        fundedUntilStatement,
      );
      const due = rows.filter(({ fundedUntil }) => fundedUntil < untilMs);
      const startMs = Math.min(...due.map(({ fundedUntil }) => fundedUntil));
      if (due.length === 0) break;
      const rates = due
        .filter(({ fundedUntil }) => fundedUntil === startMs)
        .map(({ symbol }) => ({
          symbol,
          rate: this.#data.fundingRate(symbol, startMs),
          markTicks: ticks(this.#data.markAt(symbol, startMs + HOUR_MS) ?? 0n),
        }));
      const command = { startMs, endMs: startMs + HOUR_MS, rates, fence };
      await engine.submit(endInterval, command, { userId: NO_ID });
      await this.#sweeps.funding();
    }
  }

  async #note(fence: number, doneMs: number): Promise<void> {
    await this.#deps.database.withClient((client) =>
      client.query({ ...noteDoneStatement, values: [fence, isoTime(doneMs)] }),
    );
  }
}

/** The end of the hour in which an instant lies: the next one for the start of an hour. */
const nextHour = (atMs: number): number => (Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS;

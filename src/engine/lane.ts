import type pg from 'pg';
import { AppError } from '../errors/app-error.ts';
import type { Statement } from '../platform/db/table.ts';
import type { Log } from '../platform/log.ts';
import {
  type BatchContext,
  type Decided,
  type Decision,
  decideBatch,
  type Item,
  saveBatch,
} from './batch.ts';
import type { Answer } from './command.ts';
import type { Query } from './flight.ts';
import { askHeld, needsOneOf, usersOf } from './held-users.ts';
import { ConnectionLost, LaneConnection, sqlState } from './lane-connection.ts';
import { type CommandQueue, commandQueue, type QueuedItem } from './queue.ts';
import type { WorkingSet } from './working-set.ts';

/** A batch that fails is tried again this often before its commands run one by one. */
export const BATCH_ATTEMPTS = 3;
/** What a user is told of whom another transaction has the wallet. */
const HELD = 'The account is busy.';
/** How long a lane tries to reach the database again before it refuses what waits. */
export const RECONNECT_LIMIT_MS = 10_000;

export interface LaneDeps {
  readonly context: BatchContext;
  /** Asked anew for each connection: an embedded server may come back elsewhere. */
  readonly clientConfig: () => pg.ClientConfig;
  readonly log: Log;
  readonly elapsedMs: () => number;
  readonly committed: (decided: Decided) => void;
  readonly observe: BatchObserver;
}

/** What the figures of the process are made of. */
export interface BatchObserver {
  batch(size: number, ms: number): void;
  /** `done` also counts a replayed answer; `failed` is a bug or a database out of reach. */
  command(kind: string, outcome: 'done' | 'refused' | 'failed'): void;
}

/**
 * A lane runs one batch at a time on its own connection: as soon as it is idle it takes what has
 * arrived; what arrives meanwhile is the next batch. Commands of one user always meet in one lane.
 */
export class Lane {
  readonly #deps: LaneDeps;
  readonly #queue: CommandQueue = commandQueue();
  #connection: LaneConnection | null = null;
  #running: Promise<void> | null = null;
  #scheduled = false;
  /** Users whom somebody else held for longer than the lock timeout, when the lane last looked. */
  #held: ReadonlySet<string> = new Set();

  constructor(deps: LaneDeps) {
    this.#deps = deps;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  submit(item: Item, background: boolean): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#queue.add({ ...item, resolve, reject }, background);
      this.#schedule();
    });
  }

  /** Waits for what is queued, then closes the connection. */
  async close(): Promise<void> {
    while (this.#running || this.#scheduled) {
      await (this.#running ?? new Promise((resolve) => setImmediate(resolve)));
    }
    await this.#connection?.close();
    this.#connection = null;
  }

  /** Starts after this turn of the event loop, so that all requests it delivers share a batch. */
  #schedule(): void {
    if (this.#scheduled || this.#running) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#running = this.#drain().finally(() => {
        this.#running = null;
        if (this.#queue.size > 0) this.#schedule();
      });
    });
  }

  async #drain(): Promise<void> {
    for (let items = this.#queue.take(); items.length > 0; items = this.#queue.take()) {
      const startedMs = this.#deps.elapsedMs();
      await this.#runSafely(items);
      this.#deps.observe.batch(items.length, this.#deps.elapsedMs() - startedMs);
    }
  }

  /** Runs a batch; when it keeps failing, runs its commands alone so that one cannot hurt others. */
  async #runSafely(all: readonly QueuedItem[]): Promise<void> {
    let failure: unknown;
    let items = await this.#withoutHeld(all);
    if (items.length === 0) return;
    for (let attempt = 1; attempt <= BATCH_ATTEMPTS; attempt += 1) {
      try {
        settle(items, await this.#run(items), this.#deps);
        return;
      } catch (error) {
        failure = error;
        if (isFinal(error)) break;
        this.#deps.log.warn({ err: error, size: items.length, attempt }, 'batch failed');
        if (items.length > 1 && !isTransient(error)) break;
        if (!isHeld(error)) continue;
        // The lane has waited long enough for one user: the others go on without.
        const rest = await this.#withoutHeld(items, usersOf(items));
        if (rest.length === 0) return;
        if (rest.length === items.length) break;
        items = rest;
      }
    }
    if (items.length > 1 && !isFinal(failure)) {
      for (const item of items) await this.#runSafely([item]);
      return;
    }
    for (const item of items) {
      this.#deps.observe.command(item.kind.name, 'failed');
      item.reject(refusalFor(failure));
    }
  }

  /**
   * Refuses at once what needs a user whom somebody else is known to hold, and still does; the
   * answer is the rest. `suspects`: who may be held as well.
   */
  async #withoutHeld(
    items: readonly QueuedItem[],
    suspects: ReadonlySet<string> = new Set(),
  ): Promise<readonly QueuedItem[]> {
    const users = new Set([...this.#held, ...suspects]);
    if (users.size === 0 || !items.some((item) => needsOneOf(item, users))) return items;
    try {
      this.#held = await askHeld(await this.#connected(), users);
    } catch {
      // The batch itself will find out what is wrong with the database.
      this.#held = new Set();
      await this.#connection?.close();
      this.#connection = null;
    }
    return items.filter((item) => {
      if (!needsOneOf(item, this.#held)) return true;
      this.#deps.observe.command(item.kind.name, 'failed');
      item.reject(new AppError('OVERLOADED', { message: HELD, retryAfterSeconds: 1 }));
      return false;
    });
  }

  async #run(items: readonly QueuedItem[]): Promise<readonly Decision[]> {
    const connection = await this.#connected();
    let decided: Decided | null = null;
    try {
      decided = await decideBatch(connection, items, this.#deps.context);
      if (await saveBatch(connection, decided, this.#deps.context)) this.#deps.committed(decided);
      return decided.decisions;
    } catch (error) {
      this.#connection = null;
      await connection.close();
      if (!(error instanceof ConnectionLost) || !decided) throw error;
      // The connection broke around commit: the database tells what became of it.
      const committed = await this.#hasCommitted(decided).catch((cause: unknown) => {
        throw new OutcomeUnknown(cause);
      });
      if (!committed) throw error;
      this.#deps.committed(decided);
      return decided.decisions;
    }
  }

  async #hasCommitted({ transactionId, set }: Decided): Promise<boolean> {
    const status = { statement: transactionStatus, values: [transactionId] };
    for (;;) {
      const connection = await this.#connected();
      const [answer, seen] = await connection.run([status, ...witness(set)]);
      const state = answer?.rows[0]?.[0];
      if (state !== 'in progress') return state === 'committed' && seen?.rows.length !== 0;
      await pause(10);
    }
  }

  async #connected(): Promise<LaneConnection> {
    if (this.#connection && !this.#connection.broken) return this.#connection;
    const sinceMs = this.#deps.elapsedMs();
    for (let waitMs = 5; ; waitMs = Math.min(waitMs * 2, 250)) {
      try {
        this.#connection = await LaneConnection.open(this.#deps.clientConfig());
        return this.#connection;
      } catch (error) {
        if (this.#deps.elapsedMs() - sinceMs > RECONNECT_LIMIT_MS) throw new Unreachable(error);
        await pause(waitMs);
      }
    }
  }
}

/** What became of a transaction; one whose number is still to be given out never was. $1: number. */
const transactionStatus: Statement = {
  name: 'transaction status',
  text: `select case when $1::xid8 < pg_snapshot_xmax(pg_current_snapshot())
    then pg_xact_status($1::xid8) else 'aborted' end`,
};

/** $1 user, $2 number, $3 data. */
export const eventWritten: Statement = {
  name: 'event written',
  text: 'select 1 from event where user_id = $1::uuid and seq = $2::int8 and data = $3::text',
};

/**
 * Something that is there only if this batch was committed. The number of its transaction alone
 * proves nothing: after a crash numbers that had not reached the disk are given out again.
 */
function witness({ events: [event] }: WorkingSet): Query[] {
  if (!event) return [];
  return [{ statement: eventWritten, values: [event.userId, event.seq, event.data] }];
}

/** The database could not be reached in time; nothing of the batch is known to have happened. */
class Unreachable extends Error {
  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
  }
}

/** The connection broke around commit and the database could not be asked what became of it. */
class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the outcome is not known; repeat with the same Idempotency-Key to learn it', { cause });
  }
}

/** Trying again, or alone, would be wrong or in vain. */
const isFinal = (error: unknown): boolean =>
  error instanceof Unreachable || error instanceof OutcomeUnknown;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Somebody else has a row of the batch for longer than the lock timeout. */
const isHeld = (error: unknown): boolean => sqlState(error) === '55P03';

/** Serialization failure, deadlock, lock timeout, unique race or a lost connection: try again. */
function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  const code = (error as { code?: string }).code;
  return code === '40001' || code === '40P01' || code === '55P03' || code === '23505';
}

/** What the caller is told: OVERLOADED where nothing was done and trying later may help. */
function refusalFor(failure: unknown): unknown {
  if (failure instanceof Unreachable) {
    return new AppError('OVERLOADED', {
      message: 'The database is out of reach.',
      retryAfterSeconds: 2,
    });
  }
  if (!isPassing(failure)) return failure;
  const message = 'The database cannot do this at the moment.';
  return Object.assign(new AppError('OVERLOADED', { message, retryAfterSeconds: 1 }), {
    cause: failure,
  });
}

/**
 * The database gave the transaction up for a reason of its own, and so undid it: a deadlock, a lock
 * or a statement that took too long, a full disk, no memory, no connection left.
 */
const isPassing = (failure: unknown): boolean =>
  /^(?:40001|40P01|55P03|57014|53...)$/.test(sqlState(failure) ?? '');

function settle(
  items: readonly QueuedItem[],
  decisions: readonly Decision[],
  { log, observe }: Pick<LaneDeps, 'log' | 'observe'>,
): void {
  items.forEach((item, n) => {
    const decision = decisions[n] as Decision;
    const { name } = item.kind;
    if ('answer' in decision) {
      observe.command(name, 'done');
      item.resolve(decision.answer);
      return;
    }
    const refused = decision.refused instanceof AppError;
    observe.command(name, refused ? 'refused' : 'failed');
    if (!refused) log.error({ err: decision.refused, command: name }, 'a decision failed');
    item.reject(decision.refused);
  });
}

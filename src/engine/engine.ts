import type pg from 'pg';
import { AppError } from '../errors/app-error.ts';
import type { EventRow } from '../ledger/tables.ts';
import type { Log } from '../platform/log.ts';
import type { BatchContext, Decided } from './batch.ts';
import type {
  Announcement,
  Answer,
  CommandKind,
  GroupSignal,
  Idempotency,
  LeaderTrade,
} from './command.ts';
import { type BatchObserver, Lane } from './lane.ts';

/** Lanes of a process: two overlap one batch's commit wait with the next one's work. */
export const LANES = 2;
/** Commands that may wait in one lane before new ones are refused with OVERLOADED. */
export const QUEUE_LIMIT = 10_000;

export interface EngineDeps {
  readonly context: BatchContext;
  /** Asked anew for each connection: an embedded server may come back elsewhere. */
  readonly clientConfig: () => pg.ClientConfig;
  readonly log: Log;
  readonly elapsedMs: () => number;
  readonly observe?: BatchObserver;
  /** One lane, so that commands take effect in the order of their submission. */
  readonly serial?: boolean;
}

/** What a committed batch did, for sockets and workers; the rows are the truth, this is a hint. */
export interface Committed {
  readonly events: readonly EventRow[];
  readonly leaderTrades: readonly LeaderTrade[];
  readonly announcements: readonly Announcement[];
  readonly signals: readonly GroupSignal[];
}

export interface SubmitOptions {
  readonly idempotency?: Idempotency | null;
  /** Decides the lane: the user whose wallet the command moves. */
  readonly userId: string;
  /** Nobody waits for it: goes behind commands that people wait for. */
  readonly background?: boolean;
}

/** Turns commands into batches, batches into transactions (docs/internals/engine.md). */
export interface Engine {
  /**
   * Decides and durably applies one command. Rejects with the AppError of the refusal, with
   * IDEMPOTENCY_KEY_REUSED, OVERLOADED, or any other error for a bug (nothing was done).
   */
  submit<C>(kind: CommandKind<C>, command: C, options: SubmitOptions): Promise<Answer>;
  onCommitted(listener: (committed: Committed) => void): void;
  readonly waiting: number;
  close(): Promise<void>;
}

const unobserved: BatchObserver = { batch: () => {}, command: () => {} };

export function createEngine(deps: EngineDeps): Engine {
  const listeners: ((committed: Committed) => void)[] = [];
  const committed = ({ set }: Decided) => {
    for (const listener of listeners) {
      // What is committed stays so: a listener that fails must not have its batch made again.
      try {
        const { events, leaderTrades, announcements, signals } = set;
        listener({ events, leaderTrades, announcements, signals });
      } catch (err) {
        deps.log.error({ err }, 'a listener of committed batches failed');
      }
    }
  };
  const observe = deps.observe ?? unobserved;
  const lanes = Array.from(
    { length: deps.serial ? 1 : LANES },
    () => new Lane({ ...deps, committed, observe }),
  );
  let closing = false;
  return {
    submit(kind, command, { idempotency = null, userId, background = false }) {
      const lane = lanes[laneOf(userId, lanes.length)] as Lane;
      if (closing || lane.waiting >= QUEUE_LIMIT) {
        return Promise.reject(new AppError('OVERLOADED', { retryAfterSeconds: 1 }));
      }
      return lane.submit({ kind: kind as CommandKind<unknown>, command, idempotency }, background);
    },
    onCommitted(listener) {
      listeners.push(listener);
    },
    get waiting() {
      return lanes.reduce((sum, lane) => sum + lane.waiting, 0);
    },
    async close() {
      closing = true;
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

/** Commands of one user always meet in one lane; the last digits of a UUIDv7 are random. */
const laneOf = (userId: string, lanes: number): number =>
  Number.parseInt(userId.slice(-4), 16) % lanes;

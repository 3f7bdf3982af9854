import type { CommandKind } from '../../engine/command.ts';
import type { Engine } from '../../engine/engine.ts';
import { assert } from '../../errors/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { atOnce, type Turns } from '../../platform/turns.ts';
import { type DueIntentRow, dueIntentsStatement, nextDueStatement } from './orders.sql.ts';
import type { SettleIntent } from './settle.ts';

/** Intents settled in one round. */
const ROUND_LIMIT = 500;
/** How often to look without being told: other processes submit orders too. */
const POLL_INTERVAL_MS = 250;

export interface OrderWorkerDeps {
  readonly engine: Engine;
  readonly reads: ReadPool;
  readonly wallClock: Clock;
  readonly log: Log;
  /** The command that settles an intent of each vertical. */
  readonly settlers: Readonly<Record<string, CommandKind<SettleIntent>>>;
  /** Called after a round that settled something. */
  readonly settled: () => void;
  readonly turns?: Turns | undefined;
}

export interface OrderWorker {
  /** Settles everything due now; returns how many. */
  round(): Promise<number>;
  /** Whether any order is in flight, due or not. */
  inFlight(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Settles orders once the paper venue knows their outcome; runs in every process. */
export function startOrderWorker(deps: OrderWorkerDeps): OrderWorker {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  async function round(): Promise<number> {
    const now = isoTime(deps.wallClock.now());
    const due = await deps.reads.query<DueIntentRow>(dueIntentsStatement, [now, ROUND_LIMIT]);
    await Promise.all(due.map(settle));
    if (due.length > 0) deps.settled();
    return due.length;
  }

  async function settle(row: DueIntentRow): Promise<void> {
    const settler = deps.settlers[row.vertical];
    assert(settler, `no vertical settles ${row.vertical}`);
    const { id: intentId, user_id: userId, key_hash: keyHash, payload } = row;
    const command: SettleIntent = { intentId, userId, keyHash, payload };
    await deps.engine.submit(settler, command, { userId });
  }

  const loop = async (): Promise<void> => {
    try {
      while (!stopped && (await round()) === ROUND_LIMIT);
    } catch (error) {
      deps.log.warn({ err: error }, 'settling orders failed; it goes on with the next round');
    }
    if (!stopped) timer = setTimeout(start, POLL_INTERVAL_MS);
  };
  const start = (): void => {
    running = (deps.turns ?? atOnce)('orders', loop);
  };
  start();

  return {
    round,
    async inFlight() {
      const [row] = await deps.reads.query<{ due_at: number | null }>(nextDueStatement);
      return row?.due_at !== null && row !== undefined;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

import type { Answer, CommandKind, Idempotency } from '../../engine/command.ts';
import type { Engine } from '../../engine/engine.ts';
import type { InFlight } from '../../engine/in-flight.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { type ErrorCode, errorCatalogue } from '../../errors/catalogue.ts';
import type { MonotonicClock } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { giveReceipt } from './give-receipt.ts';
import { type IntentOutcomeRow, intentStatement } from './orders.sql.ts';

/** How often a waiting request looks at its order, beside being told by this process's worker. */
const LOOK_INTERVAL_MS = 100;

export interface OrdersDeps {
  readonly engine: Engine;
  readonly reads: ReadPool;
  readonly inFlight: InFlight;
  readonly monotonic: MonotonicClock;
  /** How long a request waits for the venue before it answers with a receipt (contract 18.3). */
  readonly waitMs: number;
}

export interface Orders {
  /**
   * Submits an order command and waits for its outcome. Answers 202 with the receipt when the
   * venue has not answered in time. FUNDING_REFUNDED when the order fails while it waits;
   * IDEMPOTENCY_IN_PROGRESS while a request of the same key waits here; else what the command
   * refuses with. A repeat whose first request waits in another process, or was lost with one,
   * waits as well: until a receipt is given out, no answer of the key is final (contract 1.7).
   */
  execute<C>(
    kind: CommandKind<C>,
    command: C,
    by: { userId: string; idempotency: Idempotency | null },
  ): Promise<Answer>;
  /** Tells waiting requests that orders have settled. */
  wake(): void;
}

export function createOrders(deps: OrdersDeps): Orders {
  const sleepers = new Set<() => void>();
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        sleepers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      sleepers.add(done);
    });

  const look = async (id: string, userId: string): Promise<IntentOutcomeRow> => {
    const [row] = await deps.reads.query<IntentOutcomeRow>(intentStatement, [id, userId]);
    assert(row, 'an order in flight has its intent');
    return row;
  };

  async function finish(receipt: Answer, userId: string): Promise<Answer> {
    const id = actionIdOf(receipt);
    const untilMs = deps.monotonic.elapsedMs() + deps.waitMs;
    let row = await look(id, userId);
    while (!isFinal(row) && deps.monotonic.elapsedMs() < untilMs) {
      await sleep(Math.min(LOOK_INTERVAL_MS, untilMs - deps.monotonic.elapsedMs()));
      row = await look(id, userId);
    }
    if (!isFinal(row)) {
      await deps.engine.submit(giveReceipt, { intentId: id, userId }, { userId });
      row = await look(id, userId);
    }
    return finalAnswer(row, receipt.replayed) ?? receipt;
  }

  return {
    async execute(kind, command, { userId, idempotency }) {
      // The engine decides requests of one key in turn, so that a repeat finds the stored answer;
      // what can still run is the waiting for the venue.
      const answer = await deps.engine.submit(kind, command, { userId, idempotency });
      if (answer.status !== 202) return answer;
      if (answer.replayed && (await look(actionIdOf(answer), userId)).receipt_given) return answer;
      return deps.inFlight.run(idempotency, () => finish(answer, userId));
    },
    wake() {
      for (const wakeUp of [...sleepers]) wakeUp();
    },
  };
}

const isFinal = (row: IntentOutcomeRow): boolean =>
  row.status === 'SETTLED' || row.status === 'FAILED';

/** The answer of an order whose outcome is known; null while it is not. */
function finalAnswer(row: IntentOutcomeRow, replayed: boolean): Answer | null {
  if (row.status === 'FAILED') {
    const code = (row.error_code ?? 'FUNDING_REFUNDED') as ErrorCode;
    throw new AppError(code, {
      message: row.error_message ?? errorCatalogue[code].description,
      details: { actionJobId: row.id },
    });
  }
  if (row.answer === null || row.answer_status === null) return null;
  return { status: row.answer_status, json: row.answer, replayed };
}

const actionIdOf = (receipt: Answer): string =>
  (JSON.parse(receipt.json) as { data: { actionJobId: string } }).data.actionJobId;

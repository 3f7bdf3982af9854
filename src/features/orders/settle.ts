import type { DecideContext, Outcome, Ref, RowWrite, State } from '../../engine/command.ts';
import { ref } from '../../engine/command.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import { errorCatalogue } from '../../errors/catalogue.ts';
import { idempotencyTable } from '../../ledger/tables.ts';
import { type Transfer, transfer, userPosting } from '../../ledger/transfer.ts';
import { type IntentRow, intentTable } from './tables.ts';

/** What names an intent to the command that settles it. */
export interface SettleIntent {
  readonly intentId: string;
  readonly userId: string;
  readonly keyHash: string | null;
  /** The order as it was submitted, as kept on the intent. */
  readonly payload: string;
}

/** The rows that settling any intent reads, beside what its order needs. */
export const intentRows = ({ userId, keyHash }: SettleIntent): Ref[] =>
  keyHash === null ? [] : [ref(idempotencyTable, userId, keyHash)];

/** Gives the reserved funds back to the owner; a fill then takes them like any other order. */
export const releaseTransfer = (intent: IntentRow, context: DecideContext): Transfer =>
  transfer(context.ids.next(), 'release', [
    userPosting(intent.userId, intent.reservedAsset, -intent.reservedAmount, 'reserved'),
    userPosting(intent.userId, intent.reservedAsset, intent.reservedAmount),
  ]);

/**
 * Adds to the outcome of a filled order what its intent owes: the release before the trade, the
 * settled intent with its final answer, and that answer for the Idempotency-Key, unless the
 * receipt has been given out already.
 */
export function settledOutcome(
  state: State,
  intent: IntentRow,
  filled: Outcome,
  context: DecideContext,
): Outcome {
  const status = filled.answer?.status ?? 200;
  const answer = JSON.stringify({ data: filled.answer?.data ?? null });
  const row: IntentRow = {
    ...intent,
    status: 'SETTLED',
    tradeId: intent.id,
    answerStatus: status,
    answer,
    updatedAt: context.now,
  };
  const stored = storedAnswer(state, intent);
  const kept: RowWrite[] = stored
    ? [{ table: idempotencyTable, row: { ...stored, status, body: answer } }]
    : [];
  return {
    ...filled,
    transfers: [releaseTransfer(intent, context), ...(filled.transfers ?? [])],
    rows: [...(filled.rows ?? []), { table: intentTable, row }, ...kept],
    events: [
      ...(filled.events ?? []),
      { userId: intent.userId, type: 'order.settled', data: { actionJobId: intent.id } },
    ],
  };
}

/** The order failed after the funds had left for the venue: they are back (FUNDING_REFUNDED). */
export function failedOutcome(
  state: State,
  intent: IntentRow,
  unlocked: readonly RowWrite[],
  context: DecideContext,
): Outcome {
  const code: ErrorCode = 'FUNDING_REFUNDED';
  const row: IntentRow = {
    ...intent,
    status: 'FAILED',
    errorCode: code,
    errorMessage: errorCatalogue[code].description,
    updatedAt: context.now,
  };
  const stored = storedAnswer(state, intent);
  return {
    transfers: [releaseTransfer(intent, context)],
    rows: [...unlocked, { table: intentTable, row }],
    // A refusal is decided anew on retry (contract 1.7): the key is free again.
    removed: stored ? [ref(idempotencyTable, stored.userId, stored.keyHash)] : [],
    events: [
      { userId: intent.userId, type: 'order.failed', data: { actionJobId: intent.id, code } },
    ],
  };
}

function storedAnswer(state: State, intent: IntentRow) {
  if (intent.keyHash === null || intent.receiptGiven) return undefined;
  return state.get(idempotencyTable, intent.userId, intent.keyHash);
}

import type { DecideContext, Outcome } from '../../engine/command.ts';
import { transfer, userPosting } from '../../ledger/transfer.ts';
import type { VenueBehaviour } from '../../venues/behaviour.ts';
import { type IntentRow, intentTable } from './tables.ts';

/** An order that the venue answers later, and the funds that it holds until then. */
export interface OrderInFlight {
  /** Also the id of the action and of the trade it becomes. */
  readonly id: string;
  readonly userId: string;
  readonly vertical: string;
  /** Why it was made: the `origin` of its trade. */
  readonly kind: string;
  readonly groupId: string | null;
  readonly proposalId: string | null;
  readonly assetId: number;
  readonly reservedAsset: number;
  readonly reservedAmount: bigint;
  /** The order as its vertical needs it to settle. */
  readonly payload: string;
  /** The Idempotency-Key that waits for it. */
  readonly keyHash: string | null;
}

/** What the venue will answer when it is due, as the sandbox has scripted it. */
export const scriptedOutcome = ({ mode }: VenueBehaviour): 'FILLED' | 'FAILED' =>
  mode === 'unknown-then-failed' ? 'FAILED' : 'FILLED';

/** Holds the funds of an order and writes its intent (contract 18.3); the answer is the vertical's. */
export function reserveOrder(
  order: OrderInFlight,
  behaviour: VenueBehaviour,
  context: DecideContext,
): Required<Pick<Outcome, 'transfers' | 'rows' | 'events'>> {
  const { userId, reservedAsset, reservedAmount } = order;
  const intent: IntentRow = {
    ...order,
    status: behaviour.mode.startsWith('unknown') ? 'UNKNOWN' : 'SUBMITTED',
    dueAt: context.realNow + behaviour.delayMs,
    receiptGiven: false,
    errorCode: null,
    errorMessage: null,
    tradeId: null,
    answerStatus: null,
    answer: null,
    createdAt: context.now,
    updatedAt: context.now,
  };
  return {
    transfers: [
      transfer(context.ids.next(), 'reserve', [
        userPosting(userId, reservedAsset, -reservedAmount),
        userPosting(userId, reservedAsset, reservedAmount, 'reserved'),
      ]),
    ],
    rows: [{ table: intentTable, row: intent }],
    events: [{ userId, type: 'order.pending', data: { actionJobId: order.id, kind: order.kind } }],
  };
}

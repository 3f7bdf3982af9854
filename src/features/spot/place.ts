import {
  type DecideContext,
  type Outcome,
  type Ref,
  ref,
  type State,
} from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { accountTable, settingTable } from '../../ledger/tables.ts';
import { transfer, userPosting } from '../../ledger/transfer.ts';
import { baseUnits } from '../../money/fixed.ts';
import { afterSubmission, type VenueBehaviour } from '../../venues/behaviour.ts';
import type { SpotFill } from '../../venues/paper/spot.ts';
import { type IntentRow, intentTable, openingIntentLookup } from '../orders/index.ts';
import { completeOrder } from './complete.ts';
import { type SpotDeps, scriptedBehaviour, scriptKey } from './deps.ts';
import { holdingsOf } from './holdings.ts';
import { encodePending, type SpotOrder } from './order.ts';
import { spotPositionTable, swapPositionTable } from './tables.ts';

/** Rows that placing and completing an order read, beside the user's wallet. */
export function orderRows(order: {
  userId: string;
  assetId: number;
  proposalId: string | null;
}): Ref[] {
  const { userId, assetId, proposalId } = order;
  const account = ref(accountTable, userId, assetId);
  if (proposalId === null) return [account, ref(swapPositionTable, userId, assetId)];
  return [account, ref(spotPositionTable, userId, proposalId)];
}

/** How an order is sent: which Idempotency-Key waits for it, and whether the venue is scripted. */
export interface Waiting {
  readonly keyHash: string | null;
  readonly scripted: boolean;
}

/**
 * Sends an order whose checks have passed to the venue. A normal paper venue fills at once, inside
 * this decision; a scripted one refuses (VENUE_UNAVAILABLE, ORDER_REJECTED, NO_LIQUIDITY; the
 * script moves on) or answers later: then the funds are reserved and an intent waits.
 */
export function placeOrder(
  state: State,
  deps: SpotDeps,
  order: SpotOrder,
  fill: SpotFill,
  context: DecideContext,
  waiting: Waiting,
): Outcome {
  const behaviour = scriptedBehaviour(state, order.vertical, waiting.scripted);
  if (behaviour.mode === 'ok') return completeOrder(state, deps, order, fill, context);
  const value = JSON.stringify(afterSubmission(behaviour));
  const script = {
    table: settingTable,
    row: { key: scriptKey(order.vertical), value, updatedAt: context.now },
  };
  const refusal = refusalOf(behaviour);
  if (refusal) return { rows: [script], refusal };
  return withRow(reserve(state, order, fill, behaviour, context, waiting), script);
}

const withRow = (outcome: Outcome, row: NonNullable<Outcome['rows']>[number]): Outcome => ({
  ...outcome,
  rows: [...(outcome.rows ?? []), row],
});

function refusalOf({ mode }: VenueBehaviour): AppError | null {
  if (mode === 'down') return new AppError('VENUE_UNAVAILABLE', { retryAfterSeconds: 1 });
  if (mode === 'no-liquidity') return new AppError('NO_LIQUIDITY');
  if (mode !== 'reject') return null;
  return new AppError('ORDER_REJECTED', { details: { reason: 'The venue rejected the order.' } });
}

/** Holds the funds and writes the intent; the answer is a receipt (contract 18.3). */
function reserve(
  state: State,
  order: SpotOrder,
  fill: SpotFill,
  behaviour: VenueBehaviour,
  context: DecideContext,
  waiting: Waiting,
): Outcome {
  const { userId } = order.trader;
  const buy = order.side === 'BUY';
  const asset = buy ? USDC_ASSET : order.asset.id;
  const held = buy ? order.spend : fill.amount;
  const scripted = behaviour.mode === 'unknown-then-failed' ? 'FAILED' : 'FILLED';
  const intent: IntentRow = {
    id: order.id,
    userId,
    vertical: order.vertical,
    kind: order.origin,
    status: behaviour.mode.startsWith('unknown') ? 'UNKNOWN' : 'SUBMITTED',
    groupId: order.groupId,
    proposalId: order.origin === 'OPEN' ? null : order.proposalId,
    assetId: order.asset.id,
    reservedAsset: asset,
    reservedAmount: held,
    payload: encodePending({ order, fill, outcome: scripted }),
    dueAt: context.realNow + behaviour.delayMs,
    keyHash: waiting.keyHash,
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
        userPosting(userId, asset, -held),
        userPosting(userId, asset, held, 'reserved'),
      ]),
    ],
    rows: [{ table: intentTable, row: intent }, ...lockHoldings(state, order, fill.amount)],
    found: openingFound(order),
    events: [
      { userId, type: 'order.pending', data: { actionJobId: order.id, kind: order.origin } },
    ],
    answer: { status: 202, data: pendingAnswer(order) },
  };
}

/** An opening in flight counts as a duplicate, also for the commands of its own batch. */
function openingFound({ id, origin, groupId, asset }: SpotOrder): NonNullable<Outcome['found']> {
  if (origin !== 'OPEN' || groupId === null) return [];
  return [{ ref: ref(openingIntentLookup, groupId, asset.id), row: { intentId: id } }];
}

/** Marks what a pending sale has committed; a negative amount releases it. */
export function lockHoldings(
  state: State,
  order: SpotOrder,
  amount: bigint,
): NonNullable<Outcome['rows']> {
  if (order.side === 'BUY') return [];
  const { position, swap } = holdingsOf(state, order);
  if (swap) {
    const row = { ...swap, locked: baseUnits(swap.locked + amount) };
    return [{ table: swapPositionTable, row }];
  }
  if (!position) return [];
  const row = { ...position, locked: baseUnits(position.locked + amount) };
  return [{ table: spotPositionTable, row }];
}

/** The usual keys of the route with null for what is not known yet (contract 18.3). */
function pendingAnswer(order: SpotOrder): object {
  const receipt = { pending: true, actionJobId: order.id };
  if (order.origin === 'SWAP') {
    return {
      success: null,
      signature: null,
      inputAmountRaw: null,
      outputAmountRaw: null,
      svcFeeUsd: null,
      ...receipt,
    };
  }
  const withProposal =
    order.origin === 'OPEN' || order.origin === 'CLOSE' || order.shownCreator !== undefined;
  return withProposal ? { proposal: null, trade: null, ...receipt } : { trade: null, ...receipt };
}

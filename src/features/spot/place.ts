import {
  type DecideContext,
  type Outcome,
  type Ref,
  type RowWrite,
  ref,
  type State,
} from '../../engine/command.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { accountTable } from '../../ledger/tables.ts';
import { baseUnits } from '../../money/fixed.ts';
import type { VenueBehaviour } from '../../venues/behaviour.ts';
import type { SpotFill } from '../../venues/paper/spot.ts';
import {
  encodePayload,
  openingIntentLookup,
  reserveOrder,
  type Sending,
  scriptedOutcome,
  submitToVenue,
} from '../orders/index.ts';
import { completeOrder } from './complete.ts';
import type { SpotDeps } from './deps.ts';
import { holdingsOf } from './holdings.ts';
import type { SpotOrder } from './order.ts';
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
  sending: Sending,
): Outcome {
  const { vertical } = order;
  const turn = submitToVenue(state, { vertical, scripted: sending.scripted }, context);
  if (turn.kind === 'fills') return completeOrder(state, deps, order, fill, context);
  if (turn.kind === 'refuses') return { rows: [turn.script], refusal: turn.refusal };
  return reserve(state, order, fill, turn, context, sending);
}

/** Holds the funds and writes the intent; the answer is a receipt (contract 18.3). */
function reserve(
  state: State,
  order: SpotOrder,
  fill: SpotFill,
  { behaviour, script }: { behaviour: VenueBehaviour; script: RowWrite },
  context: DecideContext,
  { keyHash }: Sending,
): Outcome {
  const buy = order.side === 'BUY';
  const held = reserveOrder(
    {
      id: order.id,
      userId: order.trader.userId,
      vertical: order.vertical,
      kind: order.origin,
      groupId: order.groupId,
      proposalId: order.origin === 'OPEN' ? null : order.proposalId,
      assetId: order.asset.id,
      reservedAsset: buy ? USDC_ASSET : order.asset.id,
      reservedAmount: buy ? order.spend : fill.amount,
      payload: encodePayload({ order, fill, outcome: scriptedOutcome(behaviour) }),
      keyHash,
    },
    behaviour,
    context,
  );
  return {
    ...held,
    rows: [...held.rows, ...lockHoldings(state, order, fill.amount), script],
    found: openingFound(order),
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

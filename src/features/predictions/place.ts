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
import type { PredictionFill } from '../../venues/paper/predictions.ts';
import type { ClosedCallRow } from '../groups/index.ts';
import {
  encodePayload,
  reserveOrder,
  type Sending,
  scriptedOutcome,
  submitToVenue,
} from '../orders/index.ts';
import { completeOrder } from './complete.ts';
import type { PredictionOrder } from './order.ts';
import { presentProposal } from './present.ts';
import {
  livePredictionLookup,
  type PredictionPositionRow,
  type PredictionProposalRow,
  predictionPositionTable,
  predictionProposalTable,
} from './tables.ts';

/** Rows that placing and completing an order read, beside the user's wallet and the proposal. */
export const orderRows = (order: {
  userId: string;
  assetId: number;
  proposalId: string;
}): Ref[] => [
  ref(accountTable, order.userId, order.assetId),
  ref(predictionPositionTable, order.userId, order.proposalId),
];

/** An order whose checks have passed, with what it changes as it is before. */
export interface CheckedOrder {
  readonly order: PredictionOrder;
  readonly fill: PredictionFill;
  /** Of an opening the row that is to be: PENDING. */
  readonly proposal: PredictionProposalRow;
  readonly position: PredictionPositionRow | undefined;
  /** Of a proposal that may have closed already: how it ended so far. */
  readonly call?: ClosedCallRow | undefined;
}

/**
 * Sends an order whose checks have passed to the venue. A normal paper venue fills at once, inside
 * this decision; a scripted one refuses (VENUE_UNAVAILABLE, ORDER_REJECTED, NO_LIQUIDITY; the
 * script moves on) or answers later: then the funds are reserved, an intent waits, and a proposal
 * that is being opened stands as PENDING.
 */
export function placeOrder(
  state: State,
  checked: CheckedOrder,
  context: DecideContext,
  sending: Sending,
): Outcome {
  const venue = { vertical: 'PREDICTION', scripted: sending.scripted } as const;
  const turn = submitToVenue(state, venue, context);
  if (turn.kind === 'fills') return completeOrder(checked, context);
  if (turn.kind === 'refuses') return { rows: [turn.script], refusal: turn.refusal };
  return reserve(checked, turn, context, sending);
}

function reserve(
  { order, fill, proposal, position }: CheckedOrder,
  { behaviour, script }: { behaviour: VenueBehaviour; script: RowWrite },
  context: DecideContext,
  { keyHash }: Sending,
): Outcome {
  const { id, trader, origin, groupId, proposalId, assetId } = order;
  const buy = order.side === 'BUY';
  const opens = origin === 'OPEN';
  const held = reserveOrder(
    {
      id,
      userId: trader.userId,
      vertical: 'PREDICTION',
      kind: origin,
      groupId,
      proposalId,
      assetId,
      reservedAsset: buy ? USDC_ASSET : assetId,
      reservedAmount: buy ? order.spend : fill.shares,
      payload: encodePayload({ order, fill, outcome: scriptedOutcome(behaviour) }),
      keyHash,
    },
    behaviour,
    context,
  );
  const receipt = { trade: null, pending: true, actionJobId: id };
  const shown = opens || origin === 'CLOSE';
  return {
    ...held,
    rows: [
      ...held.rows,
      ...(opens ? [{ table: predictionProposalTable, row: proposal }] : []),
      ...lockShares(order, position, fill.shares),
      script,
    ],
    found: opens ? [{ ref: ref(livePredictionLookup, groupId, assetId), row: { proposalId } }] : [],
    answer: {
      status: 202,
      data: shown ? { proposal: presentProposal(proposal), ...receipt } : receipt,
    },
  };
}

/** Marks what a pending sale has committed; a negative amount releases it. */
export function lockShares(
  order: PredictionOrder,
  position: PredictionPositionRow | undefined,
  shares: bigint,
): RowWrite[] {
  if (order.side === 'BUY' || !position) return [];
  const row = { ...position, locked: baseUnits(position.locked + shares) };
  return [{ table: predictionPositionTable, row }];
}

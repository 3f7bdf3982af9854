import type { Outcome, RowWrite, State } from '../../engine/command.ts';
import { ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { type Price, percentOf } from '../../money/fixed.ts';
import { closedCall } from '../groups/index.ts';
import type { SpotOrder } from './order.ts';
import { averagePrice } from './present.ts';
import {
  openProposalLookup,
  type SpotPositionRow,
  type SpotProposalRow,
  spotProposalTable,
} from './tables.ts';

/** A proposal that takes no more entries, and what is to be written of it. */
export interface ClosedProposal {
  readonly row: SpotProposalRow;
  readonly writes: readonly RowWrite[];
  /** The group may propose the token again, also in the commands of the same batch. */
  readonly found: NonNullable<Outcome['found']>;
}

/**
 * The proposal of an order once it is closed; exit values are the creator's last round (contract 5).
 * `position` is the creator's after the sale, `at` the price of the closing sale, null without one.
 */
export function closedProposal(
  state: State,
  order: Pick<SpotOrder, 'proposalId' | 'id' | 'asset'>,
  position: SpotPositionRow | undefined,
  at: Price | null,
  now: number,
): ClosedProposal {
  const before = proposalOf(state, order);
  const { decimals } = order.asset;
  const row: SpotProposalRow = {
    ...before,
    closedAt: now,
    updatedAt: now,
    exitPrice: at ?? lastExitPrice(position, decimals),
    exitPnl: position ? position.realizedPnl : null,
    exitPnlPct: position ? percentOf(position.realizedPnl, position.realizedCost) : null,
    closeTradeId: at === null ? null : order.id,
  };
  return {
    row,
    writes: [{ table: spotProposalTable, row }, ...endOfCall(row, position)],
    found: [{ ref: ref(openProposalLookup, before.groupId, before.assetId), row: undefined }],
  };
}

/** What the call has come to for the group's figures: nothing of one that its creator never held. */
const endOfCall = (
  { id: proposalId, groupId, vertical, creatorId, closedAt }: SpotProposalRow,
  position: SpotPositionRow | undefined,
): RowWrite[] => {
  if (!position || closedAt === null) return [];
  const { realizedPnl: pnl, realizedCost: putIn } = position;
  return [
    closedCall({
      proposalId,
      groupId,
      vertical: vertical === 'STOCK' ? 'STOCK' : 'SPOT',
      creatorId,
      pnl,
      putIn,
      closedAt,
    }),
  ];
};

/** The average exit of the last round, for a creator who had sold before closing. */
const lastExitPrice = (position: SpotPositionRow | undefined, decimals: number): Price | null =>
  position && position.roundSold > 0n
    ? averagePrice(position.roundProceeds, position.roundSold, decimals)
    : null;

/** The proposal that a group order names. */
export function proposalOf(
  state: State,
  { proposalId }: Pick<SpotOrder, 'proposalId'>,
): SpotProposalRow {
  const row = proposalId === null ? undefined : state.get(spotProposalTable, proposalId);
  assert(row, 'a group order has its proposal');
  return row;
}

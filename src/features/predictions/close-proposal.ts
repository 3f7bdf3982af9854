import { type CommandKind, type DecideContext, type Outcome, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { fitSaleShares } from '../../venues/paper/prediction-sizing.ts';
import { fillPredictionSale, type PredictionFill } from '../../venues/paper/predictions.ts';
import {
  type ClosedCallRow,
  closedCallTable,
  membershipTable,
  requireLeaderOrAdmin,
  requireMember,
} from '../groups/index.ts';
import { scriptRows, type Trader } from '../orders/index.ts';
import { announceClose } from './announce.ts';
import { callRows, endOfCall } from './call-end.ts';
import { closedFound, closedProposal } from './complete.ts';
import { freshOutcome, type PredictionDeps } from './deps.ts';
import { PREDICTION_SLIPPAGE_BPS } from './limits.ts';
import { orderRows, placeOrder } from './place.ts';
import { sellableOf } from './position.ts';
import { presentProposal } from './present.ts';
import type { PredictionIdentity } from './proposal-identity.ts';
import { saleOrder } from './sell.ts';
import {
  type PredictionPositionRow,
  type PredictionProposalRow,
  predictionPositionTable,
  predictionProposalTable,
} from './tables.ts';
import { requireEntries, requireVisible } from './visible.ts';

export interface ClosePrediction {
  readonly trader: Trader;
  readonly proposal: PredictionIdentity;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Makes a proposal sell-only (contract 7; leader or admin). When the caller is its creator, the
 * creator's whole position is sold with it; without one, or with one that the venue would not take,
 * it closes with `trade: null`. NOT_GROUP_MEMBER, NOT_FOUND, LEADER_REQUIRED, PROPOSAL_PENDING (also
 * while a sale is in flight), PROPOSAL_CLOSED, TRADING_HALTED, MARKET_NOT_ACTIVE,
 * PRICE_UNAVAILABLE, NO_LIQUIDITY, and the venue's own.
 */
export const closeProposal = (deps: PredictionDeps): CommandKind<ClosePrediction> => ({
  name: 'predictions.closeProposal',
  needs: ({ trader: { userId }, proposal, scripted }) => ({
    users: [userId, proposal.creatorId],
    update: [ref(predictionProposalTable, proposal.id), ...scriptRows('PREDICTION', scripted)],
    rows: [
      ref(membershipTable, proposal.groupId, userId),
      ...orderRows({ userId, assetId: proposal.assetId, proposalId: proposal.id }),
      ...callRows(proposal.id, proposal.creatorId),
    ],
  }),
  decide(state, command, context) {
    const { trader, proposal } = command;
    const { userId } = trader;
    const member = requireMember(state.get(membershipTable, proposal.groupId, userId));
    const row = requireVisible(state.get(predictionProposalTable, proposal.id), userId);
    requireLeaderOrAdmin(member);
    requireEntries(row);
    const creators = state.get(predictionPositionTable, row.creatorId, proposal.id);
    const call = state.get(closedCallTable, proposal.id);
    const held = row.creatorId === userId ? creators : undefined;
    if (held && held.locked > 0n) {
      throw new AppError('PROPOSAL_PENDING', { message: 'A sale of the position is in flight.' });
    }
    const fill = fillOfAll(deps, proposal, held, context);
    if (!fill) return closeFlat({ before: row, creators, call }, trader, context);
    const order = saleOrder(context.ids.next(), 'CLOSE', trader, proposal);
    const checked = { order, fill, proposal: row, position: held, call };
    return placeOrder(state, checked, context, command);
  },
});

/** The sale of the whole position; null when there is nothing that the venue would take. */
function fillOfAll(
  deps: PredictionDeps,
  proposal: PredictionIdentity,
  held: PredictionPositionRow | undefined,
  { now }: DecideContext,
): PredictionFill | null {
  const position = sellableOf(held);
  if (position === 0n) return null;
  deps.requireTrading('PREDICTION', 'reduce');
  const quote = freshOutcome(deps, proposal, now);
  const { minOrderSize } = quote.market;
  try {
    const shares = fitSaleShares({ position, wanted: position, minOrderSize });
    return fillPredictionSale({ ...quote, shares, maxSlippageBps: PREDICTION_SLIPPAGE_BPS });
  } catch (error) {
    // What the venue does not take settles at resolution and must not keep a proposal open.
    if (error instanceof AppError && error.code === 'POSITION_BELOW_MIN') return null;
    throw error;
  }
}

function closeFlat(
  {
    before,
    creators,
    call,
  }: {
    before: PredictionProposalRow;
    creators: PredictionPositionRow | undefined;
    call: ClosedCallRow | undefined;
  },
  trader: Trader,
  { now, ids }: DecideContext,
): Outcome {
  const { userId } = trader;
  const row = closedProposal(before, now, null);
  return {
    rows: [{ table: predictionProposalTable, row }, ...endOfCall(row, creators, call, now)],
    found: closedFound(row),
    events: [{ userId, type: 'prediction.proposalClosed', data: { proposalId: row.id } }],
    announcements: [announceClose(ids.next(), row, trader, null)],
    answer: {
      status: 200,
      data: { proposal: presentProposal(row), trade: null, pending: false, actionJobId: null },
    },
  };
}

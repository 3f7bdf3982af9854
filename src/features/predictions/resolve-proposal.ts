import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { SHARE_DECIMALS } from '../../market/predictions/prediction-market.ts';
import { valueAt } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';
import { closedCallTable } from '../groups/index.ts';
import { announceEnd } from './announce.ts';
import { callRows, endOfCall } from './call-end.ts';
import { closedFound } from './complete.ts';
import { payoutOf } from './present.ts';
import {
  livePredictionLookup,
  predictionPositionTable,
  predictionProposalTable,
  predictionResolutionTable,
} from './tables.ts';

export interface EndProposal {
  readonly proposalId: string;
  readonly creatorId: string;
  readonly groupId: string;
  readonly assetId: number;
  readonly marketId: string;
}

/**
 * Moves a proposal along with its market (contract 7, transitions): ACTIVE or CLOSED → RESOLVED
 * where the market has its result, else ACTIVE → CLOSED, as the market has stopped trading. Does
 * nothing to a proposal that is there already.
 */
export const endProposal: CommandKind<EndProposal> = {
  name: 'predictions.endProposal',
  needs: ({ proposalId, creatorId, marketId, groupId, assetId }) => ({
    users: [creatorId],
    update: [ref(predictionProposalTable, proposalId)],
    rows: [
      ref(predictionResolutionTable, marketId),
      ref(livePredictionLookup, groupId, assetId),
      ...callRows(proposalId, creatorId),
    ],
  }),
  decide(state, { proposalId, creatorId, marketId }, { now, ids }): Outcome {
    const before = state.get(predictionProposalTable, proposalId);
    assert(before, 'a known proposal has its row');
    if (before.status !== 'ACTIVE' && before.status !== 'CLOSED') return {};
    const resolution = state.get(predictionResolutionTable, marketId);
    if (!resolution && before.status === 'CLOSED') return {};
    const row = resolution
      ? {
          ...before,
          status: 'RESOLVED',
          result: resolution.result,
          didWin: resolution.result !== 'VOID' && (resolution.result === 'YES') === before.isYes,
          resolvedAt: resolution.resolvedAt,
          updatedAt: now,
        }
      : { ...before, status: 'CLOSED', updatedAt: now };
    const { result, didWin } = row;
    const position = state.get(predictionPositionTable, creatorId, proposalId);
    const call = state.get(closedCallTable, proposalId);
    return {
      rows: [{ table: predictionProposalTable, row }, ...endOfCall(row, position, call, now)],
      found: before.status === 'ACTIVE' ? closedFound(row) : [],
      events: [
        resolution
          ? {
              userId: creatorId,
              type: 'prediction.proposalResolved',
              data: { proposalId, result, didWin },
            }
          : { userId: creatorId, type: 'prediction.proposalClosed', data: { proposalId } },
      ],
      announcements: [announceEnd(ids.next(), row)],
    };
  },
};

export interface TellHolder {
  readonly proposalId: string;
  readonly userId: string;
}

/** Tells a holder how it ended and what can be claimed, once. */
export const tellHolder: CommandKind<TellHolder> = {
  name: 'predictions.tellHolder',
  needs: ({ proposalId, userId }) => ({
    users: [userId],
    rows: [
      ref(predictionProposalTable, proposalId),
      ref(predictionPositionTable, userId, proposalId),
    ],
  }),
  decide(state, { proposalId, userId }): Outcome {
    const proposal = state.get(predictionProposalTable, proposalId);
    const position = state.get(predictionPositionTable, userId, proposalId);
    assert(proposal && position, 'a holder has a position in a proposal');
    const payout = payoutOf(proposal);
    if (payout === undefined || position.told) return {};
    const { result, didWin, groupId, marketId } = proposal;
    const claimable = valueAt(position.quantity, SHARE_DECIMALS, payout);
    return {
      rows: [
        {
          table: predictionPositionTable,
          row: { ...position, told: true, claimable: claimable > 0n },
        },
      ],
      events: [
        {
          userId,
          type: 'prediction.resolved',
          data: {
            proposalId,
            groupId,
            marketId,
            result,
            didWin,
            claimableUsd: formatUsdc(claimable),
          },
        },
      ],
    };
  },
};

export interface FinishTelling {
  readonly proposalId: string;
  readonly creatorId: string;
}

/** Notes that every holder of a proposal knows how it ended. */
export const finishTelling: CommandKind<FinishTelling> = {
  name: 'predictions.finishTelling',
  needs: ({ proposalId }) => ({
    users: [],
    update: [ref(predictionProposalTable, proposalId)],
  }),
  decide(state, { proposalId }): Outcome {
    const before = state.get(predictionProposalTable, proposalId);
    if (before?.status !== 'RESOLVED' || before.told) return {};
    return { rows: [{ table: predictionProposalTable, row: { ...before, told: true } }] };
  },
};

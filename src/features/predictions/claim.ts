import { type CommandKind, type DecideContext, type Outcome, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { accountTable } from '../../ledger/tables.ts';
import { systemPosting, transfer, userPosting } from '../../ledger/transfer.ts';
import { SHARE_DECIMALS } from '../../market/predictions/prediction-market.ts';
import { type Price, usdc, valueAt } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';
import { membershipTable, requireMember } from '../groups/index.ts';
import type { Trader } from '../orders/index.ts';
import { afterSale } from './position.ts';
import { payoutOf, presentTrade } from './present.ts';
import type { PredictionIdentity } from './proposal-identity.ts';
import {
  type PredictionPositionRow,
  type PredictionTradeRow,
  predictionPositionTable,
  predictionProposalTable,
  predictionTradeTable,
} from './tables.ts';
import { requireVisible } from './visible.ts';

export interface ClaimPrediction {
  readonly trader: Trader;
  readonly proposal: PredictionIdentity;
  /** CLAIM by the holder, AUTO_CLAIM by the daily job. */
  readonly origin: 'CLAIM' | 'AUTO_CLAIM';
}

/**
 * Pays out a resolved position: 1 a share that won, 0.5 of a VOID market (contract 7); once, and
 * never gated by membership, region or the kill switch. NOT_GROUP_MEMBER, NOT_FOUND; NOT_CLAIMABLE
 * before the resolution, of a losing side and a second time; NO_POSITION without one;
 * PROPOSAL_PENDING while a sale of it is in flight.
 */
export const claim: CommandKind<ClaimPrediction> = {
  name: 'predictions.claim',
  needs: ({ trader: { userId }, proposal }) => ({
    users: [userId],
    rows: [
      ref(predictionProposalTable, proposal.id),
      ref(membershipTable, proposal.groupId, userId),
      ref(accountTable, userId, proposal.assetId),
      ref(predictionPositionTable, userId, proposal.id),
    ],
  }),
  decide(state, { trader, proposal, origin }, context) {
    const { userId } = trader;
    const position = state.get(predictionPositionTable, userId, proposal.id);
    if (!position) requireMember(state.get(membershipTable, proposal.groupId, userId));
    const row = requireVisible(state.get(predictionProposalTable, proposal.id), userId);
    if (!position) throw new AppError('NO_POSITION');
    const payout = payoutOf(row);
    if (payout === undefined || payout === 0n) throw new AppError('NOT_CLAIMABLE');
    if (position.quantity === 0n) {
      throw new AppError(position.claimedAt === null ? 'NO_POSITION' : 'NOT_CLAIMABLE');
    }
    if (position.locked > 0n) {
      throw new AppError('PROPOSAL_PENDING', { message: 'A sale of the position is in flight.' });
    }
    return paidOut({ trader, origin, position, payout }, context);
  },
};

/** All shares for what they pay: a hundredth of a share at 1 or 0.5 is a whole USDC amount. */
function paidOut(
  paid: {
    trader: Trader;
    origin: string;
    position: PredictionPositionRow;
    payout: Price;
  },
  { ids, now }: DecideContext,
): Outcome {
  const { trader, position, payout } = paid;
  const { userId } = trader;
  const { assetId, proposalId, groupId, quantity } = position;
  const dollars = valueAt(quantity, SHARE_DECIMALS, payout);
  const id = ids.next();
  const settled = afterSale(position, { shares: quantity, proceeds: dollars, follow: false });
  const trade: PredictionTradeRow = {
    id,
    userId,
    proposalId,
    groupId,
    assetId,
    side: 'CLAIM',
    origin: paid.origin,
    quantity,
    price: payout,
    gross: dollars,
    fee: usdc(0n),
    pnl: settled.pnl,
    costOut: settled.costOut,
    createdAt: now,
  };
  const wire = presentTrade(trade, trader.walletAddress);
  return {
    transfers: [
      transfer(id, 'claim', [
        userPosting(userId, USDC_ASSET, dollars),
        systemPosting('predictionVenue', USDC_ASSET, -dollars),
        userPosting(userId, assetId, -quantity),
        systemPosting('predictionVenue', assetId, quantity),
      ]),
    ],
    rows: [
      { table: predictionTradeTable, row: trade },
      { table: predictionPositionTable, row: { ...settled.position, claimedAt: now } },
    ],
    events: [{ userId, type: 'prediction.trade', data: wire }],
    answer: {
      status: 200,
      data: {
        trade: wire,
        amountClaimedUsd: formatUsdc(dollars),
        pending: false,
        actionJobId: id,
      },
    },
  };
}

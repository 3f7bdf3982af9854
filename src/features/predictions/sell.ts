import { type CommandKind, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { usdc } from '../../money/fixed.ts';
import { saleShares } from '../../venues/paper/prediction-sizing.ts';
import { bestBid, fillPredictionSale } from '../../venues/paper/predictions.ts';
import { closedCallTable, membershipTable, requireMember } from '../groups/index.ts';
import { type SaleSize, scriptRows, type Trader } from '../orders/index.ts';
import { callRows } from './call-end.ts';
import { freshOutcome, type PredictionDeps } from './deps.ts';
import type { OrderOrigin, PredictionOrder } from './order.ts';
import { orderRows, placeOrder } from './place.ts';
import { sellableOf } from './position.ts';
import type { PredictionIdentity } from './proposal-identity.ts';
import { predictionPositionTable, predictionProposalTable } from './tables.ts';
import { requireVisible } from './visible.ts';

export interface SellPrediction {
  readonly trader: Trader;
  readonly proposal: PredictionIdentity;
  readonly size: SaleSize;
  readonly maxSlippageBps: number;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Sells from the caller's own position by the six rules (specification, prediction rules 5 and 6);
 * never gated by membership (contract 18.10) or region, but who has neither position nor
 * membership is told NOT_GROUP_MEMBER. NOT_FOUND, NO_POSITION, PROPOSAL_PENDING, TRADING_HALTED,
 * MARKET_NOT_ACTIVE, PRICE_UNAVAILABLE, POSITION_BELOW_MIN, NO_LIQUIDITY, and the venue's own.
 */
export const sell = (deps: PredictionDeps): CommandKind<SellPrediction> => ({
  name: 'predictions.sell',
  needs: ({ trader: { userId }, proposal, scripted }) => {
    const row = ref(predictionProposalTable, proposal.id);
    const script = scriptRows('PREDICTION', scripted);
    // A creator's sale is mirrored: it must see every follow that came before it, and no later one.
    const mirrored = proposal.creatorId === userId;
    return {
      users: [userId],
      update: mirrored ? [row, ...script] : script,
      rows: [
        ...(mirrored ? [] : [row]),
        ref(membershipTable, proposal.groupId, userId),
        ...orderRows({ userId, assetId: proposal.assetId, proposalId: proposal.id }),
        ...(mirrored ? callRows(proposal.id, userId) : []),
      ],
    };
  },
  decide(state, command, context) {
    const { trader, proposal, size, maxSlippageBps } = command;
    const position = state.get(predictionPositionTable, trader.userId, proposal.id);
    if (!position || position.quantity === 0n) {
      requireMember(state.get(membershipTable, proposal.groupId, trader.userId));
    }
    const row = requireVisible(state.get(predictionProposalTable, proposal.id), trader.userId);
    if (row.status === 'PENDING') throw new AppError('PROPOSAL_PENDING');
    const sellable = sellableOf(position);
    if (!position || sellable === 0n) throw new AppError('NO_POSITION');
    deps.requireTrading('PREDICTION', 'reduce');
    requireUnresolved(row.status);
    const quote = freshOutcome(deps, proposal, context.now);
    const { minOrderSize } = quote.market;
    const shares = saleShares({ position: sellable, size, bid: bestBid(quote), minOrderSize });
    const fill = fillPredictionSale({ ...quote, shares, maxSlippageBps });
    const order = saleOrder(context.ids.next(), 'MANUAL', trader, proposal);
    const call =
      row.creatorId === trader.userId ? state.get(closedCallTable, proposal.id) : undefined;
    return placeOrder(state, { order, fill, proposal: row, position, call }, context, command);
  },
});

/** After resolution there is nothing to sell: MARKET_NOT_ACTIVE (contract 18.7). */
export function requireUnresolved(status: string): void {
  if (status !== 'RESOLVED') return;
  throw new AppError('MARKET_NOT_ACTIVE', {
    details: { marketStatus: 'resolved', nextOpen: null },
  });
}

export const saleOrder = (
  id: string,
  origin: Exclude<OrderOrigin, 'OPEN' | 'FOLLOW'>,
  trader: Trader,
  proposal: PredictionIdentity,
): PredictionOrder => ({
  id,
  trader,
  side: 'SELL',
  origin,
  groupId: proposal.groupId,
  proposalId: proposal.id,
  assetId: proposal.assetId,
  spend: usdc(0n),
});

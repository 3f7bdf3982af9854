import { type CommandKind, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { baseUnits, usdc } from '../../money/fixed.ts';
import { groupTable, membershipTable, requireMember } from '../groups/index.ts';
import { type SaleSize, scriptRows, type Trader } from '../orders/index.ts';
import { fillOfSale, saleQuantity } from './checks.ts';
import { freshQuote, type SpotDeps } from './deps.ts';
import type { SpotOrder } from './order.ts';
import { orderRows, placeOrder } from './place.ts';
import type { ProposalIdentity } from './proposal-identity.ts';
import { type SpotPositionRow, spotPositionTable, spotProposalTable } from './tables.ts';

export interface Sell {
  readonly trader: Trader;
  readonly proposal: ProposalIdentity;
  /** Whether the answer shows the proposal beside the trade. */
  readonly showsProposal?: boolean;
  readonly size: SaleSize;
  readonly maxSlippageBps: number;
  readonly keyHash: string | null;
  /** `isScripted` of the moment of submission. */
  readonly scripted: boolean;
}

/**
 * Sells from the caller's own position; never gated by membership (contract 18.10) or region, but
 * who has neither is told NOT_GROUP_MEMBER. NO_POSITION, TRADING_HALTED, MARKET_NOT_ACTIVE,
 * PRICE_UNAVAILABLE, AMOUNT_BELOW_MINIMUM, NO_LIQUIDITY, and the venue's own.
 */
export const sell = (deps: SpotDeps): CommandKind<Sell> => ({
  name: 'spot.sell',
  needs: ({ trader: { userId }, proposal, scripted, showsProposal }) => {
    const row = ref(spotProposalTable, proposal.id);
    const script = scriptRows(proposal.vertical, scripted);
    // A creator's sale is mirrored: it must see every follow that came before it, and no later one.
    const mirrored = proposal.creatorId === userId;
    return {
      users: [userId],
      update: mirrored ? [row, ...script] : script,
      rows: [
        ...(mirrored ? [] : [row]),
        ...(showsProposal ? [ref(groupTable, proposal.groupId)] : []),
        ref(membershipTable, proposal.groupId, userId),
        ...orderRows({ userId, assetId: proposal.asset.id, proposalId: proposal.id }),
      ],
    };
  },
  decide(state, command, context) {
    const { trader, proposal, size } = command;
    const position = state.get(spotPositionTable, trader.userId, proposal.id);
    if (!position || position.quantity === 0n) {
      requireMember(state.get(membershipTable, proposal.groupId, trader.userId));
    }
    const sellable = sellableOf(position);
    if (sellable === 0n) throw new AppError('NO_POSITION');
    deps.requireTrading(proposal.vertical, 'reduce');
    deps.requireMarket(proposal.vertical, context.now);
    const { decimals, mint } = proposal.asset;
    const quote = freshQuote(deps, mint, context.now);
    const amount = saleQuantity(quote, sellable, size, decimals);
    const { maxSlippageBps } = command;
    const fill = fillOfSale(quote, { amount, decimals, maxSlippageBps, size });
    const sale = saleOrder(context.ids.next(), 'MANUAL', trader, proposal);
    const order = command.showsProposal ? { ...sale, shownCreator: proposal.creator } : sale;
    return placeOrder(state, deps, order, fill, context, command);
  },
});

/** What of a position is not committed to a sale still in flight. */
export const sellableOf = (position: SpotPositionRow | undefined) =>
  baseUnits(position ? position.quantity - position.locked : 0n);

export const saleOrder = (
  id: string,
  origin: 'MANUAL' | 'CLOSE' | 'EXIT',
  trader: Trader,
  proposal: ProposalIdentity,
): SpotOrder => ({
  id,
  vertical: proposal.vertical,
  trader,
  side: 'SELL',
  origin,
  groupId: proposal.groupId,
  proposalId: proposal.id,
  asset: proposal.asset,
  spend: usdc(0n),
  reason: null,
});

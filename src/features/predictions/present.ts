import {
  type MarketResult,
  payoutPrice,
  SHARE_DECIMALS,
} from '../../market/predictions/prediction-market.ts';
import {
  type BaseUnits,
  divHalfEven,
  type Price,
  percentOf,
  pow10,
  price,
  type Usdc,
  usdc,
  valueAt,
} from '../../money/fixed.ts';
import { formatBaseUnits, formatPrice, formatRatio, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import type {
  PredictionPositionRow,
  PredictionProposalRow,
  PredictionTradeRow,
  ProposalStatus,
} from './tables.ts';

/** A trade on the wire (specification, PredictionTrade). */
export function presentTrade(trade: PredictionTradeRow, walletAddress: string) {
  return {
    id: trade.id,
    proposalId: trade.proposalId,
    groupId: trade.groupId,
    walletAddress,
    tradeType: trade.side,
    tokenAmount: formatBaseUnits(trade.quantity, SHARE_DECIMALS),
    tokenDecimals: SHARE_DECIMALS,
    pricePerTokenUsd: formatPrice(trade.price),
    totalCostUsd: formatUsdc(trade.gross),
    venueFeeUsd: formatUsdc(trade.fee),
    pnlUsd: formatUsdc(trade.pnl),
    pnlPct: formatRatio(percentOf(trade.pnl, trade.costOut)),
    txSignature: `paper_${trade.id}`,
    createdAt: isoTime(trade.createdAt),
  };
}
export type WireTrade = ReturnType<typeof presentTrade>;

/** A proposal on the wire (specification, PredictionProposal). */
export function presentProposal(row: PredictionProposalRow) {
  return {
    id: row.id,
    groupId: row.groupId,
    createdById: row.creatorId,
    eventId: row.eventId,
    marketId: row.marketId,
    outcomeMint: row.outcomeId,
    eventTitle: row.eventTitle,
    marketTitle: row.marketTitle,
    eventImageUrl: row.eventImageUrl,
    isYes: row.isYes,
    status: row.status as ProposalStatus,
    result: row.result as MarketResult | null,
    didWin: row.didWin,
    reason: row.reason,
    resolvedAt: row.resolvedAt === null ? null : isoTime(row.resolvedAt),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  };
}

/** What a share of a resolved proposal is worth; undefined while it is not resolved. */
export const payoutOf = ({
  result,
  isYes,
}: Pick<PredictionProposalRow, 'result' | 'isYes'>): Price | undefined =>
  result === null ? undefined : payoutPrice(result as MarketResult, isYes);

/** Dollars ÷ shares as a price per share, half-even at 18 decimals (contract 18.1). */
const averagePrice = (dollars: Usdc, shares: BaseUnits): Price =>
  price(divHalfEven(dollars * pow10(12 + SHARE_DECIMALS), shares));

/**
 * A position on the wire (contract 7, PredictionPosition). `current` is what a share is worth now:
 * the middle of the book, or the payout once resolved; undefined when it is not known.
 */
export function presentPosition(row: PredictionPositionRow, current: Price | undefined) {
  const isOpen = row.quantity > 0n;
  const value = current === undefined ? null : valueAt(row.quantity, SHARE_DECIMALS, current);
  const unrealized = value === null ? null : usdc(value - row.cost);
  const basis = isOpen
    ? averagePrice(row.cost, row.quantity)
    : averagePrice(row.roundCost, row.roundBought);
  const exit = row.roundSold === 0n ? null : averagePrice(row.roundProceeds, row.roundSold);
  return {
    tokenAmount: formatBaseUnits(row.quantity, SHARE_DECIMALS),
    tokenDecimals: SHARE_DECIMALS,
    totalCostUsd: formatUsdc(row.roundCost),
    avgCostBasisUsd: formatPrice(basis),
    avgExitPriceUsd: exit === null ? null : formatPrice(exit),
    unrealizedPnlUsd: unrealized === null ? null : formatUsdc(unrealized),
    realizedPnlUsd: formatUsdc(row.realizedPnl),
    currentValueUsd: value === null ? null : formatUsdc(value),
    currentPriceUsd: current === undefined ? null : formatPrice(current),
    unrealizedPnlPct: unrealized === null ? null : formatRatio(percentOf(unrealized, row.cost)),
    realizedPnlPct: formatRatio(percentOf(row.realizedPnl, row.realizedCost)),
  };
}

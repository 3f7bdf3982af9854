import type { Token } from '../../market/instruments.ts';
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
import type { SpotPositionRow, SpotProposalRow, SpotTradeRow } from './tables.ts';

/** A trade on the wire (specification, SpotTrade). */
export function presentTrade(trade: SpotTradeRow, decimals: number, walletAddress: string) {
  return {
    id: trade.id,
    tradingProposalId: trade.proposalId ?? '',
    groupId: trade.groupId ?? '',
    walletAddress,
    tradeType: trade.side,
    tokenAmount: formatBaseUnits(trade.quantity, decimals),
    tokenDecimals: decimals,
    pricePerTokenUsd: formatPrice(trade.price),
    totalCostUsd: formatUsdc(trade.gross),
    svcFeeUsd: formatUsdc(trade.fee),
    pnlUsd: formatUsdc(trade.pnl),
    pnlPct: formatRatio(percentOf(trade.pnl, trade.costOut)),
    txSignature: `paper_${trade.id}`,
    createdAt: isoTime(trade.createdAt),
  };
}
export type WireTrade = ReturnType<typeof presentTrade>;

/** A token inside a proposal (specification, TokenRef). */
export const presentToken = (token: Token) => ({
  id: token.mint,
  contractAddress: token.mint,
  symbol: token.symbol,
  name: token.name,
  logoUrl: token.logoUrl,
  priceFeedId: token.priceFeedId,
  verified: token.verified,
});

export interface ProposalRefs {
  readonly token: Token;
  readonly group: { readonly uniqueId: string; readonly name: string; readonly image: string };
  readonly createdBy: { readonly idpId: string; readonly username: string };
  /** Null where the caller may not see the trades of others. */
  readonly trades: readonly WireTrade[] | null;
}

/** A proposal on the wire (specification, SpotProposal). */
export function presentProposal(row: SpotProposalRow, refs: ProposalRefs) {
  return {
    id: row.id,
    groupId: row.groupId,
    tokenMetadataId: refs.token.mint,
    createdByUserIdpId: refs.createdBy.idpId,
    reason: row.reason,
    initialPriceUsd: formatPrice(row.initialPrice),
    exitPriceUsd: row.exitPrice === null ? null : formatPrice(row.exitPrice),
    exitPnlUsd: row.exitPnl === null ? null : formatUsdc(row.exitPnl),
    exitPnlPct: row.exitPnlPct === null ? null : formatRatio(row.exitPnlPct),
    closedAt: row.closedAt === null ? null : isoTime(row.closedAt),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    token: presentToken(refs.token),
    group: refs.group,
    createdBy: refs.createdBy,
    trades: refs.trades,
  };
}

/** Dollars ÷ tokens as a price per whole token, half-even at 18 decimals (contract 18.1). */
export function averagePrice(dollars: Usdc, quantity: BaseUnits, decimals: number): Price {
  return price(divHalfEven(dollars * pow10(12 + decimals), quantity));
}

/** A caller's position in a proposal (specification, SpotPositionSummary; contract 5, PnL). */
export function presentPosition(
  row: SpotPositionRow | undefined,
  current: Price | undefined,
  decimals: number,
) {
  const currentPriceUsd = current === undefined ? null : formatPrice(current);
  if (!row) return { ...noPosition, currentPriceUsd };
  const open = row.quantity > 0n;
  const value = current === undefined ? null : valueAt(row.quantity, decimals, current);
  const unrealized = value === null ? null : usdc(value - row.cost);
  const entry = open
    ? averagePrice(row.cost, row.quantity, decimals)
    : averagePrice(row.roundCost, row.roundBought, decimals);
  const exit =
    row.roundSold === 0n ? null : averagePrice(row.roundProceeds, row.roundSold, decimals);
  return {
    hasPosition: open,
    currentTokenAmountRaw: row.quantity.toString(),
    totalCostUsd: formatUsdc(row.roundCost),
    avgEntryPriceUsd: formatPrice(entry),
    avgExitPriceUsd: exit === null ? null : formatPrice(exit),
    unrealizedPnlUsd: unrealized === null ? null : formatUsdc(unrealized),
    realizedPnlUsd: formatUsdc(row.realizedPnl),
    currentValueUsd: value === null ? null : formatUsdc(value),
    currentPriceUsd,
    unrealizedPnlPct: unrealized === null ? null : formatRatio(percentOf(unrealized, row.cost)),
    realizedPnlPct: formatRatio(percentOf(row.realizedPnl, row.realizedCost)),
    userExitedAt: row.exitedAt === null ? null : isoTime(row.exitedAt),
  };
}

const noPosition = {
  hasPosition: false,
  currentTokenAmountRaw: null,
  totalCostUsd: null,
  avgEntryPriceUsd: null,
  avgExitPriceUsd: null,
  unrealizedPnlUsd: null,
  realizedPnlUsd: null,
  currentValueUsd: null,
  unrealizedPnlPct: null,
  realizedPnlPct: null,
  userExitedAt: null,
};

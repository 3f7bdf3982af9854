import { formatPrice, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import type { PerpMarketParams } from '../../venues/paper/perps/market-params.ts';
import { lotsToUnits } from '../../venues/paper/perps/prices.ts';
import type { PerpTradeRow } from './tables.ts';

/** What happened to a position, as trade lists and events show it (contract 10). */
export function presentTrade(
  params: Pick<PerpMarketParams, 'tickSize' | 'baseLotsDecimals'>,
  trade: PerpTradeRow,
) {
  return {
    id: trade.id,
    assignmentId: trade.positionId,
    proposalId: trade.proposalId,
    groupId: trade.groupId,
    marketSymbol: trade.symbol,
    side: trade.side,
    action: trade.action,
    sizeBaseLots: trade.lots.toString(),
    sizeBaseUnits: lotsToUnits(params, trade.lots),
    notionalUsd: formatUsdc(trade.quote),
    priceUsd: trade.price === null ? null : formatPrice(trade.price),
    collateralInUsd: formatUsdc(trade.collateralIn),
    collateralOutUsd: formatUsdc(trade.collateralOut),
    feeUsd: formatUsdc(trade.fee),
    penaltyUsd: formatUsdc(trade.penalty),
    pricePnlUsd: formatUsdc(trade.pricePnl),
    fundingUsd: formatUsdc(trade.funding),
    txSignature: `paper_${trade.id}`,
    createdAt: isoTime(trade.createdAt),
  };
}
export type WirePerpTrade = ReturnType<typeof presentTrade>;

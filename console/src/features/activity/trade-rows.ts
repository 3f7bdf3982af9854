import type { PerpTrade, PredictionTrade, SpotTrade, Trades } from '../../api/types.generated.ts';
import type { TradeFigures } from '../positions/trade-columns.tsx';

/** A trade of any vertical as one line. */
export interface TradeRow extends TradeFigures {
  readonly id: string;
  readonly at: string;
  readonly vertical: 'Spot' | 'Prediction' | 'Perpetual' | 'Swap';
  readonly what: string;
  /** Where its position is shown; null for a personal swap. */
  readonly position: {
    readonly kind: 'spot' | 'predictions' | 'perps';
    readonly id: string;
  } | null;
  readonly groupId: string;
  readonly txSignature: string;
}

const title = (word: string): string => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`;

const ofSpot = (trade: SpotTrade, vertical: 'Spot' | 'Swap'): TradeRow => ({
  id: trade.id,
  at: trade.createdAt,
  vertical,
  what: title(trade.tradeType),
  position: vertical === 'Swap' ? null : { kind: 'spot', id: trade.tradingProposalId },
  groupId: trade.groupId,
  amount: trade.tokenAmount,
  unit: 'tokens',
  priceUsd: trade.pricePerTokenUsd,
  totalUsd: trade.totalCostUsd,
  feeUsd: trade.svcFeeUsd,
  pnlUsd: trade.tradeType === 'BUY' ? null : trade.pnlUsd,
  txSignature: trade.txSignature,
});

const ofPrediction = (trade: PredictionTrade): TradeRow => ({
  id: trade.id,
  at: trade.createdAt,
  vertical: 'Prediction',
  what: title(trade.tradeType),
  position: { kind: 'predictions', id: trade.proposalId },
  groupId: trade.groupId,
  amount: trade.tokenAmount,
  unit: 'shares',
  priceUsd: trade.pricePerTokenUsd,
  totalUsd: trade.totalCostUsd,
  feeUsd: trade.venueFeeUsd,
  pnlUsd: trade.tradeType === 'BUY' ? null : trade.pnlUsd,
  txSignature: trade.txSignature,
});

const ofPerp = (trade: PerpTrade): TradeRow => ({
  id: trade.id,
  at: trade.createdAt,
  vertical: 'Perpetual',
  what: `${title(trade.action)} ${trade.side.toLowerCase()}`,
  position: { kind: 'perps', id: trade.assignmentId },
  groupId: trade.groupId,
  amount: trade.sizeBaseUnits,
  unit: trade.marketSymbol,
  priceUsd: trade.priceUsd,
  totalUsd: trade.notionalUsd,
  feeUsd: trade.feeUsd,
  pnlUsd: trade.action === 'OPEN' || trade.action === 'ADD' ? null : trade.pricePnlUsd,
  txSignature: trade.txSignature,
});

/** The trades of a page as lines, the newest first. */
export const tradeRowsOf = ({ spot, swaps, predictions, perps }: Trades): TradeRow[] =>
  [
    ...spot.map((trade) => ofSpot(trade, 'Spot')),
    ...swaps.map((trade) => ofSpot(trade, 'Swap')),
    ...predictions.map(ofPrediction),
    ...perps.map(ofPerp),
  ].sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));

import type { Asset, NewAsset } from '../../ledger/assets.ts';
import type { PredictionData } from '../../market/predictions/data.ts';
import {
  type PredictionMarket,
  SHARE_DECIMALS,
} from '../../market/predictions/prediction-market.ts';
import type { Price } from '../../money/fixed.ts';
import type { ViewAsset } from '../account/index.ts';
import { type Outcome, priceOfSide } from './deps.ts';

/** The kind of the ledger's assets that are outcome tokens. */
export const OUTCOME_KIND = 'outcome';

/** The ledger's asset of one side of a market; its symbol names both: `YES:<market slug>`. */
export const outcomeAsset = (market: PredictionMarket, isYes: boolean): NewAsset => ({
  kind: OUTCOME_KIND,
  mint: isYes ? market.yesOutcomeId : market.noOutcomeId,
  symbol: `${isYes ? 'YES' : 'NO'}:${market.slug}`,
  decimals: SHARE_DECIMALS,
});

const outcomeOf = ({ symbol }: Pick<Asset, 'symbol'>): Outcome => ({
  isYes: symbol.startsWith('YES:'),
  marketId: symbol.slice(symbol.indexOf(':') + 1),
});

/**
 * What a share is worth now: the middle of the book, the payout of a resolved market; undefined
 * when the market or its price is not known.
 */
export function sharePrice(
  data: PredictionData,
  { marketId, isYes }: Outcome,
  nowMs: number,
): Price | undefined {
  const market = data.market(marketId);
  const quote = market && data.quote(market, nowMs);
  return quote && priceOfSide(quote.yesPrice, isYes);
}

/** Outcome tokens as accounts show them: the market's title with the side, and the share price. */
export const outcomeView =
  (data: PredictionData): ViewAsset =>
  (asset, nowMs) => {
    const outcome = outcomeOf(asset);
    const market = data.market(outcome.marketId);
    const side = outcome.isYes ? 'Yes' : 'No';
    return {
      name: market ? `${market.title}: ${side}` : asset.symbol,
      price: sharePrice(data, outcome, nowMs),
      atMs: nowMs,
    };
  };

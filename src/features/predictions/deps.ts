import { AppError } from '../../errors/app-error.ts';
import { isFresh } from '../../market/freshness.ts';
import { mirrorBook } from '../../market/predictions/book.ts';
import type { MarketQuote, PredictionData } from '../../market/predictions/data.ts';
import type { MarketStatus, PredictionMarket } from '../../market/predictions/prediction-market.ts';
import { PRICE_DECIMALS, type Price, pow10, price, type Usdc } from '../../money/fixed.ts';
import { requireBuyMinimums } from '../../venues/paper/prediction-sizing.ts';
import { bestAsk, type PredictionQuote } from '../../venues/paper/predictions.ts';
import type { ScriptedVenues } from '../orders/index.ts';

/** What prediction trading asks of the rest of the service. Everything here answers from memory. */
export interface PredictionDeps extends ScriptedVenues {
  readonly data: PredictionData;
  /** TRADING_HALTED when the operator's switch forbids it (contract 17). */
  readonly requireTrading: (vertical: 'PREDICTION', action: 'open' | 'reduce') => void;
  /** GEO_RESTRICTED when the region forbids it (contract 12). */
  readonly requireRegion: (
    vertical: 'PREDICTION',
    action: 'open' | 'reduce',
    country: string | null,
  ) => void;
}

/** Which side of which market. */
export interface Outcome {
  readonly marketId: string;
  readonly isYes: boolean;
}

const marketNotActive = (marketStatus: MarketStatus | 'unknown'): AppError =>
  new AppError('MARKET_NOT_ACTIVE', { details: { marketStatus, nextOpen: null } });

/** The market, when it takes orders. MARKET_NOT_ACTIVE, also when the venue knows it no more. */
export function requireActive(
  { data }: Pick<PredictionDeps, 'data'>,
  marketId: string,
  nowMs: number,
): PredictionMarket {
  const market = data.market(marketId);
  if (!market) throw marketNotActive('unknown');
  const { status } = data.state(market, nowMs);
  if (status !== 'active') throw marketNotActive(status);
  return market;
}

const ONE = pow10(PRICE_DECIMALS);

/** A YES price as seen from one of the sides. */
export const priceOfSide = (yesPrice: Price, isYes: boolean): Price =>
  isYes ? yesPrice : price(ONE - yesPrice);

/** What an order of one side trades against. */
export const quoteOfSide = (
  quote: MarketQuote,
  isYes: boolean,
): Omit<PredictionQuote, 'feeRate'> => ({
  book: isYes ? quote.book : mirrorBook(quote.book),
  pinned: quote.pinned === null ? null : priceOfSide(quote.pinned, isYes),
});

/**
 * AMOUNT_BELOW_MINIMUM, MIN_ORDER_SIZE. Where nothing is offered the market has no minimum in
 * dollars, so only the fixed floor counts; that there is no liquidity is found when it fills.
 */
export function requireBuySize(
  spend: Usdc,
  quote: PredictionQuote & { readonly market: PredictionMarket },
): void {
  const isOffered = quote.pinned !== null || quote.book.asks.length > 0;
  const { minOrderSize } = quote.market;
  requireBuyMinimums(spend, { bestAsk: isOffered ? bestAsk(quote) : price(0n), minOrderSize });
}

/** A side of an active market with a fresh book. MARKET_NOT_ACTIVE, PRICE_UNAVAILABLE. */
export function freshOutcome(
  deps: Pick<PredictionDeps, 'data'>,
  { marketId, isYes }: Outcome,
  nowMs: number,
): PredictionQuote & { readonly market: PredictionMarket } {
  const market = requireActive(deps, marketId, nowMs);
  const quote = deps.data.quote(market, nowMs);
  const age = quote && { atMs: quote.atMs, pinned: quote.pinned !== null };
  if (!quote || !age || !isFresh(age, nowMs)) {
    throw new AppError('PRICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  }
  return { ...quoteOfSide(quote, isYes), feeRate: market.feeRate, market };
}

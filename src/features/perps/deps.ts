import { AppError } from '../../errors/app-error.ts';
import { isFresh } from '../../market/freshness.ts';
import type { PerpData } from '../../market/perps/perp-data.ts';
import type { PerpMarketFacts } from '../../market/perps/perp-market.ts';
import type { PerpQuote } from '../../market/perps/perp-quote.ts';
import type { PerpMarketParams } from '../../venues/paper/perps/market-params.ts';
import type { ScriptedVenues } from '../orders/index.ts';
import { paramsOf } from './params.ts';

/** What perpetual trading asks of the rest of the service. Everything here answers from memory. */
export interface PerpDeps extends ScriptedVenues {
  readonly data: PerpData;
  /** Lots that stand open in a market, ours and those the venue was recorded with. */
  readonly openInterest: (symbol: string) => bigint;
  /** TRADING_HALTED when the operator's switch forbids it (contract 17). */
  readonly requireTrading: (vertical: 'PERP', action: 'open' | 'reduce') => void;
  /** GEO_RESTRICTED when the region forbids it (contract 12). */
  readonly requireRegion: (
    vertical: 'PERP',
    action: 'open' | 'reduce',
    country: string | null,
  ) => void;
}

/** A market at an instant at which it may be traded. */
export interface TradableMarket {
  readonly facts: PerpMarketFacts;
  readonly params: PerpMarketParams;
  readonly quote: PerpQuote;
}

/**
 * The market with a fresh quote. MARKET_NOT_ACTIVE unless it is active, PRICE_UNAVAILABLE when its
 * mark is too old to trade on, for openings and closes alike.
 */
export function tradable(
  { data }: Pick<PerpDeps, 'data'>,
  symbol: string,
  nowMs: number,
): TradableMarket {
  const facts = data.market(symbol);
  const marketStatus = facts ? data.status(symbol) : 'tombstoned';
  if (!facts || marketStatus !== 'active') {
    throw new AppError('MARKET_NOT_ACTIVE', { details: { marketStatus, nextOpen: null } });
  }
  const quote = data.quote(symbol, nowMs);
  const age = quote && { atMs: quote.atMs, pinned: quote.pinned !== null };
  if (!quote || !age || !isFresh(age, nowMs)) {
    throw new AppError('PRICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  }
  return { facts, params: paramsOf(facts), quote };
}

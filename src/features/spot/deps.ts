import { AppError } from '../../errors/app-error.ts';
import { isFresh } from '../../market/freshness.ts';
import type { Token } from '../../market/instruments.ts';
import type { MarketData, SpotQuote } from '../../market/market.ts';
import type { Usdc } from '../../money/fixed.ts';
import type { ScriptedVenues } from '../orders/index.ts';
import { MINIMUM_BUY } from './limits.ts';

export type SpotVertical = 'SPOT' | 'STOCK';

/** What spot trading asks of the rest of the service. Everything here answers from memory. */
export interface SpotDeps extends ScriptedVenues {
  readonly market: MarketData;
  readonly feeBps: number;
  /** TRADING_HALTED when the operator's switch forbids it (contract 17). */
  readonly requireTrading: (vertical: SpotVertical, action: 'open' | 'reduce') => void;
  /** GEO_RESTRICTED when the region forbids it (contract 12). */
  readonly requireRegion: (
    vertical: SpotVertical,
    action: 'open' | 'reduce',
    country: string | null,
  ) => void;
  /** MARKET_NOT_ACTIVE unless the market of the vertical takes orders at this instant (contract 6). */
  readonly requireMarket: (vertical: SpotVertical, nowMs: number) => void;
}

/** What an order of a token is in: tokenized stocks have hours, regions and switches of their own. */
export const verticalOfToken = ({ kind }: Token): SpotVertical =>
  kind === 'stock' ? 'STOCK' : 'SPOT';

/** The smallest buy of a token: $1, or what the issuer of a stock says (contract 6). */
export const minimumOf = ({ market }: Pick<SpotDeps, 'market'>, mint: string): Usdc =>
  market.token(mint)?.stock?.minTrade ?? MINIMUM_BUY;

/** A quote that may be traded on; PRICE_UNAVAILABLE when there is none or it is too old. */
export function freshQuote(deps: SpotDeps, mint: string, now: number): SpotQuote {
  const quote = deps.market.quote(mint, now);
  if (!quote || !isFresh(quote, now)) {
    throw new AppError('PRICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  }
  return quote;
}

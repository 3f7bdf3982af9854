import type { MarketData } from '../../market/market.ts';
import type { ViewAsset } from '../account/index.ts';

/** Tokens and stocks as accounts show them: the market's name and middle price. */
export const tokenView =
  (market: Pick<MarketData, 'quote' | 'token'>): ViewAsset =>
  ({ mint, symbol }, nowMs) => {
    const quote = market.quote(mint, nowMs);
    const name = market.token(mint)?.name ?? symbol;
    return { name, price: quote?.mid, atMs: quote?.atMs ?? nowMs };
  };

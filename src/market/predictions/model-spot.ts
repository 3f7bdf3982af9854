import { assert } from '../../errors/app-error.ts';
import { PRICE_DECIMALS, pow10 } from '../../money/fixed.ts';
import { bundledInstruments } from '../bundled.ts';
import type { Token } from '../instruments.ts';
import type { PriceSource } from '../source.ts';

/** Decimals of a price that is read as a float: enough for every step of the price model. */
const FLOAT_DECIMALS = 9;
const PER_FLOAT_STEP = pow10(PRICE_DECIMALS - FLOAT_DECIMALS);

const byName: ReadonlyMap<string, Token> = new Map(
  bundledInstruments.map((token) => [token.stock?.ticker ?? token.symbol, token]),
);

/** The bundled token of a symbol, or the stock of a ticker. */
export function bundledToken(symbol: string): Token {
  const token = byName.get(symbol);
  assert(token !== undefined, `no bundled token ${symbol}`);
  return token;
}

/** Prices of tokens and stocks as the odds of thresholds see them: floats, in USD. */
export interface Spots {
  /** The price in force at an instant; before the first one the usual price of the token. */
  priceAt(symbol: string, atMs: number): number;
  /** Standard deviation of the log price over a year. */
  volatilityOf(symbol: string): number;
}

export function spotsOf(prices: PriceSource): Spots {
  return {
    priceAt(symbol, atMs) {
      const { mint, model } = bundledToken(symbol);
      const point = prices.priceAt(mint, atMs);
      if (point === undefined) return Number(model?.basePriceUsd ?? 1);
      return Number(point.price / PER_FLOAT_STEP) / 10 ** FLOAT_DECIMALS;
    },
    volatilityOf: (symbol) => bundledToken(symbol).model?.yearlyVolatility ?? 1,
  };
}

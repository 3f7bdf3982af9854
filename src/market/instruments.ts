import type { Usdc } from '../money/fixed.ts';

/** What can have a price: the `kind` of a pin (contract 15) and of a recorded instrument. */
export type InstrumentKind = 'token' | 'stock' | 'perp' | 'market';

/** USDC on Solana: the cash of every wallet, never an instrument of its own. */
export const CASH_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** What the market model needs to know of an instrument. */
export interface ModelParameters {
  /** Plain decimal text, USD per whole token: the level the price wanders around. */
  readonly basePriceUsd: string;
  /** Standard deviation of the log price over a year, of what is not the anchor's movement. */
  readonly yearlyVolatility: number;
  /** Share of that movement that comes from the common market factor, 0 to 1. */
  readonly marketCorrelation: number;
  /** Instrument whose movement is added: a staked SOL moves with SOL. */
  readonly anchorId: string | null;
}

/** What a token is that stands for a share of a stock or of a fund. */
export interface StockFacts {
  /** The underlying, as exchanges write it: `AAPL`. The canonical name in paths and pins. */
  readonly ticker: string;
  /** The issuer's name for the token: `AAPLon`. */
  readonly issuerSymbol: string;
  readonly kind: 'stock' | 'etf';
  /** The smallest trade, in USD. */
  readonly minTrade: Usdc;
  /** Shares that one token stands for, plain decimal text; dividends of a total-return token add to it. */
  readonly multiplier: string;
}

/** A token that can be bought and sold for USDC. */
export interface Token {
  readonly kind: 'token' | 'stock';
  readonly mint: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly verified: boolean;
  readonly tags: readonly string[];
  /** '' when unknown. */
  readonly logoUrl: string;
  /** Pyth feed id, '' when unknown. */
  readonly priceFeedId: string;
  /** Both sides of the pool together, in USD; the USD side is half of it. */
  readonly liquidity: Usdc;
  /** A usual day's volume in USD; null when it is not known. */
  readonly usualVolume24h: Usdc | null;
  /** Distance of bid and ask from the middle, in basis points. */
  readonly halfSpreadBps: number;
  /** Null when the model does not price the token (recordings only). */
  readonly model: ModelParameters | null;
  /** Null unless `kind` is `stock`. */
  readonly stock: StockFacts | null;
}

const SPREAD_STEPS: readonly (readonly [minimumLiquidityUsd: bigint, halfSpreadBps: number])[] = [
  [50_000_000n, 2],
  [10_000_000n, 5],
  [5_000_000n, 8],
  [2_000_000n, 12],
  [1_000_000n, 18],
];
const WIDEST_HALF_SPREAD_BPS = 30;

/** Half the spread, in basis points, of a pool of this depth: 2 for the deepest, 30 for the thinnest. */
export function halfSpreadBpsOf(liquidity: Usdc): number {
  for (const [minimumLiquidityUsd, halfSpreadBps] of SPREAD_STEPS) {
    if (liquidity >= minimumLiquidityUsd * 1_000_000n) return halfSpreadBps;
  }
  return WIDEST_HALF_SPREAD_BPS;
}

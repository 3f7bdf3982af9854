import type { Price, Usdc } from '../money/fixed.ts';

/** Prices move on this grid of business time: everything within one tick sees one price. */
export const TICK_MS = 1_000;

/** The tick an instant belongs to. */
export const tickOf = (atMs: number): number => Math.floor(atMs / TICK_MS) * TICK_MS;

/** Traded volume in whole tokens, in units of 1e-18; never an amount of the ledger. */
export type Volume = bigint;

/** What a span of time looked like. */
export interface Bar {
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: Volume;
}

/** A price and the business instant it is from, in milliseconds. */
export interface PricePoint {
  readonly price: Price;
  readonly atMs: number;
}

/** Where unpinned prices come from: the model, a recording, later a live feed. */
export interface PriceSource {
  /** The newest price known at the instant, or undefined before the first one. */
  priceAt(id: string, atMs: number): PricePoint | undefined;
  /** The bar of [fromMs, toMs), or undefined when nothing is known of that span. */
  bar(id: string, fromMs: number, toMs: number): Bar | undefined;
  /** Volume of the 24 h before the instant, in USD; null when unknown. */
  volume24h(id: string, atMs: number): Usdc | null;
  /** Business time the source can speak of; null when it has no bounds. */
  coverage(): { startMs: number; endMs: number } | null;
}

/** One bar out of bars that follow each other, or undefined when there are none. */
export function joinBars(bars: readonly (Bar | undefined)[]): Bar | undefined {
  let joined: { -readonly [Key in keyof Bar]: Bar[Key] } | undefined;
  for (const bar of bars) {
    if (bar === undefined) continue;
    if (joined === undefined) {
      joined = { ...bar };
      continue;
    }
    if (bar.high > joined.high) joined.high = bar.high;
    if (bar.low < joined.low) joined.low = bar.low;
    joined.close = bar.close;
    joined.volume += bar.volume;
  }
  return joined;
}

import { type Price, price } from '../../money/fixed.ts';
import type { PerpBook } from './perp-book.ts';
import { type PerpMarketFacts, ticksToPrice } from './perp-market.ts';
import type { PerpPin } from './perp-pins.ts';
import type { PerpSource } from './perp-source.ts';

/** What a perpetual can be traded at. */
export interface PerpQuote {
  readonly markTicks: bigint;
  readonly oracleTicks: bigint;
  /** Best bid and ask; the mark itself under a pin; null when a side is empty. */
  readonly bidTicks: bigint | null;
  readonly askTicks: bigint | null;
  /** Middle of bid and ask in USD per unit; null without both. */
  readonly mid: Price | null;
  /** Null = everything fills at the mark, under a pin. */
  readonly book: PerpBook | null;
  readonly pinned: { readonly markTicks: bigint; readonly oracleTicks: bigint } | null;
  /** The business instant the mark is from. */
  readonly atMs: number;
}

/** The quote under a pin: no spread, unlimited depth, of this instant (contract 15). */
export function pinnedQuote(facts: PerpMarketFacts, pin: PerpPin, nowMs: number): PerpQuote {
  const { markTicks, oracleTicks } = pin;
  return {
    markTicks,
    oracleTicks,
    bidTicks: markTicks,
    askTicks: markTicks,
    mid: ticksToPrice(facts, markTicks),
    book: null,
    pinned: { markTicks, oracleTicks },
    atMs: nowMs,
  };
}

/** The quote of a tick out of a source, undefined without a mark. */
export function unpinnedQuote(
  source: PerpSource,
  facts: PerpMarketFacts,
  tickMs: number,
): PerpQuote | undefined {
  const point = source.pointAt(facts.symbol, tickMs);
  const book = point && source.book(facts.symbol, point.markTicks, tickMs);
  if (point === undefined || book === undefined) return undefined;
  const bidTicks = book.bids[0]?.ticks ?? null;
  const askTicks = book.asks[0]?.ticks ?? null;
  const isTwoSided = bidTicks !== null && askTicks !== null;
  return {
    markTicks: point.markTicks,
    oracleTicks: point.oracleTicks,
    bidTicks,
    askTicks,
    // The price of a tick is even in its last decimal, so half of a sum of ticks is exact.
    mid: isTwoSided ? price(ticksToPrice(facts, bidTicks + askTicks) / 2n) : null,
    book,
    pinned: null,
    atMs: point.atMs,
  };
}

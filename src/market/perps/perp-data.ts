import { type Price, percentOf, type Ratio, ratio, type Usdc } from '../../money/fixed.ts';
import type { Candle, CandleRange } from '../candles.ts';
import { tickOf } from '../source.ts';
import { createFundingMeter } from './funding-meter.ts';
import { markCandles } from './mark-candles.ts';
import { createMarkWalk, type MarkSpan, type Reach } from './mark-walk.ts';
import { type PerpMarketFacts, type PerpMarketStatus, ticksToPrice } from './perp-market.ts';
import { createPerpPins, type PerpPin } from './perp-pins.ts';
import { type PerpQuote, pinnedQuote, unpinnedQuote } from './perp-quote.ts';
import type { MarkRange, PerpSource } from './perp-source.ts';

const DAY_MS = 86_400_000;
const MILLIONTHS = 1_000_000n;

export interface PerpStats {
  readonly volume24hUsd: Usdc | null;
  /** The mark of a day ago; null when unknown, and so is the change. */
  readonly prevDayPriceUsd: Price | null;
  /** Percent points. */
  readonly priceChange24hPct: Ratio | null;
}

/** Marks, books and funding of the perpetual markets in memory, with the sandbox's pins on top. */
export interface PerpData {
  markets(): readonly PerpMarketFacts[];
  /** By symbol, in any case of letters; so does every other function that takes one. */
  market(symbol: string): PerpMarketFacts | undefined;
  /** `active` unless an override says otherwise. */
  status(symbol: string): PerpMarketStatus;
  /** Replaces all overrides of status. */
  loadOverrides(rows: readonly { symbol: string; status: PerpMarketStatus }[]): void;
  /** The newest quote, perhaps too old to trade on (freshness.ts); undefined without a mark. */
  quote(symbol: string, nowMs: number): PerpQuote | undefined;
  /** Mark and oracle in ticks at an instant of the past, pins counted. */
  markAt(symbol: string, atMs: number): bigint | undefined;
  oracleAt(symbol: string, atMs: number): bigint | undefined;
  stats(symbol: string, nowMs: number): PerpStats;
  /** Candles of the mark; volumes in units of the asset. */
  candles(symbol: string, range: CandleRange): readonly Candle[];
  /**
   * The rate of the funding interval that starts at the instant, in quote lots per base lot,
   * positive when longs pay. An interval that is not over counts up to its end as the source knows
   * it, so ask for past ones only.
   */
  fundingRate(symbol: string, intervalStartMs: number): bigint;
  /** The same in millionths of a quote lot, for markets whose lots are small. */
  fineFundingRate(symbol: string, intervalStartMs: number): bigint;
  /** Percent points that the running interval comes to if its premium stays as it has been. */
  currentFundingRatePercentage(symbol: string, nowMs: number): Ratio;
  /**
   * Lowest, highest and last mark on the ticks in (fromMs, toMs]; undefined without one. Pins count
   * whenever they were in force, ticks or not. What a pin changes at an instant that was looked at
   * before shows in the quote alone. Of a recorded candle that lies within, low and high are the
   * recorded ones.
   */
  extremes(symbol: string, fromMs: number, toMs: number): MarkRange | undefined;
  /**
   * The first piece of (fromMs, toMs] with a mark: to the end of its minute in the model, of its
   * candle in a recording, or to where a pin begins or ends. Asking on from its `toMs` walks the
   * whole span in order; what comes first inside of a piece is for the caller to assume.
   */
  nextSpan(symbol: string, fromMs: number, toMs: number): MarkSpan | undefined;
  /**
   * The first instant in (fromMs, toMs] at which the mark is at `lowTicks` or below or at
   * `highTicks` or above, as `toMs` of the span up to it; undefined when it never is. Inside of a
   * recorded candle the mark goes open, nearer extreme, other extreme, close.
   */
  firstReach(symbol: string, fromMs: number, toMs: number, reach: Reach): MarkSpan | undefined;
  pin(symbol: string, markTicks: bigint, oracleTicks: bigint, nowMs: number): void;
  unpin(symbol: string, nowMs: number): void;
  /** The pins in force. */
  pins(): readonly PerpPin[];
  /** Restores pins and their history, replacing what is in memory; of unknown markets none. */
  loadPins(rows: readonly PerpPin[]): void;
  /** Business time the marks can speak of; null for the model, which has no bounds. */
  coverage(): { startMs: number; endMs: number } | null;
}

/** Market data of perpetuals over a source of marks and the markets it speaks of. */
export function createPerpData(source: PerpSource, markets: readonly PerpMarketFacts[]): PerpData {
  const bySymbol = new Map(markets.map((facts) => [facts.symbol, facts]));
  const byFolded = new Map(markets.map((facts) => [facts.symbol.toLowerCase(), facts]));
  const factsOf = (symbol: string): PerpMarketFacts | undefined =>
    bySymbol.get(symbol) ?? byFolded.get(symbol.toLowerCase());
  const symbolOf = (symbol: string): string => factsOf(symbol)?.symbol ?? symbol;

  const overrides = new Map<string, PerpMarketStatus>();
  const pins = createPerpPins(factsOf);
  const walk = createMarkWalk(source, pins);
  const funding = createFundingMeter(source, pins);
  const cache = new Map<string, { tickMs: number; quote: PerpQuote | undefined }>();

  function pointAt(symbol: string, atMs: number) {
    return pins.at(symbol, atMs) ?? source.pointAt(symbol, atMs);
  }

  function quote(facts: PerpMarketFacts, nowMs: number): PerpQuote | undefined {
    const { symbol } = facts;
    const pin = pins.current(symbol);
    if (pin !== undefined) return pinnedQuote(facts, pin, nowMs);
    const tickMs = tickOf(nowMs);
    const cached = cache.get(symbol);
    if (cached?.tickMs === tickMs) return cached.quote;
    const fresh = unpinnedQuote(source, facts, tickMs);
    cache.set(symbol, { tickMs, quote: fresh });
    return fresh;
  }

  return {
    markets: () => markets,
    market: factsOf,
    status: (symbol) => overrides.get(symbolOf(symbol)) ?? 'active',
    loadOverrides(rows) {
      overrides.clear();
      for (const { symbol, status } of rows) overrides.set(symbolOf(symbol), status);
    },
    quote(symbol, nowMs) {
      const facts = factsOf(symbol);
      return facts && quote(facts, nowMs);
    },
    markAt: (symbol, atMs) => pointAt(symbolOf(symbol), atMs)?.markTicks,
    oracleAt: (symbol, atMs) => pointAt(symbolOf(symbol), atMs)?.oracleTicks,
    stats(symbol, nowMs) {
      const facts = factsOf(symbol);
      const now = facts && quote(facts, nowMs)?.markTicks;
      const before = facts && pointAt(facts.symbol, nowMs - DAY_MS)?.markTicks;
      return {
        volume24hUsd: facts ? source.volume24h(facts.symbol, nowMs) : null,
        prevDayPriceUsd: facts && before !== undefined ? ticksToPrice(facts, before) : null,
        priceChange24hPct:
          now === undefined || before === undefined ? null : percentOf(now - before, before),
      };
    },
    candles(symbol, range) {
      const facts = factsOf(symbol);
      return facts ? markCandles(source, pins, facts, range) : [];
    },
    fundingRate(symbol, intervalStartMs) {
      const facts = factsOf(symbol);
      return facts ? funding.rate(facts, intervalStartMs, 1n) : 0n;
    },
    fineFundingRate(symbol, intervalStartMs) {
      const facts = factsOf(symbol);
      return facts ? funding.rate(facts, intervalStartMs, MILLIONTHS) : 0n;
    },
    currentFundingRatePercentage(symbol, nowMs) {
      const facts = factsOf(symbol);
      const mark = facts && quote(facts, nowMs)?.markTicks;
      if (facts === undefined || mark === undefined) return ratio(0n);
      return funding.expectedPercentage(facts, mark, nowMs);
    },
    extremes: (symbol, fromMs, toMs) => walk.extremes(symbolOf(symbol), fromMs, toMs),
    nextSpan: (symbol, fromMs, toMs) => walk.nextSpan(symbolOf(symbol), fromMs, toMs),
    firstReach: (symbol, fromMs, toMs, reach) =>
      walk.firstReach(symbolOf(symbol), fromMs, toMs, reach),
    pin(symbol, markTicks, oracleTicks, nowMs) {
      funding.forget();
      pins.pin({ symbol: symbolOf(symbol), markTicks, oracleTicks, fromMs: nowMs });
    },
    unpin(symbol, nowMs) {
      funding.forget();
      pins.unpin(symbolOf(symbol), nowMs);
    },
    pins: () => pins.all(),
    loadPins(rows) {
      funding.forget();
      pins.load(rows.map((row) => ({ ...row, symbol: symbolOf(row.symbol) })));
    },
    coverage: () => source.coverage(),
  };
}

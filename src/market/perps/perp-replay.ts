import { divHalfEven } from '../../money/fixed.ts';
import type { Recording } from '../recording.ts';
import { replaySource } from '../replay.ts';
import { type Bar, type PriceSource, TICK_MS, tickOf } from '../source.ts';
import { joinBars, type TradedBar } from './mark-bars.ts';
import { createMarkIndex, type MarkIndex } from './mark-pieces.ts';
import { modelBook, type PerpBook } from './perp-book.ts';
import { bundledPerps, type PerpListing } from './perp-catalogue.ts';
import { nearestTicks, type PerpMarketFacts } from './perp-market.ts';
import type { PerpPoint, PerpSource } from './perp-source.ts';
import { type FundingSeries, premiumOf, readRecordedFunding } from './recorded-funding.ts';

const ONE = 10n ** 18n;

interface Recorded {
  readonly facts: PerpMarketFacts;
  readonly funding: readonly FundingSeries[];
  readonly index: MarkIndex;
  /** The bar of [fromMs, toMs) out of the candles. */
  readonly read: (fromMs: number, toMs: number) => TradedBar | undefined;
  readonly book: (markTicks: bigint, atMs: number) => PerpBook;
}

const toTicks = (facts: PerpMarketFacts, bar: Bar): TradedBar => ({
  openTicks: nearestTicks(facts, bar.open),
  highTicks: nearestTicks(facts, bar.high),
  lowTicks: nearestTicks(facts, bar.low),
  closeTicks: nearestTicks(facts, bar.close),
  volume: bar.volume,
});

/** Starts and ends of all candles of an instrument, in order. */
function boundariesOf(recording: Recording, id: string): Float64Array {
  const series = recording.series.get(id) ?? [];
  const instants = series.flatMap(({ candles, intervalMs }) =>
    candles.flatMap(({ startMs }) => [startMs, startMs + intervalMs]),
  );
  return Float64Array.from(new Set(instants)).sort();
}

function openMarket(
  prices: PriceSource,
  recording: Recording,
  { facts, model }: PerpListing,
  funding: readonly FundingSeries[],
): Recorded {
  const { symbol } = facts;
  const read = (fromMs: number, toMs: number): TradedBar | undefined => {
    const bar = fromMs < toMs ? prices.bar(symbol, fromMs, toMs) : undefined;
    return bar && toTicks(facts, bar);
  };
  const index = createMarkIndex(boundariesOf(recording, symbol), read);
  return { facts, funding, index, read, book: modelBook('replay', { facts, model }) };
}

/** The bar of [fromMs, toMs): of up to two pieces from the candles, of more from the index. */
function barOf({ index, read }: Recorded, fromMs: number, toMs: number): TradedBar | undefined {
  const firstMs = index.nextBoundary(fromMs - 1);
  if (index.nextBoundary(firstMs) >= toMs) return read(fromMs, toMs);
  const lastMs = index.lastBoundary(toMs);
  const upToLast = joinBars(read(fromMs, firstMs), index.bar(firstMs, lastMs));
  return joinBars(upToLast, read(lastMs, toMs));
}

function pointOf(
  { facts, funding }: Recorded,
  prices: PriceSource,
  tickMs: number,
): PerpPoint | undefined {
  const point = prices.priceAt(facts.symbol, tickMs);
  if (point === undefined) return undefined;
  const { atMs } = point;
  const markTicks = nearestTicks(facts, point.price);
  // A mark that is not of this tick is only the last one known, and pays no funding.
  const premium = atMs === tickMs ? premiumOf(funding, facts, markTicks, tickMs) : 0n;
  const oracleTicks = markTicks - divHalfEven(premium, facts.tickSize * ONE);
  return { markTicks, oracleTicks: oracleTicks > 1n ? oracleTicks : 1n, premium, atMs };
}

/**
 * Marks of a recording: the candles of a perpetual are its mark, rounded to the nearest tick; the
 * oracle is the mark less the premium that the recorded funding stands for, else equal to it. Books
 * are modelled around the mark. Markets without candles have no mark.
 */
export function perpReplaySource(
  recording: Recording,
  fundingOf: (symbol: string) => readonly FundingSeries[],
): PerpSource {
  const prices = replaySource(recording);
  const recorded = new Set(
    recording.instruments.flatMap(({ kind, id }) => (kind === 'perp' ? [id] : [])),
  );
  const markets = new Map(
    bundledPerps
      .filter(({ facts }) => recorded.has(facts.symbol))
      .map((listing) => {
        const { symbol } = listing.facts;
        return [symbol, openMarket(prices, recording, listing, fundingOf(symbol))] as const;
      }),
  );
  const bar = (symbol: string, fromMs: number, toMs: number): TradedBar | undefined => {
    const market = markets.get(symbol);
    return market && barOf(market, fromMs, toMs);
  };
  return {
    pointAt(symbol, atMs) {
      const market = markets.get(symbol);
      return market && pointOf(market, prices, tickOf(atMs));
    },
    range: (symbol, firstMs, lastMs) => bar(symbol, firstMs, lastMs + TICK_MS),
    bar,
    volume: (symbol, fromMs, toMs) => bar(symbol, fromMs, toMs)?.volume ?? 0n,
    volume24h: (symbol, atMs) => (markets.has(symbol) ? prices.volume24h(symbol, atMs) : null),
    book: (symbol, markTicks, atMs) => markets.get(symbol)?.book(markTicks, tickOf(atMs)),
    spanEndMs: (symbol, atMs) =>
      markets.get(symbol)?.index.nextBoundary(atMs) ?? Number.POSITIVE_INFINITY,
    coverage: () => prices.coverage(),
  };
}

/**
 * Opens the perpetuals of a recording that has been read from a directory; null when it holds none.
 * All bundled markets are listed, those that are not recorded without a mark. Throws an Error with
 * the file and the reason when something is not sound.
 */
export async function openPerpReplay(
  directory: string,
  recording: Recording,
): Promise<{ source: PerpSource; markets: readonly PerpMarketFacts[] } | null> {
  const markets = bundledPerps.map(({ facts }) => facts);
  const funding = new Map<string, readonly FundingSeries[]>();
  for (const instrument of recording.instruments) {
    if (instrument.kind !== 'perp') continue;
    const { id } = instrument;
    if (!markets.some(({ symbol }) => symbol === id)) {
      throw new Error(`${directory}: there is no perpetual market ${id}`);
    }
    funding.set(id, await readRecordedFunding(directory, instrument));
  }
  if (funding.size === 0) return null;
  return { source: perpReplaySource(recording, (symbol) => funding.get(symbol) ?? []), markets };
}

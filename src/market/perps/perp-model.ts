import { type Noise, type Octave, octaveNoise } from '../noise.ts';
import { type PriceSource, tickOf } from '../source.ts';
import { type Path, pathRange, pathSketch } from './path-range.ts';
import { modelBook, type PerpBook } from './perp-book.ts';
import { bundledPerps, type PerpListing } from './perp-catalogue.ts';
import { nearestTicks, type PerpMarketFacts, ticksToPrice } from './perp-market.ts';
import { type Oracle, openOracles } from './perp-oracle.ts';
import type { MarkRange, PerpPoint, PerpSource } from './perp-source.ts';
import { type ModelledVolume, modelVolume } from './perp-volume.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The mark over the oracle: reverts to nothing within a day, some basis points wide. */
const premiumOctaves: readonly Octave[] = [
  { periodMs: 40_000, amplitude: 0.00004 },
  { periodMs: 4 * MINUTE_MS, amplitude: 0.00008 },
  { periodMs: 25 * MINUTE_MS, amplitude: 0.00016 },
  { periodMs: 3 * HOUR_MS, amplitude: 0.00032 },
  { periodMs: 16 * HOUR_MS, amplitude: 0.0004 },
];
/** The scale of a premium. */
const ONE = 10n ** 18n;

interface Modelled {
  readonly facts: PerpMarketFacts;
  readonly oracle: Oracle;
  readonly premium: Noise;
  readonly mark: Path;
  readonly volume: ModelledVolume;
  readonly book: (markTicks: bigint, atMs: number) => PerpBook;
}

/** How far inside of a span the premium gets past those at its ends, as a part of log price. */
function premiumReach(spanMs: number): number {
  let reach = 0;
  for (const { periodMs, amplitude } of premiumOctaves) {
    // An octave blends values of -1 to 1, at no point faster than 3 per period; an end is near.
    reach += amplitude * Math.min(2, (3 * spanMs) / (2 * periodMs));
  }
  return reach;
}

function modelMarket(seed: string, listing: PerpListing, oracle: Oracle): Modelled {
  const { facts, model } = listing;
  const premium = octaveNoise(`${seed}/premium/${facts.symbol}`, premiumOctaves);
  const mark: Path = {
    level(tickMs) {
      const point = oracle.at(tickMs);
      // A mark that is not of this tick is only the last one known.
      return point?.atMs === tickMs ? point.level * Math.exp(premium(tickMs)) : Number.NaN;
    },
    bounds(fromMs, toMs, fromLevel, toLevel) {
      const [from, to] = [premium(fromMs), premium(toMs)];
      const [fromOracle, toOracle] = [fromLevel / Math.exp(from), toLevel / Math.exp(to)];
      const bounds = oracle.bounds(fromMs, toMs, fromOracle, toOracle);
      if (bounds === null) return null;
      const reach = premiumReach(toMs - fromMs);
      const low = bounds.low * Math.exp(Math.min(from, to) - reach);
      return { low, high: bounds.high * Math.exp(Math.max(from, to) + reach) };
    },
  };
  const volume = modelVolume(`${seed}/perp-volume/${facts.symbol}`, model.usualVolume24h);
  return { facts, oracle, premium, mark, volume, book: modelBook(seed, listing) };
}

const toTicks = (level: number): bigint => BigInt(Math.max(1, Math.round(level)));

function pointOf({ facts, oracle, premium }: Modelled, tickMs: number): PerpPoint | undefined {
  const point = oracle.at(tickMs);
  if (point === undefined) return undefined;
  const oracleTicks = nearestTicks(facts, point.price);
  const markTicks = toTicks(point.level * Math.exp(premium(point.atMs)));
  const difference = (markTicks - oracleTicks) * facts.tickSize * ONE;
  return { markTicks, oracleTicks, premium: difference, atMs: point.atMs };
}

function rangeOf(
  market: Modelled,
  firstMs: number,
  lastMs: number,
  rangeOfPath: typeof pathRange,
): MarkRange | undefined {
  const close = lastMs < firstMs ? undefined : pointOf(market, lastMs);
  const range = close && rangeOfPath(market.mark, firstMs, lastMs);
  if (!range) return undefined;
  const { low, high } = range;
  return { lowTicks: toTicks(low), highTicks: toTicks(high), closeTicks: close.markTicks };
}

/**
 * The perpetual markets of the bundled world, as pure functions of (seed, symbol, business time).
 * The oracle is the spot price of `prices` for the token or stock of the same name (openModel of the
 * same seed, or a recording without perpetuals), else a movement of its own around the recorded
 * mark; the mark is the oracle with a small premium that reverts to nothing, so that funding is
 * alive. Markets of stocks and commodities trade around the clock, on an oracle that stands still
 * while the stock market is closed.
 */
export function openPerpModel(
  seed: string,
  prices: PriceSource,
): { source: PerpSource; markets: readonly PerpMarketFacts[] } {
  const oracleOf = openOracles(seed, prices);
  const markets = new Map(
    bundledPerps.map((listing) => {
      const market = modelMarket(seed, listing, oracleOf(listing));
      return [listing.facts.symbol, market] as const;
    }),
  );
  const source: PerpSource = {
    pointAt(symbol, atMs) {
      const market = markets.get(symbol);
      return market && pointOf(market, tickOf(atMs));
    },
    range(symbol, firstMs, lastMs) {
      const market = markets.get(symbol);
      return market && rangeOf(market, firstMs, lastMs, pathRange);
    },
    bar(symbol, fromMs, toMs) {
      const market = markets.get(symbol);
      const open = market && pointOf(market, tickOf(fromMs));
      if (market === undefined || open === undefined) return undefined;
      const range = rangeOf(market, tickOf(fromMs), tickOf(toMs - 1), pathSketch);
      return range && { openTicks: open.markTicks, ...range };
    },
    volume(symbol, fromMs, toMs) {
      const market = markets.get(symbol);
      const close = market && pointOf(market, tickOf(toMs - 1));
      if (market === undefined || close === undefined) return 0n;
      return market.volume.volume(fromMs, toMs, ticksToPrice(market.facts, close.markTicks));
    },
    volume24h: (symbol, atMs) => markets.get(symbol)?.volume.volume24h(atMs) ?? null,
    book: (symbol, markTicks, atMs) => markets.get(symbol)?.book(markTicks, tickOf(atMs)),
    spanEndMs: (_, atMs) => Math.floor(atMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS,
    coverage: () => prices.coverage(),
  };
  return { source, markets: bundledPerps.map(({ facts }) => facts) };
}

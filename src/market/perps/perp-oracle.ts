import { formatPrice } from '../../money/text.ts';
import { bundledInstruments } from '../bundled.ts';
import type { Token } from '../instruments.ts';
import { type ModelInstrument, modelSource, openModel } from '../model.ts';
import { type PricePoint, type PriceSource, TICK_MS, tickOf } from '../source.ts';
import { lastOpenMs } from '../stocks/sessions.ts';
import type { PathRange } from './path-range.ts';
import { bundledPerps, type PerpListing } from './perp-catalogue.ts';
import { type PerpMarketFacts, tickPrice, ticksToPrice } from './perp-market.ts';

const YEAR_MS = 365 * 86_400_000;
/**
 * Between two instants a modelled log price gets past the outer one of its two ends by no more than
 * this × volatility × √(their distance in years): for a random walk the odds of more are
 * exp(-2 × 4²), about 10^-14.
 */
const STEEPEST = 4;
/** What rounding to the steps of the modelled spot price can add to a difference. */
const ROUNDING_REACH = 0.00003;

export interface OraclePoint extends PricePoint {
  /** The price in ticks, not rounded. */
  readonly level: number;
}

/** The oracle of a market as a function of time. */
export interface Oracle {
  /** The newest price, its level and the instant it is from; undefined before the first one. */
  at(tickMs: number): OraclePoint | undefined;
  /**
   * What no level inside of [fromMs, toMs] is below or above, given levels near its ends; null when
   * none is known inside.
   */
  bounds(fromMs: number, toMs: number, fromLevel: number, toLevel: number): PathRange | null;
}

const ownId = (symbol: string): string => `perp/${symbol}`;

/** Markets that move by themselves, for the model of spot prices: same factors, own noise. */
const ownInstruments: readonly ModelInstrument[] = bundledPerps.flatMap(({ facts, model }) => {
  if (model.oracleMint !== null) return [];
  const { baseMarkTicks, yearlyVolatility, marketCorrelation, usualVolume24h } = model;
  const basePriceUsd = formatPrice(ticksToPrice(facts, baseMarkTicks));
  const parameters = { basePriceUsd, yearlyVolatility, marketCorrelation, anchorId: null };
  return [{ id: ownId(facts.symbol), kind: 'token', model: parameters, usualVolume24h }];
});

function pricesIn(facts: PerpMarketFacts, source: PriceSource, id: string): Oracle['at'] {
  const tick = Number(tickPrice(facts));
  return (tickMs) => {
    const point = source.priceAt(id, tickMs);
    return point && { price: point.price, atMs: point.atMs, level: Number(point.price) / tick };
  };
}

const constantly = (atMs: number): number => atMs;
/** While no session is open, a stock's price is that of the last instant at which one was. */
const heldWhileClosed = (atMs: number): number => tickOf(lastOpenMs(atMs) ?? atMs);

/** An oracle of the model: how far it gets is known from its volatility. */
function modelledOracle(
  facts: PerpMarketFacts,
  source: PriceSource,
  { id, kind, yearlyVolatility }: { id: string; kind: Token['kind']; yearlyVolatility: number },
): Oracle {
  const movedMs = kind === 'stock' ? heldWhileClosed : constantly;
  return {
    at: pricesIn(facts, source, id),
    bounds(fromMs, toMs, fromLevel, toLevel) {
      const years = (movedMs(toMs) - movedMs(fromMs)) / YEAR_MS;
      const factor = Math.exp(STEEPEST * yearlyVolatility * Math.sqrt(years) + ROUNDING_REACH);
      const low = Math.min(fromLevel, toLevel) / factor;
      return { low, high: Math.max(fromLevel, toLevel) * factor };
    },
  };
}

/** An oracle of a recording: its bars say how far it gets. */
function recordedOracle(facts: PerpMarketFacts, source: PriceSource, id: string): Oracle {
  return {
    at: pricesIn(facts, source, id),
    bounds(fromMs, toMs) {
      const bar = source.bar(id, fromMs, toMs + TICK_MS);
      if (bar === undefined) return null;
      const perTick = Number(tickPrice(facts));
      return { low: Number(bar.low) / perTick, high: Number(bar.high) / perTick };
    },
  };
}

/**
 * The oracles of a world: the spot price of the bundled token or stock a market is of, else a
 * movement of its own around the recorded mark. `prices` are those of the model (without bounds of
 * time) or of a recording; a token that a recording has no price of is modelled.
 */
export function openOracles(seed: string, prices: PriceSource): (listing: PerpListing) => Oracle {
  const own = modelSource(seed, ownInstruments);
  const covered = prices.coverage();
  const modelled = covered === null ? prices : openModel(seed).source;
  return ({ facts, model }) => {
    const token = bundledInstruments.find(({ mint }) => mint === model.oracleMint);
    if (!token?.model) {
      const { yearlyVolatility } = model;
      return modelledOracle(facts, own, {
        id: ownId(facts.symbol),
        kind: 'token',
        yearlyVolatility,
      });
    }
    const { mint: id, kind } = token;
    if (covered !== null && prices.priceAt(id, covered.endMs) !== undefined) {
      return recordedOracle(facts, prices, id);
    }
    const { yearlyVolatility } = token.model;
    return modelledOracle(facts, modelled, { id, kind, yearlyVolatility });
  };
}

import { PRICE_DECIMALS, type Price, pow10, price, type Usdc, usdc } from '../money/fixed.ts';
import { bundledInstruments } from './bundled.ts';
import type { ModelParameters, Token } from './instruments.ts';
import { type Noise, type Octave, octaveNoise } from './noise.ts';
import { type Bar, type PriceSource, TICK_MS, tickOf } from './source.ts';
import { lastOpenMs, openTimeMs } from './stocks/sessions.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * DAY_MS;

/** Shortest movement of a price; each further octave is twice as long, the last about 194 days. */
const SHORTEST_PERIOD_MS = 4_000;
const OCTAVES = 23;
/**
 * Scales the octaves (amplitude = square root of the period in years) to the variance of a random
 * walk of volatility 1: measured over 20,000 samples at lags of a minute, hour, day and week.
 */
const UNIT_VOLATILITY = 1.117;

const priceOctaves: readonly Octave[] = Array.from({ length: OCTAVES }, (_, index) => {
  const periodMs = SHORTEST_PERIOD_MS * 2 ** index;
  return { periodMs, amplitude: UNIT_VOLATILITY * Math.sqrt(periodMs / YEAR_MS) };
});
/** How busy trading is, from minutes to a week. */
const activityOctaves: readonly Octave[] = [60_000, 420_000, HOUR_MS, 6 * HOUR_MS, 7 * DAY_MS].map(
  (periodMs) => ({ periodMs, amplitude: 0.45 }),
);

/** Points after the first that a bar is drawn from; one of up to a minute takes every tick. */
const BAR_POINTS = 24;
const MINUTE_TICKS = 60_000 / TICK_MS;
/** Significant digits of a price at the base level. */
const PRICE_DIGITS = 7;
const VOLUME_UNIT = 10n ** 12n;

/** What the model prices: an id, its parameters and a usual day's volume in USD. */
export interface ModelInstrument {
  readonly id: string;
  /** A stock moves with the stock market, and only while a session is open. */
  readonly kind: Token['kind'];
  readonly model: ModelParameters;
  readonly usualVolume24h: Usdc | null;
}

interface Modelled {
  readonly basePrice: number;
  /** Decimals of the tick: 10^-decimals USD. */
  readonly decimals: number;
  readonly stepsPerUsd: number;
  readonly logMove: Noise;
  readonly activity: Noise;
  readonly volumeUsdPerDay: number;
  /** Milliseconds of a span in which the instrument trades. */
  readonly tradingTimeMs: (fromMs: number, toMs: number) => number;
}

const aroundTheClock = (fromMs: number, toMs: number): number => toMs - fromMs;

/** The movement of a stock: while no session is open it stands where the last one ended. */
const heldWhileClosed =
  (move: Noise): Noise =>
  (atMs) =>
    move(tickOf(lastOpenMs(atMs) ?? atMs));

/**
 * Prices as a pure function of (seed, id, business time): no state, so all processes agree and any
 * instant costs the same. The log price is the sum of noise octaves from seconds to months with the
 * variance of a random walk; part of it is a market factor common to all, so that instruments move
 * together. Floats are the source of a price here; what leaves is exact and on the tick.
 */
export function modelSource(seed: string, instruments: readonly ModelInstrument[]): PriceSource {
  const marketFactors: Readonly<Record<Token['kind'], Noise>> = {
    token: octaveNoise(`${seed}/market`, priceOctaves),
    stock: octaveNoise(`${seed}/stock-market`, priceOctaves),
  };
  const logMoves = new Map<string, Noise>();
  const byId = new Map(instruments.map((instrument) => [instrument.id, instrument]));

  function logMoveOf({ id, kind, model: parameters }: ModelInstrument): Noise {
    const known = logMoves.get(id);
    if (known !== undefined) return known;
    const anchor = parameters.anchorId === null ? undefined : byId.get(parameters.anchorId);
    const anchorMove = anchor === undefined ? () => 0 : logMoveOf(anchor);
    const marketFactor = marketFactors[kind];
    const own = octaveNoise(`${seed}/price/${id}`, priceOctaves);
    const { yearlyVolatility, marketCorrelation } = parameters;
    const marketPart = yearlyVolatility * marketCorrelation;
    const ownPart = yearlyVolatility * Math.sqrt(1 - marketCorrelation ** 2);
    const move: Noise = (atMs) =>
      anchorMove(atMs) + marketPart * marketFactor(atMs) + ownPart * own(atMs);
    logMoves.set(id, move);
    return move;
  }

  const modelled = new Map<string, Modelled>();
  for (const instrument of instruments) {
    const { id, kind, model, usualVolume24h } = instrument;
    const move = logMoveOf(instrument);
    const basePrice = Number(model.basePriceUsd);
    const decimals = Math.max(0, PRICE_DIGITS - 1 - Math.floor(Math.log10(basePrice)));
    modelled.set(id, {
      basePrice,
      decimals,
      stepsPerUsd: 10 ** decimals,
      logMove: kind === 'stock' ? heldWhileClosed(move) : move,
      activity: octaveNoise(`${seed}/volume/${id}`, activityOctaves),
      volumeUsdPerDay: Number(usualVolume24h ?? 0n) / 1e6,
      tradingTimeMs: kind === 'stock' ? openTimeMs : aroundTheClock,
    });
  }

  return {
    priceAt(id, atMs) {
      const instrument = modelled.get(id);
      if (instrument === undefined) return undefined;
      const tickMs = tickOf(atMs);
      const steps = stepsOnTick(instrument, tickMs);
      return { price: priceOfSteps(instrument, steps), atMs: tickMs };
    },
    bar(id, fromMs, toMs) {
      const instrument = modelled.get(id);
      return instrument === undefined ? undefined : drawBar(instrument, fromMs, toMs);
    },
    volume24h(id, atMs) {
      const instrument = modelled.get(id);
      if (instrument === undefined) return null;
      const hour = Math.floor(atMs / HOUR_MS) * HOUR_MS;
      let volumeUsd = 0;
      for (let hours = 0; hours < 24; hours += 1) {
        volumeUsd += tradedUsd(instrument, hour - hours * HOUR_MS, hour - (hours - 1) * HOUR_MS);
      }
      return usdc(BigInt(Math.round(volumeUsd * 100)) * 10_000n);
    },
    coverage: () => null,
  };
}

/** The price of a tick as a whole number of price steps; at least one. */
function stepsOnTick(instrument: Modelled, tickMs: number): number {
  const level = instrument.basePrice * Math.exp(instrument.logMove(tickMs));
  return Math.max(1, Math.round(level * instrument.stepsPerUsd));
}

const priceOfSteps = (instrument: Modelled, steps: number): Price =>
  price(BigInt(steps) * pow10(PRICE_DECIMALS - instrument.decimals));

function drawBar(instrument: Modelled, fromMs: number, toMs: number): Bar | undefined {
  if (toMs <= fromMs) return undefined;
  const firstMs = tickOf(fromMs);
  const ticks = (tickOf(toMs - 1) - firstMs) / TICK_MS;
  const points = ticks < MINUTE_TICKS ? ticks : BAR_POINTS;
  const open = stepsOnTick(instrument, firstMs);
  let high = open;
  let low = open;
  let close = open;
  for (let point = 1; point <= points; point += 1) {
    const tickMs = firstMs + Math.round((ticks * point) / points) * TICK_MS;
    close = stepsOnTick(instrument, tickMs);
    high = Math.max(high, close);
    low = Math.min(low, close);
  }
  const tokens = tradedUsd(instrument, fromMs, toMs) / (close / instrument.stepsPerUsd);
  return {
    open: priceOfSteps(instrument, open),
    high: priceOfSteps(instrument, high),
    low: priceOfSteps(instrument, low),
    close: priceOfSteps(instrument, close),
    volume: BigInt(Math.round(tokens * 1e6)) * VOLUME_UNIT,
  };
}

/** USD traded in a span: the usual pace times how busy it is in the middle of the span. */
function tradedUsd(instrument: Modelled, fromMs: number, toMs: number): number {
  const busy = Math.exp(instrument.activity((fromMs + toMs) / 2));
  const tradingMs = instrument.tradingTimeMs(fromMs, toMs);
  return ((instrument.volumeUsdPerDay * tradingMs) / DAY_MS) * busy;
}

/** The bundled world of a seed: modelled prices and the tokens they are of. */
export function openModel(seed: string): { source: PriceSource; tokens: readonly Token[] } {
  const instruments = bundledInstruments.flatMap(({ mint, kind, model, usualVolume24h }) =>
    model === null ? [] : [{ id: mint, kind, model, usualVolume24h }],
  );
  return { source: modelSource(seed, instruments), tokens: bundledInstruments };
}

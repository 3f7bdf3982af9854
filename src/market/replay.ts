import {
  divHalfEven,
  max,
  min,
  PRICE_DECIMALS,
  type Price,
  pow10,
  price,
  usdc,
} from '../money/fixed.ts';
import { bundledInstruments } from './bundled.ts';
import type { RecordedCandle } from './candle-csv.ts';
import type { Token } from './instruments.ts';
import type { PredictionSource } from './predictions/prediction-market.ts';
import { recordedPredictions } from './predictions/recorded-source.ts';
import { type CandleSeries, type Recording, readRecording } from './recording.ts';
import { type Bar, joinBars, type PriceSource, TICK_MS, tickOf } from './source.ts';
import { recordedStock } from './stocks/catalogue.ts';
import { openTimeMs, stockSession } from './stocks/sessions.ts';
import { recordedToken } from './tokens.ts';

const DAY_MS = 86_400_000;
/** A recorded price of 1e-18 times a volume of 1e-18 is 1e-36 USD. */
const UNITS_PER_MICRO_USD = pow10(30);
/** Shares of a candle's volume are cut to six decimals. */
const VOLUME_STEP = 10n ** 12n;

/** Open time without a candle, in intervals, after which the last price of a stock is too old. */
const STOCK_GAP_INTERVALS = 3;

/** A recorded candle with the series it is from. */
interface Located {
  readonly candle: RecordedCandle;
  readonly series: CandleSeries;
}

/** Index of the last candle that starts at or before the instant, -1 when there is none. */
function lastStarted(candles: readonly RecordedCandle[], atMs: number): number {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candles[middle] as RecordedCandle).startMs <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The path inside a candle: open, then the extreme nearer to it (the low first when they are
 * equally near and the candle rises, else the high), then the other one, then close, which is
 * reached at the last tick. The three legs are straight and equally long.
 */
function waypoints({ open, high, low, close }: RecordedCandle): readonly Price[] {
  const up = high - open;
  const down = open - low;
  const lowFirst = down < up || (down === up && close >= open);
  return lowFirst ? [open, low, high, close] : [open, high, low, close];
}

/** The price on the path, rounded half-even to the decimals of the recording. */
function pricePathAt({ candle, series }: Located, atMs: number): Price {
  const spanMs = series.intervalMs - TICK_MS;
  const doneMs = Math.min(atMs - candle.startMs, spanMs);
  const leg = Math.min(2, Math.floor((3 * doneMs) / spanMs));
  const [from, to] = waypoints(candle).slice(leg, leg + 2) as [Price, Price];
  const unit = pow10(PRICE_DECIMALS - series.priceDecimals);
  const moved = (to - from) * BigInt(3 * doneMs - leg * spanMs);
  return price(from + divHalfEven(moved, BigInt(spanMs) * unit) * unit);
}

/** The bar of a piece of a candle: the recorded one when the piece is all of it. */
function pieceBar(located: Located, fromMs: number, toMs: number): Bar {
  const { candle, series } = located;
  if (fromMs === candle.startMs && toMs === candle.startMs + series.intervalMs) return candle;
  const open = pricePathAt(located, tickOf(fromMs));
  const close = pricePathAt(located, tickOf(toMs - 1));
  const spanMs = series.intervalMs - TICK_MS;
  const turns = waypoints(candle).filter((_, index) => {
    const turnMs = candle.startMs + (spanMs * index) / 3;
    return turnMs >= fromMs && turnMs < toMs;
  });
  const high = [open, close, ...turns].reduce((a, b) => price(max(a, b)));
  const low = [open, close, ...turns].reduce((a, b) => price(min(a, b)));
  const share = (candle.volume * BigInt(toMs - fromMs)) / BigInt(series.intervalMs);
  return { open, high, low, close, volume: (share / VOLUME_STEP) * VOLUME_STEP };
}

/**
 * Prices of a recording. The finest interval that covers an instant wins; where no candle covers
 * it, the price is the last known one with its own instant, so that it fails the freshness limit.
 * The last price of a stock stays quotable while its market is not open, where recordings have no
 * candles, and for a gap of up to three intervals of open time.
 */
export function replaySource(recording: Recording): PriceSource {
  const bounds = coverageOf(recording);
  const stocks = new Set(
    recording.instruments.flatMap(({ kind, id }) => (kind === 'stock' ? [id] : [])),
  );

  /** The finest candle that covers the instant. */
  function covering(id: string, atMs: number): Located | undefined {
    for (const series of recording.series.get(id) ?? []) {
      const candle = series.candles[lastStarted(series.candles, atMs)];
      if (candle !== undefined && atMs < candle.startMs + series.intervalMs) {
        return { candle, series };
      }
    }
    return undefined;
  }

  /** Start of the next candle after the instant among intervals shorter than `belowMs`. */
  function nextStart(id: string, atMs: number, belowMs: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { candles, intervalMs } of recording.series.get(id) ?? []) {
      const startMs = candles[lastStarted(candles, atMs) + 1]?.startMs;
      if (intervalMs < belowMs && startMs !== undefined) next = Math.min(next, startMs);
    }
    return next;
  }

  return {
    priceAt(id, atMs) {
      const tickMs = tickOf(atMs);
      const located = covering(id, tickMs);
      if (located !== undefined) return { price: pricePathAt(located, tickMs), atMs: tickMs };
      let last: { price: Price; atMs: number; intervalMs: number } | undefined;
      for (const { candles, intervalMs } of recording.series.get(id) ?? []) {
        const candle = candles[lastStarted(candles, tickMs)];
        const endMs = (candle?.startMs ?? 0) + intervalMs - 1;
        if (candle && (!last || endMs > last.atMs)) {
          last = { price: candle.close, atMs: endMs, intervalMs };
        }
      }
      if (last === undefined) return undefined;
      const isHeld = stocks.has(id) && isQuotable(last, tickMs);
      return { price: last.price, atMs: isHeld ? tickMs : last.atMs };
    },
    bar(id, fromMs, toMs) {
      const pieces: Bar[] = [];
      let atMs = fromMs;
      while (atMs < toMs) {
        const located = covering(id, atMs);
        if (located === undefined) {
          atMs = nextStart(id, atMs, Number.POSITIVE_INFINITY);
          continue;
        }
        const { candle, series } = located;
        const candleEndMs = candle.startMs + series.intervalMs;
        const endMs = Math.min(toMs, candleEndMs, nextStart(id, atMs, series.intervalMs));
        pieces.push(pieceBar(located, atMs, endMs));
        atMs = endMs;
      }
      return joinBars(pieces);
    },
    volume24h(id, atMs) {
      let best: { coveredMs: number; candles: readonly RecordedCandle[] } | undefined;
      for (const { candles, intervalMs } of recording.series.get(id) ?? []) {
        const first = lastStarted(candles, atMs - DAY_MS - 1) + 1;
        const day = candles.slice(first, lastStarted(candles, atMs - intervalMs) + 1);
        const coveredMs = day.length * intervalMs;
        if (!best || coveredMs > best.coveredMs) best = { coveredMs, candles: day };
      }
      if (best === undefined || best.candles.length === 0) return null;
      const traded = best.candles.reduce((sum, { close, volume }) => sum + close * volume, 0n);
      return usdc(traded / UNITS_PER_MICRO_USD);
    },
    coverage: () => bounds,
  };
}

/** Whether the last recorded price of a stock still counts at an instant without a candle. */
function isQuotable(last: { atMs: number; intervalMs: number }, atMs: number): boolean {
  if (stockSession(atMs).status !== 'OPEN') return true;
  return openTimeMs(last.atMs + 1, atMs) <= STOCK_GAP_INTERVALS * last.intervalMs;
}

/** From the start of the first candle to the end of the last one. */
function coverageOf(recording: Recording): { startMs: number; endMs: number } | null {
  let startMs = Number.POSITIVE_INFINITY;
  let endMs = Number.NEGATIVE_INFINITY;
  for (const { intervalMs, candles } of [...recording.series.values()].flat()) {
    startMs = Math.min(startMs, candles[0]?.startMs ?? startMs);
    endMs = Math.max(endMs, (candles.at(-1)?.startMs ?? endMs) + intervalMs);
  }
  return startMs < endMs ? { startMs, endMs } : null;
}

/**
 * Opens a recorded directory: its prices, the bundled tokens and stocks joined by the recorded ones
 * that are not bundled, its prediction markets, null when it holds none, and all of it for what else
 * reads it. Throws an Error with the file and the reason when the recording is not sound.
 */
export async function openReplay(directory: string): Promise<{
  source: PriceSource;
  tokens: readonly Token[];
  predictions: PredictionSource | null;
  recording: Recording;
}> {
  const recording = await readRecording(directory);
  const bundled = new Map(bundledInstruments.map((token) => [token.mint, token]));
  const added: Token[] = [];
  for (const { kind, id: mint, symbol, name, decimals } of recording.instruments) {
    if (kind !== 'token' && kind !== 'stock') continue;
    const known = bundled.get(mint);
    if (known === undefined) {
      const facts = { mint, symbol, name, decimals };
      added.push(kind === 'stock' ? recordedStock(facts) : recordedToken(facts));
    } else if (known.decimals !== decimals) {
      throw new Error(`${directory}: ${mint} has ${known.decimals} decimals, not ${decimals}`);
    } else if (known.kind !== kind) {
      throw new Error(`${directory}: ${mint} is a ${known.kind}, not a ${kind}`);
    }
  }
  return {
    source: replaySource(recording),
    tokens: [...bundledInstruments, ...added],
    predictions: recording.predictions && recordedPredictions(recording.predictions),
    recording,
  };
}

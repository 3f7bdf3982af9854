import { formatFixed } from '../../money/text.ts';
import { type Candle, type CandleRange, MAX_CANDLES } from '../market.ts';
import { joinBars, pinBar, type TradedBar } from './mark-bars.ts';
import { type PerpMarketFacts, ticksToPrice } from './perp-market.ts';
import type { PerpPins } from './perp-pins.ts';
import type { PerpSource } from './perp-source.ts';

const VOLUME_DECIMALS = 18;

/** The bar of [fromMs, toMs): the source's, with the pins that were in force laid over it. */
function tradedIn(
  source: PerpSource,
  pins: PerpPins,
  symbol: string,
  fromMs: number,
  toMs: number,
): TradedBar | undefined {
  let joined: TradedBar | undefined;
  const addSource = (startMs: number, endMs: number): void => {
    const bar = source.bar(symbol, startMs, endMs);
    if (bar === undefined) return;
    joined = joinBars(joined, { ...bar, volume: source.volume(symbol, startMs, endMs) });
  };
  let doneMs = fromMs;
  for (const pin of pins.within(symbol, fromMs, toMs)) {
    if (pin.fromMs > doneMs) addSource(doneMs, pin.fromMs);
    joined = joinBars(joined, pinBar(pin));
    doneMs = pin.toMs ?? toMs;
  }
  if (doneMs < toMs) addSource(doneMs, toMs);
  return joined;
}

/**
 * The candles of the mark that start in [fromMs, toMs], the newest `limit` of them, the one of
 * `nowMs` unfinished; where nothing is known there is none.
 */
export function markCandles(
  source: PerpSource,
  pins: PerpPins,
  facts: PerpMarketFacts,
  { intervalMs, fromMs, toMs, limit, nowMs }: CandleRange,
): readonly Candle[] {
  const lastMs = Math.floor(Math.min(toMs, nowMs) / intervalMs) * intervalMs;
  const count = Math.min(limit, MAX_CANDLES);
  const oldestMs = Math.max(
    Math.ceil(fromMs / intervalMs) * intervalMs,
    lastMs - (count - 1) * intervalMs,
  );
  const candles: Candle[] = [];
  for (let atMs = oldestMs; atMs <= lastMs; atMs += intervalMs) {
    const endMs = Math.min(atMs + intervalMs, nowMs + 1);
    const traded = tradedIn(source, pins, facts.symbol, atMs, endMs);
    if (traded === undefined) continue;
    candles.push({
      atMs,
      open: ticksToPrice(facts, traded.openTicks),
      high: ticksToPrice(facts, traded.highTicks),
      low: ticksToPrice(facts, traded.lowTicks),
      close: ticksToPrice(facts, traded.closeTicks),
      volume: formatFixed(traded.volume, VOLUME_DECIMALS),
    });
  }
  return candles;
}

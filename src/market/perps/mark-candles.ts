import { formatFixed } from '../../money/text.ts';
import { type Candle, type CandleRange, candleSpans } from '../candles.ts';
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

/** The candles of the mark in a range; where nothing is known there is none. */
export function markCandles(
  source: PerpSource,
  pins: PerpPins,
  facts: PerpMarketFacts,
  range: CandleRange,
): readonly Candle[] {
  return candleSpans(range).flatMap(({ startMs, endMs }) => {
    const traded = tradedIn(source, pins, facts.symbol, startMs, endMs);
    if (traded === undefined) return [];
    return [
      {
        atMs: startMs,
        open: ticksToPrice(facts, traded.openTicks),
        high: ticksToPrice(facts, traded.highTicks),
        low: ticksToPrice(facts, traded.lowTicks),
        close: ticksToPrice(facts, traded.closeTicks),
        volume: formatFixed(traded.volume, VOLUME_DECIMALS),
      },
    ];
  });
}

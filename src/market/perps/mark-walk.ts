import { TICK_MS, tickOf } from '../source.ts';
import { joinRanges, pinBar } from './mark-bars.ts';
import type { PerpPins } from './perp-pins.ts';
import type { MarkRange, PerpSource } from './perp-source.ts';

/** Where the mark was in (fromMs, toMs]. */
export interface MarkSpan extends MarkRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Marks to wait for; null = none on that side. */
export interface Reach {
  readonly lowTicks: bigint | null;
  readonly highTicks: bigint | null;
}

/** Walks the marks of a source and the pins on top of it in order of time (PerpData). */
export interface MarkWalk {
  extremes(symbol: string, fromMs: number, toMs: number): MarkRange | undefined;
  nextSpan(symbol: string, fromMs: number, toMs: number): MarkSpan | undefined;
  firstReach(symbol: string, fromMs: number, toMs: number, reach: Reach): MarkSpan | undefined;
}

const isReached = (range: MarkRange | undefined, { lowTicks, highTicks }: Reach): boolean =>
  range !== undefined &&
  ((lowTicks !== null && range.lowTicks <= lowTicks) ||
    (highTicks !== null && range.highTicks >= highTicks));

export function createMarkWalk(source: PerpSource, pins: PerpPins): MarkWalk {
  function extremes(symbol: string, fromMs: number, toMs: number): MarkRange | undefined {
    let joined: MarkRange | undefined;
    let doneMs = fromMs + 1;
    // Where a pin has just ended, the mark of the running tick is new again.
    let firstMs = pins.at(symbol, fromMs) ? tickOf(doneMs) : tickOf(fromMs) + TICK_MS;
    const addTicks = (lastMs: number): void => {
      const range = lastMs < firstMs ? undefined : source.range(symbol, firstMs, lastMs);
      if (range !== undefined) joined = joinRanges(joined, range);
    };
    for (const pin of pins.within(symbol, fromMs + 1, toMs + 1)) {
      if (pin.fromMs > doneMs) addTicks(tickOf(pin.fromMs - 1));
      joined = joinRanges(joined, pinBar(pin));
      doneMs = pin.toMs ?? Number.POSITIVE_INFINITY;
      firstMs = tickOf(doneMs);
    }
    if (doneMs <= toMs) addTicks(tickOf(toMs));
    return joined;
  }

  /** The last instant of the piece that begins after fromMs. */
  function endOfPiece(symbol: string, fromMs: number, toMs: number): number {
    const [pin] = pins.within(symbol, fromMs + 1, toMs + 1);
    if (pin !== undefined && pin.fromMs <= fromMs + 1) {
      return Math.min(toMs, (pin.toMs ?? Number.POSITIVE_INFINITY) - 1);
    }
    const spanEndMs = source.spanEndMs(symbol, fromMs + 1);
    return Math.min(toMs, spanEndMs - 1, (pin?.fromMs ?? Number.POSITIVE_INFINITY) - 1);
  }

  return {
    extremes,
    nextSpan(symbol, fromMs, toMs) {
      let startMs = fromMs;
      while (startMs < toMs) {
        const endMs = endOfPiece(symbol, startMs, toMs);
        const range = extremes(symbol, startMs, endMs);
        if (range !== undefined) return { fromMs: startMs, toMs: endMs, ...range };
        startMs = endMs;
      }
      return undefined;
    },
    firstReach(symbol, fromMs, toMs, reach) {
      if (!isReached(extremes(symbol, fromMs, toMs), reach)) return undefined;
      let [startMs, endMs] = [fromMs, toMs];
      while (endMs - startMs > 1) {
        const middleMs = Math.floor((startMs + endMs) / 2);
        if (isReached(extremes(symbol, startMs, middleMs), reach)) endMs = middleMs;
        else startMs = middleMs;
      }
      const range = extremes(symbol, startMs, endMs);
      return range && { fromMs: startMs, toMs: endMs, ...range };
    },
  };
}

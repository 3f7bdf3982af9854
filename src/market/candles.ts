import type { Price } from '../money/fixed.ts';

/** Most candles one call answers (contract 5). */
export const MAX_CANDLES = 1_000;

export interface Candle {
  /** Start of the candle. */
  readonly atMs: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  /** Plain decimal text, whole tokens. */
  readonly volume: string;
}

export interface CandleRange {
  readonly intervalMs: number;
  /** The candles whose start is in [fromMs, toMs]; the newest `limit` (≤ 1000) of them. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
  /** The candle of this instant is the last one and ends here, unfinished. */
  readonly nowMs: number;
}

/** The span that one candle is drawn from, [startMs, endMs). */
interface CandleSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** The spans of a range's candles, oldest first; the one of `nowMs` ends just after it. */
export function candleSpans({ intervalMs, fromMs, toMs, limit, nowMs }: CandleRange): CandleSpan[] {
  const lastMs = Math.floor(Math.min(toMs, nowMs) / intervalMs) * intervalMs;
  const count = Math.min(limit, MAX_CANDLES);
  const oldestMs = Math.max(
    Math.ceil(fromMs / intervalMs) * intervalMs,
    lastMs - (count - 1) * intervalMs,
  );
  const spans: CandleSpan[] = [];
  for (let startMs = oldestMs; startMs <= lastMs; startMs += intervalMs) {
    spans.push({ startMs, endMs: Math.min(startMs + intervalMs, nowMs + 1) });
  }
  return spans;
}

import type { Price } from '../../money/fixed.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Most points of a price history, the one of now among them. */
export const MAX_HISTORY_POINTS = 500;

/** A YES price and its business instant. */
export interface PricePoint {
  readonly atMs: number;
  readonly price: Price;
}

/** Spans a history can have, in milliseconds; `max` is all of the market's life. */
const spans = { '1h': HOUR_MS, '6h': 6 * HOUR_MS, '1d': DAY_MS, '1w': 7 * DAY_MS, max: null };
export type HistoryInterval = keyof typeof spans;

/** Distances of points that read well on a chart, in milliseconds; beyond them whole days. */
const STEPS_MS = [
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

/** The smallest step that takes fewer points than allowed. */
function stepFor(spanMs: number): number {
  const leastMs = spanMs / (MAX_HISTORY_POINTS - 1);
  const step = STEPS_MS.find((ms) => ms >= leastMs);
  return step ?? Math.ceil(leastMs / DAY_MS) * DAY_MS;
}

/**
 * The instants of a history before now, oldest first, on a grid that stands still while time goes
 * on. They begin with the market where that is known; a `max` of an unknown beginning is a week.
 */
export function historyInstants(
  interval: HistoryInterval,
  startMs: number | undefined,
  nowMs: number,
): readonly number[] {
  const span = spans[interval];
  const earliestMs = startMs ?? nowMs - spans['1w'];
  const fromMs = span === null ? earliestMs : Math.max(nowMs - span, startMs ?? nowMs - span);
  if (fromMs >= nowMs) return [];
  const stepMs = stepFor(nowMs - fromMs);
  const instants: number[] = [];
  for (let atMs = Math.ceil(fromMs / stepMs) * stepMs; atMs < nowMs; atMs += stepMs) {
    instants.push(atMs);
  }
  return instants;
}

import { TICK_MS } from '../source.ts';

/** A level as a function of time that can say how far it gets between two instants. */
export interface Path {
  /** The level on a tick, before it is rounded; above 0, or NaN when none is known of it. */
  level(tickMs: number): number;
  /** What no level inside of [fromMs, toMs] is below or above; null when none is known inside. */
  bounds(fromMs: number, toMs: number, fromLevel: number, toLevel: number): PathRange | null;
}

export interface PathRange {
  readonly low: number;
  readonly high: number;
}

/** Spans of up to so many ticks are read tick by tick. */
const FEW_TICKS = 8;
/** Numbers that are kept of a span: its ends and the levels there. */
const SPAN_SIZE = 4;

/**
 * The lowest and the highest level among the ticks from firstMs to lastMs, both included, exact as
 * soon as they are rounded; null when none is known. A span is looked into only while its bounds
 * leave room for a new extreme, so the cost hardly grows with the length.
 */
export function pathRange(path: Path, firstMs: number, lastMs: number): PathRange | null {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  const visit = (tickMs: number): number => {
    const level = path.level(tickMs);
    if (level < low) low = level;
    if (level > high) high = level;
    return level;
  };
  // Breadth first, so that good extremes are known before the many short spans come.
  const spans = [firstMs, lastMs, visit(firstMs), visit(lastMs)];
  for (let next = 0; next < spans.length; next += SPAN_SIZE) {
    const fromMs = spans[next] as number;
    const toMs = spans[next + 1] as number;
    const fromLevel = spans[next + 2] as number;
    const toLevel = spans[next + 3] as number;
    const bounds = path.bounds(fromMs, toMs, fromLevel, toLevel);
    if (bounds === null) continue;
    if (Math.round(bounds.high) <= Math.round(high) && Math.round(bounds.low) >= Math.round(low)) {
      continue;
    }
    if (toMs - fromMs <= FEW_TICKS * TICK_MS) {
      for (let tickMs = fromMs + TICK_MS; tickMs < toMs; tickMs += TICK_MS) visit(tickMs);
      continue;
    }
    const middleMs = fromMs + Math.floor((toMs - fromMs) / (2 * TICK_MS)) * TICK_MS;
    const level = visit(middleMs);
    spans.push(fromMs, middleMs, fromLevel, level, middleMs, toMs, level, toLevel);
  }
  return high > 0 ? { low, high } : null;
}

/** Points after the first that a sketch is drawn from, before its extremes are followed. */
const SKETCH_POINTS = 24;

/**
 * The same at a fixed small cost, for charts: the extremes of 25 points, each followed uphill or
 * downhill in ever smaller steps. Never outside of pathRange, and seldom far inside.
 */
export function pathSketch(path: Path, firstMs: number, lastMs: number): PathRange | null {
  const ticks = (lastMs - firstMs) / TICK_MS;
  const points = Math.max(1, Math.min(ticks, SKETCH_POINTS));
  const seen = Array.from({ length: points + 1 }, (_, point) => {
    const tickMs = firstMs + Math.round((ticks * point) / points) * TICK_MS;
    return { tickMs, level: path.level(tickMs) };
  }).filter(({ level }) => level > 0);
  const [first] = seen;
  if (first === undefined) return null;
  const best = (sign: 1 | -1): number => {
    let found = seen.reduce((a, b) => (sign * b.level > sign * a.level ? b : a), first);
    for (let step = Math.ceil(ticks / SKETCH_POINTS / 2); step >= 1; step = Math.floor(step / 2)) {
      for (const tickMs of [found.tickMs - step * TICK_MS, found.tickMs + step * TICK_MS]) {
        if (tickMs < firstMs || tickMs > lastMs) continue;
        const level = path.level(tickMs);
        if (sign * level > sign * found.level) found = { tickMs, level };
      }
    }
    return found.level;
  };
  return { low: best(-1), high: best(1) };
}

import type { Reach } from '../../market/perps/mark-walk.ts';
import type { PerpData } from '../../market/perps/perp-data.ts';
import type { MarkRange } from '../../market/perps/perp-source.ts';
import { type Ticks, ticks } from '../../venues/paper/perps/units.ts';

/** Something that waits for marks, from an instant on (exclusive). */
export interface Awaiting extends Reach {
  readonly fromMs: number;
}

/** The first mark that reaches it, and when. */
export interface Reached {
  readonly markTicks: Ticks;
  readonly atMs: number;
}

interface Search {
  readonly marks: (fromMs: number, toMs: number) => MarkRange | undefined;
  readonly all: readonly Awaiting[];
  readonly found: (Reached | null)[];
}

const isLow = ({ lowTicks }: Awaiting, range: MarkRange): boolean =>
  lowTicks !== null && range.lowTicks <= lowTicks;
const isHigh = ({ highTicks }: Awaiting, range: MarkRange): boolean =>
  highTicks !== null && range.highTicks >= highTicks;

/**
 * When each of them is first reached up to an instant, in the order they were given; null for those
 * that are not. A span is looked into once for all of them, so that what it costs follows the
 * number of different instants and not how many wait.
 */
export function firstReaches(
  { extremes }: Pick<PerpData, 'extremes'>,
  symbol: string,
  all: readonly Awaiting[],
  toMs: number,
): readonly (Reached | null)[] {
  const search: Search = {
    marks: (startMs, endMs) => extremes(symbol, startMs, endMs),
    all,
    found: all.map(() => null),
  };
  const starts = new Map<number, number[]>();
  for (const [n, { fromMs }] of all.entries()) {
    const waiting = starts.get(fromMs);
    if (waiting) waiting.push(n);
    else starts.set(fromMs, [n]);
  }
  for (const [fromMs, waiting] of starts) {
    if (fromMs < toMs) look(search, { fromMs, toMs, waiting });
  }
  return search.found;
}

function look(
  search: Search,
  { fromMs, toMs, waiting }: { fromMs: number; toMs: number; waiting: readonly number[] },
): void {
  const { all, found } = search;
  const range = search.marks(fromMs, toMs);
  if (range === undefined) return;
  const reached = waiting.filter((n) => {
    const one = all[n] as Awaiting;
    return isLow(one, range) || isHigh(one, range);
  });
  if (reached.length === 0) return;
  if (toMs - fromMs <= 1) {
    for (const n of reached) {
      const markTicks = isLow(all[n] as Awaiting, range) ? range.lowTicks : range.highTicks;
      found[n] = { markTicks: ticks(markTicks), atMs: toMs };
    }
    return;
  }
  const middleMs = Math.floor((fromMs + toMs) / 2);
  look(search, { fromMs, toMs: middleMs, waiting: reached });
  const later = reached.filter((n) => found[n] === null);
  if (later.length > 0) look(search, { fromMs: middleMs, toMs, waiting: later });
}

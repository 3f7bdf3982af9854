import { joinBars, type TradedBar } from './mark-bars.ts';

/** Pieces of a recording by time, so that the bar of a long span needs no walk over them. */
export interface MarkIndex {
  /** First boundary between pieces after the instant; infinite after the last one. */
  nextBoundary(atMs: number): number;
  /** Last boundary at or before the instant; minus infinity before the first one. */
  lastBoundary(atMs: number): number;
  /** The bar of the pieces between two boundaries; undefined when no piece has a mark. */
  bar(fromMs: number, toMs: number): TradedBar | undefined;
}

/** A tree of bars: node n joins nodes 2n and 2n + 1, the pieces are the leaves. */
type Tree = (TradedBar | undefined)[];

/**
 * An index over the pieces between neighbouring boundaries, which are given in order without
 * repetition. The pieces are read when a bar is first asked for.
 */
export function createMarkIndex(
  boundaries: Float64Array,
  pieceOf: (fromMs: number, toMs: number) => TradedBar | undefined,
): MarkIndex {
  const pieces = Math.max(0, boundaries.length - 1);
  let tree: Tree | null = null;

  function grow(): Tree {
    const nodes: Tree = new Array(2 * pieces);
    for (let piece = 0; piece < pieces; piece += 1) {
      nodes[pieces + piece] = pieceOf(boundaries[piece] as number, boundaries[piece + 1] as number);
    }
    for (let node = pieces - 1; node > 0; node -= 1) {
      nodes[node] = joinBars(nodes[2 * node], nodes[2 * node + 1]);
    }
    return nodes;
  }

  /** How many boundaries are at or before the instant. */
  function countUntil(atMs: number): number {
    let low = 0;
    let high = boundaries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((boundaries[middle] as number) <= atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    nextBoundary: (atMs) => boundaries[countUntil(atMs)] ?? Number.POSITIVE_INFINITY,
    lastBoundary: (atMs) => boundaries[countUntil(atMs) - 1] ?? Number.NEGATIVE_INFINITY,
    bar(fromMs, toMs) {
      tree ??= grow();
      let before: TradedBar | undefined;
      let after: TradedBar | undefined;
      let left = pieces + countUntil(fromMs) - 1;
      let right = pieces + countUntil(toMs) - 1;
      while (left < right) {
        if (left % 2 === 1) {
          before = joinBars(before, tree[left]);
          left += 1;
        }
        if (right % 2 === 1) {
          right -= 1;
          after = joinBars(tree[right], after);
        }
        left = Math.floor(left / 2);
        right = Math.floor(right / 2);
      }
      return joinBars(before, after);
    },
  };
}

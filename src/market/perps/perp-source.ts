import type { Usdc } from '../../money/fixed.ts';
import type { Volume } from '../source.ts';
import type { PerpBook } from './perp-book.ts';

/** Quote lots per base lot in units of 1e-18. */
export type Premium = bigint;

/** Mark and oracle of a market at one instant. */
export interface PerpPoint {
  readonly markTicks: bigint;
  readonly oracleTicks: bigint;
  /** The mark over the index, which funding accumulates; finer than their difference in ticks. */
  readonly premium: Premium;
  /** The business instant they are from. */
  readonly atMs: number;
}

/** Where the mark was in a span of time, and at its end. */
export interface MarkRange {
  readonly lowTicks: bigint;
  readonly highTicks: bigint;
  readonly closeTicks: bigint;
}

export interface MarkBar extends MarkRange {
  readonly openTicks: bigint;
}

/** Where unpinned marks come from: the model or a recording, later a live feed. */
export interface PerpSource {
  /** The newest mark and oracle known at the instant, or undefined before the first ones. */
  pointAt(symbol: string, atMs: number): PerpPoint | undefined;
  /** The mark on the ticks from firstMs to lastMs, both included; undefined when none is known. */
  range(symbol: string, firstMs: number, lastMs: number): MarkRange | undefined;
  /** The bar of [fromMs, toMs) for charts: never wider than the range of its ticks. */
  bar(symbol: string, fromMs: number, toMs: number): MarkBar | undefined;
  /** Traded in [fromMs, toMs), in whole units of the asset. */
  volume(symbol: string, fromMs: number, toMs: number): Volume;
  /** Volume of the 24 h before the instant, in USD; null when unknown. */
  volume24h(symbol: string, atMs: number): Usdc | null;
  /** The book that stands around a mark at an instant; undefined of a market it does not know. */
  book(symbol: string, markTicks: bigint, atMs: number): PerpBook | undefined;
  /** End, exclusive, of the minute or of the recorded candle that the instant lies in. */
  spanEndMs(symbol: string, atMs: number): number;
  /** Business time the source can speak of; null when it has no bounds. */
  coverage(): { startMs: number; endMs: number } | null;
}

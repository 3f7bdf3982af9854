import { max, min } from '../../money/fixed.ts';
import type { Volume } from '../source.ts';
import type { PerpPin } from './perp-pins.ts';
import type { MarkBar, MarkRange } from './perp-source.ts';

/** What the mark did in a span of time and what was traded in it. */
export interface TradedBar extends MarkBar {
  readonly volume: Volume;
}

/** The bar of a span during which a pin was in force. */
export const pinBar = ({ markTicks }: Pick<PerpPin, 'markTicks'>): TradedBar => ({
  openTicks: markTicks,
  highTicks: markTicks,
  lowTicks: markTicks,
  closeTicks: markTicks,
  volume: 0n,
});

/** One range out of ranges that follow each other. */
export const joinRanges = (before: MarkRange | undefined, after: MarkRange): MarkRange => ({
  lowTicks: min(before?.lowTicks ?? after.lowTicks, after.lowTicks),
  highTicks: max(before?.highTicks ?? after.highTicks, after.highTicks),
  closeTicks: after.closeTicks,
});

/** One bar out of bars that follow each other; undefined when there is none. */
export function joinBars(
  before: TradedBar | undefined,
  after: TradedBar | undefined,
): TradedBar | undefined {
  if (before === undefined || after === undefined) return before ?? after;
  const { openTicks } = before;
  return { openTicks, ...joinRanges(before, after), volume: before.volume + after.volume };
}

import { assert } from '../../errors/app-error.ts';
import type { PerpData } from '../../market/perps/perp-data.ts';
import type { DueTrigger } from './carry-out.ts';
import type { CrossedRow, OpenMarketRow } from './driver.sql.ts';
import { firstReaches } from './first-reaches.ts';
import { levelSlack, levelsAtIndex } from './levels.ts';
import { paramsOf } from './params.ts';

/** A piece of business time, (fromMs, toMs]. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The marks between which positions of a market may have been reached. */
export interface MarketRange {
  readonly symbol: string;
  readonly low: bigint;
  readonly high: bigint;
}

/** The lowest and highest marks of a span, wider where the levels of rows may be off. */
export const rangesOf = (
  data: Pick<PerpData, 'extremes' | 'market'>,
  markets: readonly OpenMarketRow[],
  { fromMs, toMs }: Span,
): MarketRange[] =>
  markets.flatMap(({ symbol, isUnsettled }) => {
    const range = data.extremes(symbol, fromMs, toMs);
    const facts = data.market(symbol);
    if (!range || !facts) return [];
    const slack = isUnsettled ? levelSlack(facts) : 0n;
    return [{ symbol, low: range.lowTicks - slack, high: range.highTicks + slack }];
  });

/**
 * What a span reaches of positions that were read, in order of time. A position counts from its
 * last trade on; `looked` says up to where a position has been looked at already.
 */
export function crossedOf(
  data: Pick<PerpData, 'extremes' | 'market' | 'pins'>,
  rows: readonly CrossedRow[],
  markets: ReadonlyMap<string, OpenMarketRow>,
  span: Span,
  looked: ReadonlyMap<string, number>,
): DueTrigger[] {
  const bySymbol = new Map<string, CrossedRow[]>();
  for (const row of rows) {
    const some = bySymbol.get(row.symbol);
    if (some) some.push(row);
    else bySymbol.set(row.symbol, [row]);
  }
  const due = [...bySymbol].flatMap(([symbol, some]) => {
    const market = markets.get(symbol);
    assert(market, 'a position that was read is of a market that was asked for');
    const fromOf = ({ id, since }: CrossedRow) => Math.max(looked.get(id) ?? span.fromMs, since);
    return crossedIn(data, market, some, { fromOf, toMs: span.toMs });
  });
  return due.sort((a, b) => a.atMs - b.atMs);
}

/** The same for the positions of one market. */
function crossedIn(
  data: Pick<PerpData, 'extremes' | 'market' | 'pins'>,
  { symbol, isUnsettled, fundingIndex }: OpenMarketRow,
  rows: readonly CrossedRow[],
  { fromOf, toMs }: { fromOf: (row: CrossedRow) => number; toMs: number },
): DueTrigger[] {
  const facts = data.market(symbol);
  assert(facts, 'a position has its market');
  const params = paramsOf(facts);
  const waiting = rows.map((row) => {
    const { lowerTicks, upperTicks } = isUnsettled ? levelsAtIndex(params, row, fundingIndex) : row;
    return { lowTicks: lowerTicks, highTicks: upperTicks, fromMs: fromOf(row) };
  });
  const pins = data.pins().filter((pin) => pin.symbol === symbol);
  return firstReaches(data, symbol, waiting, toMs).flatMap((reached, n) => {
    if (!reached) return [];
    const { id: positionId, userId, proposalId, lowerTicks, upperTicks } = rows[n] as CrossedRow;
    const isPinned = pins.some(({ markTicks }) => markTicks === reached.markTicks);
    const seen = { lowerTicks, upperTicks };
    return [{ positionId, userId, proposalId, symbol, ...reached, isPinned, seen }];
  });
}

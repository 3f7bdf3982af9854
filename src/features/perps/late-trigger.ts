import type { RowWrite, State } from '../../engine/command.ts';
import { ticks } from '../../venues/paper/perps/units.ts';
import type { PerpDeps } from './deps.ts';
import { type PerpPositionRow, perpTriggerTable } from './tables.ts';

/**
 * The trigger of a position that an order has changed long after it was submitted, where the mark
 * is past its levels by then. A mark that is pinned does not come again, so the position is queued
 * as if the pin were new; marks that move by themselves find it.
 */
export function lateTrigger(
  { data }: Pick<PerpDeps, 'data'>,
  state: State,
  { id, symbol, status, lowerTicks, upperTicks }: PerpPositionRow,
  nowMs: number,
): RowWrite[] {
  const mark = data.quote(symbol, nowMs)?.pinned?.markTicks;
  if (mark === undefined || status !== 'OPEN') return [];
  const isPast =
    (lowerTicks !== null && mark <= lowerTicks) || (upperTicks !== null && mark >= upperTicks);
  if (!isPast || state.get(perpTriggerTable, id)) return [];
  return [{ table: perpTriggerTable, row: { positionId: id, markTicks: ticks(mark), at: nowMs } }];
}

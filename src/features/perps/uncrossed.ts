import { invalid } from '../../errors/app-error.ts';
import { isTriggered } from '../../venues/paper/perps/triggers.ts';
import { ticks } from '../../venues/paper/perps/units.ts';
import type { PerpPositionRow } from './tables.ts';

/** VALIDATION_FAILED when a trigger would fire at the mark at which it is set (contract 18.24). */
export function requireUncrossed(
  row: Pick<PerpPositionRow, 'side' | 'stopLossTicks' | 'takeProfitTicks'>,
  markTicks: bigint,
): void {
  const { side, stopLossTicks, takeProfitTicks } = row;
  const mark = ticks(markTicks);
  if (stopLossTicks !== null && isTriggered(side, 'stopLoss', stopLossTicks, mark)) {
    throw invalid('stopLossPct is crossed already at the present mark price');
  }
  if (takeProfitTicks !== null && isTriggered(side, 'takeProfit', takeProfitTicks, mark)) {
    throw invalid('takeProfitPct is crossed already at the present mark price');
  }
}

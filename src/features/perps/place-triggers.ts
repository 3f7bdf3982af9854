import { invalid } from '../../errors/app-error.ts';
import { type Ratio, usdc } from '../../money/fixed.ts';
import type { PerpMarketParams } from '../../venues/paper/perps/market-params.ts';
import type { PerpState } from '../../venues/paper/perps/position.ts';
import { isTriggered, type TriggerKind, triggerTicks } from '../../venues/paper/perps/triggers.ts';
import type { Ticks } from '../../venues/paper/perps/units.ts';
import type { PerpPositionRow } from './tables.ts';

/** Stop loss and take profit: in percent of the collateral, and as marks. */
type Triggers = Pick<
  PerpPositionRow,
  'stopLossPct' | 'takeProfitPct' | 'stopLossTicks' | 'takeProfitTicks'
>;

/**
 * Where the triggers of a position are, from its entry and all the collateral that was put in
 * (contract 18.8). They stay there when it is reduced.
 */
export function placeTriggers(
  params: PerpMarketParams,
  state: PerpState,
  { stopLossPct, takeProfitPct }: Pick<Triggers, 'stopLossPct' | 'takeProfitPct'>,
): Triggers {
  const { initialCollateral, addedCollateral } = state.totals;
  const collateral = usdc(initialCollateral + addedCollateral);
  const at = (kind: TriggerKind, pct: Ratio | null): Ticks | null =>
    pct === null ? null : triggerTicks(params, state, { kind, pct, collateral });
  return {
    stopLossPct,
    takeProfitPct,
    stopLossTicks: at('stopLoss', stopLossPct),
    takeProfitTicks: at('takeProfit', takeProfitPct),
  };
}

/** The trigger that fires at a mark, the stop loss before the take profit; null when none does. */
export function crossedTrigger(
  row: Pick<PerpPositionRow, 'side' | 'stopLossTicks' | 'takeProfitTicks'>,
  markTicks: Ticks,
): TriggerKind | null {
  const isCrossed = (kind: TriggerKind, at: Ticks | null): boolean =>
    at !== null && isTriggered(row.side, kind, at, markTicks);
  if (isCrossed('stopLoss', row.stopLossTicks)) return 'stopLoss';
  return isCrossed('takeProfit', row.takeProfitTicks) ? 'takeProfit' : null;
}

/** VALIDATION_FAILED when a trigger would fire at the mark at which it is set (contract 18.24). */
export function requireUncrossed(
  row: Pick<PerpPositionRow, 'side' | 'stopLossTicks' | 'takeProfitTicks'>,
  markTicks: Ticks,
): void {
  const crossed = crossedTrigger(row, markTicks);
  if (crossed !== null) throw invalid(`${crossed}Pct is crossed already at the present mark price`);
}

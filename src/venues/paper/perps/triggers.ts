import { pow10, RATIO_DECIMALS, type Ratio, type Usdc } from '../../../money/fixed.ts';
import type { PerpMarketParams } from './market-params.ts';
import type { PerpState } from './position.ts';
import { abs, divCeil, divFloor, type PerpSide, type Ticks, ticks } from './units.ts';

export type TriggerKind = 'takeProfit' | 'stopLoss';

/**
 * The mark at which a trigger fires: entry ± (pct ÷ 100 × collateral) ÷ size, without fees; up to
 * the next tick for a long and down for a short, which takes the profit a little later and stops
 * the loss a little earlier (contract 18.8). `pct` is in percent points of the collateral. Null
 * when no positive price is that far away. The position has lots.
 */
export function triggerTicks(
  params: PerpMarketParams,
  state: Pick<PerpState, 'baseLots' | 'virtualQuote'>,
  trigger: { kind: TriggerKind; pct: Ratio; collateral: Usdc },
): Ticks | null {
  const scale = 100n * pow10(RATIO_DECIMALS);
  const isLong = state.baseLots > 0n;
  const isAbove = isLong === (trigger.kind === 'takeProfit');
  const distance = trigger.pct * trigger.collateral;
  const worth = abs(state.virtualQuote) * scale + (isAbove ? distance : -distance);
  const perTick = abs(state.baseLots) * params.tickSize * scale;
  const at = isLong ? divCeil(worth, perTick) : divFloor(worth, perTick);
  return at > 0n ? ticks(at) : null;
}

/** Whether a trigger fires at a mark. A new trigger for which this is true is already crossed. */
export function isTriggered(
  side: PerpSide,
  kind: TriggerKind,
  trigger: Ticks,
  markTicks: Ticks,
): boolean {
  const isAbove = (side === 'LONG') === (kind === 'takeProfit');
  return isAbove ? markTicks >= trigger : markTicks <= trigger;
}

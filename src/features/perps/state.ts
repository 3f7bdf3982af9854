import type { Ratio } from '../../money/fixed.ts';
import { usdc } from '../../money/fixed.ts';
import { liquidationTicks } from '../../venues/paper/perps/liquidation-price.ts';
import type { PerpMarketParams, PerpMoment } from '../../venues/paper/perps/market-params.ts';
import type { PerpState } from '../../venues/paper/perps/position.ts';
import { type TriggerKind, triggerTicks } from '../../venues/paper/perps/triggers.ts';
import type { Ticks } from '../../venues/paper/perps/units.ts';
import type { PerpPositionRow } from './tables.ts';

/** The position of a row as the margin engine takes it. */
export const stateOf = (row: PerpPositionRow): PerpState => ({
  baseLots: row.baseLots,
  virtualQuote: row.virtualQuote,
  collateral: row.collateral,
  fundingIndex: row.fundingIndex,
  accumulatedFunding: row.accumulatedFunding,
  totals: {
    initialCollateral: row.initialCollateral,
    addedCollateral: row.addedCollateral,
    withdrawnCollateral: row.withdrawnCollateral,
    pricePnl: row.pricePnl,
    funding: row.funding,
    fees: row.fees,
    penalty: row.penalty,
    closedLots: row.closedLots,
    closedQuote: row.closedQuote,
  },
});

/** The columns of a row that are the state of its position. */
export const stateColumns = ({ totals, ...state }: PerpState) => ({
  baseLots: state.baseLots,
  virtualQuote: state.virtualQuote,
  collateral: state.collateral,
  fundingIndex: state.fundingIndex,
  accumulatedFunding: state.accumulatedFunding,
  ...totals,
});

type Triggered = Pick<
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
  { stopLossPct, takeProfitPct }: Pick<Triggered, 'stopLossPct' | 'takeProfitPct'>,
): Triggered {
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

const highest = (...found: (Ticks | null)[]): Ticks | null =>
  found.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
const lowest = (...found: (Ticks | null)[]): Ticks | null =>
  found.reduce((a, b) => (a === null || (b !== null && b < a) ? b : a), null);

/**
 * The marks at which something happens to a position: its liquidation, and the first one below and
 * above the present, by which a tick finds what it crosses.
 */
export function watchedMarks(
  params: PerpMarketParams,
  state: PerpState,
  triggers: Pick<Triggered, 'stopLossTicks' | 'takeProfitTicks'>,
  at: PerpMoment,
): Pick<PerpPositionRow, 'liquidationTicks' | 'lowerTicks' | 'upperTicks'> {
  if (state.baseLots === 0n) {
    return { liquidationTicks: null, lowerTicks: null, upperTicks: null };
  }
  const liquidation = liquidationTicks(params, state, at);
  const { stopLossTicks, takeProfitTicks } = triggers;
  const isLong = state.baseLots > 0n;
  return {
    liquidationTicks: liquidation,
    lowerTicks: isLong ? highest(liquidation, stopLossTicks) : takeProfitTicks,
    upperTicks: isLong ? takeProfitTicks : lowest(liquidation, stopLossTicks),
  };
}

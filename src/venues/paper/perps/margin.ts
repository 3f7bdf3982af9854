import { BPS, type Usdc, usdc } from '../../../money/fixed.ts';
import {
  maxLeverageAt,
  notionalAt,
  type PerpMarketParams,
  type PerpMoment,
} from './market-params.ts';
import { type PerpState, sizeOf, unsettledFunding } from './position.ts';
import { divCeil, type Ticks } from './units.ts';

/** From the best to the worst (venues/perps.md 3.2); the last three are liquidated. */
export type RiskTier =
  | 'safe'
  | 'atRisk'
  | 'cancellable'
  | 'liquidatable'
  | 'backstopLiquidatable'
  | 'highRisk';

/** A position as the venue judges it at a mark; all in quote lots. */
export interface PerpMargin {
  /** Notional at the mark, unsigned. */
  readonly positionValue: Usdc;
  readonly unrealizedPnl: Usdc;
  readonly unsettledFunding: Usdc;
  /** Collateral + discounted unrealized profit + unsettled funding: the effective collateral. */
  readonly equity: Usdc;
  /** The same with the discount for withdrawals. */
  readonly equityForWithdrawals: Usdc;
  readonly initial: Usdc;
  readonly maintenance: Usdc;
  readonly cancel: Usdc;
  readonly backstop: Usdc;
  readonly highRisk: Usdc;
  readonly tier: RiskTier;
}

const partOf = (margin: Usdc, bps: bigint): Usdc => usdc((margin * bps) / BPS);

/** A loss counts whole, a profit by its factor, rounded up. */
const discounted = (pnl: Usdc, factorBps: bigint): bigint =>
  pnl > 0n ? divCeil(pnl * factorBps, BPS) : pnl;

/** Initial margin of a size at a price: its notional by the leverage limit, rounded up. */
export function initialMargin(
  params: PerpMarketParams,
  state: Pick<PerpState, 'baseLots'>,
  at: Ticks,
): Usdc {
  const size = sizeOf(state);
  return usdc(divCeil(notionalAt(params, size, at), maxLeverageAt(params, size)));
}

/** What the open lots have gained at a price; signed. */
export const unrealizedPnl = (params: PerpMarketParams, state: PerpState, at: Ticks): Usdc =>
  usdc(state.virtualQuote + notionalAt(params, state.baseLots, at));

/**
 * All margins of a position at a mark, and its risk tier. Unsettled funding counts as equity;
 * margins follow the protocol's leverage of the size, not the leverage that was asked for
 * (venues/perps.md 3.2).
 */
export function marginOf(params: PerpMarketParams, state: PerpState, at: PerpMoment): PerpMargin {
  const { riskFactors } = params;
  const pnl = unrealizedPnl(params, state, at.markTicks);
  const funding = unsettledFunding(state, at.fundingIndex);
  const equity = usdc(state.collateral + discounted(pnl, params.upnlRiskFactorBps) + funding);
  const forWithdrawals = discounted(pnl, params.upnlRiskFactorForWithdrawalsBps);
  const initial = initialMargin(params, state, at.markTicks);
  const margins = {
    initial,
    maintenance: partOf(initial, riskFactors.maintenanceBps),
    cancel: partOf(initial, params.cancelOrderRiskFactorBps),
    backstop: partOf(initial, riskFactors.backstopBps),
    highRisk: partOf(initial, riskFactors.highRiskBps),
  };
  return {
    positionValue: notionalAt(params, sizeOf(state), at.markTicks),
    unrealizedPnl: pnl,
    unsettledFunding: funding,
    equity,
    equityForWithdrawals: usdc(state.collateral + forWithdrawals + funding),
    ...margins,
    tier: tierOf(equity, margins),
  };
}

type Margins = Pick<PerpMargin, 'initial' | 'maintenance' | 'cancel' | 'backstop' | 'highRisk'>;

function tierOf(equity: Usdc, margins: Margins): RiskTier {
  if (equity < margins.highRisk) return 'highRisk';
  if (equity < margins.backstop) return 'backstopLiquidatable';
  if (equity < margins.maintenance) return 'liquidatable';
  if (equity < margins.cancel) return 'cancellable';
  return equity < margins.initial ? 'atRisk' : 'safe';
}

/** Whether the venue liquidates the position at this mark: equity below maintenance. */
export function isLiquidatable(
  params: PerpMarketParams,
  state: PerpState,
  at: PerpMoment,
): boolean {
  const { equity, maintenance } = marginOf(params, state, at);
  return equity < maintenance;
}

import {
  divHalfEven,
  PRICE_DECIMALS,
  type Price,
  pow10,
  price,
  USDC_DECIMALS,
} from '../../money/fixed.ts';

/** As the venue names them; only an `active` market takes orders that open or add. */
export type PerpMarketStatus = 'active' | 'postOnly' | 'paused' | 'closed' | 'tombstoned';

/** Up to a size in base lots, so much leverage; between two bounds it is interpolated. */
export interface LeverageTier {
  readonly upperBoundBaseLots: bigint;
  readonly maxLeverage: bigint;
  readonly limitOrderRiskFactorBps: bigint;
}

/** Margin levels below the initial margin, as parts of it in basis points. */
export interface RiskFactors {
  readonly maintenanceBps: bigint;
  readonly backstopBps: bigint;
  readonly highRiskBps: bigint;
}

/** What taking over a position up to this size costs its owner. */
export interface TransferFeeTier {
  readonly upperBoundBaseLots: bigint;
  readonly feeBps: bigint;
}

/**
 * The parameters of a perpetual market, as the venue keeps them on chain (venues/perps.md 1.5, 1.6).
 * A quote lot is 1e-6 USDC, a base lot 10^-baseLotsDecimals of the asset, a tick `tickSize` quote
 * lots per base lot.
 */
export interface PerpMarketFacts {
  readonly symbol: string;
  /** Can exceed 65535. */
  readonly assetId: number;
  readonly marketPubkey: string;
  readonly splinePubkey: string;
  readonly baseAsset: string;
  readonly name: string;
  /** '' when unknown. */
  readonly logoUrl: string;
  /** Pyth feed id, '' when unknown. */
  readonly priceFeedId: string;
  /** Quote lots per base lot of one tick. */
  readonly tickSize: bigint;
  /** Negative when a base lot is more than one unit: -2 means lots of 100. */
  readonly baseLotsDecimals: number;
  /** By size, smallest first; above the last one leverage is 1. */
  readonly leverageTiers: readonly LeverageTier[];
  readonly riskFactors: RiskFactors;
  /** Level of the initial margin below which resting orders are cancelled. */
  readonly cancelOrderRiskFactorBps: bigint;
  /** Share of a positive unrealized PnL that counts for trading and for withdrawals. */
  readonly upnlRiskFactorBps: bigint;
  readonly upnlRiskFactorForWithdrawalsBps: bigint;
  readonly maxLiquidationSizeBaseLots: bigint;
  /** By size, smallest first. */
  readonly transferFeeTiers: readonly TransferFeeTier[];
  readonly fundingIntervalSeconds: number;
  readonly fundingPeriodSeconds: number;
  /** Quote lots per base lot. */
  readonly maxFundingRatePerInterval: bigint;
  readonly openInterestCapBaseLots: bigint;
  /** What stood open on the venue when the market was recorded. */
  readonly openInterestBaseLots: bigint;
  readonly isolatedOnly: boolean;
}

/** What converting prices needs to know of a market. */
export type TickGrid = Pick<PerpMarketFacts, 'tickSize' | 'baseLotsDecimals'>;

/** USD per unit of one tick: tickSize × 10^baseLotsDecimals ÷ 10⁶ (venues/perps.md 1.5). */
export const tickPrice = ({ tickSize, baseLotsDecimals }: TickGrid): Price =>
  price(tickSize * pow10(PRICE_DECIMALS - USDC_DECIMALS + baseLotsDecimals));

/** USD per unit of so many ticks, exact. */
export const ticksToPrice = (grid: TickGrid, ticks: bigint): Price =>
  price(ticks * tickPrice(grid));

/** The ticks of a price, or null when it is not positive or lies between two ticks. */
export function priceToTicks(grid: TickGrid, at: Price): bigint | null {
  const tick = tickPrice(grid);
  return at > 0n && at % tick === 0n ? at / tick : null;
}

/** The nearest tick to a price, half-even, at least the first one. */
export function nearestTicks(grid: TickGrid, at: Price): bigint {
  const ticks = divHalfEven(at, tickPrice(grid));
  return ticks > 1n ? ticks : 1n;
}

import { type Usdc, usdc } from '../../../money/fixed.ts';
import type { FundingIndex, Lots, Ticks } from './units.ts';

/** Leverage up to a size; between two bounds it is interpolated. */
export interface LeverageTier {
  readonly upperBoundBaseLots: bigint;
  readonly maxLeverage: bigint;
}

/** The haircut of a position taken over whole, up to a size. */
export interface TransferFeeTier {
  readonly upperBoundBaseLots: bigint;
  readonly feeBps: bigint;
}

/** Margins as parts of the initial margin, in basis points. */
export interface RiskFactors {
  readonly maintenanceBps: bigint;
  readonly backstopBps: bigint;
  readonly highRiskBps: bigint;
}

/**
 * What the rules need to know of a perpetual market; constant over the life of a position
 * (venues/perps.md 1.5, 1.6). A market's facts and its fees together are one of these.
 */
export interface PerpMarketParams {
  readonly symbol: string;
  readonly assetId: number;
  /** Quote lots per base lot per tick. */
  readonly tickSize: bigint;
  /** One base lot is 10^-baseLotsDecimals base units; negative where a lot is many units. */
  readonly baseLotsDecimals: number;
  /** By rising size, not empty. */
  readonly leverageTiers: readonly LeverageTier[];
  readonly riskFactors: RiskFactors;
  /** Below this part of the initial margin resting orders are cancelled. */
  readonly cancelOrderRiskFactorBps: bigint;
  /** How much of a positive unrealized profit counts as equity, in basis points. */
  readonly upnlRiskFactorBps: bigint;
  /** The same where collateral is taken out. */
  readonly upnlRiskFactorForWithdrawalsBps: bigint;
  /** Most lots one step of a liquidation closes. */
  readonly maxLiquidationSizeBaseLots: bigint;
  /** By rising size, not empty. */
  readonly transferFeeTiers: readonly TransferFeeTier[];
  readonly fundingIntervalSeconds: number;
  readonly fundingPeriodSeconds: number;
  /** Most a base lot pays in one interval, in quote lots. */
  readonly maxFundingRatePerInterval: bigint;
  readonly openInterestCapBaseLots: bigint;
  /** The venue keeps it in isolated accounts only; ours are always isolated. */
  readonly isolatedOnly: boolean;
  /** Millionths of the notional. */
  readonly takerFeeMicro: bigint;
  readonly makerFeeMicro: bigint;
}

/** 3.5 basis points (contract 18.8), in millionths of the notional. */
export const DEFAULT_TAKER_FEE_MICRO = 350n;
/** 0.5 basis points (contract 18.8), in millionths of the notional. */
export const DEFAULT_MAKER_FEE_MICRO = 50n;

/** Everything about a market that changes with time and a position is judged by. */
export interface PerpMoment {
  readonly markTicks: Ticks;
  readonly fundingIndex: FundingIndex;
}

/** What a size is worth at a price, in quote lots; of the sign of the size. Exact. */
export const notionalAt = (
  params: Pick<PerpMarketParams, 'tickSize'>,
  size: Lots,
  at: Ticks,
): Usdc => usdc(size * at * params.tickSize);

/**
 * The protocol's leverage limit of a position of `size` lots (unsigned): the first tier's up to its
 * bound, then linear between the bounds and truncated, 1 above the last one (venues/perps.md 3.2).
 */
export function maxLeverageAt(
  { leverageTiers }: Pick<PerpMarketParams, 'leverageTiers'>,
  size: Lots,
): bigint {
  let below: LeverageTier | undefined;
  for (const tier of leverageTiers) {
    if (size <= tier.upperBoundBaseLots)
      return below ? between(below, tier, size) : tier.maxLeverage;
    below = tier;
  }
  return 1n;
}

function between(lower: LeverageTier, upper: LeverageTier, size: Lots): bigint {
  const range = upper.upperBoundBaseLots - lower.upperBoundBaseLots;
  const rise = (size - lower.upperBoundBaseLots) * (upper.maxLeverage - lower.maxLeverage);
  return (lower.maxLeverage * range + rise) / range;
}

/** The haircut of a position of `size` lots (unsigned), in basis points; the last one above all bounds. */
export function haircutAt({ transferFeeTiers }: PerpMarketParams, size: Lots): bigint {
  const tier = transferFeeTiers.find(({ upperBoundBaseLots }) => size <= upperBoundBaseLots);
  return (tier ?? transferFeeTiers.at(-1))?.feeBps ?? 0n;
}

import type { LeverageTier, PerpMarketFacts } from '../../../market/perps/perp-market.ts';
import { type Usdc, usdc } from '../../../money/fixed.ts';
import type { FundingIndex, Lots, Ticks } from './units.ts';

/** What the rules need of a market's facts, which are constant over the life of a position. */
type RuleFacts = Pick<
  PerpMarketFacts,
  | 'symbol'
  | 'assetId'
  | 'tickSize'
  | 'baseLotsDecimals'
  | 'riskFactors'
  | 'cancelOrderRiskFactorBps'
  | 'upnlRiskFactorBps'
  | 'upnlRiskFactorForWithdrawalsBps'
  | 'maxLiquidationSizeBaseLots'
  | 'transferFeeTiers'
  | 'fundingIntervalSeconds'
  | 'fundingPeriodSeconds'
  | 'maxFundingRatePerInterval'
  | 'openInterestCapBaseLots'
  | 'isolatedOnly'
>;

/** Leverage up to a size; between two bounds it is interpolated. */
export type SizeTier = Pick<LeverageTier, 'upperBoundBaseLots' | 'maxLeverage'>;

/** The rules of a market: its facts and the venue's fees together are one of these. */
export interface PerpMarketParams extends RuleFacts {
  /** By rising size, not empty. */
  readonly leverageTiers: readonly SizeTier[];
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
  const found = leverageTiers.findIndex(({ upperBoundBaseLots }) => size <= upperBoundBaseLots);
  const [lower, upper] = [leverageTiers[found - 1], leverageTiers[found]];
  if (!upper) return 1n;
  return lower ? between(lower, upper, size) : upper.maxLeverage;
}

function between(lower: SizeTier, upper: SizeTier, size: Lots): bigint {
  const range = upper.upperBoundBaseLots - lower.upperBoundBaseLots;
  const rise = (size - lower.upperBoundBaseLots) * (upper.maxLeverage - lower.maxLeverage);
  return (lower.maxLeverage * range + rise) / range;
}

/** Haircut of `size` lots (unsigned), in basis points; above all bounds the last one. */
export function haircutAt({ transferFeeTiers }: PerpMarketParams, size: Lots): bigint {
  const tier = transferFeeTiers.find(({ upperBoundBaseLots }) => size <= upperBoundBaseLots);
  return (tier ?? transferFeeTiers.at(-1))?.feeBps ?? 0n;
}

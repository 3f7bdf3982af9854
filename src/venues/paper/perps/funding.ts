import { max, min, percentOf, type Ratio } from '../../../money/fixed.ts';
import { notionalAt, type PerpMarketParams } from './market-params.ts';
import { type FundingIndex, fundingIndex, lots, type Ticks } from './units.ts';

/** The funding of one market (venues/perps.md 3.5). */
export interface FundingState {
  /** Sum of the rates of all intervals that have ended. */
  readonly index: FundingIndex;
  /** Sum of premium × time in the running interval, in quote lots per base lot × milliseconds. */
  readonly accumulated: bigint;
  /** Mark less oracle at the last observation, in quote lots per base lot; it holds until the next. */
  readonly premium: bigint;
  readonly observedAtMs: number;
}

export interface FundingObservation {
  readonly markTicks: Ticks;
  /** The oracle's price, also called index price. */
  readonly oracleTicks: Ticks;
  readonly atMs: number;
}

const SECOND_MS = 1_000;
const ONE_LOT = lots(1n);

/** A market whose funding begins at an observation. */
export const startFunding = (
  params: PerpMarketParams,
  { markTicks, oracleTicks, atMs }: FundingObservation,
): FundingState => ({
  index: fundingIndex(0n),
  accumulated: 0n,
  premium: (markTicks - oracleTicks) * params.tickSize,
  observedAtMs: atMs,
});

/**
 * Takes a new observation in. The premium seen before counts up to now; every interval that ended
 * in between adds its rate to the index. Intervals start at multiples of their length since the
 * epoch. While mark and oracle are equal nothing accrues (contract 18.8). Observations come in
 * order of time; an older one changes nothing.
 */
export function observeFunding(
  params: PerpMarketParams,
  funding: FundingState,
  { markTicks, oracleTicks, atMs }: FundingObservation,
): FundingState {
  if (atMs < funding.observedAtMs) return funding;
  const passed = fundingAt(params, funding, atMs);
  return { ...passed, premium: (markTicks - oracleTicks) * params.tickSize };
}

/** The same state at a later instant, without a new observation. */
export function fundingAt(
  params: PerpMarketParams,
  funding: FundingState,
  atMs: number,
): FundingState {
  if (atMs <= funding.observedAtMs) return funding;
  const intervalMs = BigInt(params.fundingIntervalSeconds * SECOND_MS);
  const [from, to] = [BigInt(funding.observedAtMs), BigInt(atMs)];
  const ended = to / intervalMs - from / intervalMs;
  if (ended === 0n) {
    const accumulated = funding.accumulated + funding.premium * (to - from);
    return { ...funding, accumulated, observedAtMs: atMs };
  }
  const toFirstEnd = intervalMs - (from % intervalMs);
  const first = rateOf(params, funding.accumulated + funding.premium * toFirstEnd);
  const whole = rateOf(params, funding.premium * intervalMs);
  return {
    ...funding,
    index: fundingIndex(funding.index + first + whole * (ended - 1n)),
    accumulated: funding.premium * (to % intervalMs),
    observedAtMs: atMs,
  };
}

/**
 * The rate of an interval in quote lots per base lot, positive when longs pay: accumulated ÷ period,
 * cut towards zero so that nobody receives more than has accrued, within ± the market's maximum.
 */
function rateOf(params: PerpMarketParams, accumulated: bigint): bigint {
  const most = params.maxFundingRatePerInterval;
  const rate = accumulated / BigInt(params.fundingPeriodSeconds * SECOND_MS);
  return max(-most, min(rate, most));
}

/** The rate that the running interval has come to so far. */
export const runningRate = (params: PerpMarketParams, funding: FundingState): bigint =>
  rateOf(params, funding.accumulated);

/**
 * What an interval has accrued as percent points of the notional at a mark, not cut to whole quote
 * lots; half-even at 18 decimals.
 */
export function accruedPercent(
  params: PerpMarketParams,
  { accumulated }: Pick<FundingState, 'accumulated'>,
  markTicks: Ticks,
): Ratio {
  const periodMs = BigInt(params.fundingPeriodSeconds * SECOND_MS);
  const most = params.maxFundingRatePerInterval * periodMs;
  const within = max(-most, min(accumulated, most));
  return percentOf(within, notionalAt(params, ONE_LOT, markTicks) * periodMs);
}

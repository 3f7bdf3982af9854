import { divHalfEven, type Ratio, ratio } from '../../money/fixed.ts';
import type { PerpMarketFacts } from './perp-market.ts';
import type { Premium } from './perp-source.ts';

/** The premium is read once in so much of business time and counts until it is read again. */
export const FUNDING_SAMPLE_MS = 60_000;
/** The scale of a premium and of a rate in percent. */
const ONE = 10n ** 18n;

type Funding = Pick<
  PerpMarketFacts,
  'fundingIntervalSeconds' | 'fundingPeriodSeconds' | 'maxFundingRatePerInterval'
>;

/** Start of the funding interval that an instant lies in; intervals are aligned to the epoch. */
export function fundingIntervalStart(facts: Funding, atMs: number): number {
  const intervalMs = facts.fundingIntervalSeconds * 1_000;
  return Math.floor(atMs / intervalMs) * intervalMs;
}

/** The sum of premium × seconds over a piece of a funding interval. */
export interface FundingSum {
  /** Quote lots per base lot × seconds, in units of 1e-18. */
  readonly accumulated: bigint;
  readonly seconds: number;
}

/**
 * Sums up the premium from startMs to before endMs, read at startMs and each minute after it; an
 * instant without a mark counts as one without a premium.
 */
export function sumFunding(
  premiumAt: (atMs: number) => Premium | undefined,
  startMs: number,
  endMs: number,
): FundingSum {
  let accumulated = 0n;
  let seconds = 0;
  for (let atMs = startMs; atMs < endMs; atMs += FUNDING_SAMPLE_MS) {
    const forSeconds = Math.min(FUNDING_SAMPLE_MS, endMs - atMs) / 1_000;
    accumulated += (premiumAt(atMs) ?? 0n) * BigInt(Math.floor(forSeconds));
    seconds += Math.floor(forSeconds);
  }
  return { accumulated, seconds };
}

const clamp = (value: bigint, most: bigint): bigint =>
  value > most ? most : value < -most ? -most : value;

/**
 * The rate of a whole interval in parts of a quote lot per base lot, positive when longs pay: the
 * accumulated premium over the funding period, cut towards zero so that nobody receives more than is
 * due, within the market's limit (venues/perps.md 3.5).
 */
export function fundingRateOf(
  facts: Funding,
  { accumulated }: FundingSum,
  partsPerQuoteLot: bigint,
): bigint {
  const period = BigInt(facts.fundingPeriodSeconds) * ONE;
  const rate = (accumulated * partsPerQuoteLot) / period;
  return clamp(rate, facts.maxFundingRatePerInterval * partsPerQuoteLot);
}

/** A rate in whole quote lots as percent points of the notional at a mark. */
export const fundingPercentage = (
  facts: Pick<PerpMarketFacts, 'tickSize'>,
  rate: bigint,
  markTicks: bigint,
): Ratio => ratio(divHalfEven(rate * 100n * ONE, markTicks * facts.tickSize));

/**
 * What the running interval comes to if the premium stays as it has been since its start: percent
 * points of the notional, not cut to whole quote lots, within the market's limit.
 */
export function expectedFundingPercentage(
  facts: Funding & Pick<PerpMarketFacts, 'tickSize'>,
  { accumulated, seconds }: FundingSum,
  markTicks: bigint,
): Ratio {
  if (seconds === 0) return ratio(0n);
  const projected = accumulated * BigInt(facts.fundingIntervalSeconds);
  const rate = divHalfEven(projected, BigInt(seconds) * BigInt(facts.fundingPeriodSeconds));
  const within = clamp(rate, facts.maxFundingRatePerInterval * ONE);
  return ratio(divHalfEven(within * 100n, markTicks * facts.tickSize));
}

import type { Ratio } from '../../money/fixed.ts';
import {
  expectedFundingPercentage,
  FUNDING_SAMPLE_MS,
  type FundingSum,
  fundingIntervalStart,
  fundingRateOf,
  sumFunding,
} from './perp-funding.ts';
import type { PerpMarketFacts } from './perp-market.ts';
import type { PerpPins } from './perp-pins.ts';
import type { PerpSource, Premium } from './perp-source.ts';

/** The scale of a premium. */
const ONE = 10n ** 18n;

/** Funding of markets out of the premiums of a source and the pins on top of it (PerpData). */
export interface FundingMeter {
  rate(facts: PerpMarketFacts, intervalStartMs: number, partsPerQuoteLot: bigint): bigint;
  expectedPercentage(facts: PerpMarketFacts, markTicks: bigint, nowMs: number): Ratio;
  /** The pins have changed: what was summed up may no longer hold. */
  forget(): void;
}

interface RunningSum extends FundingSum {
  readonly startMs: number;
  /** Up to here, exclusive, everything is in the sum. */
  readonly endMs: number;
}

export function createFundingMeter(source: PerpSource, pins: PerpPins): FundingMeter {
  /** Sums of running funding intervals, which grow minute by minute. */
  const sums = new Map<string, RunningSum>();

  const premiumOf =
    ({ symbol, tickSize }: PerpMarketFacts) =>
    (atMs: number): Premium | undefined => {
      const pin = pins.at(symbol, atMs);
      if (pin === undefined) return source.pointAt(symbol, atMs)?.premium;
      return (pin.markTicks - pin.oracleTicks) * tickSize * ONE;
    };

  /** The sum of an interval up to the sample that counts at an instant inside of it. */
  function runningSum(facts: PerpMarketFacts, nowMs: number): RunningSum {
    const startMs = fundingIntervalStart(facts, nowMs);
    const sampledMs = nowMs - ((nowMs - startMs) % FUNDING_SAMPLE_MS);
    const endMs = Math.min(
      sampledMs + FUNDING_SAMPLE_MS,
      startMs + facts.fundingIntervalSeconds * 1_000,
    );
    const known = sums.get(facts.symbol);
    const before =
      known?.startMs === startMs && known.endMs <= endMs
        ? known
        : { accumulated: 0n, seconds: 0, endMs: startMs };
    const added = sumFunding(premiumOf(facts), before.endMs, endMs);
    const accumulated = before.accumulated + added.accumulated;
    const sum = { accumulated, seconds: before.seconds + added.seconds, startMs, endMs };
    sums.set(facts.symbol, sum);
    return sum;
  }

  return {
    rate(facts, intervalStartMs, partsPerQuoteLot) {
      const endMs = intervalStartMs + facts.fundingIntervalSeconds * 1_000;
      const sum = sumFunding(premiumOf(facts), intervalStartMs, endMs);
      return fundingRateOf(facts, sum, partsPerQuoteLot);
    },
    expectedPercentage: (facts, markTicks, nowMs) =>
      expectedFundingPercentage(facts, runningSum(facts, nowMs), markTicks),
    forget: () => sums.clear(),
  };
}

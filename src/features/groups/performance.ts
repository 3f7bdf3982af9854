import { divHalfEven, percentOf, pow10, type Ratio, ratio, type Usdc } from '../../money/fixed.ts';

/** The exact sums over a group's closed calls from which its performance follows. */
export interface PerformanceSums {
  readonly closedCount: number;
  readonly winCount: number;
  readonly allTimePnl: Usdc;
  readonly pnl7Days: Usdc;
  readonly pnl30Days: Usdc;
  readonly biggestWin: Usdc;
  readonly biggestLoss: Usdc;
  /** Sum of the percent returns, 1e-18. */
  readonly returnSum: bigint;
  /** Sum of the squares of the percent returns, 1e-36. */
  readonly returnSquareSum: bigint;
  readonly tradeCount: number;
  readonly predictionCount: number;
  readonly memberCount: number;
  /** Present members who ever held a position in the group. */
  readonly participantCount: number;
  readonly rank: number;
}

/** Performance of the leaders' closed calls (contract 9); rates in percent points. */
export interface GroupPerformance extends PerformanceSums {
  readonly winRate: Ratio;
  readonly avgReturn: Ratio;
  readonly volatility: Ratio;
  readonly participationRate: Ratio;
}

/**
 * Derives the rates: wins and participants in percent, mean and population standard deviation of
 * the percent returns; quotients half-even at 18 decimals (contract 18.1), 0 where nothing is.
 */
export function groupPerformance(sums: PerformanceSums): GroupPerformance {
  const closed = BigInt(sums.closedCount);
  return {
    ...sums,
    winRate: percentOf(BigInt(sums.winCount), closed),
    avgReturn: ratio(closed === 0n ? 0n : divHalfEven(sums.returnSum, closed)),
    volatility: deviation(closed, sums.returnSum, sums.returnSquareSum),
    participationRate: percentOf(BigInt(sums.participantCount), BigInt(sums.memberCount)),
  };
}

/** Digits kept beyond the result while the root is taken, so that only the last step rounds. */
const GUARD_DIGITS = 20;

/** sqrt(n·Σx² − (Σx)²) / n; the difference is exact, so it is never below zero. */
function deviation(count: bigint, sum: bigint, squareSum: bigint): Ratio {
  if (count === 0n) return ratio(0n);
  const scaled = (count * squareSum - sum * sum) * pow10(2 * GUARD_DIGITS);
  return ratio(divHalfEven(squareRoot(scaled), count * pow10(GUARD_DIGITS)));
}

/** The largest integer whose square is not above `value` (Newton's method from above). */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << (BigInt(value.toString(2).length + 1) / 2n);
  for (;;) {
    const next = (root + value / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

import { BPS, mulDivDown, mulDivUp, type Usdc, usdc } from '../../money/fixed.ts';

/** How the dollars of a fill are split; every field in USDC units. */
export interface FeeSplit {
  /** What the trader pays: rounded up to a whole unit (contract 5, sizing and rounding). */
  readonly fee: Usdc;
  /** What the service earns: the exact fee rounded down. */
  readonly earned: Usdc;
  /** fee − earned, 0 or 1 unit: what the rounding left, for the dust account. */
  readonly dust: Usdc;
}

/** The service fee on an amount: ceil6(amount × feeBps / 10⁴). */
export function serviceFee(amount: Usdc, feeBps: number): FeeSplit {
  const fee = mulDivUp(amount, BigInt(feeBps), BPS);
  const earned = mulDivDown(amount, BigInt(feeBps), BPS);
  return { fee: usdc(fee), earned: usdc(earned), dust: usdc(fee - earned) };
}

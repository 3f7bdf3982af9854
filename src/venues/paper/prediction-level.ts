import { assert } from '../../errors/app-error.ts';
import {
  type BookLevel,
  SHARE_DECIMALS,
  SHARE_STEP,
} from '../../market/predictions/prediction-market.ts';
import {
  type BaseUnits,
  baseUnits,
  PRICE_DECIMALS,
  type Price,
  pow10,
  RATIO_DECIMALS,
  type Ratio,
  USDC_DECIMALS,
  type Usdc,
  usdc,
} from '../../money/fixed.ts';

/** One dollar a share, as a price; shares × price ÷ this is USDC, both having six decimals. */
export const ONE_DOLLAR = pow10(PRICE_DECIMALS);

/**
 * The finest tick there is, 0.0001 dollars. A hundredth of a share then costs a whole number of
 * USDC units, as many as its price has ticks, and no cost is ever rounded.
 */
const FINEST_TICK = pow10(PRICE_DECIMALS - 4);

/** Fees are whole multiples of 0.00001 dollars. */
const FEE_STEP = pow10(USDC_DECIMALS - 5);

/** Decimals of shares × rate × p × (1 − p), a fee in dollars before it is rounded. */
const FEE_DECIMALS = SHARE_DECIMALS + RATIO_DECIMALS + 2 * PRICE_DECIMALS;
const PER_FEE_STEP = pow10(FEE_DECIMALS - 5);
const PER_USDC_UNIT = pow10(FEE_DECIMALS - USDC_DECIMALS);

/**
 * Largest fee rate, half of the dollars at risk: rounding can double a fee, and up to here a sale's
 * fee stays within its proceeds. The venue's dearest markets take 0.07.
 */
const MAX_FEE_RATE = pow10(RATIO_DECIMALS) / 2n;

/** The fee before rounding, in units of 10^-FEE_DECIMALS dollars. */
const exactFee = (shares: BaseUnits, at: Price, feeRate: Ratio): bigint =>
  shares * feeRate * at * (ONE_DOLLAR - at);

/**
 * The fee of one fill level: shares × rate × p × (1 − p), half-up at five decimals of a dollar
 * (contract 7 and 18.7).
 */
export const levelFee = (shares: BaseUnits, at: Price, feeRate: Ratio): Usdc =>
  usdc(((exactFee(shares, at, feeRate) + PER_FEE_STEP / 2n) / PER_FEE_STEP) * FEE_STEP);

/** What hundredths of shares cost at one price on the finest tick, without the fee; exact. */
export const levelCost = (shares: BaseUnits, at: Price): Usdc => usdc((shares * at) / ONE_DOLLAR);

/** A level whose cost is exact: its price on the finest tick, its size in hundredths. */
export function requireExact(level: BookLevel): void {
  const { price: at, size } = level;
  assert(at > 0n && at < ONE_DOLLAR, 'a price of an outcome is between 0 and 1');
  assert(at % FINEST_TICK === 0n, 'a price of an outcome has at most four decimals');
  assert(size > 0n && size % SHARE_STEP === 0n, 'a level holds whole hundredths of shares');
}

/** The rate is one under which rounding keeps a fee within the proceeds. */
export function requireFeeRate(feeRate: Ratio): void {
  assert(feeRate >= 0n && feeRate <= MAX_FEE_RATE, 'a fee rate is between 0 and a half');
}

/**
 * Most shares, in whole hundredths, whose cost and fee at one price are within `funds`. With the
 * fee unrounded the number is a quotient; rounding moves the fee by at most half a step, so
 * starting from half a step more is never too low and at most FEE_STEP + 1 hundredths too high.
 */
export function mostShares(funds: Usdc, at: Price, feeRate: Ratio): BaseUnits {
  const step = baseUnits(SHARE_STEP);
  const perHundredth = levelCost(step, at) * PER_USDC_UNIT + exactFee(step, at, feeRate);
  const hundredths = ((funds + FEE_STEP / 2n) * PER_USDC_UNIT) / perHundredth;
  let shares = baseUnits(hundredths * SHARE_STEP);
  while (levelCost(shares, at) + levelFee(shares, at, feeRate) > funds) {
    shares = baseUnits(shares - SHARE_STEP);
  }
  return shares;
}

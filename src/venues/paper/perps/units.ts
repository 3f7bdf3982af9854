/**
 * Units of the perpetuals venue. All are bigint: a size in base lots, a price in ticks, money in
 * quote lots. One quote lot is 1e-6 USDC, so quote lots are `Usdc`.
 */
declare const unit: unique symbol;
type Unit<Name extends string> = bigint & { readonly [unit]: Name };

/** A price in steps of the market's tick. */
export type Ticks = Unit<'Ticks'>;
/** A size in base lots of the market; where it is signed, long is positive and short negative. */
export type Lots = Unit<'Lots'>;
/**
 * What one base lot long has paid in funding since the market began, in quote lots: the sum of all
 * rates. Its difference between two instants is what the lot paid in between.
 */
export type FundingIndex = Unit<'FundingIndex'>;

export const ticks = (units: bigint): Ticks => units as Ticks;
export const lots = (units: bigint): Lots => units as Lots;
export const fundingIndex = (units: bigint): FundingIndex => units as FundingIndex;

export type PerpSide = 'LONG' | 'SHORT';

export const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/** numerator ÷ denominator rounded down, also below zero; denominator > 0. */
export function divFloor(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}

/** numerator ÷ denominator rounded up, also below zero; denominator > 0. */
export const divCeil = (numerator: bigint, denominator: bigint): bigint =>
  -divFloor(-numerator, denominator);

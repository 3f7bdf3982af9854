/**
 * Exact fixed-point arithmetic on bigint. Every amount and price of the service is one of the
 * branded types below; none of them is ever a JS `number`.
 */

declare const brand: unique symbol;
type Branded<Name extends string> = bigint & { readonly [brand]: Name };

/** US dollars as USDC in units of 1e-6. */
export type Usdc = Branded<'Usdc'>;
/** An amount of a token in its own base units (10^-decimals of a whole token). */
export type BaseUnits = Branded<'BaseUnits'>;
/** US dollars for one whole token, in units of 1e-18. */
export type Price = Branded<'Price'>;
/** A dimensionless quotient or a percent value, in units of 1e-18. */
export type Ratio = Branded<'Ratio'>;

export const USDC_DECIMALS = 6;
/** Basis points in a whole. */
export const BPS = 10_000n;
export const PRICE_DECIMALS = 18;
export const RATIO_DECIMALS = 18;

export const usdc = (units: bigint): Usdc => units as Usdc;
export const baseUnits = (units: bigint): BaseUnits => units as BaseUnits;
export const price = (units: bigint): Price => units as Price;
export const ratio = (units: bigint): Ratio => units as Ratio;

/** Largest amount a ledger row can hold (a signed 64-bit integer), of any asset, in base units. */
export const MAX_LEDGER_UNITS = 2n ** 63n - 1n;

const powers: bigint[] = Array.from({ length: 78 }, (_, exponent) => 10n ** BigInt(exponent));

/** 10^exponent for 0 ≤ exponent < 78. */
export function pow10(exponent: number): bigint {
  const power = powers[exponent];
  if (power === undefined) throw new RangeError(`10^${exponent} is outside the table`);
  return power;
}

/** a × b ÷ c rounded towards zero; c > 0. For non-negative operands this is the floor. */
export const mulDivDown = (a: bigint, b: bigint, c: bigint): bigint => (a * b) / c;

/** a × b ÷ c rounded up; operands non-negative, c > 0. */
export const mulDivUp = (a: bigint, b: bigint, c: bigint): bigint => (a * b + c - 1n) / c;

/** numerator ÷ denominator rounded half to even (contract 18.1); denominator ≠ 0. */
export function divHalfEven(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n !== denominator < 0n ? -1n : 1n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const quotient = n / d;
  const twice = (n % d) * 2n;
  const roundsUp = twice > d || (twice === d && quotient % 2n === 1n);
  return sign * (roundsUp ? quotient + 1n : quotient);
}

/** Percent points of part ÷ whole at 18 decimals, half-even; 0 when whole is 0. */
export function percentOf(part: bigint, whole: bigint): Ratio {
  return ratio(whole === 0n ? 0n : divHalfEven(part * 100n * pow10(RATIO_DECIMALS), whole));
}

/** floor6(units × price): base units of a token at a price per whole token, in USDC rounded down. */
export const valueAt = (units: bigint, decimals: number, at: Price): Usdc =>
  usdc((units * at) / pow10(decimals + PRICE_DECIMALS - USDC_DECIMALS));

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

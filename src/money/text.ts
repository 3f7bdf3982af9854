import {
  type BaseUnits,
  baseUnits,
  PRICE_DECIMALS,
  type Price,
  pow10,
  price,
  RATIO_DECIMALS,
  type Ratio,
  USDC_DECIMALS,
  type Usdc,
  usdc,
} from './fixed.ts';

/** Longest decimal accepted on input (contract 1.1). */
export const MAX_DECIMAL_CHARACTERS = 64;

/** Plain notation: no exponent, no sign but a leading minus, no leading zeros, no bare point. */
export const DECIMAL_PATTERN = '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$';
/** A non-negative dollar amount with at most the six decimals of USDC. */
export const USDC_AMOUNT_PATTERN = '^(0|[1-9][0-9]*)(\\.[0-9]{1,6})?$';

const decimal = new RegExp(DECIMAL_PATTERN);

/**
 * Parses plain decimal text into an integer of the given scale, or null when the text is not
 * plain notation, is longer than 64 characters, or has more decimals than the scale.
 */
export function parseFixed(text: string, decimals: number): bigint | null {
  if (text.length > MAX_DECIMAL_CHARACTERS || !decimal.test(text)) return null;
  const negative = text.startsWith('-');
  const body = negative ? text.slice(1) : text;
  const point = body.indexOf('.');
  const whole = point < 0 ? body : body.slice(0, point);
  const fraction = point < 0 ? '' : body.slice(point + 1);
  if (fraction.length > decimals) return null;
  const units = BigInt(whole + fraction) * pow10(decimals - fraction.length);
  return negative ? -units : units;
}

/**
 * Prints an integer of the given scale in plain notation: full precision, no trailing zeros after
 * the point, no `-0` (contract 1.1). The only way a decimal gets onto the wire.
 */
export function formatFixed(units: bigint, decimals: number): string {
  if (decimals === 0) return units.toString();
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  let end = digits.length;
  while (end > digits.length - decimals && digits.charCodeAt(end - 1) === 48) end -= 1;
  const fraction = digits.slice(digits.length - decimals, end);
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

export const parseUsdc = (text: string): Usdc | null =>
  parseFixed(text, USDC_DECIMALS) as Usdc | null;
export const parsePrice = (text: string): Price | null =>
  parseFixed(text, PRICE_DECIMALS) as Price | null;

export const formatUsdc = (units: Usdc): string => formatFixed(units, USDC_DECIMALS);
export const formatPrice = (units: Price): string => formatFixed(units, PRICE_DECIMALS);
export const formatRatio = (units: Ratio): string => formatFixed(units, RATIO_DECIMALS);
export const formatBaseUnits = (units: BaseUnits, decimals: number): string =>
  formatFixed(units, decimals);

/** Reads text that the service itself wrote (a constant, a database column); throws when it is not plain. */
export function requireFixed(text: string, decimals: number): bigint {
  const units = parseFixed(text, decimals);
  if (units === null) throw new TypeError(`not a plain decimal of ${decimals} places: ${text}`);
  return units;
}

/** A dollar constant: `dollars('1.5')`. */
export const dollars = (text: string): Usdc => usdc(requireFixed(text, USDC_DECIMALS));
/** A price constant: `priceOf('0.00002')`. */
export const priceOf = (text: string): Price => price(requireFixed(text, PRICE_DECIMALS));
/** A token amount constant: `tokens('1.5', 9)`. */
export const tokens = (text: string, decimals: number): BaseUnits =>
  baseUnits(requireFixed(text, decimals));

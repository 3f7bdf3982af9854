/** A plain decimal, exact: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const PLAIN = /^-?\d+(\.\d+)?$/;

/** A decimal text of the wire; null for what is none. */
export function parseDecimal(text: string): Decimal | null {
  if (!PLAIN.test(text)) return null;
  const [whole = '0', part = ''] = text.split('.');
  return { digits: BigInt(whole + part), scale: part.length };
}

/** Plain notation without zeros at the end, as the wire has it. */
export function printDecimal({ digits, scale }: Decimal): string {
  const negative = digits < 0n;
  const text = (negative ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const part = text.slice(text.length - scale).replace(/0+$/, '');
  const printed = part === '' ? whole : `${whole}.${part}`;
  return negative && printed !== '0' ? `-${printed}` : printed;
}

/** The same value with another scale; digits that do not fit are rounded half away from zero. */
export function rescale({ digits, scale }: Decimal, to: number): Decimal {
  if (to >= scale) return { digits: digits * 10n ** BigInt(to - scale), scale: to };
  const unit = 10n ** BigInt(scale - to);
  const half = unit / 2n;
  const shifted = digits < 0n ? digits - half : digits + half;
  return { digits: shifted / unit, scale: to };
}

const ZERO: Decimal = { digits: 0n, scale: 0 };
const read = (text: string): Decimal => parseDecimal(text) ?? ZERO;

function aligned(a: string, b: string): [bigint, bigint, number] {
  const [left, right] = [read(a), read(b)];
  const scale = Math.max(left.scale, right.scale);
  return [rescale(left, scale).digits, rescale(right, scale).digits, scale];
}

/** The sum of two decimal texts, exact. */
export function addDecimals(a: string, b: string): string {
  const [left, right, scale] = aligned(a, b);
  return printDecimal({ digits: left + right, scale });
}

/** The difference of two decimal texts, exact. */
export function subtractDecimals(a: string, b: string): string {
  const [left, right, scale] = aligned(a, b);
  return printDecimal({ digits: left - right, scale });
}

/** The product of two decimal texts, exact. */
export function multiplyDecimals(a: string, b: string): string {
  const [left, right] = [read(a), read(b)];
  return printDecimal({ digits: left.digits * right.digits, scale: left.scale + right.scale });
}

/** The quotient of two decimal texts, rounded to `scale` digits; `0` when the divisor is 0. */
export function divideDecimals(a: string, b: string, scale: number): string {
  const [left, right] = aligned(a, b);
  if (right === 0n) return '0';
  const guarded = (left * 10n ** BigInt(scale + 1)) / right;
  return printDecimal(rescale({ digits: guarded, scale: scale + 1 }, scale));
}

/** -1, 0 or 1 as a is less than, equal to or greater than b. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = aligned(a, b);
  return left === right ? 0 : left < right ? -1 : 1;
}

/** -1, 0 or 1 as the value is negative, zero or positive. */
export const signOf = (text: string): -1 | 0 | 1 => compareDecimals(text, '0');

/** So many whole percent of an amount, rounded down to `scale` digits: what a slider sets. */
export function percentOf(amount: string, percent: number, scale: number): string {
  const { digits, scale: own } = read(amount);
  const value = { digits: digits * BigInt(Math.round(percent)), scale: own + 2 };
  if (value.scale <= scale) return printDecimal(value);
  return printDecimal({ digits: value.digits / 10n ** BigInt(value.scale - scale), scale });
}

/** What part of a whole an amount is, in whole percent from 0 to 100: where a slider stands. */
export function percentIn(amount: string, whole: string): number {
  const [part, all] = aligned(amount, whole);
  if (all <= 0n || part <= 0n) return 0;
  const percent = (part * 100n) / all;
  return percent > 100n ? 100 : Number(percent);
}

/** Raw base units with so many decimals as a decimal text. */
export const fromBaseUnits = (raw: string, decimals: number): string =>
  /^-?\d+$/.test(raw) ? printDecimal({ digits: BigInt(raw), scale: decimals }) : '0';

/** A decimal text as a place on a chart or a bar. Never for money that is shown or sent. */
export const plotted = (text: string): number => Number(text);

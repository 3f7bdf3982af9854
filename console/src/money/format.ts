import { type Decimal, parseDecimal, rescale } from './decimal.ts';

/** What stands where a value is not known. */
export const NOT_KNOWN = '–';
const MINUS = '\u2212';

export interface FormatOptions {
  /** Shows a plus sign before what is above zero. */
  readonly signed?: boolean;
  /** Digits after the point; for prices they follow the size of the price where this is absent. */
  readonly digits?: number;
  /** 1,234,567 as 1.23M. */
  readonly compact?: boolean;
}

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',');

/** Sign, digits before and after the point of a rounded value. */
function parts(value: Decimal, digits: number): [sign: string, whole: string, part: string] {
  const { digits: rounded } = rescale(value, digits);
  const negative = rounded < 0n;
  const text = (negative ? -rounded : rounded).toString().padStart(digits + 1, '0');
  const cut = text.length - digits;
  return [negative ? MINUS : '', text.slice(0, cut), text.slice(cut)];
}

function plain(value: Decimal, digits: number): [sign: string, text: string] {
  const [sign, whole, part] = parts(value, digits);
  return [sign, part === '' ? grouped(whole) : `${grouped(whole)}.${part}`];
}

const STEPS = [
  { power: 12, letter: 'T' },
  { power: 9, letter: 'B' },
  { power: 6, letter: 'M' },
  { power: 3, letter: 'K' },
] as const;

function compacted(value: Decimal): [sign: string, text: string] | null {
  const size = magnitude(value);
  const step = STEPS.find(({ power }) => size > power);
  if (!step) return null;
  const shifted = { digits: value.digits, scale: value.scale + step.power };
  const digits = Math.max(0, 3 - (size - step.power));
  const [sign, text] = plain(shifted, digits);
  return [sign, `${text}${step.letter}`];
}

/** Digits before the point; zero or negative for what begins behind it. */
function magnitude({ digits, scale }: Decimal): number {
  const text = (digits < 0n ? -digits : digits).toString();
  return text === '0' ? 0 : text.length - scale;
}

/** Digits after the point that a price wants: more the smaller it is. */
function priceDigits(value: Decimal): number {
  const size = magnitude(value);
  if (size >= 2) return 2;
  if (size === 1) return 3;
  return Math.min(12, 4 - size);
}

function signed(sign: string, value: Decimal, wanted: boolean | undefined, shown: string): string {
  // What rounds to zero has no sign: it would say something that the digits do not.
  if (/^[$0.,%]*$/.test(shown)) return '';
  return sign !== '' ? sign : wanted && value.digits > 0n ? '+' : '';
}

/** Dollars: `$1,234.50`, `−$3.20`, `+$8.00`. The value is rounded for the eye alone. */
export function formatUsd(text: string | null | undefined, options: FormatOptions = {}): string {
  const value = text == null ? null : parseDecimal(text);
  if (!value) return NOT_KNOWN;
  const [sign, shown] =
    (options.compact ? compacted(value) : null) ?? plain(value, options.digits ?? 2);
  return `${signed(sign, value, options.signed, shown)}$${shown}`;
}

/** A price in dollars with as many digits as its size wants: `$64,210.55`, `$0.00002314`. */
export function formatPrice(text: string | null | undefined, options: FormatOptions = {}): string {
  const value = text == null ? null : parseDecimal(text);
  if (!value) return NOT_KNOWN;
  return formatUsd(text, { digits: priceDigits(value), ...options });
}

/** A price of an outcome in cents: `64.5¢`. */
export function formatCents(text: string | null | undefined): string {
  const value = text == null ? null : parseDecimal(text);
  if (!value) return NOT_KNOWN;
  const cents = { digits: value.digits * 100n, scale: value.scale };
  const [sign, shown] = plain(cents, 1);
  return `${sign}${shown.replace(/\.0$/, '')}¢`;
}

/** Percent points: `+12.50 %`. */
export function formatPercent(
  text: string | null | undefined,
  options: FormatOptions = {},
): string {
  const value = text == null ? null : parseDecimal(text);
  if (!value) return NOT_KNOWN;
  const [sign, shown] = plain(value, options.digits ?? 2);
  return `${signed(sign, value, options.signed, shown)}${shown}%`;
}

/** An amount of a token or of shares: at most six digits that count, no zeros at the end. */
export function formatAmount(text: string | null | undefined, options: FormatOptions = {}): string {
  const value = text == null ? null : parseDecimal(text);
  if (!value) return NOT_KNOWN;
  const short = options.compact ? compacted(value) : null;
  if (short) return `${short[0]}${short[1]}`;
  const digits = options.digits ?? Math.min(12, Math.max(2, 6 - magnitude(value)));
  const [sign, shown] = plain(value, digits);
  const trimmed = shown.includes('.') ? shown.replace(/\.?0+$/, '') : shown;
  return `${signed(sign, value, options.signed, trimmed)}${trimmed}`;
}

import { isoTime } from '../../platform/clock.ts';

/** An object of recorded JSON; its numbers are texts (parseExactJson). */
export type Raw = Readonly<Record<string, unknown>>;

/** Why an element of recorded data is not imported, in words for the person who imports it. */
export class Refusal extends Error {}

/** Stops the reading of an element with the reason why it is not imported. */
export function refuse(reason: string): never {
  throw new Refusal(reason);
}

/** Strings, which stay as they are, and the numbers between them. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON with every number as the text it was written with: amounts come with more digits
 * than a float holds, and floats with an exponent. Throws a SyntaxError for what is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const quoted = text.replace(STRING_OR_NUMBER, (part) => (part[0] === '"' ? part : `"${part}"`));
  return JSON.parse(quoted.replace('\uFEFF', ''));
}

export const isRaw = (value: unknown): value is Raw =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A field that is left out, null or an empty text: the venue uses all three for "none". */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '';

/** The first of some fields that says something; undefined when none does. */
export const firstOf = (raw: Raw, ...fields: readonly string[]): unknown =>
  fields.map((field) => raw[field]).find((value) => !isAbsent(value));

/** A value in the words of a reason. */
export const shown = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 80) : typeof value;

/** A text field without blanks at its ends; null when it is absent. */
export function textOf(raw: Raw, field: string): string | null {
  const value = raw[field];
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') return refuse(`${field} is not a text`);
  return value.trim() === '' ? null : value.trim();
}

/** A text field that an element cannot do without, of a shape. */
export function requiredText(raw: Raw, field: string, shape = /^/): string {
  const text = textOf(raw, field) ?? refuse(`${field} is missing`);
  return shape.test(text) ? text : refuse(`${field} is malformed: ${shown(text)}`);
}

/** A list of texts: as JSON inside a text, the venue's way, or as a plain list. */
export function textList(raw: Raw, field: string): readonly string[] {
  const value = raw[field];
  if (isAbsent(value)) return refuse(`${field} is missing`);
  const list = typeof value === 'string' ? parsedOrNull(value) : value;
  const isList = Array.isArray(list) && list.every((entry) => typeof entry === 'string');
  return isList ? (list as string[]) : refuse(`${field} is not a list of texts`);
}

function parsedOrNull(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return null;
  }
}

const WRITTEN_DECIMAL = /^(-?)(\d{1,100})(?:\.(\d{1,100}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Any way of writing a decimal as plain canonical notation, all digits kept; null when it is none. */
export function plainDecimal(written: string): string | null {
  const [, sign = '', whole = '', fraction = '', power = '0'] = WRITTEN_DECIMAL.exec(written) ?? [];
  if (whole === '') return null;
  const pointAt = whole.length + Number(power);
  const led = `${'0'.repeat(Math.max(0, 1 - pointAt))}${whole}${fraction}`;
  const digits = led.padEnd(pointAt, '0');
  const before = digits.slice(0, Math.max(1, pointAt)).replace(/^0+(?=\d)/, '');
  const after = digits.slice(Math.max(1, pointAt)).replace(/0+$/, '');
  const plain = after === '' ? before : `${before}.${after}`;
  return plain === '0' ? '0' : `${sign}${plain}`;
}

/** A decimal in units of 10^-decimals, the digits after them cut off; null when it is none. */
export function cutUnits(written: string, decimals: number): bigint | null {
  const plain = plainDecimal(written);
  if (plain === null) return null;
  const [whole = '', fraction = ''] = plain.split('.');
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|\+00(?::?00)?))?$/;

/**
 * The instant of one of the venue's three kinds of dates: ISO with Z and up to nine decimals, the
 * same with a blank and `+00`, a date alone (its midnight UTC). Null when it is none of them or
 * names no real instant.
 */
export function parseInstant(text: string): number | null {
  const [, date, minutes = '00:00', seconds = '00', fraction = ''] = INSTANT.exec(text) ?? [];
  if (date === undefined) return null;
  const iso = `${date}T${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const atMs = Date.parse(iso);
  return Number.isNaN(atMs) || isoTime(atMs) !== iso ? null : atMs;
}

/** The instant in the first of some fields that says something; null when none does. */
export function instantOf(raw: Raw, ...fields: readonly string[]): number | null {
  const value = firstOf(raw, ...fields);
  if (value === undefined) return null;
  const atMs = typeof value === 'string' ? parseInstant(value) : null;
  return atMs ?? refuse(`${fields[0]} is no date: ${shown(value)}`);
}

const EPOCH = /^[1-9]\d{8,12}$/;

/** Milliseconds of a count since 1970, in seconds up to 10 digits, in milliseconds up to 13. */
export function parseEpoch(value: unknown, unit: 'seconds' | 'milliseconds'): number | null {
  if (typeof value !== 'string' || !EPOCH.test(value)) return null;
  const isSeconds = value.length <= 10;
  if (isSeconds !== (unit === 'seconds')) return null;
  return isSeconds ? Number(value) * 1_000 : Number(value);
}

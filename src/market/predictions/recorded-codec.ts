import { MAX_LEDGER_UNITS } from '../../money/fixed.ts';
import { formatFixed, parseFixed } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { parseInstant } from './gamma-values.ts';

/** How a value stands in the JSON of a recording; `decode` throws an Error with the reason. */
export interface Codec<T> {
  readonly decode: (value: unknown) => T;
  readonly encode: (value: T) => unknown;
}

const fail = (reason: string): never => {
  throw new Error(reason);
};

const same = <T>(value: T): unknown => value;

/** A text of a shape, or any text that is not empty. */
export const text = (shape = /./): Codec<string> => ({
  decode: (value) =>
    typeof value === 'string' && shape.test(value) ? value : fail('is missing or malformed'),
  encode: same,
});

export const flag: Codec<boolean> = {
  decode: (value) => (typeof value === 'boolean' ? value : fail('is not true or false')),
  encode: same,
};

export const oneOf = <T extends string>(...values: readonly T[]): Codec<T> => ({
  decode: (value) =>
    values.find((one) => one === value) ?? fail(`is not one of ${values.join(', ')}`),
  encode: same,
});

/** A non-negative plain decimal that a ledger row could hold, in units of 10^-decimals. */
export const decimal = <T extends bigint>(decimals: number): Codec<T> => ({
  decode(value) {
    const units = typeof value === 'string' ? parseFixed(value, decimals) : null;
    if (units === null || units < 0n) return fail(`is not a plain decimal of ${decimals} places`);
    return units <= MAX_LEDGER_UNITS ? (units as T) : fail('is too large');
  },
  encode: (units) => formatFixed(units, decimals),
});

/** Milliseconds, written as ISO 8601 UTC. */
export const instant: Codec<number> = {
  decode: (value) =>
    (typeof value === 'string' ? parseInstant(value) : null) ?? fail('is not an ISO time'),
  encode: isoTime,
};

export const nullable = <T>(codec: Codec<T>): Codec<T | null> => ({
  decode: (value) => (value === null ? null : codec.decode(value)),
  encode: (value) => (value === null ? null : codec.encode(value)),
});

/** Runs a decoding; the reason of its failure gets the name of what it failed at. */
function named<T>(name: string, decode: () => T): T {
  try {
    return decode();
  } catch (problem) {
    return fail(`${name} ${problem instanceof Error ? problem.message : String(problem)}`);
  }
}

export const list = <T>(codec: Codec<T>): Codec<readonly T[]> => ({
  decode: (value) =>
    Array.isArray(value)
      ? value.map((entry, index) => named(`[${index}]`, () => codec.decode(entry)))
      : fail('is not a list'),
  encode: (values) => values.map(codec.encode),
});

/** An object with exactly these fields; others are left out. */
export const record = <T extends object>(
  fields: {
    readonly [Name in keyof T]: Codec<T[Name]>;
  },
): Codec<T> => {
  const names = Object.keys(fields) as (keyof T & string)[];
  return {
    decode(value) {
      if (value === null || typeof value !== 'object') return fail('is not an object');
      const raw = value as Record<string, unknown>;
      const entries = names.map((name) => [
        name,
        named(name, () => fields[name].decode(raw[name])),
      ]);
      return Object.fromEntries(entries) as T;
    },
    encode: (value) =>
      Object.fromEntries(names.map((name) => [name, fields[name].encode(value[name])])),
  };
};

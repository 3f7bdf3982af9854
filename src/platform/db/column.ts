import { PRICE_DECIMALS } from '../../money/fixed.ts';
import { formatFixed, requireFixed } from '../../money/text.ts';

/** How one column travels between a row object and Postgres. */
export interface Column<T> {
  readonly sqlName: string;
  /** The element type of the array parameter that carries this column. */
  readonly sqlType: string;
  /** Whether the text of a value can stand in an array literal as it is, without quotes. */
  readonly bare: boolean;
  read(raw: unknown): T;
  write(value: T): unknown;
}

const same = (value: unknown): unknown => value;

function plain<T>(sqlType: string, bare = true): (sqlName: string) => Column<T> {
  return (sqlName) => ({ sqlName, sqlType, bare, read: same as (raw: unknown) => T, write: same });
}

/** An id or other UUID. */
export const uuid = plain<string>('uuid');
export const text = plain<string>('text', false);
export const integer = plain<number>('int4');
export const bool = plain<boolean>('bool');

/** A signed 64-bit amount; `T` is its branded money type. */
export const amount = <T extends bigint>(sqlName: string): Column<T> => plain<T>('int8')(sqlName);

/** A business time in milliseconds, kept as timestamptz. */
export const time = (sqlName: string): Column<number> => ({
  sqlName,
  sqlType: 'timestamptz',
  bare: true,
  read: same as (raw: unknown) => number,
  write: isoText,
});

let printedMs = Number.NaN;
let printed = '';

/** ISO text of an instant; the rows of a batch mostly carry the same one. */
function isoText(ms: number): string {
  if (ms !== printedMs) {
    printed = new Date(ms).toISOString();
    printedMs = ms;
  }
  return printed;
}

/** An 18-decimal fixed-point value (Price or Ratio), kept as numeric. */
export const fixed18 = <T extends bigint>(sqlName: string): Column<T> => ({
  sqlName,
  sqlType: 'numeric',
  bare: true,
  read: (raw) => requireFixed(trimZeros(raw as string), PRICE_DECIMALS) as T,
  write: (value) => formatFixed(value, PRICE_DECIMALS),
});

/** 128 bits of a hash as 32 hex digits, kept as uuid. */
export const hash = (sqlName: string): Column<string> => ({
  sqlName,
  sqlType: 'uuid',
  bare: true,
  read: (raw) => (raw as string).replaceAll('-', ''),
  write: same,
});

/** The same column where the value may be absent. */
export const nullable = <T>(column: Column<T>): Column<T | null> => ({
  sqlName: column.sqlName,
  sqlType: column.sqlType,
  bare: column.bare,
  read: (raw) => (raw === null ? null : column.read(raw)),
  write: (value) => (value === null ? null : column.write(value)),
});

const trimZeros = (raw: string): string => {
  const point = raw.indexOf('.');
  if (point < 0 || raw.length - point - 1 <= PRICE_DECIMALS) return raw;
  return raw.slice(0, point + 1 + PRICE_DECIMALS);
};

import pg from 'pg';

type Parse = (text: string) => unknown;

const parseTimestamp = /^(\d{4,6})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(.*)$/;

/** Milliseconds of a timestamptz in the ISO style of Postgres; microseconds are cut off. */
export function parseInstant(text: string): number {
  // The usual form, `2026-11-20 14:19:03.123+00`, without a regular expression.
  if (text.length <= 29 && text.charCodeAt(4) === 45 && text.endsWith('+00')) {
    const digits = (from: number, to: number) => Number(text.slice(from, to));
    const seconds = Date.UTC(
      digits(0, 4),
      digits(5, 7) - 1,
      digits(8, 10),
      digits(11, 13),
      digits(14, 16),
      digits(17, 19),
    );
    const fraction = text.length > 22 ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '0';
    const atMs = seconds + Number(fraction);
    if (!Number.isNaN(atMs)) return atMs;
  }
  return parseAnyInstant(text);
}

function parseAnyInstant(text: string): number {
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  if (text === '-infinity') return Number.NEGATIVE_INFINITY;
  const match = parseTimestamp.exec(text);
  const [, year, month, day, hour, minute, second, fraction = '', zone = ''] = match ?? [];
  const offset = /^([+-])(\d\d)(?::(\d\d))?$/.exec(zone);
  if (!match || !offset) throw new Error(`not an instant: ${text}`);
  const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
  return (
    Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
      Number(fraction.padEnd(3, '0').slice(0, 3)),
    ) -
    (offset[1] === '-' ? -minutes : minutes) * 60_000
  );
}

/** An array of one dimension whose elements hold no commas, quotes or backslashes. */
function arrayOf(parse: Parse): Parse {
  return (text) => {
    if (text === '{}') return [];
    return text
      .slice(1, -1)
      .split(',')
      .map((item) => (item === 'NULL' ? null : parse(item.replaceAll('"', ''))));
  };
}

const asText: Parse = (text) => text;
const asBigint: Parse = (text) => BigInt(text);

/** By type: int8, timestamptz, numeric, date, timestamp, and arrays of them. */
const parsers = new Map<number, Parse>([
  [20, asBigint],
  [1016, arrayOf(asBigint)],
  [1184, parseInstant],
  [1185, arrayOf((text) => parseInstant(text))],
  [1700, asText],
  [1231, arrayOf(asText)],
  [1082, asText],
  [1182, arrayOf(asText)],
  [1114, asText],
  [1115, arrayOf(asText)],
]);

/**
 * How values arrive: int8 as bigint, timestamptz as milliseconds since the epoch, numeric, date and
 * timestamp as their text; all others as `pg` has them.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(typeId: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : parsers.get(typeId);
    return own ?? pg.types.getTypeParser(typeId, format);
  },
};

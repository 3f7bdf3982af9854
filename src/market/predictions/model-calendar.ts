const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** The first Monday after the epoch, which was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** What can stand in braces in a title or a subtitle: `Bitcoin above ___ on {day}?`. */
export type PeriodWord = 'day' | 'date' | 'month' | 'quarter' | 'year' | 'from' | 'to';

/**
 * How an event recurs. Its periods are numbered, and everything about one is a function of the
 * number: business time is cut into them without a gap, and each closes inside its own.
 */
export interface Schedule {
  /** The period an instant is in. */
  indexAt(atMs: number): number;
  startMs(index: number): number;
  closeMs(index: number): number;
  /** How long before its close an event can be seen and traded; longer than a period. */
  readonly opensBeforeMs: number;
  /** How long an event can still be seen after its result is known. */
  readonly keptMs: number;
  /** Shortest and longest time from the close to the result. */
  readonly settlesMs: readonly [number, number];
  /** The end of a slug: `november-27-2026`. */
  slugOf(index: number): string;
  words(index: number): Readonly<Record<PeriodWord, string>>;
  /** The period that the end of a slug may speak of; whether it does shows its own slug. */
  parse(slug: string): number | undefined;
}

const MINUTE_MS = 60_000;
const settlesSoon = [MINUTE_MS, 8 * MINUTE_MS] as const;
const settlesLater = [10 * MINUTE_MS, 6 * HOUR_MS] as const;

const monthOf = (date: Date): string => MONTHS[date.getUTCMonth()] ?? '';
const hours = (date: Date): string => `${String(date.getUTCHours()).padStart(2, '0')}:00`;

/** Words of a day; `from` and `to` are the hour it begins in. */
function wordsOf(atMs: number): Record<PeriodWord, string> {
  const date = new Date(atMs);
  const day = `${monthOf(date)} ${date.getUTCDate()}`;
  const year = String(date.getUTCFullYear());
  return {
    day,
    date: `${day}, ${year}`,
    month: monthOf(date),
    quarter: `Q${Math.floor(date.getUTCMonth() / 3) + 1}`,
    year,
    from: hours(date),
    to: hours(new Date(atMs + HOUR_MS)),
  };
}

const slugOfDay = (atMs: number): string =>
  wordsOf(atMs).date.toLowerCase().replace(',', '').replaceAll(' ', '-');

/** The full name of a month, in small letters, by its first three in any case. */
export const monthByLetters = (letters: string): string | undefined =>
  MONTHS.find((month) => month.slice(0, 3).toLowerCase() === letters.toLowerCase())?.toLowerCase();

const namedMonth = (name: string | undefined): number =>
  MONTHS.findIndex((month) => month.toLowerCase() === name);

/** The instant a slug's date stands for; what follows the date is in the pattern. */
function parseDay(slug: string, pattern: RegExp): number | undefined {
  const [, name, day, year, hour] = pattern.exec(slug) ?? [];
  const month = namedMonth(name);
  if (month < 0) return undefined;
  return Date.UTC(Number(year), month, Number(day), Number(hour ?? 0));
}

const DAY_END = /-([a-z]+)-(\d{1,2})-(\d{4})$/;
const HOUR_END = /-([a-z]+)-(\d{1,2})-(\d{4})-(\d{1,2})h$/;

/** Every hour; to be seen an hour before it begins. */
export function hourly(): Schedule {
  const startMs = (index: number): number => index * HOUR_MS;
  const indexAt = (atMs: number): number => Math.floor(atMs / HOUR_MS);
  return {
    indexAt,
    startMs,
    closeMs: (index) => startMs(index + 1),
    opensBeforeMs: 2 * HOUR_MS,
    keptMs: 2 * HOUR_MS,
    settlesMs: settlesSoon,
    slugOf(index) {
      const hour = new Date(startMs(index)).getUTCHours();
      return `${slugOfDay(startMs(index))}-${hour}h`;
    },
    words: (index) => wordsOf(startMs(index)),
    parse(slug) {
      const atMs = parseDay(slug, HOUR_END);
      return atMs === undefined ? undefined : indexAt(atMs);
    },
  };
}

/** Spans of whole days that close at an instant within them and are named by that day. */
function everyDays(firstMs: number, spanMs: number, closesMs: number): Schedule {
  const startMs = (index: number): number => firstMs + index * spanMs;
  const closeMs = (index: number): number => startMs(index) + closesMs;
  const indexAt = (atMs: number): number => Math.floor((atMs - firstMs) / spanMs);
  return {
    indexAt,
    startMs,
    closeMs,
    opensBeforeMs: spanMs + 3 * DAY_MS,
    keptMs: 2 * DAY_MS,
    settlesMs: settlesLater,
    // What closes at midnight belongs to the day that ends.
    slugOf: (index) => slugOfDay(closeMs(index) - 1),
    words: (index) => wordsOf(closeMs(index) - 1),
    parse(slug) {
      const atMs = parseDay(slug, DAY_END);
      return atMs === undefined ? undefined : indexAt(atMs);
    },
  };
}

/** Every day, closing at an hour (UTC); to be seen for four days. */
export const daily = (hour: number): Schedule => everyDays(0, DAY_MS, hour * HOUR_MS);

/** Every week, closing on a weekday (0 = Monday) at an hour; to be seen for ten days. */
export const weekly = (weekday: number, hour: number): Schedule =>
  everyDays(FIRST_MONDAY_MS, WEEK_MS, weekday * DAY_MS + hour * HOUR_MS);

/** Spans of whole months, so many in a year, that close when they end. */
function everyMonths(perYear: 12 | 4): Omit<Schedule, 'slugOf' | 'parse'> {
  const length = 12 / perYear;
  const startMs = (index: number): number => Date.UTC(1970, index * length);
  return {
    indexAt(atMs) {
      const date = new Date(atMs);
      const months = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
      return Math.floor(months / length);
    },
    startMs,
    closeMs: (index) => startMs(index + 1),
    opensBeforeMs: (length * 31 + 7) * DAY_MS,
    keptMs: 3 * DAY_MS,
    settlesMs: settlesLater,
    words: (index) => wordsOf(startMs(index)),
  };
}

/** Every month, to its end; to be seen from the week before it. */
export function monthly(): Schedule {
  const spans = everyMonths(12);
  return {
    ...spans,
    slugOf(index) {
      const { month, year } = spans.words(index);
      return `${month.toLowerCase()}-${year}`;
    },
    parse(slug) {
      const [, name, year] = /-([a-z]+)-(\d{4})$/.exec(slug) ?? [];
      const month = namedMonth(name);
      return month < 0 ? undefined : spans.indexAt(Date.UTC(Number(year), month));
    },
  };
}

/** Every quarter of a year, to its end; to be seen from the week before it. */
export function quarterly(): Schedule {
  const spans = everyMonths(4);
  return {
    ...spans,
    slugOf(index) {
      const { quarter, year } = spans.words(index);
      return `${quarter.toLowerCase()}-${year}`;
    },
    parse(slug) {
      const [, quarter, year] = /-q([1-4])-(\d{4})$/.exec(slug) ?? [];
      if (quarter === undefined) return undefined;
      return spans.indexAt(Date.UTC(Number(year), (Number(quarter) - 1) * 3));
    },
  };
}

/**
 * Once in `every` years, those that leave the remainder `phase`, closing on a day of that year
 * (month 0 to 11); named by the year it closes in.
 */
export function yearly(month: number, day: number, every = 1, phase = 0): Schedule {
  const yearOf = (index: number): number => index * every + phase;
  const startMs = (index: number): number => Date.UTC(yearOf(index), 0);
  const indexOf = (year: number): number => Math.floor((year - phase) / every);
  return {
    indexAt: (atMs) => indexOf(new Date(atMs).getUTCFullYear()),
    startMs,
    closeMs: (index) => Date.UTC(yearOf(index), month, day),
    opensBeforeMs: (every * 366 + 30) * DAY_MS,
    keptMs: 7 * DAY_MS,
    settlesMs: settlesLater,
    slugOf: (index) => String(yearOf(index)),
    words: (index) => ({
      ...wordsOf(Date.UTC(yearOf(index), month, day) - 1),
      year: String(yearOf(index)),
    }),
    parse(slug) {
      const [, year] = /-(\d{4})$/.exec(slug) ?? [];
      return year === undefined ? undefined : indexOf(Number(year));
    },
  };
}

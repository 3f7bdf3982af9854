import { assert } from '../../errors/app-error.ts';
import { earlyCloses, FIRST_YEAR, holidays, LAST_YEAR } from './calendar.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = DAY_MS / 24;
const MINUTE_MS = HOUR_MS / 60;
/** The longest break between two sessions that is a pause; a longer one is closed. */
const LONGEST_PAUSE_MS = 6 * MINUTE_MS;

export type StockMarketStatus = 'OPEN' | 'PAUSED' | 'CLOSED';
export type StockSessionName = 'premarket' | 'regular' | 'postmarket' | 'overnight';

/** The state of the stock market at an instant, by the calendar alone. */
export interface StockSession {
  readonly status: StockMarketStatus;
  /** The session that is open, null without one. */
  readonly session: StockSessionName | null;
  /** Start of the next session; null when one is open, or none is known to come. */
  readonly nextOpenMs: number | null;
}

/** One session: open from its first instant to before its last. */
interface Span {
  readonly session: StockSessionName;
  readonly startMs: number;
  readonly endMs: number;
}

/** Minutes after midnight in New York. */
const at = (hours: number, minutes: number): number => hours * 60 + minutes;
type Hours = readonly [session: StockSessionName, from: number, to: number];
const MORNING: Hours = ['premarket', at(4, 1), at(9, 29)];
const USUAL_DAY: readonly Hours[] = [
  MORNING,
  ['regular', at(9, 31), at(15, 59)],
  ['postmarket', at(16, 1), at(19, 59)],
];
const SHORT_DAY: readonly Hours[] = [
  MORNING,
  ['regular', at(9, 31), at(12, 59)],
  ['postmarket', at(13, 1), at(16, 59)],
];
/** The night into a trading day starts on the evening before it. */
const NIGHT_FROM = at(20, 5);
const NIGHT_TO = at(3, 55);

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  timeZoneName: 'longOffset',
});

/**
 * The instant of midnight in New York by the offset that holds there at noon of the day. Clocks
 * change at two on Sunday mornings, when nothing trades, so noon's offset fits all sessions.
 */
function midnightOf(dayMs: number): number {
  const parts = newYork.formatToParts(dayMs + 17 * HOUR_MS);
  const offset = parts.find((part) => part.type === 'timeZoneName')?.value;
  assert(offset === 'GMT-05:00' || offset === 'GMT-04:00', `offset of New York: ${offset}`);
  return dayMs + (offset === 'GMT-05:00' ? 5 : 4) * HOUR_MS;
}

/** All sessions of the covered years in order of time. */
function listSpans(): readonly Span[] {
  const spans: Span[] = [];
  const endMs = Date.UTC(LAST_YEAR + 1, 0, 1);
  let eveMs = midnightOf(Date.UTC(FIRST_YEAR, 0, 1) - DAY_MS);
  for (let dayMs = Date.UTC(FIRST_YEAR, 0, 1); dayMs < endMs; dayMs += DAY_MS) {
    const midnightMs = midnightOf(dayMs);
    // The epoch was a Thursday: 0 is Sunday here.
    const weekday = (dayMs / DAY_MS + 4) % 7;
    if (weekday !== 0 && weekday !== 6 && !holidays.has(dayMs)) {
      const startMs = eveMs + NIGHT_FROM * MINUTE_MS;
      spans.push({ session: 'overnight', startMs, endMs: midnightMs + NIGHT_TO * MINUTE_MS });
      for (const [session, from, to] of earlyCloses.has(dayMs) ? SHORT_DAY : USUAL_DAY) {
        const [fromMs, toMs] = [from * MINUTE_MS, to * MINUTE_MS];
        spans.push({ session, startMs: midnightMs + fromMs, endMs: midnightMs + toMs });
      }
    }
    eveMs = midnightMs;
  }
  return spans;
}

const spans = listSpans();
const starts = Float64Array.from(spans, (span) => span.startMs);
/** Open time before each session, in milliseconds. */
const openBefore = new Float64Array(spans.length + 1);
for (const [index, span] of spans.entries()) {
  openBefore[index + 1] = (openBefore[index] as number) + span.endMs - span.startMs;
}
const open = spans.map(
  ({ session }): StockSession => ({ status: 'OPEN', session, nextOpenMs: null }),
);
/** What follows on each session, until the next one starts. */
const breaks = spans.map(({ endMs }, index): StockSession => {
  const nextOpenMs = spans[index + 1]?.startMs ?? null;
  const isPause = nextOpenMs !== null && nextOpenMs - endMs <= LONGEST_PAUSE_MS;
  return { status: isPause ? 'PAUSED' : 'CLOSED', session: null, nextOpenMs };
});
const coverageStartMs = midnightOf(Date.UTC(FIRST_YEAR, 0, 1));
const notCovered: StockSession = { status: 'CLOSED', session: null, nextOpenMs: null };
const beforeFirst: StockSession = { ...notCovered, nextOpenMs: spans[0]?.startMs ?? null };

let remembered = 0;
/** Index of the last session that has started at the instant, -1 before the first. */
function lastStarted(atMs: number): number {
  if (atMs >= (starts[remembered] as number) && !(atMs >= (starts[remembered + 1] as number))) {
    return remembered;
  }
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= atMs) low = middle + 1;
    else high = middle;
  }
  remembered = Math.max(0, low - 1);
  return low - 1;
}

/**
 * The session of the tokenized stocks at an instant, by the issuer's hours and the exchange's
 * holidays (contract 18.12 and 18.32, venues/spot-stocks.md 2). Outside of 2024 to 2028 in New York
 * the market counts as closed and no next opening is known.
 */
export function stockSession(atMs: number): StockSession {
  const index = lastStarted(atMs);
  const span = spans[index];
  if (span === undefined) return atMs < coverageStartMs ? notCovered : beforeFirst;
  return (atMs < span.endMs ? open[index] : breaks[index]) ?? notCovered;
}

/** Start of the first session after the instant; null when none is known to come. */
export function nextStartMs(atMs: number): number | null {
  if (atMs < coverageStartMs) return null;
  return spans[lastStarted(atMs) + 1]?.startMs ?? null;
}

/**
 * The instant itself while a session is open, else the last millisecond of the last session;
 * null before the first session of the calendar.
 */
export function lastOpenMs(atMs: number): number | null {
  const span = spans[lastStarted(atMs)];
  return span === undefined ? null : Math.min(atMs, span.endMs - 1);
}

/** Milliseconds of [fromMs, toMs) during which a session was open. */
export function openTimeMs(fromMs: number, toMs: number): number {
  return Math.max(0, openUntil(toMs) - openUntil(fromMs));
}

function openUntil(atMs: number): number {
  const index = lastStarted(atMs);
  const span = spans[index];
  if (span === undefined) return 0;
  return (openBefore[index] as number) + Math.min(atMs, span.endMs) - span.startMs;
}

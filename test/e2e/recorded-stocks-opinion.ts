/**
 * A second opinion on when stocks trade and at what price: the files of recorded facts as they
 * are, the rule of daylight saving time, and none of the service's code.
 */
import { readFileSync } from 'node:fs';
import { sharedData } from '../helpers/shared-data.ts';
import { units } from './recorded-model.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const BAR = 5 * MINUTE;
/** Open time without a bar that the last price of a stock outlives. */
const HELD = 3 * BAR;

export interface MarketState {
  readonly marketStatus: 'OPEN' | 'PAUSED' | 'CLOSED';
  readonly nextOpen: string | null;
}

const json = (file: string) => JSON.parse(readFileSync(sharedData('spot', file), 'utf8'));
const datesOf = (rows: readonly { date: string }[]) => rows.map(({ date }) => Date.parse(date));
/** `09:29` in milliseconds after midnight. */
const clock = (text: string): number => Date.parse(`1970-01-01T${text}Z`);
const weekdayOf = (day: number): number => new Date(day).getUTCDay();

/** The first Sunday of a month (0 is January) and so many weeks on. */
function sunday(year: number, month: number, weeks: number): number {
  const first = Date.UTC(year, month, 1);
  return first + (((7 - weekdayOf(first)) % 7) + 7 * weeks) * DAY;
}

/** Midnight in New York; on the Sundays the clocks change, as if they had at that midnight. */
export function midnight(day: number): number {
  const year = new Date(day).getUTCFullYear();
  const isSummer = day >= sunday(year, 2, 1) && day < sunday(year, 10, 0);
  return day + (isSummer ? 4 : 5) * HOUR;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly status: 'OPEN' | 'PAUSED';
}

/** The hours of the issuer on the days of the exchange's calendar. */
export function readCalendar() {
  const { holidays, earlyCloses, ...exchange } = json('nyse_calendar_2024_2028.json');
  const issuer = json('ondo_sessions.json');
  const closed = new Set(datesOf(holidays));
  const early = new Set(datesOf(earlyCloses));
  const firstDay = Date.UTC(2024, 0, 1);
  const endDay = Date.UTC(2029, 0, 1);

  const trades = (day: number): boolean =>
    day >= firstDay && day < endDay && ![0, 6].includes(weekdayOf(day)) && !closed.has(day);

  /** The sessions into and on a trading day, and the pauses that belong to it. */
  function spansOf(day: number): Span[] {
    if (!trades(day)) return [];
    const isEarly = early.has(day);
    const at = (time: number) => midnight(day) + time;
    const spans: Span[] = issuer.sessions.map(
      ({ name, start, end }: { name: string; start: string; end: string }): Span => {
        let [from, to] = [at(clock(start)), at(clock(end))];
        if (name === 'overnight') from = midnight(day - DAY) + clock(start);
        if (isEarly && name === 'regular') to = at(clock(exchange.earlyClose) - MINUTE);
        if (isEarly && name === 'postmarket') {
          from = at(clock(exchange.earlyClose) + MINUTE);
          to = at(clock(exchange.lateSessionCloseOnEarlyDays) - MINUTE);
        }
        return { from, to, status: 'OPEN' };
      },
    );
    for (const [start, end] of issuer.pauses as [string, string][]) {
      let [from, to] = [at(clock(start)), at(clock(end))];
      if (start === '19:59' && (isEarly || !trades(day + DAY))) continue;
      if (start === '15:59' && isEarly) {
        from = at(clock(exchange.earlyClose) - MINUTE);
        to = at(clock(exchange.earlyClose) + MINUTE);
      }
      spans.push({ from, to, status: 'PAUSED' });
    }
    return spans;
  }

  const known = new Map<number, readonly Span[]>();
  function remembered(day: number): readonly Span[] {
    const spans = known.get(day) ?? spansOf(day);
    known.set(day, spans);
    return spans;
  }

  function stateAt(at: number): MarketState {
    const today = Math.floor(at / DAY) * DAY;
    let next = Number.POSITIVE_INFINITY;
    let marketStatus: MarketState['marketStatus'] = 'CLOSED';
    // Nothing is closed for a week.
    for (let day = today - DAY; day <= today + 7 * DAY; day += DAY) {
      for (const { from, to, status } of remembered(day)) {
        if (from <= at && at < to) marketStatus = status;
        if (status === 'OPEN' && from > at && from < next) next = from;
      }
      if (next < day) break;
    }
    const isKnown = marketStatus !== 'OPEN' && Number.isFinite(next);
    return { marketStatus, nextOpen: isKnown ? new Date(next).toISOString() : null };
  }

  return { trades, stateAt, spansOf: remembered, closed, early, firstDay, endDay };
}
export type Calendar = ReturnType<typeof readCalendar>;

interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
}

/** The recorded bars of a ticker; a row off the grid of five minutes is an unfinished bar. */
export function readBars(ticker: string, { stateAt }: Calendar) {
  const bars = new Map<number, Bounds & { close: bigint }>();
  const text = readFileSync(sharedData('spot', 'stocks_5m', `${ticker}.csv`), 'utf8');
  for (const row of text.trim().split('\n').slice(1)) {
    const [time = '', , high = '', low = '', close = ''] = row.split(',');
    const price = (cell: string) => units(cell, 18);
    if (Date.parse(time) % BAR !== 0) continue;
    bars.set(Date.parse(time), { low: price(low), high: price(high), close: price(close) });
  }
  const starts = [...bars.keys()].sort((a, b) => a - b);

  const heldUntil = new Map<number, number>();
  /** The last instant with at most HELD of open time since the end of a bar. */
  function lastHeld(end: number): number {
    let at = heldUntil.get(end) ?? end;
    if (at > end) return at;
    for (let open = 0; open < HELD; at += MINUTE) {
      if (stateAt(at).marketStatus === 'OPEN') open += MINUTE;
    }
    heldUntil.set(end, at);
    return at;
  }

  return {
    starts,
    /** The last instants before gaps at which the price before the gap is not too old. */
    edges(): readonly number[] {
      return starts.flatMap((start, n) => {
        const next = starts[n + 1] ?? Number.POSITIVE_INFINITY;
        const isGap = next - start > BAR + HELD;
        return isGap && lastHeld(start + BAR) < next ? [lastHeld(start + BAR)] : [];
      });
    },
    /** What a price may be in an open session, null when there is none to trade on. */
    boundsAt(at: number): Bounds | null {
      const bar = bars.get(Math.floor(at / BAR) * BAR);
      if (bar !== undefined) return bar;
      const start = starts.findLast((instant) => instant <= at);
      if (start === undefined || at > lastHeld(start + BAR)) return null;
      const { close } = bars.get(start) as { close: bigint };
      return { low: close, high: close };
    },
  };
}
export type Bars = ReturnType<typeof readBars>;

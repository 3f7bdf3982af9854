import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSharedData, sharedData } from '../../../test/helpers/shared-data.ts';
import { earlyCloses, holidays } from './calendar.ts';
import {
  lastOpenMs,
  nextStartMs,
  openTimeMs,
  type StockSession,
  stockSession,
} from './sessions.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const utc = (time: string): number => Date.parse(time);
const shown = ({ status, session, nextOpenMs }: StockSession): string =>
  [status, session ?? '-', nextOpenMs === null ? '-' : new Date(nextOpenMs).toISOString()].join(
    ' ',
  );
const at = (time: string): string => shown(stockSession(utc(time)));

describe('the sessions of a day', () => {
  it('include their first instant and exclude their last', () => {
    // Wednesday 2025-08-20, New York four hours behind UTC.
    expect(at('2025-08-20T07:54:59.999Z')).toBe('OPEN overnight -');
    expect(at('2025-08-20T07:55:00Z')).toBe('PAUSED - 2025-08-20T08:01:00.000Z');
    expect(at('2025-08-20T08:00:59.999Z')).toBe('PAUSED - 2025-08-20T08:01:00.000Z');
    expect(at('2025-08-20T08:01:00Z')).toBe('OPEN premarket -');
    expect(at('2025-08-20T13:28:59.999Z')).toBe('OPEN premarket -');
    expect(at('2025-08-20T13:29:00Z')).toBe('PAUSED - 2025-08-20T13:31:00.000Z');
    expect(at('2025-08-20T13:31:00Z')).toBe('OPEN regular -');
    expect(at('2025-08-20T19:58:59.999Z')).toBe('OPEN regular -');
    expect(at('2025-08-20T19:59:00Z')).toBe('PAUSED - 2025-08-20T20:01:00.000Z');
    expect(at('2025-08-20T20:01:00Z')).toBe('OPEN postmarket -');
    expect(at('2025-08-20T23:58:59.999Z')).toBe('OPEN postmarket -');
    expect(at('2025-08-20T23:59:00Z')).toBe('PAUSED - 2025-08-21T00:05:00.000Z');
    expect(at('2025-08-21T00:05:00Z')).toBe('OPEN overnight -');
  });

  it('end on Friday at 19:59 and begin on Sunday at 20:05, on both sides of a clock change', () => {
    expect(at('2025-08-22T23:58:59.999Z')).toBe('OPEN postmarket -');
    expect(at('2025-08-22T23:59:00Z')).toBe('CLOSED - 2025-08-25T00:05:00.000Z');
    // Forward on 2025-03-09: Friday's end is at −5 hours, Sunday's opening at −4.
    expect(at('2025-03-08T00:58:59.999Z')).toBe('OPEN postmarket -');
    expect(at('2025-03-08T00:59:00Z')).toBe('CLOSED - 2025-03-10T00:05:00.000Z');
    expect(at('2025-03-09T07:00:00Z')).toBe('CLOSED - 2025-03-10T00:05:00.000Z');
    expect(at('2025-03-10T13:31:00Z')).toBe('OPEN regular -');
    // Back on 2025-11-02: Friday's end is at −4 hours, Sunday's opening at −5.
    expect(at('2025-10-31T23:59:00Z')).toBe('CLOSED - 2025-11-03T01:05:00.000Z');
    expect(at('2025-11-03T01:04:59.999Z')).toBe('CLOSED - 2025-11-03T01:05:00.000Z');
    expect(at('2025-11-03T14:31:00Z')).toBe('OPEN regular -');
  });
});

describe('holidays and early closes', () => {
  it('leave out the day and the night into it; its evening opens the next night', () => {
    // Thanksgiving, Thursday 2025-11-27, five hours behind.
    expect(at('2025-11-27T00:58:59.999Z')).toBe('OPEN postmarket -');
    expect(at('2025-11-27T00:59:00Z')).toBe('CLOSED - 2025-11-28T01:05:00.000Z');
    expect(at('2025-11-27T15:00:00Z')).toBe('CLOSED - 2025-11-28T01:05:00.000Z');
    expect(at('2025-11-28T01:05:00Z')).toBe('OPEN overnight -');
    // Good Friday 2025-04-18: closed from Thursday evening to Sunday evening.
    expect(at('2025-04-17T23:59:00Z')).toBe('CLOSED - 2025-04-21T00:05:00.000Z');
    // Labor Day, Monday 2025-09-01: Sunday evening stays closed.
    expect(at('2025-09-01T00:05:00Z')).toBe('CLOSED - 2025-09-02T00:05:00.000Z');
    expect(at('2025-09-02T00:05:00Z')).toBe('OPEN overnight -');
  });

  it('know the closure of 2025-01-09 that was not planned', () => {
    expect(at('2025-01-09T00:59:00Z')).toBe('CLOSED - 2025-01-10T01:05:00.000Z');
    expect(at('2025-01-09T15:00:00Z')).toBe('CLOSED - 2025-01-10T01:05:00.000Z');
  });

  it('end the regular session at 12:59 and the late one at 16:59', () => {
    // Friday 2025-11-28.
    expect(at('2025-11-28T14:31:00Z')).toBe('OPEN regular -');
    expect(at('2025-11-28T17:58:59.999Z')).toBe('OPEN regular -');
    expect(at('2025-11-28T17:59:00Z')).toBe('PAUSED - 2025-11-28T18:01:00.000Z');
    expect(at('2025-11-28T18:01:00Z')).toBe('OPEN postmarket -');
    expect(at('2025-11-28T21:58:59.999Z')).toBe('OPEN postmarket -');
    expect(at('2025-11-28T21:59:00Z')).toBe('CLOSED - 2025-12-01T01:05:00.000Z');
  });
});

describe('the next start of a session', () => {
  it('is after the instant, also while a session is open', () => {
    expect(nextStartMs(utc('2025-08-20T14:00:00Z'))).toBe(utc('2025-08-20T20:01:00Z'));
    expect(nextStartMs(utc('2025-08-20T20:01:00Z'))).toBe(utc('2025-08-21T00:05:00Z'));
    expect(nextStartMs(utc('2025-08-22T23:00:00Z'))).toBe(utc('2025-08-25T00:05:00Z'));
    expect(nextStartMs(utc('2024-01-01T05:00:00Z'))).toBe(utc('2024-01-02T01:05:00Z'));
    expect(nextStartMs(utc('2024-01-01T04:59:59Z'))).toBeNull();
    expect(nextStartMs(utc('2028-12-29T23:00:00Z'))).toBeNull();
  });
});

describe('the years covered', () => {
  it('are 2024 to 2028; outside of them nothing opens', () => {
    expect(at('2024-01-01T04:59:59.999Z')).toBe('CLOSED - -');
    expect(at('2024-01-01T05:00:00Z')).toBe('CLOSED - 2024-01-02T01:05:00.000Z');
    expect(at('2024-01-02T01:05:00Z')).toBe('OPEN overnight -');
    // The last session ends on Friday 2028-12-29.
    expect(at('2028-12-30T00:58:59.999Z')).toBe('OPEN postmarket -');
    expect(at('2028-12-30T00:59:00Z')).toBe('CLOSED - -');
    expect(at('2031-05-05T15:00:00Z')).toBe('CLOSED - -');
    expect(at('1999-05-05T15:00:00Z')).toBe('CLOSED - -');
  });
});

/** Rules of the text, minute by minute, with a clock of its own: an oracle without the tables. */
const sundayOf = (year: number, month: number, nth: number): number => {
  const firstMs = Date.UTC(year, month, 1);
  const untilSunday = (7 - ((firstMs / DAY_MS + 4) % 7)) % 7;
  return firstMs + (untilSunday + 7 * (nth - 1)) * DAY_MS;
};
const summers = [2023, 2024, 2025, 2026, 2027, 2028, 2029].map((year) => [
  sundayOf(year, 2, 2) + 7 * HOUR_MS,
  sundayOf(year, 10, 1) + 6 * HOUR_MS,
]);
const toLocal = (atMs: number): number =>
  atMs - (summers.some(([from = 0, to = 0]) => atMs >= from && atMs < to) ? 4 : 5) * HOUR_MS;
const hm = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const table = (early: boolean): readonly (readonly [number, number, string])[] => {
  const [close, late] = early ? [hm('12:59'), hm('16:59')] : [hm('15:59'), hm('19:59')];
  return [
    [hm('00:00'), hm('03:55'), 'OPEN overnight'],
    [hm('03:55'), hm('04:01'), 'PAUSED -'],
    [hm('04:01'), hm('09:29'), 'OPEN premarket'],
    [hm('09:29'), hm('09:31'), 'PAUSED -'],
    [hm('09:31'), close, 'OPEN regular'],
    [close, close + 2, 'PAUSED -'],
    [close + 2, late, 'OPEN postmarket'],
  ];
};
const tables = { usual: table(false), early: table(true) };
const trades = (dayMs: number): boolean => {
  const weekday = (dayMs / DAY_MS + 4) % 7;
  const isCovered = dayMs >= Date.UTC(2024, 0, 1) && dayMs < Date.UTC(2029, 0, 1);
  return isCovered && weekday >= 1 && weekday <= 5 && !holidays.has(dayMs);
};
function expectedAt(atMs: number): string {
  const localMs = toLocal(atMs);
  const dayMs = Math.floor(localMs / DAY_MS) * DAY_MS;
  const minute = Math.floor((localMs - dayMs) / MINUTE_MS);
  if (minute >= hm('20:05')) return trades(dayMs + DAY_MS) ? 'OPEN overnight' : 'CLOSED -';
  if (!trades(dayMs)) return 'CLOSED -';
  const early = earlyCloses.has(dayMs);
  const row = tables[early ? 'early' : 'usual'].find(([from, to]) => minute >= from && minute < to);
  if (row !== undefined) return row[2];
  return !early && trades(dayMs + DAY_MS) ? 'PAUSED -' : 'CLOSED -';
}

describe('five years', () => {
  const startMs = utc('2024-01-01T05:00:00Z');
  const endMs = utc('2029-01-01T05:00:00Z');

  it('agree with the written rules in every minute', () => {
    let next: number | null = null;
    let opensAt = 0;
    let later = '';
    let wrong = 0;
    let openMinutes = 0;
    for (let atMs = endMs - MINUTE_MS; atMs >= startMs; atMs -= MINUTE_MS) {
      const expected = expectedAt(atMs);
      const isOpen = expected.startsWith('OPEN');
      if (later.startsWith('OPEN') && later !== expected) next = opensAt;
      if (isOpen) {
        opensAt = atMs;
        openMinutes += 1;
      }
      const { status, session, nextOpenMs } = stockSession(atMs);
      const isRight =
        `${status} ${session ?? '-'}` === expected && nextOpenMs === (isOpen ? null : next);
      if (!isRight) wrong += 1;
      later = expected;
    }
    expect(wrong).toBe(0);
    // Of 1,305 weekdays 50 are holidays and 11 close early; a day has 470 + 328 + 388 + 238
    // minutes, an early one 180 less before its close: 470 + 328 + 208 + 238.
    expect(openMinutes).toBe(1_244 * 1_424 + 11 * 1_244);
    expect(openTimeMs(startMs, endMs)).toBe(openMinutes * MINUTE_MS);
  });

  it('do not change within a minute', () => {
    fc.assert(
      fc.property(fc.integer({ min: startMs, max: endMs - 1 }), (atMs) => {
        const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
        expect(stockSession(atMs)).toEqual(stockSession(minuteMs));
        expect(`${stockSession(atMs).status} ${stockSession(atMs).session ?? '-'}`).toBe(
          expectedAt(atMs),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('open at the instant that was announced, and not before', () => {
    fc.assert(
      fc.property(fc.integer({ min: startMs, max: utc('2028-12-29T00:00:00Z') }), (atMs) => {
        const { status, nextOpenMs } = stockSession(atMs);
        const startsMs = nextStartMs(atMs) ?? 0;
        expect(startsMs).toBeGreaterThan(atMs);
        expect(stockSession(startsMs - 1).session).not.toBe(stockSession(startsMs).session);
        if (status === 'OPEN') {
          expect(nextOpenMs).toBeNull();
          return;
        }
        expect(startsMs).toBe(nextOpenMs);
        expect(stockSession(nextOpenMs ?? 0).status).toBe('OPEN');
        expect(stockSession((nextOpenMs ?? 0) - 1).status).toBe(status);
        expect(openTimeMs(atMs, nextOpenMs ?? 0)).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('add up open time and remember the last open instant', () => {
    const instant = fc.integer({ min: startMs, max: endMs - 1 });
    fc.assert(
      fc.property(instant, instant, instant, (...instants) => {
        const [a = 0, b = 0, c = 0] = instants.sort((x, y) => x - y);
        expect(openTimeMs(a, b) + openTimeMs(b, c)).toBe(openTimeMs(a, c));
        expect(openTimeMs(b, a)).toBe(0);
        const lastMs = lastOpenMs(b);
        if (lastMs === null) return;
        expect(stockSession(lastMs).status).toBe('OPEN');
        expect(openTimeMs(lastMs + 1, b)).toBe(0);
      }),
      { numRuns: 2_000 },
    );
    expect(lastOpenMs(utc('2025-08-24T12:00:00Z'))).toBe(utc('2025-08-22T23:58:59.999Z'));
    expect(lastOpenMs(startMs)).toBeNull();
  });

  it('cost less than 2 µs to ask, in order and across', () => {
    let seen = 0;
    const started = performance.now();
    for (let n = 0; n < 400_000; n += 1) {
      // Steps of a second, then of a prime number of minutes that wanders over all years.
      const atMs =
        n < 200_000 ? startMs + n * 1_000 : startMs + ((n * 611_953) % 2_630_880) * 60_000;
      if (stockSession(atMs).status === 'OPEN') seen += 1;
    }
    expect(seen).toBeGreaterThan(0);
    expect(((performance.now() - started) * 1_000) / 400_000).toBeLessThan(2);
  });
});

describe('the recorded calendar of the exchange', () => {
  it('agrees day by day', (context) => {
    if (!hasSharedData) {
      expect(process.env.CI, 'recorded data is required in CI').toBeFalsy();
      return context.skip('the recorded data is not there; set SKEIN_SHARED_DATA');
    }
    const file = sharedData('spot', 'nyse_calendar_2024_2028.json');
    const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<
      'holidays' | 'earlyCloses',
      { date: string }[]
    >;
    const days = (list: 'holidays' | 'earlyCloses') =>
      new Set(recorded[list].map(({ date }) => utc(date)));
    const [closed, early] = [days('holidays'), days('earlyCloses')];
    const differing: string[] = [];
    for (let dayMs = utc('2024-01-01'); dayMs < utc('2029-01-01'); dayMs += DAY_MS) {
      const weekday = (dayMs / DAY_MS + 4) % 7;
      // 16:30 UTC is 11:30 or 12:30 in New York, 18:30 is 13:30 or 14:30: in the late session of
      // an early day, in the regular one of others.
      const noon = stockSession(dayMs + 16.5 * HOUR_MS).session;
      const afternoon = stockSession(dayMs + 18.5 * HOUR_MS).session;
      const isClosed = weekday === 0 || weekday === 6 || closed.has(dayMs);
      const expected = isClosed
        ? [null, null]
        : ['regular', early.has(dayMs) ? 'postmarket' : 'regular'];
      if (noon !== expected[0] || afternoon !== expected[1]) {
        differing.push(new Date(dayMs).toISOString());
      }
    }
    expect(differing).toEqual([]);
  });

  it('has the status of the documented example', (context) => {
    if (!hasSharedData) return context.skip('the recorded data is not there');
    const file = sharedData('spot', 'ondo_market_status_sample.json');
    const { payload } = JSON.parse(readFileSync(file, 'utf8')) as {
      payload: { timestamp: string; marketStatus: string; nextOpen: string; nextClose: string };
    };
    const session = stockSession(utc(payload.timestamp));
    expect(session).toEqual({ status: 'OPEN', session: payload.marketStatus, nextOpenMs: null });
    expect(stockSession(utc(payload.nextClose))).toEqual({
      status: 'PAUSED',
      session: null,
      nextOpenMs: utc(payload.nextOpen),
    });
  });
});

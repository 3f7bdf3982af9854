import { describe, expect, it } from 'vitest';
import {
  daily,
  hourly,
  monthByLetters,
  monthly,
  quarterly,
  type Schedule,
  weekly,
  yearly,
} from './model-calendar.ts';

const at = (text: string): number => Date.parse(text);

const schedules: readonly (readonly [string, Schedule])[] = [
  ['hours', hourly()],
  ['days', daily(17)],
  ['whole days', daily(24)],
  ['weeks to Friday', weekly(4, 21)],
  ['weeks to Sunday midnight', weekly(6, 24)],
  ['months', monthly()],
  ['quarters', quarterly()],
  ['years to February', yearly(1, 14)],
  ['whole years', yearly(12, 1)],
  ['every fourth year', yearly(6, 20, 4, 2)],
];

describe('periods', () => {
  it.each([
    ['hours', hourly(), 'november-27-2026-14h', '2026-11-27T15:00:00Z'],
    ['days', daily(17), 'november-27-2026', '2026-11-27T17:00:00Z'],
    ['whole days', daily(24), 'november-27-2026', '2026-11-28T00:00:00Z'],
    // The 27th is the Friday of that week, the 29th its Sunday.
    ['weeks to Friday', weekly(4, 21), 'november-27-2026', '2026-11-27T21:00:00Z'],
    ['weeks to Sunday', weekly(6, 24), 'november-29-2026', '2026-11-30T00:00:00Z'],
    ['months', monthly(), 'november-2026', '2026-12-01T00:00:00Z'],
    ['quarters', quarterly(), 'q4-2026', '2027-01-01T00:00:00Z'],
    ['years', yearly(1, 14), '2026', '2026-02-14T00:00:00Z'],
    ['whole years', yearly(12, 1), '2026', '2027-01-01T00:00:00Z'],
    // 2026 leaves 2 when divided by four.
    ['every fourth year', yearly(6, 20, 4, 2), '2026', '2026-07-20T00:00:00Z'],
  ] as const)('of %s are named and close', (_, schedule, slug, closes) => {
    const index = schedule.indexAt(at('2026-11-27T14:30:00Z'));
    expect(schedule.slugOf(index)).toBe(slug);
    expect(schedule.closeMs(index)).toBe(at(closes));
    expect(schedule.parse(`some-event-${slug}`)).toBe(index);
  });

  it.each(schedules)(
    'of %s follow each other without a gap, and overlap in being shown',
    (_, s) => {
      const first = s.indexAt(at('2020-01-01T00:00:00Z'));
      for (let index = first; index < first + 400; index += 1) {
        const [start, next] = [s.startMs(index), s.startMs(index + 1)];
        expect(s.indexAt(start)).toBe(index);
        expect(s.indexAt(next - 1)).toBe(index);
        expect(s.closeMs(index)).toBeGreaterThan(start);
        expect(s.closeMs(index)).toBeLessThanOrEqual(next);
        // The next one can be traded before this one closes.
        expect(s.closeMs(index + 1) - s.opensBeforeMs).toBeLessThan(s.closeMs(index));
        expect(s.parse(`a-b-${s.slugOf(index)}`)).toBe(index);
      }
    },
  );

  it('speak of their dates', () => {
    const schedule = weekly(4, 21);
    const words = schedule.words(schedule.indexAt(at('2026-11-24T00:00:00Z')));
    expect(words).toMatchObject({ day: 'November 27', date: 'November 27, 2026', year: '2026' });
    const hours = hourly();
    expect(hours.words(hours.indexAt(at('2026-11-27T23:10:00Z')))).toMatchObject({
      day: 'November 27',
      from: '23:00',
      to: '00:00',
    });
    expect(quarterly().words(quarterly().indexAt(at('2026-05-05T00:00:00Z')))).toMatchObject({
      quarter: 'Q2',
      year: '2026',
    });
    // The year that closes with its last moment is the one meant.
    expect(yearly(12, 1).words(2026)).toMatchObject({ year: '2026' });
  });

  it('are not read out of what names none', () => {
    expect(daily(17).parse('bitcoin-above')).toBeUndefined();
    expect(daily(17).parse('bitcoin-on-foo-27-2026')).toBeUndefined();
    expect(hourly().parse('bitcoin-november-27-2026')).toBeUndefined();
    expect(monthly().parse('fed-in-q4-2026')).toBeUndefined();
    expect(quarterly().parse('gdp-in-q5-2026')).toBeUndefined();
    expect(yearly(1, 14).parse('bowl-26')).toBeUndefined();
  });
});

it('knows months by three letters', () => {
  expect(monthByLetters('NOV')).toBe('november');
  expect(monthByLetters('may')).toBe('may');
  expect(monthByLetters('XYZ')).toBeUndefined();
});

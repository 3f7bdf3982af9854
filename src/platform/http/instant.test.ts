import { expect, test } from 'vitest';
import { instantOf } from './instant.ts';

test.each([
  ['2026-01-31T14:30Z', 0],
  ['2026-01-31T14:30:05Z', 5_000],
  ['2026-01-31T14:30:05.25Z', 5_250],
])('%s is an instant', (text, afterMs) => {
  expect(instantOf(text, 'query.from')).toBe(Date.UTC(2026, 0, 31, 14, 30) + afterMs);
});

test('a field that is not there has no instant', () => {
  expect(instantOf(undefined, 'query.from')).toBeNull();
});

test.each([
  ['a day', '2026-01-31'],
  ['another time zone', '2026-01-31T14:30:00+01:00'],
  ['an hour that there is not', '2026-01-31T25:30:00Z'],
  ['a day that there is not', '2026-02-31T14:30Z'],
  ['a number', '1769869800000'],
  ['nothing', ''],
])('refuses %s', (_name, text) => {
  expect(() => instantOf(text, 'query.from')).toThrow(
    'query.from must be an ISO 8601 instant in UTC',
  );
});

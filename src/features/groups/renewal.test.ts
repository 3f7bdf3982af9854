import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from '../../platform/clock.ts';
import { nextRenewal } from './renewal.ts';
import type { Period } from './tables.ts';

const at = (text: string): number => Date.parse(text);

test.each<[string, Period, string, string]>([
  // [anchor, period, now, next]
  ['2026-01-15T10:00:00.000Z', 'MONTHLY', '2026-01-15T10:00:00.000Z', '2026-02-15T10:00:00.000Z'],
  // A month without a 31st renews on its last day, and the next one on the 31st again.
  ['2026-01-31T23:59:59.999Z', 'MONTHLY', '2026-01-31T23:59:59.999Z', '2026-02-28T23:59:59.999Z'],
  ['2026-01-31T23:59:59.999Z', 'MONTHLY', '2026-02-28T23:59:59.999Z', '2026-03-31T23:59:59.999Z'],
  ['2024-01-31T00:00:00.000Z', 'MONTHLY', '2024-02-01T00:00:00.000Z', '2024-02-29T00:00:00.000Z'],
  ['2026-12-31T00:00:00.000Z', 'MONTHLY', '2026-12-31T00:00:00.001Z', '2027-01-31T00:00:00.000Z'],
  ['2026-01-15T10:00:00.000Z', 'MONTHLY', '2028-06-15T09:59:59.999Z', '2028-06-15T10:00:00.000Z'],
  ['2026-01-15T10:00:00.000Z', 'WEEKLY', '2026-01-15T10:00:00.000Z', '2026-01-22T10:00:00.000Z'],
  ['2026-01-15T10:00:00.000Z', 'WEEKLY', '2026-01-22T10:00:00.000Z', '2026-01-29T10:00:00.000Z'],
  ['2026-01-15T10:00:00.000Z', 'WEEKLY', '2026-03-01T00:00:00.000Z', '2026-03-05T10:00:00.000Z'],
])('anchored %s %s, after %s comes %s', (anchor, period, now, next) => {
  expect(isoTime(nextRenewal(at(anchor), period, at(now)))).toBe(next);
});

test('the next renewal is after now, at most one period away, and the anchor does not drift', () => {
  const instant = fc.integer({ min: at('2020-01-01'), max: at('2030-01-01') });
  const period = fc.constantFrom<Period>('MONTHLY', 'WEEKLY');
  fc.assert(
    fc.property(instant, instant, period, (a, b, kind) => {
      const [anchor, now] = a < b ? [a, b] : [b, a];
      const next = nextRenewal(anchor, kind, now);
      const longest = (kind === 'WEEKLY' ? 7 : 31) * 86_400_000;
      expect(next).toBeGreaterThan(now);
      expect(next - now).toBeLessThanOrEqual(longest);
      // Asked a moment before it, the same renewal is named.
      expect(nextRenewal(anchor, kind, next - 1)).toBe(next);
      expect((next - anchor) % 86_400_000).toBe(0);
    }),
  );
});

import { expect, test } from 'vitest';
import { durationOf } from './duration.ts';

test('a time is told in the largest unit that divides it', () => {
  expect(durationOf(86_400_000)).toBe('24 hours');
  expect(durationOf(172_800_000)).toBe('2 days');
  expect(durationOf(3_600_000)).toBe('1 hour');
  expect(durationOf(5_400_000)).toBe('90 minutes');
  expect(durationOf(1_500)).toBe('2 seconds');
  expect(durationOf(0)).toBe('0 seconds');
});

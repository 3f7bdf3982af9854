import { expect, test } from 'vitest';
import { dueHours, HOUR_MS, hourOf, isMidnight } from './due-hours.ts';

/** Midnight of some day, in hours. */
const day = 24 * 20_000;

test('every hour since the last one is due while no more than a day was missed', () => {
  expect(dueHours(day, day)).toEqual([]);
  expect(dueHours(day + 5, day)).toEqual([]);
  expect(dueHours(day, day + 1)).toEqual([day + 1]);
  expect(dueHours(day, day + 3)).toEqual([day + 1, day + 2, day + 3]);
  expect(dueHours(day, day + 24)).toEqual(Array.from({ length: 24 }, (_, n) => day + 1 + n));
});

test('of a longer gap the midnights, and the hours of the last day', () => {
  // 50 hours: 02:00 of the third day; 24 hours back from there is 03:00 of the second.
  const hours = dueHours(day, day + 50);
  expect(hours).toEqual([day + 24, ...Array.from({ length: 24 }, (_, n) => day + 27 + n)]);
  expect(hours.filter(isMidnight)).toEqual([day + 24, day + 48]);
});

test('of a gap of years the midnights of 31 days', () => {
  const now = day + 24 * 1_000 + 7;
  const hours = dueHours(0, now);
  // 744 hours end at 07:00 today and begin at 08:00 of the day 31 days ago, after its midnight.
  expect(hours[0]).toBe(day + 24 * 970);
  expect(hours.filter(isMidnight)).toHaveLength(31);
  // Today's midnight is one of the last 24 hours.
  expect(hours).toHaveLength(30 + 24);
  expect(hours.at(-1)).toBe(now);
});

test('an hour contains its first instant', () => {
  expect(hourOf(day * HOUR_MS)).toBe(day);
  expect(hourOf(day * HOUR_MS - 1)).toBe(day - 1);
});

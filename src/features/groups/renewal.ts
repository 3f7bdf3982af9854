import { isoTime } from '../../platform/clock.ts';
import type { Period } from './tables.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The first renewal after `now` of a subscription that began at `anchor`, both in milliseconds.
 * WEEKLY: every seven days. MONTHLY: the same day and time of each month in UTC, or the month's
 * last day when it is shorter; always counted from the anchor, so that the day does not drift.
 */
export function nextRenewal(anchor: number, period: Period, now: number): number {
  const elapsed = Math.max(now - anchor, 0);
  if (period === 'WEEKLY') return anchor + (Math.floor(elapsed / WEEK_MS) + 1) * WEEK_MS;
  let months = Math.max(monthNumber(now) - monthNumber(anchor), 1);
  let at = addMonths(anchor, months);
  while (at <= now) {
    months += 1;
    at = addMonths(anchor, months);
  }
  return at;
}

const monthNumber = (atMs: number): number => {
  const { year, month } = parts(atMs);
  return year * 12 + month;
};

function addMonths(anchor: number, months: number): number {
  const { year, month, day, msOfDay } = parts(anchor);
  const lastDay = parts(Date.UTC(year, month + months + 1, 0)).day;
  return Date.UTC(year, month + months, Math.min(day, lastDay)) + msOfDay;
}

/** `month` counts from 0. */
function parts(atMs: number): { year: number; month: number; day: number; msOfDay: number } {
  const [year = 0, month = 0, day = 0] = isoTime(atMs).slice(0, 10).split('-').map(Number);
  return { year, month: month - 1, day, msOfDay: atMs - Date.UTC(year, month - 1, day) };
}

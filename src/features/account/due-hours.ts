export const HOUR_MS = 3_600_000;

/** Missed hours that get a snapshot each after a leap of the clock or a stop of the service. */
export const CAUGHT_UP_HOURS = 24;
/** Missed days whose midnight gets one. */
export const CAUGHT_UP_DAYS = 31;

/** The hour of an instant, counted from 1970. */
export const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS);

/** Whether an hour begins a day (UTC). */
export const isMidnight = (hour: number): boolean => hour % 24 === 0;

/**
 * The hours after `done` that get a snapshot now, in order: those of the last 24 hours, and the
 * midnights of the last 31 days. For older ones the snapshot before the gap stands.
 */
export function dueHours(done: number, now: number): number[] {
  const hours: number[] = [];
  const first = Math.max(done + 1, now - CAUGHT_UP_DAYS * 24 + 1);
  for (let hour = first; hour <= now; hour += 1) {
    if (now - hour < CAUGHT_UP_HOURS || isMidnight(hour)) hours.push(hour);
  }
  return hours;
}

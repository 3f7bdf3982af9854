import { invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const WHOLE_SECONDS = 19;

/** Milliseconds of an instant. VALIDATION_FAILED unless it is ISO 8601 UTC and real. */
export function requireInstant(field: string, text: string): number {
  const atMs = ISO.test(text) ? Date.parse(text) : Number.NaN;
  // 31 February parses as a day of March.
  const real =
    !Number.isNaN(atMs) && isoTime(atMs).slice(0, WHOLE_SECONDS) === text.slice(0, WHOLE_SECONDS);
  if (real) return atMs;
  throw invalid(`${field} must be an instant in ISO 8601 UTC, such as 2026-01-31T14:30:00.000Z`);
}

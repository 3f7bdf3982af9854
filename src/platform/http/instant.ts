import { invalid } from '../../errors/app-error.ts';
import { isoTime } from '../clock.ts';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/;
const WHOLE_MINUTES = 'YYYY-MM-DDTHH:MM'.length;

/**
 * Milliseconds of an instant of a query, whose seconds may be left out; null without one.
 * VALIDATION_FAILED unless it is ISO 8601 in UTC and real. `field` names it: `query.from`.
 */
export function instantOf(text: string | undefined, field: string): number | null {
  if (text === undefined) return null;
  const atMs = ISO.test(text) ? Date.parse(text) : Number.NaN;
  // 31 February parses as a day of March.
  const isReal = !Number.isNaN(atMs) && isoTime(atMs).startsWith(text.slice(0, WHOLE_MINUTES));
  if (!isReal) throw invalid(`${field} must be an ISO 8601 instant in UTC`);
  return atMs;
}

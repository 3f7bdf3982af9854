import { invalid } from '../../errors/app-error.ts';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/;

/**
 * Milliseconds of an instant of a query, whose seconds may be left out; null without one.
 * VALIDATION_FAILED unless it is ISO 8601 in UTC. `field` names it: `query.from`.
 */
export function instantOf(text: string | undefined, field: string): number | null {
  if (text === undefined) return null;
  const atMs = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) throw invalid(`${field} must be an ISO 8601 instant in UTC`);
  return atMs;
}

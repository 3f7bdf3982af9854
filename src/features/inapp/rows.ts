import { invalid } from '../../errors/app-error.ts';
import { DEFAULT_ROWS, MAX_ROWS } from './limits.ts';

/** Rows of a page: `limit` above the maximum counts as it; VALIDATION_FAILED below 1. */
export function rowsOf(limit: number | null | undefined): number {
  if (limit === null || limit === undefined) return DEFAULT_ROWS;
  if (limit < 1) throw invalid('limit must be a whole number from 1');
  return Math.min(limit, MAX_ROWS);
}

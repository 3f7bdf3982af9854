import { decodeCursor, foreignCursor } from '../../platform/http/cursor.ts';
import { isId, LAST_ID } from '../../platform/ids.ts';

/** What a list takes: a number of rows and where to go on. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const MAX_INT = 2 ** 31 - 1;
const MAX_SMALLINT = 2 ** 15 - 1;

const within = (value: number, most: number): boolean => value >= 0 && value <= most;

/**
 * The asset after which a page of holdings goes on; `start` without a cursor. VALIDATION_FAILED
 * for a cursor of another list, like the next.
 */
export function holdingCursor(cursor: string | undefined, start: number): number {
  if (cursor === undefined) return start;
  const [assetId] = decodeCursor(cursor, 'number');
  if (!within(assetId, MAX_INT)) throw foreignCursor();
  return assetId;
}

/** The movement after which a page of the statement goes on. */
export function statementCursor(cursor: string | undefined): [transferId: string, n: number] {
  if (cursor === undefined) return [LAST_ID, MAX_SMALLINT];
  const [transferId, n] = decodeCursor(cursor, 'string', 'number');
  if (!isId(transferId) || !within(n, MAX_SMALLINT)) throw foreignCursor();
  return [transferId, n];
}

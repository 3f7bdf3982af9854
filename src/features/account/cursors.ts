import { invalid } from '../../errors/app-error.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import { isId, LAST_ID } from '../../platform/ids.ts';
import type { HoldingRow, StatementRow } from './account.sql.ts';

/** What a list takes: a number of rows and where to go on. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const MAX_INT = 2 ** 31 - 1;
const MAX_SMALLINT = 2 ** 15 - 1;

const refusal = () => invalid('query.cursor is not a cursor that this service gave out');

const within = (value: number, most: number): boolean => value >= 0 && value <= most;

/**
 * The asset after which a page of holdings goes on; `start` without a cursor. VALIDATION_FAILED
 * for a cursor of another list, like the next.
 */
export function holdingCursor(cursor: string | undefined, start: number): number {
  if (cursor === undefined) return start;
  const [assetId] = decodeCursor(cursor, 'number');
  if (!within(assetId, MAX_INT)) throw refusal();
  return assetId;
}

/** The movement after which a page of the statement goes on. */
export function statementCursor(cursor: string | undefined): [transferId: string, n: number] {
  if (cursor === undefined) return [LAST_ID, MAX_SMALLINT];
  const [transferId, n] = decodeCursor(cursor, 'string', 'number');
  if (!isId(transferId) || !within(n, MAX_SMALLINT)) throw refusal();
  return [transferId, n];
}

export const afterHolding = ({ id }: HoldingRow): string => encodeCursor(id);

export const afterMovement = ({ transferId, n }: StatementRow): string =>
  encodeCursor(transferId, n);

/** Cuts rows that were read with one more than `limit`, and tells where to go on if there is more. */
export function cut<Row>(
  rows: readonly Row[],
  limit: number,
  after: (row: Row) => string,
): { rows: readonly Row[]; nextCursor: string | null } {
  const last = rows[limit - 1];
  if (rows.length <= limit || last === undefined) return { rows, nextCursor: null };
  return { rows: rows.slice(0, limit), nextCursor: after(last) };
}

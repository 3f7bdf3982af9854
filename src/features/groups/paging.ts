import { invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import { isId } from '../../platform/ids.ts';

export interface PageWish {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** The last row of the page before: its instant and its id; both null at the start. */
export function after(cursor: string | undefined): [string | null, string | null] {
  if (cursor === undefined) return [null, null];
  const [atMs, id] = decodeCursor(cursor, 'number', 'string');
  // An instant outside of this range cannot be one of ours, nor can Postgres hold every other one.
  if (!isId(id) || atMs < 0 || atMs > MAX_INSTANT_MS) throw invalid('query.cursor is not a cursor');
  return [isoTime(atMs), id];
}
const MAX_INSTANT_MS = Date.UTC(9999, 11, 31);

/** Cuts the row that was read only to see whether there is more, and names the last one kept. */
export function cut<Row>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => [number, string],
) {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { kept, nextCursor: more ? encodeCursor(...position(last)) : null };
}

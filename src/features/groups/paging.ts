import { isoTime } from '../../platform/clock.ts';
import { decodeCursor, foreignCursor } from '../../platform/http/cursor.ts';
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
  if (!isId(id) || atMs < 0 || atMs > MAX_INSTANT_MS) throw foreignCursor();
  return [isoTime(atMs), id];
}
const MAX_INSTANT_MS = Date.UTC(9999, 11, 31);

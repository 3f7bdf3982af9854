import { type AppError, invalid } from '../../errors/app-error.ts';
import { isId, LAST_ID } from '../ids.ts';

export type CursorPart = string | number;

/** Longest cursor that is looked at; ours are far shorter. */
const MAX_CURSOR_CHARACTERS = 512;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** VALIDATION_FAILED for a cursor that is none, or one of another list. */
export const foreignCursor = (): AppError =>
  invalid('query.cursor is not a cursor that this service gave out');

/** Packs the position after the last row of a page into the opaque text that clients send back. */
export function encodeCursor(...parts: readonly CursorPart[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Unpacks a cursor of the given shape: one `typeof` per part, numbers being safe integers.
 * VALIDATION_FAILED when the text is not one (contract 18.26).
 */
export function decodeCursor<const Shape extends readonly ('string' | 'number')[]>(
  cursor: string,
  ...shape: Shape
): { [Index in keyof Shape]: Shape[Index] extends 'string' ? string : number } {
  if (cursor.length > MAX_CURSOR_CHARACTERS || !BASE64URL.test(cursor)) throw foreignCursor();
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw foreignCursor();
  }
  if (!Array.isArray(parts) || parts.length !== shape.length) throw foreignCursor();
  for (const [index, part] of parts.entries()) {
    if (typeof part !== shape[index]) throw foreignCursor();
    if (typeof part === 'number' && !Number.isSafeInteger(part)) throw foreignCursor();
    if (typeof part === 'string' && part.includes('\0')) throw foreignCursor();
  }
  return parts as { [Index in keyof Shape]: Shape[Index] extends 'string' ? string : number };
}

/** The id before which a list in falling order of ids goes on: all of them without a cursor. */
export function beforeId(cursor: string | undefined): string {
  if (cursor === undefined) return LAST_ID;
  const [id] = decodeCursor(cursor, 'string');
  if (!isId(id)) throw foreignCursor();
  return id;
}

/**
 * Cuts rows that were read with one more than `limit`, and tells where to go on if there is more:
 * after the position of the last row that is kept.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => readonly CursorPart[],
): { kept: readonly Row[]; nextCursor: string | null } {
  const kept = rows.slice(0, limit);
  const last = rows.length > limit ? kept.at(-1) : undefined;
  return { kept, nextCursor: last === undefined ? null : encodeCursor(...positionOf(last)) };
}

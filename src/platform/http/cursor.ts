import { invalid } from '../../errors/app-error.ts';

export type CursorPart = string | number;

/** Longest cursor that is looked at; ours are far shorter. */
const MAX_CURSOR_CHARACTERS = 512;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

const refusal = () => invalid('query.cursor is not a cursor that this service gave out');

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
  if (cursor.length > MAX_CURSOR_CHARACTERS || !BASE64URL.test(cursor)) throw refusal();
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw refusal();
  }
  if (!Array.isArray(parts) || parts.length !== shape.length) throw refusal();
  for (const [index, part] of parts.entries()) {
    if (typeof part !== shape[index]) throw refusal();
    if (typeof part === 'number' && !Number.isSafeInteger(part)) throw refusal();
    if (typeof part === 'string' && part.includes('\0')) throw refusal();
  }
  return parts as { [Index in keyof Shape]: Shape[Index] extends 'string' ? string : number };
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { LAST_ID, NO_ID } from '../ids.ts';
import { beforeId, cutPage, decodeCursor, encodeCursor } from './cursor.ts';

test('a cursor comes back as it was given out', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.maxSafeInteger(), (text, whole) => {
      fc.pre(!text.includes('\0'));
      const at = Object.is(whole, -0) ? 0 : whole;
      const [a, b] = decodeCursor(encodeCursor(text, at), 'string', 'number');
      expect([a, b]).toEqual([text, at]);
    }),
  );
});

test.each([
  ['not base64url', 'a b'],
  ['empty', ''],
  ['not JSON', Buffer.from('{').toString('base64url')],
  ['not a list', Buffer.from('{}').toString('base64url')],
  ['another shape', encodeCursor(1, 2)],
  ['another length', encodeCursor('a')],
  ['a fraction', encodeCursor('a', 1.5)],
  ['a zero character', encodeCursor('a\0', 1)],
  ['too long', encodeCursor('a'.repeat(600), 1)],
])('refuses what it did not give out: %s', (_name, text) => {
  const decode = () => decodeCursor(text, 'string', 'number');
  expect(decode).toThrow(AppError);
  expect(decode).toThrow('query.cursor is not a cursor that this service gave out');
});

test('a list by id begins after every id, and goes on before the one of its cursor', () => {
  expect(beforeId(undefined)).toBe(LAST_ID);
  expect(beforeId(encodeCursor(NO_ID))).toBe(NO_ID);
  expect(() => beforeId(encodeCursor('no id'))).toThrow(
    'is not a cursor that this service gave out',
  );
});

test('a page says where to go on only when a row was read beyond it', () => {
  const position = (row: number) => [row, 'id'] as const;
  expect(cutPage([5, 4, 3], 2, position)).toEqual({
    kept: [5, 4],
    nextCursor: encodeCursor(4, 'id'),
  });
  expect(cutPage([5, 4], 2, position)).toEqual({ kept: [5, 4], nextCursor: null });
  expect(cutPage([], 2, position)).toEqual({ kept: [], nextCursor: null });
});

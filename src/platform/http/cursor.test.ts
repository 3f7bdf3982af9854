import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayLiteral } from './table.ts';

test('each value stands in quotes, a backslash before every quote and backslash in it', () => {
  expect(arrayLiteral(['plain', 'a "b" \\c', null, undefined, 7n, ''])).toBe(
    String.raw`{"plain","a \"b\" \\c",NULL,NULL,"7",""}`,
  );
  expect(arrayLiteral(['one\ntwo\t"x"', '😀 "y"'])).toBe('{"one\ntwo\t\\"x\\"","😀 \\"y\\""}');
});

test('any text is escaped in the same way', () => {
  const escaped = (text: string) =>
    [...text].map((sign) => (sign === '"' || sign === '\\' ? `\\${sign}` : sign)).join('');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(arrayLiteral([text])).toBe(`{"${escaped(text)}"}`);
    }),
  );
});

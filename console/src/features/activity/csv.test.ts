import { expect, test } from 'vitest';
import { csvCell, csvOf } from './csv.ts';

test('numbers stay as they were written, to the last digit and below zero', () => {
  expect(csvCell('0.000000000000000001')).toBe('0.000000000000000001');
  expect(csvCell('-12.5')).toBe('-12.5');
  expect(csvCell('123456789012345678901234567890.10')).toBe('123456789012345678901234567890.10');
});

test('what a spreadsheet would run is defused', () => {
  expect(csvCell('=1+1')).toBe("'=1+1");
  expect(csvCell('+1')).toBe("'+1");
  expect(csvCell('-1+cmd')).toBe("'-1+cmd");
  expect(csvCell('@SUM(A1)')).toBe("'@SUM(A1)");
  expect(csvCell('  =1')).toBe("'  =1");
  expect(csvCell('\t=1')).toBe('"\'\t=1"');
  expect(csvCell('=HYPERLINK("x","y")')).toBe('"\'=HYPERLINK(""x"",""y"")"');
  // A number that only looks like one is text.
  expect(csvCell('-1e5')).toBe("'-1e5");
});

test('commas, quotes and line ends stay inside their cell', () => {
  expect(csvCell('a,b')).toBe('"a,b"');
  expect(csvCell('say "hi"')).toBe('"say ""hi"""');
  expect(csvCell('two\nlines')).toBe('"two\nlines"');
  expect(csvCell(null)).toBe('');
  expect(csvCell(undefined)).toBe('');
});

test('a table has its names first and ends each line', () => {
  const rows = [
    { at: '2026-01-31T14:30:00.000Z', amount: '-1.50' },
    { at: '2026-02-01T00:00:00.000Z', amount: '=2' },
  ];
  expect(
    csvOf<(typeof rows)[number]>(
      [
        ['at', ({ at }) => at],
        ['amount', ({ amount }) => amount],
      ],
      rows,
    ),
  ).toBe("at,amount\r\n2026-01-31T14:30:00.000Z,-1.50\r\n2026-02-01T00:00:00.000Z,'=2\r\n");
});

/** A plain decimal, which a spreadsheet takes as a number and nothing else. */
const DECIMAL = /^-?\d+(\.\d+)?$/;
/** What a spreadsheet would take as the beginning of a formula. */
const FORMULA = /^[\s]*[=+\-@\t\r\n|%]/;

/**
 * One cell. Texts are as the service wrote them, to the last digit. One that a spreadsheet would run
 * as a formula gets an apostrophe before it; numbers below zero stay numbers.
 */
export function csvCell(value: string | null | undefined): string {
  const text = value ?? '';
  const safe = FORMULA.test(text) && !DECIMAL.test(text) ? `'${text}` : text;
  return /[",\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as RFC 4180 has it: the names of the columns first, lines ended by CR LF. */
export function csvOf<Row>(
  columns: readonly (readonly [name: string, cell: (row: Row) => string | null | undefined])[],
  rows: readonly Row[],
): string {
  const lines = [
    columns.map(([name]) => csvCell(name)),
    ...rows.map((row) => columns.map(([, cell]) => csvCell(cell(row)))),
  ];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

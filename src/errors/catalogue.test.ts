import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { expect, test } from 'vitest';
import { errorCatalogue, skipCatalogue, streamCatalogue } from './catalogue.ts';
import { errorCodesDocument, errorReferencePage } from './published.ts';

const PAGE = new URL('../../docs/reference/errors.md', import.meta.url);

test('the reference page is the one written from the catalogue', async () => {
  await expect(errorReferencePage()).toMatchFileSnapshot(PAGE.pathname);
});

test('catalogue, published document and reference page hold the same codes', () => {
  const expected = [
    ...Object.entries(errorCatalogue).map(
      ([code, entry]) => `${code} ${entry.httpStatus} ${entry.retryable} ${entry.description}`,
    ),
    ...Object.entries(skipCatalogue).map(([code, text]) => `${code} ${text}`),
    ...Object.entries(streamCatalogue).map(([code, text]) => `${code} ${text}`),
  ];
  const published = errorCodesDocument().errors.map((entry) =>
    entry.kind === 'error'
      ? `${entry.code} ${entry.httpStatus} ${entry.retryable} ${entry.description}`
      : `${entry.code} ${entry.description}`,
  );
  const documented = readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
      const code = (cells[0] ?? '').replaceAll('`', '');
      if (cells.length === 2) return `${code} ${cells[1]}`;
      return `${code} ${cells[1]} ${cells[2] === 'yes'} ${cells[3]}`;
    });
  expect(published).toEqual(expected);
  expect(documented).toEqual(expected);
});

test('codes that never answer a request have no HTTP status', () => {
  for (const { kind, httpStatus } of errorCodesDocument().errors) {
    if (kind === 'error') expect(STATUS_CODES).toHaveProperty(String(httpStatus));
    else expect(httpStatus).toBeNull();
  }
});

test('every code is UPPER_SNAKE and every description one sentence that fits a table', () => {
  const { errors } = errorCodesDocument();
  for (const { code, description } of errors) {
    expect(code).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
    expect(description).toMatch(/^[A-Z][^|\n]*\.$/);
  }
  const names = errors.map(({ code, kind }) => `${kind} ${code}`);
  expect(new Set(names).size).toBe(names.length);
});

test('only answers that moved nothing and may change are retryable', () => {
  const retryable = Object.entries(errorCatalogue)
    .filter(([, entry]) => entry.retryable)
    .map(([code]) => code);
  expect(retryable).toEqual([
    'IDEMPOTENCY_IN_PROGRESS',
    'RATE_LIMITED',
    'PRICE_UNAVAILABLE',
    'TRADING_HALTED',
    'VENUE_UNAVAILABLE',
    'OVERLOADED',
  ]);
});

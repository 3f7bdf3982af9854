import { expect, test } from 'vitest';
import { usdc } from '../../money/fixed.ts';
import { priceOf } from '../../money/text.ts';
import { gainWords, priceWords } from './call-words.ts';

test('a gain is said with its exact amount', () => {
  expect([3_250_000n, -1n, 0n].map((units) => gainWords(usdc(units)))).toEqual([
    'with a profit of $3.25',
    'with a loss of $0.000001',
    'without profit or loss',
  ]);
});

test.each([
  // Six digits: 73.1234 | 56789 rounds up; 0.99999 | 95 carries; a half goes to the even digit.
  ['73.123456789012345678', '$73.1235'],
  ['0.999999500000000001', '$1'],
  ['7.123445', '$7.12344'],
  // Zeros before the first digit do not count, and cents are never lost.
  ['0.000012345678901234', '$0.0000123457'],
  ['0.000000000000000001', '$0.000000000000000001'],
  ['108432.555', '$108432.56'],
  ['1234567.891', '$1234567.89'],
  ['150.12', '$150.12'],
  ['0.5', '$0.5'],
])('%s is said as %s', (exact, words) => {
  expect(priceWords(priceOf(exact))).toBe(words);
});

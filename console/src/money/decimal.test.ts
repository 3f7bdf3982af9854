import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  fromBaseUnits,
  multiplyDecimals,
  parseDecimal,
  percentIn,
  percentOf,
  printDecimal,
  signOf,
  subtractDecimals,
} from './decimal.ts';

const decimals = fc
  .record({
    digits: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
    scale: fc.integer({ min: 0, max: 18 }),
  })
  .map(printDecimal);

test('only plain notation is a decimal', () => {
  for (const text of ['', '.', '1.', '.5', '+1', '1e3', ' 1', '1,000', '١']) {
    expect(parseDecimal(text), text).toBe(null);
  }
});

test('printing gives back what was read, without zeros at the end', () => {
  for (const [text, printed] of [
    ['25.00', '25'],
    ['-0.50', '-0.5'],
    ['-0', '0'],
    ['0.0001', '0.0001'],
  ] as const) {
    expect(printDecimal(parseDecimal(text) ?? { digits: 9n, scale: 0 })).toBe(printed);
  }
});

test('sums are exact and differences undo them', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      expect(subtractDecimals(addDecimals(a, b), b)).toBe(a);
    }),
  );
  // 0.1 + 0.2 as a number would be 0.30000000000000004.
  expect(addDecimals('0.1', '0.2')).toBe('0.3');
  expect(multiplyDecimals('1.5', '-0.02')).toBe('-0.03');
});

test('order is that of the values', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      expect(compareDecimals(a, b)).toBe(signOf(subtractDecimals(a, b)));
    }),
  );
  expect(compareDecimals('10', '9.99')).toBe(1);
  expect(compareDecimals('1.50', '1.5')).toBe(0);
});

test('quotients are rounded half away from zero', () => {
  expect(divideDecimals('2', '3', 2)).toBe('0.67');
  expect(divideDecimals('1', '8', 2)).toBe('0.13');
  expect(divideDecimals('1', '0', 2)).toBe('0');
});

test('a slider never sets more than its part', () => {
  // 33 % of 100.000001 is 33.00000033, of which six digits are 33.
  expect(percentOf('100.000001', 33, 6)).toBe('33');
  expect(percentOf('10.55', 50, 6)).toBe('5.275');
  expect(percentOf('99.999999', 100, 6)).toBe('99.999999');
  expect(percentIn('25', '100')).toBe(25);
  expect(percentIn('250', '100')).toBe(100);
  expect(percentIn('1', '0')).toBe(0);
});

test('base units become decimals', () => {
  expect(fromBaseUnits('1500000', 6)).toBe('1.5');
  expect(fromBaseUnits('1', 9)).toBe('0.000000001');
});

import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divHalfEven, max, min, mulDivDown, mulDivUp, percentOf, pow10 } from './fixed.ts';

// Precise enough for the exact quotient of any two numbers below to be rounded once only.
const Exact = Decimal.clone({ precision: 400, toExpNeg: -9e15, toExpPos: 9e15 });

const signed = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n });
const natural = fc.bigInt({ min: 0n, max: 10n ** 40n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 40n });

/** numerator ÷ denominator rounded by decimal.js; halves are found exactly, by doubling. */
function halfEven(numerator: bigint, denominator: bigint): string {
  const quotient = new Exact(numerator.toString()).div(denominator.toString());
  return quotient.toFixed(0, Decimal.ROUND_HALF_EVEN).replace(/^-0$/, '0');
}

describe('divHalfEven', () => {
  test.each([
    [1n, 2n, 0n],
    [3n, 2n, 2n],
    [5n, 2n, 2n],
    [-1n, 2n, 0n],
    [-3n, 2n, -2n],
    [-5n, 2n, -2n],
    [5n, -2n, -2n],
    [7n, 4n, 2n],
    [-7n, 4n, -2n],
    [0n, 5n, 0n],
  ])('%s ÷ %s is %s', (numerator, denominator, quotient) => {
    expect(divHalfEven(numerator, denominator)).toBe(quotient);
  });

  test('agrees with decimal.js', () => {
    const denominators = signed.filter((denominator) => denominator !== 0n);
    fc.assert(
      fc.property(signed, denominators, (numerator, denominator) => {
        expect(divHalfEven(numerator, denominator).toString()).toBe(
          halfEven(numerator, denominator),
        );
      }),
    );
  });

  test('halves go to the even neighbour', () => {
    fc.assert(
      fc.property(signed, positive, (whole, half) => {
        // (2 × whole + 1) ÷ 2 lies between whole and whole + 1.
        const rounded = divHalfEven((2n * whole + 1n) * half, 2n * half);
        expect(rounded % 2n === 0n && (rounded === whole || rounded === whole + 1n)).toBe(true);
      }),
    );
  });
});

test('a × b ÷ c lies between its two roundings, which are one unit apart or equal', () => {
  fc.assert(
    fc.property(natural, natural, positive, (a, b, c) => {
      const [down, up] = [mulDivDown(a, b, c), mulDivUp(a, b, c)];
      expect(down * c <= a * b && a * b <= up * c).toBe(true);
      expect(up - down).toBe((a * b) % c === 0n ? 0n : 1n);
    }),
  );
});

test('percent points', () => {
  expect(percentOf(1n, 3n)).toBe(33_333_333_333_333_333_333n);
  expect(percentOf(2n, 3n)).toBe(66_666_666_666_666_666_667n);
  expect(percentOf(-1n, 8n)).toBe(-12_500_000_000_000_000_000n);
  expect(percentOf(5n, 0n)).toBe(0n);
});

test('powers of ten end where the table does', () => {
  expect(pow10(0)).toBe(1n);
  expect(pow10(77)).toBe(10n ** 77n);
  expect(() => pow10(78)).toThrow(RangeError);
  expect(() => pow10(-1)).toThrow(RangeError);
});

test('the smaller and the larger', () => {
  expect([min(1n, 2n), min(2n, 1n), max(1n, 2n), max(2n, 1n)]).toEqual([1n, 1n, 2n, 2n]);
});

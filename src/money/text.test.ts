import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BaseUnits, type Price, type Ratio, type Usdc, usdc } from './fixed.ts';
import {
  DECIMAL_PATTERN,
  dollars,
  formatBaseUnits,
  formatFixed,
  formatPrice,
  formatRatio,
  formatUsdc,
  MAX_DECIMAL_CHARACTERS,
  parseFixed,
  parsePrice,
  parseUsdc,
  priceOf,
  requireFixed,
  tokens,
  USDC_AMOUNT_PATTERN,
} from './text.ts';

const Exact = Decimal.clone({ precision: 400, toExpNeg: -9e15, toExpPos: 9e15 });
const units = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const scale = fc.integer({ min: 0, max: 18 });

describe('what is printed', () => {
  test('is read back as the same number, at every scale (I7)', () => {
    fc.assert(
      fc.property(units, scale, (value, decimals) => {
        const text = formatFixed(value, decimals);
        expect(parseFixed(text, decimals)).toBe(value);
        expect(text).toMatch(new RegExp(DECIMAL_PATTERN));
        expect(text).not.toMatch(/\.\d*0$|^-0$|[eE+]/);
      }),
    );
  });

  test('is what decimal.js prints in plain notation', () => {
    fc.assert(
      fc.property(units, scale, (value, decimals) => {
        const exact = new Exact(value.toString()).div(new Exact(10).pow(decimals));
        expect(formatFixed(value, decimals)).toBe(exact.toFixed());
      }),
    );
  });

  test.each([
    [formatUsdc(usdc(0n)), '0'],
    [formatUsdc(usdc(25_000_000n)), '25'],
    [formatUsdc(usdc(100n)), '0.0001'],
    [formatUsdc(usdc(-3_500_000n)), '-3.5'],
    [formatUsdc(usdc(-1n)), '-0.000001'],
    [formatPrice(1n as Price), '0.000000000000000001'],
    [formatRatio(12_500_000_000_000_000_000n as Ratio), '12.5'],
    [formatBaseUnits(7n as BaseUnits, 0), '7'],
    [formatBaseUnits(1_000_000_001n as BaseUnits, 9), '1.000000001'],
  ])('%s is %s', (printed, text) => {
    expect(printed).toBe(text);
  });
});

describe('what is read', () => {
  test.each([
    ['0', 0n],
    ['-0', 0n],
    ['25.00', 25_000_000n],
    ['0.000001', 1n],
    ['-3.5', -3_500_000n],
    ['9223372036854.775807', 9_223_372_036_854_775_807n],
  ])('%s', (text, value) => {
    expect(parseUsdc(text)).toBe(value);
  });

  test.each([
    '',
    '-',
    '.',
    '1.',
    '.5',
    '00.5',
    '01',
    '+1',
    '--1',
    '1e3',
    '1E3',
    ' 1',
    '1 ',
    '1\n',
    '1,5',
    '1_000',
    '0x10',
    'NaN',
    'Infinity',
    '\u0661',
    '\uff11',
    '0.0000001',
    '1.0000000',
  ])('not %j', (text) => {
    expect(parseUsdc(text)).toBeNull();
  });

  test('the longest decimal has 64 characters', () => {
    expect(parseUsdc('9'.repeat(MAX_DECIMAL_CHARACTERS))).toBe(10n ** 6n * (10n ** 64n - 1n));
    expect(parseUsdc('9'.repeat(MAX_DECIMAL_CHARACTERS + 1))).toBeNull();
    expect(parseUsdc('9'.repeat(100_000))).toBeNull();
  });

  test('any text is either a number that prints without loss or nothing', () => {
    const almost = fc.stringMatching(/^[-+.0-9eE ]{0,12}$/);
    fc.assert(
      fc.property(fc.oneof(almost, fc.string()), (text) => {
        const value = parsePrice(text);
        if (value === null) return;
        expect(new Exact(formatPrice(value)).eq(text)).toBe(true);
      }),
    );
  });

  test('the pattern of amounts takes what the parser takes, of what is not negative', () => {
    const pattern = new RegExp(USDC_AMOUNT_PATTERN);
    fc.assert(
      fc.property(fc.stringMatching(/^[-.0-9]{0,10}$/), (text) => {
        const value = text.startsWith('-') ? null : parseUsdc(text);
        expect(pattern.test(text)).toBe(value !== null);
      }),
    );
  });
});

test('constants are read or are a bug', () => {
  expect(dollars('1.5') satisfies Usdc).toBe(1_500_000n);
  expect(priceOf('0.00002')).toBe(20_000_000_000_000n);
  expect(tokens('1.5', 9)).toBe(1_500_000_000n);
  expect(() => requireFixed('1.5', 0)).toThrow('not a plain decimal of 0 places: 1.5');
  expect(() => dollars('1e3')).toThrow(TypeError);
});

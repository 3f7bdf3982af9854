import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { price, ratio, usdc } from '../../money/fixed.ts';
import { formatUsdc, priceOf, tokens } from '../../money/text.ts';
import {
  levelCost,
  levelFee,
  mostShares,
  requireExact,
  requireFeeRate,
} from './prediction-level.ts';

const rateOf = (text: string) => ratio(priceOf(text));
const fee = (shares: string, at: string, rate: string): string =>
  formatUsdc(levelFee(tokens(shares, 6), priceOf(at), rateOf(rate)));

describe('the fee of a level', () => {
  const cases: [shares: string, at: string, rate: string, fee: string][] = [
    // The venue's own examples for 100 shares at 0.5: crypto, politics, sports; geopolitics is free.
    ['100', '0.5', '0.07', '1.75'],
    ['100', '0.5', '0.04', '1'],
    ['100', '0.5', '0.05', '1.25'],
    ['100', '0.5', '0', '0'],
    // 0.01 × 0.05 × 0.25 = 0.000125, a tie that goes up (half-even would go down)
    ['0.01', '0.5', '0.05', '0.00013'],
    // 0.01 × 0.049999999999999999 × 0.25 is just below the tie
    ['0.01', '0.5', '0.049999999999999999', '0.00012'],
    // 0.01 × 0.054 × 0.25 = 0.000135, the tie above an odd digit
    ['0.01', '0.5', '0.054', '0.00014'],
    // 0.01 × 0.002 × 0.25 = 0.000005 is the smallest that counts
    ['0.01', '0.5', '0.002', '0.00001'],
    // 0.01 × 0.04 × 0.01 × 0.99 = 0.00000396 is none
    ['0.01', '0.01', '0.04', '0'],
    // 12.34 × 0.05 × 0.465 × 0.535 = 0.153494175
    ['12.34', '0.465', '0.05', '0.15349'],
    // 25.8 × 0.04 × 0.9675 × 0.0325 = 0.03244995
    ['25.8', '0.9675', '0.04', '0.03245'],
    // 1,234.56 × 0.04 × 0.0025 × 0.9975 = 0.12314736
    ['1234.56', '0.0025', '0.04', '0.12315'],
    // 1,000.09 × 0.04 × 0.9999 × 0.0001 = 0.003999959964
    ['1000.09', '0.9999', '0.04', '0.004'],
  ];
  it.each(cases)('%s shares at %s and a rate of %s', (shares, at, rate, expected) => {
    expect(fee(shares, at, rate)).toBe(expected);
  });

  it('is the same on both sides of the market and never above half of what is at risk', () => {
    const hundredths = fc.bigInt(1n, 10n ** 12n);
    const ticks = fc.bigInt(1n, 9_999n);
    const rates = fc.bigInt(0n, 5n * 10n ** 17n);
    fc.assert(
      fc.property(hundredths, ticks, rates, (count, tick, rate) => {
        const shares = tokens((count * 10_000n).toString(), 0);
        const [yes, no] = [price(tick * 10n ** 14n), price((10_000n - tick) * 10n ** 14n)];
        const taken = levelFee(shares, yes, ratio(rate));
        expect(taken).toBe(levelFee(shares, no, ratio(rate)));
        expect(taken % 10n).toBe(0n);
        // Never more than a sale brings.
        expect(taken).toBeLessThanOrEqual(levelCost(shares, yes));
      }),
    );
  });
});

describe('the cost of a level', () => {
  it('is exact down to a hundredth of a share at the finest tick', () => {
    // 0.01 × 0.0001 = 0.000001; 12,345.67 × 0.5678 = 7,009.871426
    expect(formatUsdc(levelCost(tokens('0.01', 6), priceOf('0.0001')))).toBe('0.000001');
    expect(formatUsdc(levelCost(tokens('12345.67', 6), priceOf('0.5678')))).toBe('7009.871426');
  });

  const broken: [string, string, string][] = [
    ['a fifth decimal of the price', '0.00005', '1'],
    ['a price of 0', '0', '1'],
    ['a price of 1', '1', '1'],
    ['a thousandth of a share', '0.5', '1.001'],
    ['an empty level', '0.5', '0'],
  ];
  it.each(broken)('is not asked for with %s', (_, at, size) => {
    const level = { price: priceOf(at), size: tokens(size, 6) };
    expect(() => requireExact(level)).toThrow('assertion failed');
  });

  it('is taken for levels on the finest tick', () => {
    for (const at of ['0.0001', '0.0025', '0.005', '0.01', '0.9999']) {
      requireExact({ price: priceOf(at), size: tokens('0.01', 6) });
    }
  });

  it('has fee rates from none to a half', () => {
    requireFeeRate(rateOf('0'));
    requireFeeRate(rateOf('0.5'));
    expect(() => requireFeeRate(rateOf('0.500000000000000001'))).toThrow('assertion failed');
    expect(() => requireFeeRate(ratio(-1n))).toThrow('assertion failed');
  });
});

describe('the most shares for an amount', () => {
  it('are affordable, and one hundredth more is not', () => {
    const ticks = fc.oneof(fc.bigInt(1n, 20n), fc.bigInt(1n, 9_999n));
    const funds = fc.oneof(fc.bigInt(0n, 2_000n), fc.bigInt(0n, 10n ** 13n));
    const rates = fc.oneof(
      fc.constantFrom(...['0', '0.04', '0.05', '0.07', '0.5'].map(rateOf)),
      fc.bigInt(0n, 5n * 10n ** 17n).map(ratio),
    );
    fc.assert(
      fc.property(funds, ticks, rates, (amount, tick, rate) => {
        const at = price(tick * 10n ** 14n);
        const shares = mostShares(usdc(amount), at, rate);
        const more = tokens((shares + 10_000n).toString(), 0);
        expect(shares % 10_000n).toBe(0n);
        expect(levelCost(shares, at) + levelFee(shares, at, rate)).toBeLessThanOrEqual(amount);
        expect(levelCost(more, at) + levelFee(more, at, rate)).toBeGreaterThan(amount);
      }),
      { numRuns: 2_000 },
    );
  });
});

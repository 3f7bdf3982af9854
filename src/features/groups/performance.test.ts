import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divHalfEven, usdc } from '../../money/fixed.ts';
import { formatRatio, requireFixed } from '../../money/text.ts';
import { groupPerformance, type PerformanceSums, squareRoot } from './performance.ts';

const nothing: PerformanceSums = {
  closedCount: 0,
  winCount: 0,
  allTimePnl: usdc(0n),
  pnl7Days: usdc(0n),
  pnl30Days: usdc(0n),
  biggestWin: usdc(0n),
  biggestLoss: usdc(0n),
  returnSum: 0n,
  returnSquareSum: 0n,
  tradeCount: 0,
  predictionCount: 0,
  memberCount: 0,
  participantCount: 0,
  rank: 1,
};

const withReturns = (...returns: string[]): PerformanceSums => {
  const values = returns.map((text) => requireFixed(text, 18));
  return {
    ...nothing,
    closedCount: values.length,
    returnSum: values.reduce((sum, value) => sum + value, 0n),
    returnSquareSum: values.reduce((sum, value) => sum + value * value, 0n),
  };
};

const rates = (sums: PerformanceSums) => {
  const { winRate, avgReturn, volatility, participationRate } = groupPerformance(sums);
  return [winRate, avgReturn, volatility, participationRate].map(formatRatio);
};

test('a group without calls has rates of zero', () => {
  expect(rates(nothing)).toEqual(['0', '0', '0', '0']);
});

test('rates of three calls: +10 %, +20 %, -15 %', () => {
  // mean (10 + 20 - 15) / 3 = 5; variance (25 + 225 + 400) / 3 = 650/3; sqrt = 14.7196014438797447579…
  // wins 2 of 3 = 66.67 %, participants 1 of 8 = 12.5 %
  const sums = {
    ...withReturns('10', '20', '-15'),
    winCount: 2,
    memberCount: 8,
    participantCount: 1,
  };
  expect(rates(sums)).toEqual(['66.666666666666666667', '5', '14.719601443879744758', '12.5']);
});

test('the deviation of equal returns is exactly zero, of +1 and -1 exactly one', () => {
  expect(rates(withReturns('0.000000000000000001', '0.000000000000000001'))[2]).toBe('0');
  expect(rates(withReturns('1', '-1'))[2]).toBe('1');
});

test('a mean that ends in a tie goes to the even neighbour', () => {
  // (1e-18 + 0) / 2 = 0.5e-18 → 0; (3e-18 + 0) / 2 = 1.5e-18 → 2e-18
  expect(rates(withReturns('0.000000000000000001', '0'))[1]).toBe('0');
  expect(rates(withReturns('0.000000000000000003', '0'))[1]).toBe('0.000000000000000002');
});

test('squareRoot is the floor of the root', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 120n }), (value) => {
      const root = squareRoot(value);
      expect(root * root <= value && value < (root + 1n) * (root + 1n)).toBe(true);
    }),
  );
});

test('the deviation of two returns is half their distance', () => {
  const decimal = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const { volatility } = groupPerformance({
        ...nothing,
        closedCount: 2,
        returnSum: a + b,
        returnSquareSum: a * a + b * b,
      });
      // n·Σx² − (Σx)² = (a − b)², so the root is |a − b| and the quotient by 2 half-even.
      expect(volatility).toBe(divHalfEven(a < b ? b - a : a - b, 2n));
    }),
  );
});

import { expect, test } from 'vitest';
import { amountProblem, cleanAmount, isAmount } from './amount.ts';

test('what people type becomes what the wire takes', () => {
  expect(cleanAmount(' $1,250.50 ')).toBe('1250.50');
  expect(cleanAmount('007')).toBe('7');
  expect(cleanAmount('.5')).toBe('0.5');
  expect(cleanAmount('12.')).toBe('12');
  expect(cleanAmount('0')).toBe('0');
});

test('an amount is above zero and has at most six decimals', () => {
  expect(['1', '0.000001', '12.5'].map(isAmount)).toEqual([true, true, true]);
  expect(['0', '0.0', '1.0000001', '-1', '1e3', '01', ''].map(isAmount)).toEqual(
    Array(7).fill(false),
  );
});

test('more than the wallet holds is told before it is sent', () => {
  expect(amountProblem('', '10')).toBe(null);
  expect(amountProblem('10', '10')).toBe(null);
  expect(amountProblem('10.000001', '10')).toContain('more than the cash');
  expect(amountProblem('abc', undefined)).toContain('six decimals');
});

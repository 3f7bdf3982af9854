import { expect, test } from 'vitest';
import { formatAmount, formatCents, formatPercent, formatPrice, formatUsd } from './format.ts';

test('dollars are grouped and rounded half away from zero', () => {
  expect(formatUsd('1234567.895')).toBe('$1,234,567.90');
  expect(formatUsd('0')).toBe('$0.00');
  expect(formatUsd('-3.2')).toBe('\u2212$3.20');
  expect(formatUsd('8', { signed: true })).toBe('+$8.00');
  // A sign before digits that are all zero would say what they do not.
  expect(formatUsd('-0.001')).toBe('$0.00');
  expect(formatUsd('0.004', { signed: true })).toBe('$0.00');
  expect(formatUsd(null)).toBe('–');
  expect(formatUsd('1e5')).toBe('–');
});

test('digits beyond the reach of a number stay exact', () => {
  expect(formatUsd('90071992547409930.11')).toBe('$90,071,992,547,409,930.11');
});

test('compact dollars keep three or four digits', () => {
  expect(formatUsd('999', { compact: true })).toBe('$999.00');
  expect(formatUsd('1234', { compact: true })).toBe('$1.23K');
  expect(formatUsd('123456', { compact: true })).toBe('$123K');
  expect(formatUsd('25000000', { compact: true })).toBe('$25.0M');
  expect(formatUsd('-1230000000', { compact: true })).toBe('\u2212$1.23B');
});

test('a price shows more digits the smaller it is', () => {
  expect(formatPrice('64210.554')).toBe('$64,210.55');
  expect(formatPrice('1.2345')).toBe('$1.235');
  expect(formatPrice('0.51234')).toBe('$0.5123');
  expect(formatPrice('0.000023145')).toBe('$0.00002315');
});

test('cents, percents and amounts', () => {
  expect(formatCents('0.645')).toBe('64.5¢');
  expect(formatCents('0.5')).toBe('50¢');
  expect(formatPercent('12.5', { signed: true })).toBe('+12.50%');
  expect(formatPercent('-0.004')).toBe('0.00%');
  expect(formatAmount('1234.5')).toBe('1,234.5');
  expect(formatAmount('0.00012345678')).toBe('0.000123457');
  expect(formatAmount('100')).toBe('100');
  expect(formatAmount('1500000', { compact: true })).toBe('1.50M');
});

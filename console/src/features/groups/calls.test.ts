import { expect, test } from 'vitest';
import { gainPct, sidePrice } from './calls.ts';

test('a gain is measured from the entry', () => {
  // From 100 to 110 is 10 %; at 3x long 30 %; a short loses as much.
  expect(gainPct({ side: null, leverage: null }, '100', '110')).toBe('10');
  expect(gainPct({ side: 'LONG', leverage: '3' }, '100', '110')).toBe('30');
  expect(gainPct({ side: 'SHORT', leverage: '3' }, '100', '110')).toBe('-30');
  // Bought at 40 cents, now 50: a quarter more.
  expect(gainPct({ side: 'YES', leverage: null }, '0.4', '0.5')).toBe('25');
});

test('the price of NO is what is missing to a dollar', () => {
  expect(sidePrice({ side: 'NO' }, '0.64')).toBe('0.36');
  expect(sidePrice({ side: 'YES' }, '0.64')).toBe('0.64');
  expect(sidePrice({ side: 'SHORT' }, '64000')).toBe('64000');
});

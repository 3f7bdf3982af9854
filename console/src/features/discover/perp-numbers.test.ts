import { expect, test } from 'vitest';
import { baseOfLots, openInterestUsd, spanText } from './perp-numbers.ts';

test('lots are amounts of the base asset by the decimals of the market', () => {
  expect(baseOfLots('12345', 3)).toBe('12.345');
  expect(baseOfLots('12', 0)).toBe('12');
  expect(baseOfLots('12', -2)).toBe('1200');
});

test('open interest is valued at the mark', () => {
  // 12.345 × 100 = 1,234.5
  const market = { openInterestBaseLots: '12345', baseLotsDecimals: 3, markPriceUsd: '100' };
  expect(openInterestUsd(market)).toBe('1234.5');
  expect(openInterestUsd({ ...market, markPriceUsd: null })).toBe(null);
});

test('spans are told in hours where they are whole', () => {
  expect([3_600, 28_800, 1_800].map(spanText)).toEqual(['1 h', '8 h', '30 min']);
});

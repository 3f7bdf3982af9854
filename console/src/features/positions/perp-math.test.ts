import { expect, test } from 'vitest';
import { fractionOf, triggerPrice } from './perp-math.ts';

test('whole percent become the fraction that is sent', () => {
  expect([1, 25, 50, 99, 100].map(fractionOf)).toEqual(['0.01', '0.25', '0.5', '0.99', '1']);
});

// $100 of collateral with 6.66 units: 50 % of it are $50, 50 / 6.66 = 7.507507508 a unit.
test('a trigger stands as far from the entry as its share of the collateral moves the price', () => {
  const long = { side: 'LONG', entryUsd: '150', collateralUsd: '100', sizeUnits: '6.66' } as const;
  const short = { ...long, side: 'SHORT' } as const;
  expect(triggerPrice(long, 'profit', '50')).toBe('157.507507508');
  expect(triggerPrice(long, 'stop', '50')).toBe('142.492492492');
  expect(triggerPrice(short, 'profit', '50')).toBe('142.492492492');
  expect(triggerPrice(short, 'stop', '50')).toBe('157.507507508');
});

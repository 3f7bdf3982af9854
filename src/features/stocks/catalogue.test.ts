import { expect, test } from 'vitest';
import type { MarketData } from '../../market/market.ts';
import { bundledStocks } from '../../market/stocks/catalogue.ts';
import { ratio } from '../../money/fixed.ts';
import { priceOf } from '../../money/text.ts';
import { findStocks, presentStock } from './catalogue.ts';

const stocks = bundledStocks;
const tickersOf = (query?: string, kind?: 'stock' | 'etf') =>
  findStocks(stocks, { query, kind }).map(({ stock }) => stock?.ticker);

test('everything matches nothing asked, in the order of the catalogue', () => {
  const all = stocks.map(({ stock }) => stock?.ticker);
  expect(tickersOf()).toEqual(all);
  expect(tickersOf('  ')).toEqual(all);
});

test('an exact ticker comes before names that hold it', () => {
  expect(tickersOf('alphabet')).toContain('GOOGL');
  expect(tickersOf('mu')[0]).toBe('MU');
  expect(tickersOf('mu').length).toBe(new Set(tickersOf('mu')).size);
  expect(tickersOf('spyon', 'etf')).toEqual(['SPY']);
  expect(tickersOf('spyon', 'stock')).toEqual([]);
});

test('what is not known of a stock is "0"', () => {
  const [apple] = findStocks(stocks, { query: 'AAPL', kind: undefined });
  if (!apple) throw new Error('no AAPL');
  const market = (mid: string | null, change: bigint | null) =>
    ({
      quote: () => (mid === null ? undefined : { mid: priceOf(mid) }),
      stats: () => ({ priceChange24hPct: change === null ? null : ratio(change) }),
    }) as unknown as MarketData;
  const shown = (mid: string | null, change: bigint | null) => {
    const { price, priceChange24h } = presentStock(market(mid, change), apple, 0);
    return [price, priceChange24h];
  };
  expect(shown(null, null)).toEqual(['0', '0']);
  // −1.25 percent points in 1e-18.
  expect(shown('255.1', -1_250_000_000_000_000_000n)).toEqual(['255.1', '-1.25']);
});

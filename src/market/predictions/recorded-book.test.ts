import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Price, price, usdc } from '../../money/fixed.ts';
import { dollars, formatFixed, formatPrice, priceOf } from '../../money/text.ts';
import type { BookLevel } from './prediction-market.ts';
import { middleOf, pricesAround, shiftBook, synthesiseBook, ticksTo } from './recorded-book.ts';
import { bookProblem } from './recorded-record.ts';

const shown = (levels: readonly BookLevel[]): string[] =>
  levels.map((level) => `${formatPrice(level.price)} × ${formatFixed(level.size, 6)}`);
const best = (tick: string, bid: string | null, ask: string | null, liquidity: string | null) =>
  synthesiseBook({
    tickSize: priceOf(tick),
    bestBid: bid === null ? null : priceOf(bid),
    bestAsk: ask === null ? null : priceOf(ask),
    liquidity: liquidity === null ? null : dollars(liquidity),
  });

describe('a synthesised book', () => {
  it('shares half of the liquidity between its sides, the same dollars on every level', () => {
    // $4,000 ÷ 2 ÷ 2 = $1,000 a side, on five levels $200 each: 200 ÷ 0.22 = 909.0909…
    const book = best('0.01', '0.22', '0.24', '4000');
    expect(shown(book.bids)).toEqual([
      ...['0.22 × 909.09', '0.21 × 952.38', '0.2 × 1000', '0.19 × 1052.63', '0.18 × 1111.11'],
    ]);
    expect(shown(book.asks)).toEqual([
      ...['0.24 × 833.33', '0.25 × 800', '0.26 × 769.23', '0.27 × 740.74', '0.28 × 714.28'],
    ]);
  });

  it('gives its only side all of that half', () => {
    // $2.11599 ÷ 2 = $1.057995 on ten levels: 0.1057995 ÷ 0.051 = 2.0745, ÷ 0.006 = 17.6332…
    const { bids, asks } = best('0.001', '0.051', null, '2.11599');
    expect(shown(bids).at(0)).toBe('0.051 × 2.07');
    expect(shown(bids).at(-1)).toBe('0.006 × 17.63');
    expect([bids.length, asks.length]).toEqual([10, 0]);
  });

  it('stays within 5 points and the price range, with at most ten evenly spaced levels', () => {
    const prices = (tick: string, bid: string) =>
      best(tick, bid, null, '1000000').bids.map((level) => formatPrice(level.price));
    expect(prices('0.1', '0.4')).toEqual(['0.4']);
    expect(prices('0.01', '0.02')).toEqual(['0.02', '0.01']);
    expect(prices('0.005', '0.5').length).toBe(10);
    expect(prices('0.0025', '0.5').slice(0, 3)).toEqual(['0.5', '0.495', '0.49']);
    expect(prices('0.0001', '0.5').slice(-2)).toEqual(['0.46', '0.455']);
    expect(best('0.01', null, '0.99', '10').asks.length).toBe(1);
  });

  it('is thin where the liquidity is not known: $1,000', () => {
    // $1,000 ÷ 2 ÷ 2 = $250 on one level: 250 ÷ 0.4 and 250 ÷ 0.5
    const thin = best('0.1', '0.4', '0.5', null);
    expect([...shown(thin.bids), ...shown(thin.asks)]).toEqual(['0.4 × 625', '0.5 × 500']);
    expect(best('0.1', '0.4', '0.5', '0')).toEqual(thin);
  });

  it('leaves out levels of less than a hundredth of a share', () => {
    expect(best('0.01', '0.5', '0.6', '0.0001')).toMatchObject({ bids: [], asks: [] });
  });

  it('can always be walked, and holds no more than half of the liquidity', () => {
    const ticks = ['0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001'].map(priceOf);
    const one = priceOf('1');
    const market = fc.constantFrom(...ticks).chain((tickSize) => {
      const most = one / tickSize - 1n;
      return fc.record({
        tickSize: fc.constant(tickSize),
        bid: fc.bigInt(0n, most - 1n),
        ask: fc.bigInt(1n, most + 1n),
        liquidity: fc.bigInt(1n, 10n ** 15n),
      });
    });
    fc.assert(
      fc.property(market, ({ tickSize, bid, ask, liquidity }) => {
        fc.pre(bid < ask);
        const book = synthesiseBook({
          tickSize,
          bestBid: bid === 0n ? null : price(bid * tickSize),
          bestAsk: ask * tickSize === one ? null : price(ask * tickSize),
          liquidity: usdc(liquidity),
        });
        expect(bookProblem({ ...book, atMs: 0 })).toBeNull();
        const levels = [...book.bids, ...book.asks];
        const worth = levels.reduce((sum, level) => sum + level.price * level.size, 0n) / one;
        expect(worth <= liquidity / 2n).toBe(true);
      }),
    );
  });
});

describe('a book that follows a history', () => {
  const book = best('0.01', '0.22', '0.24', '4000');
  const to = (at: string): bigint => ticksTo(book, priceOf(at));

  it('is moved by whole ticks, half-even', () => {
    // The middle is .23.
    expect(['0.23', '0.225', '0.235', '0.245', '0.2449', '0.9', '0'].map(to)).toEqual([
      0n,
      0n,
      0n,
      2n,
      1n,
      67n,
      -23n,
    ]);
    const moved = shiftBook(book, 2n);
    expect(shown(moved.bids)[0]).toBe('0.24 × 909.09');
    expect(shown(moved.asks)[0]).toBe('0.26 × 833.33');
    expect(middleOf(moved)).toBe(priceOf('0.25'));
  });

  it('loses the levels that would leave the price range', () => {
    expect(shown(shiftBook(book, -20n).bids)).toEqual(['0.02 × 909.09', '0.01 × 952.38']);
    expect(shiftBook(book, 76n).asks).toEqual([]);
    expect(shown(shiftBook(book, 76n).bids)[0]).toBe('0.98 × 909.09');
  });

  it('has a middle with 0 and 1 for sides without orders', () => {
    expect(middleOf(best('0.01', null, '0.02', '10'))).toBe(priceOf('0.01'));
    expect(middleOf(best('0.01', '0.98', null, '10'))).toBe(priceOf('0.99'));
    expect(middleOf({ bids: [], asks: [] })).toBe(priceOf('0.5'));
  });

  it('stands a tick around a price without a recorded one', () => {
    const around = (at: string) => {
      const { bestBid, bestAsk } = pricesAround(priceOf(at), priceOf('0.01'));
      const text = (of: Price | null) => of && formatPrice(of);
      return [text(bestBid), text(bestAsk)];
    };
    expect(around('0.22')).toEqual(['0.21', '0.23']);
    expect(around('0.225')).toEqual(['0.22', '0.23']);
    expect(around('0.01')).toEqual([null, '0.02']);
    expect(around('0.004')).toEqual([null, '0.01']);
    expect(around('0.99')).toEqual(['0.98', null]);
    expect(around('1')).toEqual(['0.99', null]);
    expect(around('0')).toEqual([null, '0.01']);
  });
});

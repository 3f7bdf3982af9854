import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { baseUnits, price, usdc } from '../../money/fixed.ts';
import { dollars, formatBaseUnits, formatUsdc, priceOf, tokens } from '../../money/text.ts';
import {
  fitSaleShares,
  minimumBuyUsd,
  minimumSaleUsd,
  type PredictionSaleSize,
  requireBuyMinimums,
  saleShares,
} from './prediction-sizing.ts';

const shares = (text: string) => tokens(text, 6);
const five = shares('5');

function refusalOf(run: () => unknown): AppError {
  try {
    run();
  } catch (problem) {
    if (problem instanceof AppError) return problem;
    throw problem;
  }
  throw new Error('nothing was refused');
}

describe('the minimum of a buy', () => {
  const cases: [ask: string, minOrderSize: string, minimum: string][] = [
    // 5 × 0.52 = 2.6
    ['0.52', '5', '2.6'],
    // 5 × 0.1 = 0.5, less than a dollar
    ['0.1', '5', '1'],
    // 5 × 0.2 is a dollar; 5 × 0.2025 is 1.0125
    ['0.2', '5', '1'],
    ['0.2025', '5', '1.0125'],
    // 15 × 0.9999
    ['0.9999', '15', '14.9985'],
    // 100.01 × 0.33333333 = 33.3366663333…, rounded up
    ['0.33333333', '100.01', '33.336667'],
  ];
  it.each(cases)('at an ask of %s and %s shares', (ask, size, minimum) => {
    const market = { bestAsk: priceOf(ask), minOrderSize: shares(size) };
    expect(formatUsdc(minimumBuyUsd(market))).toBe(minimum);
  });

  it('is four dollars first', () => {
    const market = { bestAsk: priceOf('0.95'), minOrderSize: five };
    const refusal = refusalOf(() => requireBuyMinimums(dollars('3.999999'), market));
    expect(refusal.code).toBe('AMOUNT_BELOW_MINIMUM');
    expect(refusal.details).toEqual({ minimumUsd: '4', amountUsd: '3.999999' });
    requireBuyMinimums(dollars('4'), { bestAsk: priceOf('0.8'), minOrderSize: five });
  });

  it('is then that of the market, which the message names', () => {
    // 5 × 0.95 = 4.75
    const market = { bestAsk: priceOf('0.95'), minOrderSize: five };
    const refusal = refusalOf(() => requireBuyMinimums(dollars('4.749999'), market));
    expect(refusal.code).toBe('MIN_ORDER_SIZE');
    expect(refusal.details).toEqual({ minimumUsd: '4.75', amountUsd: '4.749999' });
    expect(refusal.message).toBe('A buy in this market is at least $4.75.');
    requireBuyMinimums(dollars('4.75'), market);
  });
});

describe('the shares of a sale', () => {
  const sold = (position: string, size: PredictionSaleSize, bid: string): string =>
    formatBaseUnits(
      saleShares({ position: shares(position), size, bid: priceOf(bid), minOrderSize: five }),
      6,
    );
  const for$ = (text: string): PredictionSaleSize => ({ max: false, amount: dollars(text) });
  const all: PredictionSaleSize = { max: true };

  it('come to the amount at the bid, floored to hundredths', () => {
    // 10 ÷ 0.49 = 20.408163…
    expect(sold('100', for$('10'), '0.49')).toBe('20.4');
    // 7.5 ÷ 0.0075 = 1,000
    expect(sold('2000', for$('7.5'), '0.0075')).toBe('1000');
    // 7.499999 ÷ 0.0075 = 999.999866…
    expect(sold('2000', for$('7.499999'), '0.0075')).toBe('999.99');
  });

  it('are at most the position', () => {
    // 100 ÷ 0.5 = 200
    expect(sold('20.04', for$('100'), '0.5')).toBe('20.04');
    expect(sold('20.04', all, '0.5')).toBe('20.04');
  });

  it('are raised to the minimum', () => {
    // 2.499999 ÷ 0.5 = 4.99…, one USDC unit below 5 shares; 0.000001 ÷ 0.5 is nothing
    expect(sold('20', for$('2.499999'), '0.5')).toBe('5');
    expect(sold('20', for$('0.000001'), '0.5')).toBe('5');
    expect(sold('20', for$('2.5'), '0.5')).toBe('5');
    expect(sold('20', for$('2.505'), '0.5')).toBe('5.01');
  });

  it('are the whole position when the rest could not be sold', () => {
    // 12 − 7 leaves 5; 12 − 7.01 leaves 4.99
    expect(sold('12', for$('3.5'), '0.5')).toBe('7');
    expect(sold('12', for$('3.505'), '0.5')).toBe('12');
    // Raised to 5, of 9.99 that leaves 4.99, of 10 it leaves 5
    expect(sold('9.99', for$('1'), '0.5')).toBe('9.99');
    expect(sold('10', for$('1'), '0.5')).toBe('5');
    expect(sold('5', for$('1'), '0.5')).toBe('5');
  });

  it('are none when the position is wholly below the minimum', () => {
    for (const size of [for$('1'), for$('100'), all]) {
      const refusal = refusalOf(() => sold('4.99', size, '0.5'));
      expect(refusal.code).toBe('POSITION_BELOW_MIN');
      expect(refusal.details).toEqual({ minimumShares: '5', positionShares: '4.99' });
    }
  });

  it('leave less than a hundredth behind, which the venue does not trade', () => {
    expect(sold('12.345678', all, '0.5')).toBe('12.34');
    // 12.345678 − 7.34 leaves 5.00 that can be sold, 12.345678 − 7.35 leaves 4.99
    expect(sold('12.345678', for$('3.67'), '0.5')).toBe('7.34');
    expect(sold('12.345678', for$('3.675'), '0.5')).toBe('12.34');
    expect(refusalOf(() => sold('4.999999', all, '0.5')).code).toBe('POSITION_BELOW_MIN');
  });

  it('fit a number of shares to the same rules', () => {
    const fitted = (position: string, wanted: string): string =>
      formatBaseUnits(
        fitSaleShares({ position: shares(position), wanted: shares(wanted), minOrderSize: five }),
        6,
      );
    // A half of 25.03 is 12.515; a tenth 2.503; four fifths 20.024, which leaves 5.01
    expect(fitted('25.03', '12.515')).toBe('12.51');
    expect(fitted('25.03', '2.503')).toBe('5');
    expect(fitted('25.03', '20.024')).toBe('20.02');
    expect(fitted('25.03', '20.04')).toBe('25.03');
    expect(fitted('25.03', '0')).toBe('5');
  });

  it('are not asked of nothing', () => {
    expect(() => sold('0', all, '0.5')).toThrow('assertion failed');
    expect(() => sold('10', all, '0')).toThrow('assertion failed');
    const half = { position: five, wanted: five, minOrderSize: shares('0.005') };
    expect(() => fitSaleShares(half)).toThrow('assertion failed');
    expect(() => fitSaleShares({ ...half, minOrderSize: shares('0') })).toThrow('assertion failed');
  });
});

describe('the least that can be sold', () => {
  const cases: [bid: string, minOrderSize: string, minimum: string][] = [
    ['0.49', '5', '2.45'],
    ['0.0001', '5', '0.0005'],
    // 0.01 × 0.1234 = 0.001234
    ['0.1234', '0.01', '0.001234'],
    // 5.01 × 0.33333333 = 1.6699999833, rounded up
    ['0.33333333', '5.01', '1.67'],
  ];
  it.each(cases)('at a bid of %s and %s shares', (bid, size, minimum) => {
    const market = { bid: priceOf(bid), minOrderSize: shares(size) };
    const least = minimumSaleUsd(market);
    expect(formatUsdc(least)).toBe(minimum);
    const position = shares('1000');
    const sale = { position, size: { max: false, amount: least } as const, ...market };
    expect(saleShares(sale)).toBe(market.minOrderSize);
  });
});

/**
 * The rules said in another way: a sale can be of any number of hundredths that is at least the
 * minimum and leaves either nothing or at least the minimum, and it is the smallest of these that
 * is not below what was asked for, or everything.
 */
function naiveSale(position: number, wanted: number, minimum: number): number | null {
  const fits = (n: number): boolean => n >= minimum && (n === position || position - n >= minimum);
  for (let n = Math.min(wanted, position); n <= position; n += 1) if (fits(n)) return n;
  return null;
}

describe('every sale of a grid', () => {
  /** Cases in which the sizing and the naive model differ, in hundredths and ticks of 0.0001. */
  function differences(grid: {
    positions: number[];
    amounts: number[];
    ticks: number[];
    minimums: number[];
  }): { tried: number; wrong: string[] } {
    const wrong: string[] = [];
    let tried = 0;
    for (const tick of grid.ticks) {
      for (const amount of grid.amounts) {
        // A hundredth at one tick is one USDC unit.
        const wanted = Math.floor(amount / tick);
        for (const minimum of grid.minimums) {
          for (const position of grid.positions) {
            tried += 1;
            const expected = naiveSale(position, wanted, minimum);
            const found = sizeOf({ position, amount, tick, minimum });
            if (found === expected) continue;
            wrong.push(`${position} for ${amount} at ${tick}, ${minimum}: ${found}, ${expected}`);
          }
        }
      }
    }
    return { tried, wrong };
  }

  function sizeOf(sale: {
    position: number;
    amount: number;
    tick: number;
    minimum: number;
  }): number | null {
    try {
      const found = saleShares({
        position: baseUnits(BigInt(sale.position) * 10_000n),
        size: { max: false, amount: usdc(BigInt(sale.amount)) },
        bid: price(BigInt(sale.tick) * 10n ** 14n),
        minOrderSize: baseUnits(BigInt(sale.minimum) * 10_000n),
      });
      return Number(found) / 10_000;
    } catch (problem) {
      if (problem instanceof AppError && problem.code === 'POSITION_BELOW_MIN') return null;
      throw problem;
    }
  }

  const range = (from: number, to: number, step = 1): number[] =>
    Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

  it('of few hundredths is as the rules say', () => {
    const { tried, wrong } = differences({
      positions: range(1, 60),
      amounts: range(1, 160),
      ticks: [1, 2, 3, 7],
      minimums: [1, 2, 5, 13, 20, 31],
    });
    expect(wrong).toEqual([]);
    expect(tried).toBe(60 * 160 * 4 * 6);
  });

  it('of the usual minimum of five shares is as the rules say', () => {
    // 4.9 to 16 shares, around each value at which a rule changes, at a price of each tick size.
    const around = (hundredths: number): number[] => range(hundredths - 2, hundredths + 2);
    const positions = [490, 500, 700, 999, 1_000, 1_200, 1_500, 1_600].flatMap(around);
    for (const tick of [1, 25, 100, 350, 2_500, 4_650, 9_675, 9_999]) {
      const amounts = [1, 250, 500, 501, 700, 1_000, 1_099, 1_600, 2_000].flatMap((hundredths) =>
        range(-1, 1).map((unit) => hundredths * tick + unit),
      );
      const { wrong } = differences({
        positions,
        amounts: amounts.filter((amount) => amount > 0),
        ticks: [tick],
        minimums: [499, 500, 501, 1_500],
      });
      expect(wrong).toEqual([]);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Price, price } from '../../money/fixed.ts';
import { priceOf, tokens } from '../../money/text.ts';
import { isMarketPin, isOnTick, isTick, midOf, mirrorBook, mirrorPrice, tickAt } from './book.ts';
import { type BookLevel, type OutcomeBook, SHARE_DECIMALS } from './prediction-market.ts';

const level = (at: string, size: string): BookLevel => ({
  price: priceOf(at),
  size: tokens(size, SHARE_DECIMALS),
});

describe('the mirrored book', () => {
  it('asks for NO what is bid for YES, at 1 − p, best first', () => {
    const yes: OutcomeBook = {
      bids: [level('0.52', '100'), level('0.5', '250.5')],
      asks: [level('0.53', '40'), level('0.6', '900')],
    };
    // A YES bid of 0.52 is a NO ask of 0.48; a YES ask of 0.53 a NO bid of 0.47.
    expect(mirrorBook(yes)).toEqual({
      bids: [level('0.47', '40'), level('0.4', '900')],
      asks: [level('0.48', '100'), level('0.5', '250.5')],
    });
  });

  it('is the book again when mirrored twice, and its middle the rest of a dollar', () => {
    const cents = fc.integer({ min: 1, max: 99 }).map((n) => price(BigInt(n) * 10n ** 16n));
    const side = fc.array(cents.map((at) => ({ price: at, size: tokens('5', SHARE_DECIMALS) })));
    fc.assert(
      fc.property(side, side, (bids, asks) => {
        const mirrored = mirrorBook({ bids, asks });
        expect(mirrorBook(mirrored)).toEqual({ bids, asks });
        const mid = midOf({ bids, asks });
        expect(midOf(mirrored)).toBe(mid === undefined ? undefined : mirrorPrice(mid));
      }),
    );
  });
});

describe('the middle', () => {
  it('is half way between the best prices, also between two ticks', () => {
    const bids = [level('0.52', '1'), level('0.1', '1')];
    expect(midOf({ bids, asks: [level('0.53', '1')] })).toBe(priceOf('0.525'));
    expect(midOf({ bids, asks: [level('0.54', '1')] })).toBe(priceOf('0.53'));
  });

  it('does not exist without both sides', () => {
    expect(midOf({ bids: [level('0.5', '1')], asks: [] })).toBeUndefined();
    expect(midOf({ bids: [], asks: [level('0.5', '1')] })).toBeUndefined();
    expect(midOf({ bids: [], asks: [] })).toBeUndefined();
  });
});

describe('ticks', () => {
  const at = (tick: string, middle: string): Price => tickAt(priceOf(tick), priceOf(middle));

  it('tighten above 0.96 and below 0.04, not at them', () => {
    expect(at('0.01', '0.96')).toBe(priceOf('0.01'));
    expect(at('0.01', '0.9605')).toBe(priceOf('0.001'));
    expect(at('0.01', '0.04')).toBe(priceOf('0.01'));
    expect(at('0.01', '0.0395')).toBe(priceOf('0.001'));
    expect(at('0.01', '0.5')).toBe(priceOf('0.01'));
  });

  it.each([
    ['0.1', '0.01'],
    ['0.01', '0.001'],
    ['0.005', '0.001'],
    ['0.0025', '0.001'],
    ['0.001', '0.001'],
    ['0.0001', '0.0001'],
  ])('of %s become %s there', (wide, tight) => {
    expect(isTick(priceOf(wide))).toBe(true);
    expect(at(wide, '0.97')).toBe(priceOf(tight));
    expect(at(wide, '0.03')).toBe(priceOf(tight));
    expect(at(wide, '0.5')).toBe(priceOf(wide));
  });

  it('are no others', () => {
    expect(isTick(priceOf('0.02'))).toBe(false);
    expect(isTick(priceOf('1'))).toBe(false);
  });

  it('allow their multiples from one tick to one below a dollar', () => {
    const tick = priceOf('0.0025');
    expect(isOnTick(priceOf('0.0025'), tick)).toBe(true);
    expect(isOnTick(priceOf('0.9975'), tick)).toBe(true);
    expect(isOnTick(priceOf('0.5025'), tick)).toBe(true);
    expect(isOnTick(priceOf('0.501'), tick)).toBe(false);
    expect(isOnTick(priceOf('0'), tick)).toBe(false);
    expect(isOnTick(priceOf('1'), tick)).toBe(false);
    expect(isOnTick(priceOf('0.999'), tick)).toBe(false);
  });
});

describe('a pin', () => {
  it('is strictly between 0 and 1 and has four decimals at most', () => {
    expect(['0.0001', '0.5', '0.9999'].map((text) => isMarketPin(priceOf(text)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['0', '1', '1.5', '-0.5', '0.00001'].map((text) => isMarketPin(priceOf(text)))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

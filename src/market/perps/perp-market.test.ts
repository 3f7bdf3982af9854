import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPrice, priceOf } from '../../money/text.ts';
import { bundledPerps } from './perp-catalogue.ts';
import { nearestTicks, type PerpMarketFacts, priceToTicks, ticksToPrice } from './perp-market.ts';

const factsOf = (symbol: string): PerpMarketFacts => {
  const listing = bundledPerps.find(({ facts }) => facts.symbol === symbol);
  if (!listing) throw new Error(`no market ${symbol}`);
  return listing.facts;
};

describe('prices in ticks', () => {
  // A tick in USD is tickSize × 10^decimals ÷ 10⁶: BTC 100 × 10⁴ ÷ 10⁶ = 1, SOL 100 × 10² ÷ 10⁶ =
  // 0.01, GOLD 100 × 10³ ÷ 10⁶ = 0.1, SKR 1 ÷ 10⁶, PUMP 10 × 10⁻² ÷ 10⁶ = 0.0000001.
  it.each([
    ['BTC', 64_192n, '64192'],
    ['SOL', 7_191n, '71.91'],
    ['GOLD', 41_911n, '4191.1'],
    ['SKR', 8_188n, '0.008188'],
    ['PUMP', 14_490n, '0.001449'],
    ['MU', 11_972n, '1197.2'],
  ])('%s: %s ticks are %s USD', (symbol, ticks, usd) => {
    expect(formatPrice(ticksToPrice(factsOf(symbol), ticks))).toBe(usd);
    expect(priceToTicks(factsOf(symbol), priceOf(usd))).toBe(ticks);
  });

  it('refuses what is not on a tick, not positive or finer than the tick', () => {
    expect(priceToTicks(factsOf('BTC'), priceOf('64192.5'))).toBe(null);
    expect(priceToTicks(factsOf('PUMP'), priceOf('0.00144905'))).toBe(null);
    expect(priceToTicks(factsOf('PUMP'), priceOf('0.0014491'))).toBe(14_491n);
    expect(priceToTicks(factsOf('GOLD'), priceOf('0'))).toBe(null);
    expect(priceToTicks(factsOf('GOLD'), priceOf('-0.1'))).toBe(null);
  });

  it('rounds to the nearest tick, halves to the even one, never below the first', () => {
    expect(nearestTicks(factsOf('BTC'), priceOf('101482.7'))).toBe(101_483n);
    expect(nearestTicks(factsOf('BTC'), priceOf('101482.5'))).toBe(101_482n);
    expect(nearestTicks(factsOf('BTC'), priceOf('101483.5'))).toBe(101_484n);
    expect(nearestTicks(factsOf('BTC'), priceOf('0.2'))).toBe(1n);
  });

  it('comes back from every price of a tick', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...bundledPerps),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        ({ facts }, ticks) => {
          expect(priceToTicks(facts, ticksToPrice(facts, ticks))).toBe(ticks);
          expect(nearestTicks(facts, ticksToPrice(facts, ticks))).toBe(ticks);
        },
      ),
    );
  });
});

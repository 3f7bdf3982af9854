import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import type { SpotQuote } from '../../market/market.ts';
import {
  baseUnits,
  MAX_LEDGER_UNITS,
  price as priceUnits,
  type Usdc,
  usdc,
} from '../../money/fixed.ts';
import {
  dollars,
  formatPrice,
  formatRatio,
  formatUsdc,
  priceOf,
  tokens,
} from '../../money/text.ts';
import { fillBuy, fillSell, minimumBuy, minimumSale, tokensForUsd } from './spot.ts';

const book = (bid: string, ask: string, liquidityUsd: string): SpotQuote => ({
  mid: priceOf(bid),
  bid: priceOf(bid),
  ask: priceOf(ask),
  liquidity: dollars(liquidityUsd),
  atMs: 0,
  pinned: false,
});
const pinnedAt = (text: string): SpotQuote => ({
  mid: priceOf(text),
  bid: priceOf(text),
  ask: priceOf(text),
  liquidity: null,
  atMs: 0,
  pinned: true,
});
function refusalOf(run: () => unknown): AppError {
  try {
    run();
  } catch (problem) {
    if (problem instanceof AppError) return problem;
    throw problem;
  }
  throw new Error('nothing was refused');
}

describe('a buy under a pin', () => {
  const cases: [pin: string, decimals: number, spendUsd: string, amount: bigint][] = [
    // 24.875 ÷ 0.5 = 49.75 tokens
    ['0.5', 6, '24.875', 49_750_000n],
    // 99.5 ÷ 150 = 0.66333333333… tokens, cut at 9 decimals
    ['150', 9, '99.5', 663_333_333n],
    // 10 ÷ 0.00002 = 500,000 tokens of 5 decimals
    ['0.00002', 5, '10', 50_000_000_000n],
    // 1000 ÷ 108,500 = 0.009216589… tokens of 8 decimals
    ['108500', 8, '1000', 921_658n],
    // 10 ÷ 3 = 3.33… whole tokens without decimals
    ['3', 0, '10', 3n],
    // 0.000001 ÷ 0.000000000000000001 = 10^12 tokens of 6 decimals
    ['0.000000000000000001', 6, '0.000001', 10n ** 18n],
  ];
  it.each(cases)('at %s with %i decimals, %s USD', (pin, decimals, spendUsd, amount) => {
    const spend = dollars(spendUsd);
    const fill = fillBuy({ quote: pinnedAt(pin), spend, decimals, maxSlippageBps: 0 });
    expect(fill).toEqual({
      price: priceOf(pin),
      amount,
      gross: spend,
      rounded: false,
      priceImpactPct: 0n,
    });
  });
});

describe('a sale under a pin', () => {
  const cases: [string, number, string, string, boolean][] = [
    // 49.75 × 0.8 = 39.8
    ['0.8', 6, '49.75', '39.8', false],
    // 0.663333333 × 150 = 99.49999995, cut to 99.499999
    ['150', 9, '0.663333333', '99.499999', true],
    // 500,000 × 0.0000185 = 9.25
    ['0.0000185', 5, '500000', '9.25', false],
    // 0.00921658 × 108,500 = 999.99893
    ['108500', 8, '0.00921658', '999.99893', false],
    ['3', 0, '3', '9', false],
  ];
  it.each(cases)('at %s with %i decimals, %s tokens', (pin, decimals, amount, gross, rounded) => {
    const fill = fillSell({
      quote: pinnedAt(pin),
      amount: tokens(amount, decimals),
      decimals,
      maxSlippageBps: 0,
    });
    expect([formatPrice(fill.price), formatUsdc(fill.gross)]).toEqual([pin, gross]);
    expect([fill.rounded, fill.priceImpactPct]).toEqual([rounded, 0n]);
  });
});

describe('fills in a pool', () => {
  // Both sides 2,000,000, so the USD side R = 1,000,000.
  const quote = book('1.99', '2', '2000000');

  it('buys at the ask raised by spend ÷ R', () => {
    // 2 × (1,000,000 + 5,000) ÷ 1,000,000 = 2.01; 5,000 ÷ 2.01 = 2,487.562189…; impact 0.5 %
    const fill = fillBuy({ quote, spend: dollars('5000'), decimals: 6, maxSlippageBps: 100 });
    expect(formatPrice(fill.price)).toBe('2.01');
    expect(fill.amount).toBe(2_487_562_189n);
    expect(formatRatio(fill.priceImpactPct)).toBe('0.5');
  });

  it('sells at the bid lowered by worth ÷ (R + worth)', () => {
    // Worth 1.99 × 1,000 = 1,990; 1.99 × 1,000,000 ÷ 1,001,990 = 1.986047764947753969…
    const amount = tokens('1000', 6);
    const fill = fillSell({ quote, amount, decimals: 6, maxSlippageBps: 100 });
    expect(formatPrice(fill.price)).toBe('1.986047764947753969');
    // 1,000 × that = 1,986.047764947… cut at six decimals
    expect([formatUsdc(fill.gross), fill.rounded]).toEqual(['1986.047764', true]);
  });

  it('takes an impact equal to the bound and refuses one above it', () => {
    // 10,000 ÷ 1,000,000 = 1 % exactly; a ten thousandth of a cent more is above.
    const buy = (spend: Usdc) => fillBuy({ quote, spend, decimals: 6, maxSlippageBps: 100 });
    expect(formatRatio(buy(dollars('10000')).priceImpactPct)).toBe('1');
    expect(refusalOf(() => buy(dollars('10000.0001'))).code).toBe('NO_LIQUIDITY');
    // 1.99 × R ÷ (R + v) is 1 % lower at v = R ÷ 99, which is 5,075.88… tokens
    const sell = (text: string) =>
      fillSell({ quote, amount: tokens(text, 6), decimals: 6, maxSlippageBps: 100 });
    expect(sell('5075').gross > 0n).toBe(true);
    expect(refusalOf(() => sell('5076')).code).toBe('NO_LIQUIDITY');
  });

  it('has nothing to give without liquidity', () => {
    const empty = book('1.99', '2', '0');
    const order = { quote: empty, decimals: 6, maxSlippageBps: 2_000 };
    expect(refusalOf(() => fillBuy({ ...order, spend: dollars('1') })).code).toBe('NO_LIQUIDITY');
    const amount = tokens('1', 6);
    expect(refusalOf(() => fillSell({ ...order, amount })).code).toBe('NO_LIQUIDITY');
  });
});

describe('limits of size', () => {
  it('refuses a buy that rounds to no unit and names the cost of one', () => {
    // One whole token of no decimals costs 3 USD.
    const quote = pinnedAt('3');
    const refusal = refusalOf(() =>
      fillBuy({ quote, spend: dollars('2.99'), decimals: 0, maxSlippageBps: 100 }),
    );
    expect(refusal.code).toBe('AMOUNT_BELOW_MINIMUM');
    expect(refusal.details).toEqual({ minimumUsd: '3', amountUsd: '2.99' });
  });

  it('rounds the cost of one unit up to a whole USDC unit', () => {
    // 10^-8 of 108,500.5 is 0.001085005; 10^-5 of 0.12345678 is 0.0000012345678
    expect(formatUsdc(minimumBuy(pinnedAt('108500.5'), 8))).toBe('0.001086');
    expect(formatUsdc(minimumBuy(pinnedAt('0.12345678'), 5))).toBe('0.000002');
  });

  it('refuses a sale of no unit', () => {
    const quote = pinnedAt('3');
    const askedUsd = dollars('2.5');
    const amount = tokensForUsd(quote, askedUsd, 0);
    const order = { quote, amount, decimals: 0, maxSlippageBps: 100, askedUsd };
    expect(refusalOf(() => fillSell(order)).details).toEqual({
      minimumUsd: '3',
      amountUsd: '2.5',
    });
  });

  it('refuses amounts beyond the ledger', () => {
    // 1 USD at 10^-18 USD a token of 9 decimals is 10^27 base units, above 2^63 − 1.
    const order = { quote: pinnedAt('0.000000000000000001'), decimals: 9, maxSlippageBps: 0 };
    const refusal = refusalOf(() => fillBuy({ ...order, spend: dollars('1') }));
    expect(refusal.code).toBe('ORDER_REJECTED');
    expect(refusal.details).toEqual({ reason: 'The amount of tokens is too large.' });
    const dear = { quote: pinnedAt('1000000000'), decimals: 0, maxSlippageBps: 0 };
    const amount = baseUnits(MAX_LEDGER_UNITS);
    expect(refusalOf(() => fillSell({ ...dear, amount })).code).toBe('ORDER_REJECTED');
  });

  it('sizes a sale by the bid', () => {
    // 10 ÷ 1.99 = 5.025125628…
    expect(tokensForUsd(book('1.99', '2', '100'), dollars('10'), 6)).toBe(5_025_125n);
  });
});

describe('any fill', () => {
  const decimals = fc.constantFrom(0, 5, 6, 8, 9);
  const quotes = fc
    .record({
      bid: fc.bigInt(10n ** 8n, 10n ** 24n),
      spread: fc.bigInt(0n, 300n),
      liquidity: fc.option(fc.bigInt(10n ** 9n, 10n ** 15n)),
    })
    .map(({ bid, spread, liquidity }): SpotQuote => {
      const ask = liquidity === null ? bid : (bid * (10_000n + spread)) / 10_000n;
      return {
        mid: priceUnits(bid),
        bid: priceUnits(bid),
        ask: priceUnits(ask),
        liquidity: liquidity === null ? null : usdc(liquidity),
        atMs: 0,
        pinned: liquidity === null,
      };
    });
  const spends = fc.bigInt(1n, 10n ** 12n).map(usdc);
  const wide = { maxSlippageBps: 100_000_000 };
  /** The fill, or null when the order is too small or too large to be one. */
  function attempt<Fill>(run: () => Fill): Fill | null {
    try {
      return run();
    } catch (problem) {
      if (problem instanceof AppError) return null;
      throw problem;
    }
  }

  it('never gives a better price than the quote', () => {
    fc.assert(
      fc.property(quotes, spends, decimals, (quote, spend, places) => {
        const buy = attempt(() => fillBuy({ quote, spend, decimals: places, ...wide }));
        if (buy !== null) {
          expect(buy.price).toBeGreaterThanOrEqual(quote.ask);
          // Tokens × average never exceed the dollars, by less than one base unit of the token.
          const scale = 10n ** BigInt(places + 12);
          expect(buy.amount * buy.price).toBeLessThanOrEqual(spend * scale);
          expect((buy.amount + 1n) * buy.price).toBeGreaterThan(spend * scale);
        }
        const amount = tokensForUsd(quote, spend, places);
        const sale = attempt(() => fillSell({ quote, amount, decimals: places, ...wide }));
        if (sale !== null) {
          expect(sale.price).toBeLessThanOrEqual(quote.bid);
          expect(sale.gross).toBeLessThanOrEqual(spend);
          const scale = 10n ** BigInt(places + 12);
          const rest = amount * sale.price - sale.gross * scale;
          expect(rest >= 0n && rest < scale).toBe(true);
          expect(sale.rounded).toBe(rest > 0n);
        }
      }),
    );
  });

  it('gets worse with size and is never split for a gain beyond rounding', () => {
    fc.assert(
      fc.property(quotes, spends, spends, decimals, (quote, a, b, places) => {
        const buy = (spend: Usdc) =>
          attempt(() => fillBuy({ quote, spend, decimals: places, ...wide }));
        const small = buy(a);
        const large = buy(usdc(a + b));
        if (small === null || large === null) return;
        expect(large.price).toBeGreaterThanOrEqual(small.price);
        // More dollars buy no fewer tokens but for the rounding of the average price, by less than
        // one 1e-18, and of the tokens, by less than one base unit.
        expect((large.amount + 1n) * large.price).toBeGreaterThan(
          small.amount * (large.price - 1n),
        );
      }),
    );
  });

  it('does not gain from buying and selling back', () => {
    fc.assert(
      fc.property(quotes, spends, decimals, (quote, spend, places) => {
        const order = { quote, decimals: places, ...wide };
        const bought = attempt(() => fillBuy({ ...order, spend }));
        if (bought === null) return;
        const sold = attempt(() => fillSell({ ...order, amount: bought.amount }));
        expect(sold?.gross ?? 0n).toBeLessThanOrEqual(spend);
      }),
    );
  });

  it('fills the minimum and nothing below it', () => {
    fc.assert(
      fc.property(quotes, decimals, (quote, places) => {
        const order = { quote, decimals: places, ...wide };
        const least = attempt(() => minimumBuy(quote, places));
        if (least !== null && least < 10n ** 12n) {
          expect(fillBuy({ ...order, spend: least }).amount).toBeGreaterThan(0n);
          const below = usdc(least - 1n);
          expect(refusalOf(() => fillBuy({ ...order, spend: below })).code).toBe(
            'AMOUNT_BELOW_MINIMUM',
          );
        }
        const usd = attempt(() => minimumSale(quote, places));
        if (usd === null) return;
        const amount = tokensForUsd(quote, usd, places);
        expect(fillSell({ ...order, amount, maxSlippageBps: 10_000 }).gross >= 1n).toBe(true);
      }),
    );
  });
});

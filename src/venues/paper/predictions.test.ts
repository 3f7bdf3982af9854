import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasSharedData, sharedData } from '../../../test/helpers/shared-data.ts';
import { AppError } from '../../errors/app-error.ts';
import type { BookLevel, OutcomeBook } from '../../market/predictions/prediction-market.ts';
import { baseUnits, MAX_LEDGER_UNITS, ratio, usdc } from '../../money/fixed.ts';
import {
  dollars,
  formatBaseUnits,
  formatPrice,
  formatRatio,
  formatUsdc,
  priceOf,
  tokens,
} from '../../money/text.ts';
import {
  bestAsk,
  bestBid,
  fillPredictionBuy,
  fillPredictionSale,
  type PredictionFill,
} from './predictions.ts';

type Levels = readonly (readonly [at: string, shares: string])[];
const levels = (list: Levels): BookLevel[] =>
  list.map(([at, shares]) => ({ price: priceOf(at), size: tokens(shares, 6) }));
const bookOf = (bids: Levels, asks: Levels): OutcomeBook => ({
  bids: levels(bids),
  asks: levels(asks),
});
const rateOf = (text: string) => ratio(priceOf(text));

const buyAt = (pin: string, rate: string, spend: string): PredictionFill =>
  fillPredictionBuy({
    book: bookOf([], []),
    pinned: priceOf(pin),
    feeRate: rateOf(rate),
    spend: dollars(spend),
    maxSlippageBps: 0,
  });
const buy = (asks: Levels, rate: string, spend: string, maxSlippageBps = 500): PredictionFill =>
  fillPredictionBuy({
    book: bookOf([], asks),
    pinned: null,
    feeRate: rateOf(rate),
    spend: dollars(spend),
    maxSlippageBps,
  });
const sell = (bids: Levels, rate: string, shares: string, maxSlippageBps = 500): PredictionFill =>
  fillPredictionSale({
    book: bookOf(bids, []),
    pinned: null,
    feeRate: rateOf(rate),
    shares: tokens(shares, 6),
    maxSlippageBps,
  });

/** Shares, average price, dollars without the fee and the fee, as text. */
const told = (fill: PredictionFill): string[] => [
  formatBaseUnits(fill.shares, 6),
  formatPrice(fill.price),
  formatUsdc(fill.gross),
  formatUsdc(fill.fee),
];

function refusalOf(run: () => unknown): AppError {
  try {
    run();
  } catch (problem) {
    if (problem instanceof AppError) return problem;
    throw problem;
  }
  throw new Error('nothing was refused');
}

describe('a buy at one price', () => {
  const cases: [
    at: string,
    rate: string,
    spend: string,
    shares: string,
    cost: string,
    fee: string,
  ][] = [
    // 4 ÷ 0.5 without a fee
    ['0.5', '0', '4', '8', '4', '0'],
    // 18.60 × 0.52 = 9.672, fee 18.6 × 0.07 × 0.2496 = 0.3249792: together 9.99698;
    // 18.61 would be 9.6772 + 0.32515 = 10.00235
    ['0.52', '0.07', '10', '18.6', '9.672', '0.32498'],
    // Tick 0.005: 109.02 × 0.035 = 3.8157 + 109.02 × 0.05 × 0.033775 = 0.1841075…: 3.99981;
    // 109.03 would be 3.81605 + 0.18412 = 4.00017
    ['0.035', '0.05', '4', '109.02', '3.8157', '0.18411'],
    // Tick 0.005: 52.36 × 0.465 = 24.3474 + 52.36 × 0.05 × 0.248775 = 0.651292…: 24.99869;
    // 52.37 would be 24.35205 + 0.65142 = 25.00347
    ['0.465', '0.05', '25', '52.36', '24.3474', '0.65129'],
    // Tick 0.0025: 25.8 × 0.9675 = 24.9615 + 25.8 × 0.04 × 0.03144375 = 0.03244995: 24.99395;
    // 25.81 would be 24.971175 + 0.03246 = 25.003635
    ['0.9675', '0.04', '25', '25.8', '24.9615', '0.03245'],
    // Tick 0.001: 688.34 × 0.137 = 94.30258 + 688.34 × 0.07 × 0.118231 = 5.696818…: 99.9994;
    // 688.35 would be 94.30395 + 5.6969 = 100.00085
    ['0.137', '0.07', '100', '688.34', '94.30258', '5.69682'],
    // Tick 0.0001: 12,461.3 × 0.0003 = 3.73839 + 12,461.3 × 0.07 × 0.00029991 = 0.261608…: 4;
    // 12,461.31 would be 3.738393 + 0.26161 = 4.000003
    ['0.0003', '0.07', '4', '12461.3', '3.73839', '0.26161'],
    // Tick 0.0001: 1,000.09 × 0.9999 = 999.989991 + 1,000.09 × 0.04 × 0.00009999 = 0.0039999…;
    // 1,000.1 would be 999.99999 + 0.004 = 1,000.00399
    ['0.9999', '0.04', '1000', '1000.09', '999.989991', '0.004'],
  ];
  it.each(cases)('of %s and a rate of %s, for %s USD', (at, rate, spend, shares, cost, fee) => {
    expect(told(buyAt(at, rate, spend))).toEqual([shares, at, cost, fee]);
    expect(buyAt(at, rate, spend).priceImpactPct).toBe(0n);
    expect(buy([[at, '1000000']], rate, spend)).toEqual(buyAt(at, rate, spend));
  });
});

describe('a buy through several levels', () => {
  const asks: Levels = [
    ['0.51', '10'],
    ['0.52', '10'],
    ['0.53', '100'],
  ];

  it('pays every level at its own price and fee', () => {
    // 10 × 0.51 = 5.1, fee 0.4 × 0.2499 = 0.09996; 10 × 0.52 = 5.2, fee 0.4 × 0.2496 = 0.09984;
    // 20 − 10.4998 = 9.5002 is left: 17.59 × 0.53 = 9.3227, fee 17.59 × 0.04 × 0.2491 = 0.175266…;
    // 17.6 would be 9.328 + 0.17537 = 9.50337. Cost 19.6227, fee 0.37507; 19.6227 ÷ 37.59.
    const fill = buy(asks, '0.04', '20');
    expect(told(fill)).toEqual(['37.59', '0.522019154030327215', '19.6227', '0.37507']);
    // At 0.51 all would have cost 19.1709; 0.4518 ÷ 19.1709
    expect(formatRatio(fill.priceImpactPct)).toBe('2.356696868691610723');
  });

  it('does not touch a level that is too dear for the rest', () => {
    // 10 × 0.51 = 5.1; 0.0051 would pay one hundredth at 0.51 but none at 0.52.
    expect(told(buy(asks, '0', '5.1051'))).toEqual(['10', '0.51', '5.1', '0']);
    // 10 × 0.51 + 0.01 × 0.52 = 5.1052, ÷ 10.01
    expect(told(buy(asks, '0', '5.1052'))).toEqual(['10.01', '0.51000999000999001', '5.1052', '0']);
  });

  it('goes on where only the rounding of the next fee makes a hundredth affordable', () => {
    // 0.01 at 0.01 costs 0.0001, its fee 0.00000396 is none; another at 0.01 would bring the fee
    // of both to 0.00000792, which is 0.00001: 0.00021. One at 0.0101 has no fee: 0.000201.
    const thin: Levels = [
      ['0.01', '0.01'],
      ['0.0101', '1'],
    ];
    expect(told(buy(thin, '0.04', '0.000201'))).toEqual(['0.02', '0.01005', '0.000201', '0']);
    expect(told(buy(thin, '0.04', '0.0002'))).toEqual(['0.01', '0.01', '0.0001', '0']);
  });
});

describe('a sale', () => {
  it('takes bids from the best down, each with its own fee', () => {
    // 10 × 0.49 + 10 × 0.48 + 17.59 × 0.47 = 4.9 + 4.8 + 8.2673 = 17.9673, ÷ 37.59;
    // fees 0.4 × 0.2499, 0.4 × 0.2496 and 17.59 × 0.04 × 0.2491 as in the mirrored buy
    const bids: Levels = [
      ['0.49', '10'],
      ['0.48', '10'],
      ['0.47', '100'],
    ];
    const fill = sell(bids, '0.04', '37.59');
    expect(told(fill)).toEqual(['37.59', '0.477980845969672785', '17.9673', '0.37507']);
    // At 0.49 all would have brought 18.4191; 0.4518 ÷ 18.4191
    expect(formatRatio(fill.priceImpactPct)).toBe('2.452888577617798915');
  });

  const cases: [at: string, rate: string, shares: string, proceeds: string, fee: string][] = [
    // 12.34 × 0.465 = 5.7381; 12.34 × 0.05 × 0.248775 = 0.153494175
    ['0.465', '0.05', '12.34', '5.7381', '0.15349'],
    // 1,234.56 × 0.0025 = 3.0864; 1,234.56 × 0.04 × 0.00249375 = 0.12314736
    ['0.0025', '0.04', '1234.56', '3.0864', '0.12315'],
    // 5 × 0.0001 = 0.0005; 5 × 0.07 × 0.00009999 = 0.0000349965
    ['0.0001', '0.07', '5', '0.0005', '0.00003'],
  ];
  it.each(cases)('at %s with a rate of %s, of %s shares', (at, rate, shares, proceeds, fee) => {
    const pinned = fillPredictionSale({
      book: bookOf([], []),
      pinned: priceOf(at),
      feeRate: rateOf(rate),
      shares: tokens(shares, 6),
      maxSlippageBps: 0,
    });
    expect(told(pinned)).toEqual([shares, at, proceeds, fee]);
    expect(pinned.priceImpactPct).toBe(0n);
    expect(sell([[at, shares]], rate, shares)).toEqual(pinned);
  });

  it('is of whole hundredths above 0', () => {
    expect(() => sell([['0.5', '10']], '0', '5.001')).toThrow('assertion failed');
    expect(() => sell([['0.5', '10']], '0', '0')).toThrow('assertion failed');
  });
});

describe('the price bound', () => {
  // 5 points above 0.5 is 0.55; 8 USD buy 10 × 0.5 and 5.45 × 0.55 = 2.9975
  const upTo = (second: string): Levels => [
    ['0.5', '10'],
    [second, '10'],
  ];

  it('takes levels that lie on it', () => {
    expect(told(buy(upTo('0.55'), '0', '8'))[0]).toBe('15.45');
    // 10 × 0.5 + 5 × 0.45
    expect(told(sell(upTo('0.45'), '0', '15'))[2]).toBe('7.25');
  });

  it('refuses what a level one tick beyond it would have to fill', () => {
    for (const run of [
      () => buy(upTo('0.5501'), '0', '8'),
      () => sell(upTo('0.4499'), '0', '15'),
    ]) {
      const refusal = refusalOf(run);
      expect(refusal.code).toBe('NO_LIQUIDITY');
      expect(refusal.details).toEqual({ maxSlippageBps: 500 });
    }
  });

  it('is the best level alone when it is 0, and may be wider than the price', () => {
    expect(refusalOf(() => buy(upTo('0.5001'), '0', '8', 0)).details).toEqual({
      maxSlippageBps: 0,
    });
    expect(told(buy(upTo('0.5001'), '0', '8', 1))[0]).toBe('15.99');
    expect(told(sell(upTo('0.0001'), '0', '20', 6_000))[2]).toBe('5.001');
  });

  it('fills when what is left pays for no hundredth at the last price, else not', () => {
    // 10 × 0.5 = 5; the next hundredth would be 0.005.
    expect(told(buy([['0.5', '10']], '0', '5'))[0]).toBe('10');
    expect(told(buy([['0.5', '10']], '0', '5.004999'))[0]).toBe('10');
    expect(refusalOf(() => buy([['0.5', '10']], '0', '5.005')).code).toBe('NO_LIQUIDITY');
    // With a fee of 5 %: 10 shares are 5 + 0.125, 10.01 are 5.005 + 0.125125, rounded 0.12513.
    expect(told(buy([['0.5', '10']], '0.05', '5.130129'))[0]).toBe('10');
    expect(refusalOf(() => buy([['0.5', '10']], '0.05', '5.13013')).code).toBe('NO_LIQUIDITY');
    expect(told(sell([['0.5', '10']], '0', '10'))[0]).toBe('10');
    expect(refusalOf(() => sell([['0.5', '10']], '0', '10.01')).code).toBe('NO_LIQUIDITY');
  });
});

describe('limits of size', () => {
  it('has nothing to give on an empty side', () => {
    expect(refusalOf(() => buy([], '0', '8')).code).toBe('NO_LIQUIDITY');
    expect(refusalOf(() => sell([], '0', '8')).code).toBe('NO_LIQUIDITY');
  });

  it('refuses a buy of no hundredth and names the cost of one', () => {
    // 0.01 × 0.5 = 0.005, fee 0.01 × 0.05 × 0.25 = 0.000125, rounded 0.00013
    const refusal = refusalOf(() => buy([['0.5', '10']], '0.05', '0.005129'));
    expect(refusal.code).toBe('AMOUNT_BELOW_MINIMUM');
    expect(refusal.details).toEqual({ minimumUsd: '0.00513', amountUsd: '0.005129' });
    expect(told(buy([['0.5', '10']], '0.05', '0.00513'))[0]).toBe('0.01');
    expect(refusalOf(() => buy([['0.5', '10']], '0.05', '0')).code).toBe('AMOUNT_BELOW_MINIMUM');
  });

  it('refuses amounts beyond the ledger', () => {
    const huge = { book: bookOf([], []), feeRate: rateOf('0'), maxSlippageBps: 0 };
    const spend = usdc(MAX_LEDGER_UNITS + 1n);
    const pinned = priceOf('0.5');
    expect(refusalOf(() => fillPredictionBuy({ ...huge, pinned, spend })).details).toEqual({
      reason: 'The amount in dollars is too large.',
    });
    // All dollars there can be buy 10^4 times as many shares at 0.0001.
    const cheap = priceOf('0.0001');
    const all = usdc(MAX_LEDGER_UNITS);
    const tooMany = refusalOf(() => fillPredictionBuy({ ...huge, pinned: cheap, spend: all }));
    expect(tooMany.code).toBe('ORDER_REJECTED');
    expect(tooMany.details).toEqual({ reason: 'The number of shares is too large.' });
    const shares = baseUnits(2n ** 63n * 10_000n);
    expect(refusalOf(() => fillPredictionSale({ ...huge, pinned, shares })).code).toBe(
      'ORDER_REJECTED',
    );
  });
});

describe('a pin', () => {
  it('is the price on both sides whatever the book says, to any depth', () => {
    const book = bookOf([['0.2', '1']], [['0.3', '1']]);
    const quote = { book, pinned: priceOf('0.75') };
    expect([bestAsk(quote), bestBid(quote)].map(formatPrice)).toEqual(['0.75', '0.75']);
    const order = { ...quote, feeRate: rateOf('0'), maxSlippageBps: 0 };
    // 3,000,000 ÷ 0.75
    const bought = fillPredictionBuy({ ...order, spend: dollars('3000000') });
    expect(told(bought)).toEqual(['4000000', '0.75', '3000000', '0']);
    const sold = fillPredictionSale({ ...order, shares: bought.shares });
    expect(told(sold)).toEqual(['4000000', '0.75', '3000000', '0']);
  });

  it('gives way to the book when it is lifted', () => {
    const quote = { book: bookOf([['0.2', '1']], [['0.3', '1']]), pinned: null };
    expect([bestAsk(quote), bestBid(quote)].map(formatPrice)).toEqual(['0.3', '0.2']);
    const empty = { book: bookOf([], []), pinned: null };
    expect(refusalOf(() => bestAsk(empty)).code).toBe('NO_LIQUIDITY');
    expect(refusalOf(() => bestBid(empty)).code).toBe('NO_LIQUIDITY');
  });
});

describe.skipIf(!hasSharedData)('the recorded books', () => {
  type Rows = readonly { price: string; size: string }[];
  /** The venue's own books have the best level last. */
  function recorded(...path: string[]): { bids: Levels; asks: Levels } {
    const file = readFileSync(sharedData('polymarket', ...path), 'utf8');
    const { bids, asks } = JSON.parse(file) as { bids: Rows; asks: Rows };
    const bestFirst = (rows: Rows): Levels =>
      rows.map(({ price, size }) => [price, size] as const).reverse();
    return { bids: bestFirst(bids), asks: bestFirst(asks) };
  }

  it('fill 1,000 USD and 2,000 shares in a market at a half', () => {
    const { bids, asks } = recorded('clob', 'book-rest-2026-01-04.json');
    // 1,028 × 0.51 = 524.28, fee 1,028 × 0.04 × 0.2499 = 10.275888; 465.44411 is left:
    // 878.22 × 0.52 = 456.6744, fee 878.22 × 0.04 × 0.2496 = 8.768148…; 980.9544 ÷ 1,906.22
    expect(told(buy(asks, '0.04', '1000'))).toEqual([
      '1906.22',
      '0.514607128243329731',
      '980.9544',
      '19.04404',
    ]);
    // 1,028 × 0.49 + 918 × 0.48 + 54 × 0.47 = 503.72 + 440.64 + 25.38 = 969.74;
    // fees 10.275888, 918 × 0.04 × 0.2496 = 9.165312, 54 × 0.04 × 0.2491 = 0.538056
    expect(told(sell(bids, '0.04', '2000'))).toEqual(['2000', '0.48487', '969.74', '19.97926']);
  });

  it('fill 20,000 USD in a market near its end', () => {
    const { asks } = recorded('ws', 'book-event-7x57-2026-08-13.json');
    // 228,198.28 × 0.08 = 18,255.8624, fee 228,198.28 × 0.05 × 0.0736 = 839.769670…;
    // 904.36793 is left: 9,611.22 × 0.09 = 865.0098, fee 9,611.22 × 0.05 × 0.0819 = 39.357945…
    expect(told(buy(asks, '0.05', '20000'))).toEqual([
      '237809.5',
      '0.080404156267937151',
      '19120.8722',
      '879.12762',
    ]);
  });
});

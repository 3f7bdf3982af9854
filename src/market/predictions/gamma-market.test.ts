import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Fields,
  gammaMarket,
  resolved,
  tokenId,
} from '../../../test/helpers/gamma-fixtures.ts';
import { ratio } from '../../money/fixed.ts';
import { dollars, priceOf, tokens } from '../../money/text.ts';
import { readGammaMarket } from './gamma-market.ts';
import { parseExactJson, type Raw, Refusal } from './gamma-values.ts';

/** The market as it comes out of a file. */
const raw = (fields: Fields = {}): Raw =>
  parseExactJson(JSON.stringify(gammaMarket(1, fields))) as Raw;
const read = (fields: Fields = {}) => readGammaMarket(raw(fields));

/** A market of the automated maker, which had neither tick nor order book. */
const maker = (prices: string, fields: Fields = {}): Fields => ({
  ...resolved(prices, { umaResolutionStatus: null, closedTime: '2021-11-01 10:26:01+00' }),
  ...{ orderPriceMinTickSize: undefined, orderMinSize: undefined, enableOrderBook: undefined },
  ...{ startDate: '2021-10-31T09:16:47.012Z', endDate: '2021-10-31T00:00:00Z' },
  ...fields,
});

describe('a market in the shape of Gamma', () => {
  it('is read in exact units', () => {
    expect(read()).toEqual({
      slug: 'market-1',
      gammaId: '1001',
      conditionId: `0x${'1'.padStart(64, '0')}`,
      yesOutcomeId: tokenId(1, 'yes'),
      noOutcomeId: tokenId(1, 'no'),
      question: 'Question 1?',
      groupTitle: null,
      yesName: 'Yes',
      noName: 'No',
      negRisk: false,
      feeRate: 0n,
      tickSize: priceOf('0.01'),
      minOrderSize: tokens('5', 6),
      recordedMs: Date.parse('2026-02-07T16:04:44.718Z'),
      startMs: Date.parse('2026-01-02T00:00:00Z'),
      endMs: Date.parse('2026-07-01T04:00:00Z'),
      status: 'open',
      closedMs: null,
      result: null,
      bestBid: priceOf('0.22'),
      bestAsk: priceOf('0.24'),
      lastPrice: null,
      volume: dollars('225742.615693'),
      volume24h: dollars('6263.101253'),
      liquidity: dollars('4000'),
      book: null,
    });
  });

  it('has numbers as numbers or as texts, digits beyond cents of cents cut off', () => {
    const market = read({
      ...{ bestBid: '0.22', bestAsk: '2.4e-1', orderPriceMinTickSize: '0.001', orderMinSize: '15' },
      ...{ volume: '0.0000019', volume24hr: '1e3', liquidity: 33379.2455, lastTradePrice: 0.225 },
    });
    expect(market).toMatchObject({
      bestBid: priceOf('0.22'),
      bestAsk: priceOf('0.24'),
      lastPrice: priceOf('0.225'),
      tickSize: priceOf('0.001'),
      minOrderSize: tokens('15', 6),
      volume: dollars('0.000001'),
      volume24h: dollars('1000'),
      liquidity: dollars('33379.2455'),
    });
  });

  it('gets a cent, five shares and no volume where it names none; its liquidity stays unknown', () => {
    const market = read({
      ...{
        orderPriceMinTickSize: undefined,
        orderMinSize: null,
        volume: '',
        volume24hr: undefined,
      },
      ...{ liquidity: undefined },
    });
    expect(market).toMatchObject({
      ...{ tickSize: priceOf('0.01'), minOrderSize: tokens('5', 6), volume: 0n, volume24h: 0n },
      ...{ liquidity: null },
    });
    const twins = { liquidity: undefined, liquidityNum: 7.5, volume: undefined, volumeNum: 8 };
    expect(read(twins)).toMatchObject({ liquidity: dollars('7.5'), volume: dollars('8') });
  });

  it('has no best price where the venue writes nothing, 0 or 1', () => {
    expect(read({ bestBid: undefined, bestAsk: 0.01 }).bestBid).toBeNull();
    expect(read({ bestBid: 0, bestAsk: 1 })).toMatchObject({ bestBid: null, bestAsk: null });
    expect(read({ bestBid: '0.0', bestAsk: '1.00' })).toMatchObject({
      ...{ bestBid: null, bestAsk: null },
    });
  });

  it('has the fee rate of its schedule, 0 unless fees are enabled', () => {
    const feeSchedule = { rate: 0.07, exponent: 1, takerOnly: true, rebateRate: 0.2 };
    expect(read({ feesEnabled: true, feeSchedule }).feeRate).toBe(ratio(7n * 10n ** 16n));
    expect(read({ feesEnabled: false, feeSchedule }).feeRate).toBe(0n);
    expect(read({ feesEnabled: undefined, feeSchedule }).feeRate).toBe(0n);
  });

  it('knows its outcomes by other names than Yes and No', () => {
    const market = read({ outcomes: ['Up', 'Down'], groupItemTitle: ' Match Winner ' });
    expect(market).toMatchObject({ yesName: 'Up', noName: 'Down', groupTitle: 'Match Winner' });
  });
});

describe('the times of a market', () => {
  it('are those of its fields, in any of their forms', () => {
    const market = read({ endDate: undefined, endDateIso: '2026-07-01', startDate: undefined });
    expect(market.endMs).toBe(Date.UTC(2026, 6, 1));
    expect(market.startMs).toBe(Date.UTC(2026, 0, 1));
    expect(read({ updatedAt: undefined }).recordedMs).toBe(Date.UTC(2026, 0, 1));
  });

  it('leave an end out that the record itself contradicts', () => {
    // Recorded on 7 February as open: an end in January was none.
    expect(read({ endDate: '2026-01-31T12:00:00Z' }).endMs).toBeNull();
    const paused = read({ endDate: '2026-01-31T12:00:00Z', acceptingOrders: false });
    expect(paused.endMs).toBe(Date.parse('2026-01-31T12:00:00Z'));
    expect(read({ endDate: '2026-01-02T00:00:00Z', acceptingOrders: false }).endMs).toBeNull();
  });
});

describe('what a market is in', () => {
  it.each([
    ['open', {}],
    ['open', { acceptingOrders: undefined }],
    ['paused', { acceptingOrders: false }],
    ['paused', { active: false }],
    ['paused', { acceptingOrders: undefined, enableOrderBook: false }],
    ['closed', { ...resolved('["0", "1"]'), umaResolutionStatus: 'proposed' }],
  ] as const)('%s by %j', (status, fields) => {
    expect(read(fields)).toMatchObject({ status, result: null });
  });

  it.each([
    ['YES', '["1", "0"]'],
    ['NO', '["0", "1"]'],
    ['NO', '["0.0", "1.000"]'],
    ['VOID', '["0.5", "0.5"]'],
  ])('resolved %s at %s', (result, prices) => {
    const market = read(resolved(prices, { bestBid: 0.999, bestAsk: 1 }));
    const closedMs = Date.parse('2026-03-01T20:56:36Z');
    expect(market).toMatchObject({ status: 'closed', closedMs, result });
    expect([market.bestBid, market.bestAsk]).toEqual([null, null]);
  });

  it.each([
    ['closed alone', { umaResolutionStatus: undefined }],
    ['a proposed result', { umaResolutionStatus: 'proposed' }],
    ['prices near the ends', { outcomePrices: '["0.9995", "0.0005"]' }],
    ['prices of neither', { outcomePrices: '["0", "0"]' }],
  ])('is not resolved by %s', (_, fields) => {
    const market = read({ ...resolved('["1", "0"]'), ...fields });
    expect(market).toMatchObject({ status: 'closed', result: null });
  });

  it('closed at its record when it does not say when', () => {
    const market = read(resolved('["1", "0"]', { closedTime: undefined }));
    expect(market.closedMs).toBe(Date.parse('2026-03-02T00:00:00Z'));
  });

  it('of the automated maker is resolved by prices near 1 and 0 until 2023', () => {
    const near =
      '["0.0000006674303218562385350869825630040312", "0.999999332569678143761464913017"]';
    expect(read(maker(near))).toMatchObject({ status: 'closed', result: 'NO', endMs: null });
    expect(read(maker('["0.9991", "0.0009"]')).result).toBe('YES');
    const later = maker(near, { closedTime: '2023-01-01 00:00:00+00' });
    expect(() => read(later)).toThrow(/^is closed without an order book, and prices .* no result$/);
  });
});

describe('a market that is refused', () => {
  const schedule = (fields: Fields): Fields => ({ feesEnabled: true, feeSchedule: fields });
  it.each<[string, Fields]>([
    ['slug is missing', { slug: null }],
    ['slug is malformed: ../../etc', { slug: '../../etc' }],
    ['id is malformed: abc', { id: 'abc' }],
    ['conditionId is malformed: 0x12', { conditionId: '0x12' }],
    ['question is missing', { question: ' ' }],
    ['outcomes is missing', { outcomes: undefined }],
    ['has 3 outcomes, not 2', { outcomes: '["A", "B", "C"]' }],
    ['has 1 outcomes, not 2', { outcomes: '["A"]' }],
    ['an outcome has no name', { outcomes: '["", "No"]' }],
    [
      'is scalar: Long and Short share the payout by a number',
      { marketType: 'scalar', outcomes: '["Long", "Short"]' },
    ],
    ['clobTokenIds is missing', { clobTokenIds: undefined }],
    ['clobTokenIds are not two token ids', { clobTokenIds: '["12"]' }],
    ['clobTokenIds are not two token ids', { clobTokenIds: '["12", "0x13"]' }],
    ['both outcomes have one token', { clobTokenIds: '["12", "12"]' }],
    ['0.03 is not a tick of the venue', { orderPriceMinTickSize: 0.03, bestBid: 0, bestAsk: 1 }],
    ['0 is not a tick of the venue', { orderPriceMinTickSize: 0 }],
    ['best price 0.225 is not on the tick 0.01', { bestBid: 0.225 }],
    ['best price 1.2 is not on the tick 0.01', { bestAsk: 1.2 }],
    ['best bid 0.24 is not below best ask 0.24', { bestBid: 0.24 }],
    ['bestBid is no amount: a lot', { bestBid: 'a lot' }],
    ['the minimum size is not above 0', { orderMinSize: 0 }],
    ['the last price is above 1', { lastTradePrice: 1.01 }],
    ['volume is no amount: -1', { volume: '-1' }],
    ['liquidity is no amount: 1e13', { liquidity: '1e13' }],
    ['fees are enabled but there is no feeSchedule', { feesEnabled: true }],
    ['feeSchedule has the exponent 2, not 1', schedule({ rate: 0.04, exponent: 2 })],
    ['feeSchedule has no rate', schedule({ exponent: 1 })],
    ['the fee rate is above 0.5', schedule({ rate: 0.51, exponent: 1 })],
    ['endDate is no date: soon', { endDate: 'soon' }],
    [
      'names no time of its record',
      { updatedAt: undefined, createdAt: undefined, startDate: undefined },
    ],
    ['outcomePrices is missing', { closed: true, outcomePrices: undefined }],
    ['no price: half', { closed: true, outcomePrices: '["half", "half"]' }],
  ])('because %s', (reason, fields) => {
    expect(() => read(fields)).toThrow(new Refusal(reason));
  });

  it('never ends the import, whatever stands in its fields', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom('', '[]', '{}', '1e999', '["0"]', -1));
    const names = [...Object.keys(gammaMarket(1)), 'closedTime', 'feeSchedule', 'marketType'];
    const change = fc.dictionary(fc.constantFrom(...names), odd, { minKeys: 1, maxKeys: 3 });
    let refused = 0;
    fc.assert(
      fc.property(change, fc.boolean(), (fields, isClosed) => {
        try {
          read({ ...(isClosed ? resolved('["0", "1"]') : {}), ...fields });
        } catch (problem) {
          expect(problem).toBeInstanceOf(Refusal);
          refused += 1;
        }
      }),
      { numRuns: 1_000 },
    );
    expect(refused).toBeGreaterThan(100);
  });
});

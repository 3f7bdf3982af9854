import { describe, expect, it } from 'vitest';
import type { Ratio, Usdc } from '../../money/fixed.ts';
import { formatPrice, formatRatio } from '../../money/text.ts';
import { bundledPerps } from './perp-catalogue.ts';
import { createPerpData, type PerpData } from './perp-data.ts';
import { fundingPercentage } from './perp-funding.ts';
import type { PerpSource } from './perp-source.ts';

const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MICRO = 1_000_000n;

const markets = bundledPerps.map(({ facts }) => facts);
const tickSizeOf = (symbol: string): bigint =>
  markets.find((facts) => facts.symbol === symbol)?.tickSize ?? 0n;

interface Path {
  /** Ticks on a tick of business time. */
  readonly mark: (tickMs: number) => bigint;
  readonly oracle?: (tickMs: number) => bigint;
}

/** Market data whose marks are a function of the tick, the same for every market. */
function openData({ mark, oracle = mark }: Path): PerpData {
  const tickOf = (atMs: number): number => Math.floor(atMs / 1_000) * 1_000;
  const rangeOf = (firstMs: number, lastMs: number) => {
    if (lastMs < firstMs) return undefined;
    let [lowTicks, highTicks, closeTicks] = [mark(firstMs), mark(firstMs), mark(firstMs)];
    for (let tickMs = firstMs; tickMs <= lastMs; tickMs += 1_000) {
      closeTicks = mark(tickMs);
      if (closeTicks < lowTicks) lowTicks = closeTicks;
      if (closeTicks > highTicks) highTicks = closeTicks;
    }
    return { lowTicks, highTicks, closeTicks };
  };
  const source: PerpSource = {
    pointAt(symbol, atMs) {
      const [markTicks, oracleTicks] = [mark(tickOf(atMs)), oracle(tickOf(atMs))];
      const premium = (markTicks - oracleTicks) * tickSizeOf(symbol) * 10n ** 18n;
      return { markTicks, oracleTicks, premium, atMs: tickOf(atMs) };
    },
    range: (_, firstMs, lastMs) => rangeOf(firstMs, lastMs),
    bar(_, fromMs, toMs) {
      const range = rangeOf(tickOf(fromMs), tickOf(toMs - 1));
      return range && { openTicks: mark(tickOf(fromMs)), ...range };
    },
    volume: (_, fromMs, toMs) => (BigInt(toMs - fromMs) * 10n ** 18n) / 60_000n,
    volume24h: () => 5_000_000n as Usdc,
    book: (_, markTicks) => ({
      bids: [{ ticks: markTicks - 2n, baseLots: 5n }],
      asks: [{ ticks: markTicks + 1n, baseLots: 7n }],
    }),
    spanEndMs: (_, atMs) => Math.floor(atMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS,
    coverage: () => null,
  };
  return createPerpData(source, markets);
}

const still = (ticks: bigint) => () => ticks;
/** One tick up every second from START_MS on. */
const rising = (tickMs: number): bigint => BigInt((tickMs - START_MS) / 1_000) + 60_000n;

describe('markets', () => {
  it('are found in any case of letters and are active until told otherwise', () => {
    const data = openData({ mark: still(1n) });
    expect(data.markets()).toHaveLength(44);
    expect(data.market('btc')?.symbol).toBe('BTC');
    expect(data.market('nope')).toBe(undefined);
    expect(data.status('GOLD')).toBe('active');
    data.loadOverrides([{ symbol: 'gold', status: 'paused' }]);
    expect(data.status('GOLD')).toBe('paused');
    data.loadOverrides([]);
    expect(data.status('gold')).toBe('active');
  });
});

describe('quotes', () => {
  it('show mark, oracle and book, the middle exact between two ticks', () => {
    const data = openData({ mark: still(60_000n), oracle: still(59_990n) });
    const quote = data.quote('btc', START_MS + 700);
    expect(quote).toMatchObject({
      markTicks: 60_000n,
      oracleTicks: 59_990n,
      bidTicks: 59_998n,
      askTicks: 60_001n,
      pinned: null,
      atMs: START_MS,
    });
    // (59,998 + 60,001) ÷ 2 ticks of 1 USD.
    expect(quote?.mid && formatPrice(quote.mid)).toBe('59999.5');
    expect(data.quote('NOPE', START_MS)).toBe(undefined);
    expect(data.markAt('BTC', START_MS + 999)).toBe(60_000n);
    expect(data.oracleAt('BTC', START_MS)).toBe(59_990n);
  });

  it('are exact under a pin, of this instant, without spread or end of depth', () => {
    const data = openData({ mark: rising });
    data.pin('btc', 50_000n, 49_000n, START_MS + 10_500);
    expect(data.quote('BTC', START_MS + 99_999)).toEqual({
      markTicks: 50_000n,
      oracleTicks: 49_000n,
      bidTicks: 50_000n,
      askTicks: 50_000n,
      mid: 50_000n * 10n ** 18n,
      book: null,
      pinned: { markTicks: 50_000n, oracleTicks: 49_000n },
      atMs: START_MS + 99_999,
    });
    expect(data.pins()).toEqual([
      {
        symbol: 'BTC',
        markTicks: 50_000n,
        oracleTicks: 49_000n,
        fromMs: START_MS + 10_500,
        toMs: null,
      },
    ]);
    data.unpin('BTC', START_MS + 20_500);
    expect(data.pins()).toEqual([]);
    expect(data.quote('BTC', START_MS + 21_000)?.markTicks).toBe(60_021n);
    expect(data.markAt('BTC', START_MS + 10_499)).toBe(60_010n);
    expect(data.markAt('BTC', START_MS + 10_500)).toBe(50_000n);
    expect(data.oracleAt('BTC', START_MS + 20_499)).toBe(49_000n);
    expect(data.markAt('BTC', START_MS + 20_500)).toBe(60_020n);
    expect(data.quote('ETH', START_MS)?.pinned).toBe(null);
  });

  it('restore kept pins and drop those of markets there are not', () => {
    const data = openData({ mark: rising });
    const pin = { markTicks: 1n, oracleTicks: 2n, fromMs: START_MS, toMs: null };
    data.loadPins([
      { ...pin, symbol: 'PUMP' },
      { ...pin, symbol: 'gold', toMs: START_MS + 5_000 },
      { ...pin, symbol: 'NOPE' },
    ]);
    expect(data.pins()).toEqual([{ ...pin, symbol: 'PUMP' }]);
    expect(data.markAt('GOLD', START_MS + 4_999)).toBe(1n);
    expect(data.oracleAt('GOLD', START_MS + 4_999)).toBe(2n);
    data.loadPins([]);
    expect(data.pins()).toEqual([]);
  });
});

describe('statistics', () => {
  it('compare with the mark of a day ago, pins counted', () => {
    const data = openData({ mark: still(60_000n) });
    data.loadPins([
      {
        symbol: 'BTC',
        markTicks: 48_000n,
        oracleTicks: 48_000n,
        fromMs: START_MS,
        toMs: START_MS + 1,
      },
    ]);
    const { prevDayPriceUsd, priceChange24hPct, volume24hUsd } = data.stats(
      'BTC',
      START_MS + DAY_MS,
    );
    // 60,000 ÷ 48,000 − 1 = 25 %.
    expect(prevDayPriceUsd && formatPrice(prevDayPriceUsd)).toBe('48000');
    expect(priceChange24hPct && formatRatio(priceChange24hPct)).toBe('25');
    expect(volume24hUsd).toBe(5_000_000n);
    const none = { prevDayPriceUsd: null, priceChange24hPct: null, volume24hUsd: null };
    expect(data.stats('NOPE', START_MS)).toEqual(none);
  });
});

describe('candles', () => {
  const range = (nowMs: number) => ({
    intervalMs: MINUTE_MS,
    fromMs: START_MS,
    toMs: START_MS + HOUR_MS,
    limit: 100,
    nowMs,
  });

  it('are of the mark, the running one up to now', () => {
    const data = openData({ mark: rising });
    const candles = data.candles('BTC', range(START_MS + 90_000));
    expect(candles.map(({ atMs }) => atMs)).toEqual([START_MS, START_MS + MINUTE_MS]);
    expect(candles[0]).toMatchObject({ volume: '1', atMs: START_MS });
    expect(candles.map(({ open }) => formatPrice(open))).toEqual(['60000', '60060']);
    expect(candles.map(({ close }) => formatPrice(close))).toEqual(['60059', '60090']);
    expect(data.candles('NOPE', range(START_MS))).toEqual([]);
  });

  it('have the pins of their time in them', () => {
    const data = openData({ mark: rising });
    data.pin('BTC', 70_000n, 70_000n, START_MS + 30_500);
    data.unpin('BTC', START_MS + 60_000);
    const [first, second] = data.candles('BTC', range(START_MS + 90_000));
    const texts = first && [first.open, first.high, first.low, first.close].map(formatPrice);
    expect(texts).toEqual(['60000', '70000', '60000', '70000']);
    expect(second && formatPrice(second.open)).toBe('60060');
  });
});

describe('funding', () => {
  it('is the premium of the interval over the period, cut towards zero', () => {
    // 18 ticks × 100 quote lots for 3,600 s over 86,400 s = 75.
    const above = openData({ mark: still(60_018n), oracle: still(60_000n) });
    expect(above.fundingRate('BTC', START_MS)).toBe(75n);
    // -1 tick: -100 ÷ 24 = -4.1666…
    const below = openData({ mark: still(59_999n), oracle: still(60_000n) });
    expect(below.fundingRate('BTC', START_MS)).toBe(-4n);
    expect(below.fineFundingRate('BTC', START_MS)).toBe(-4_166_666n);
    // SKR: 5 ticks × 1 ÷ 24 = 0.2083… of a quote lot.
    const small = openData({ mark: still(8_193n), oracle: still(8_188n) });
    expect(small.fundingRate('SKR', START_MS)).toBe(0n);
    expect(small.fineFundingRate('SKR', START_MS)).toBe(208_333n);
    expect(above.fundingRate('NOPE', START_MS)).toBe(0n);
  });

  it('is read once a minute', () => {
    // 18 ticks for the first half of the hour: 1,800 × 1,800 ÷ 86,400 = 37.5.
    const isEarly = (tickMs: number) => tickMs < START_MS + 30 * MINUTE_MS;
    const half = openData({
      mark: (tickMs) => (isEarly(tickMs) ? 60_018n : 60_000n),
      oracle: still(60_000n),
    });
    expect(half.fundingRate('BTC', START_MS)).toBe(37n);
    expect(half.fineFundingRate('BTC', START_MS)).toBe(37_500_000n);
    const between = openData({
      mark: (tickMs) => (tickMs % MINUTE_MS === 0 ? 60_000n : 70_000n),
      oracle: still(60_000n),
    });
    expect(between.fundingRate('BTC', START_MS)).toBe(0n);
  });

  it('stays within the limit of the market', () => {
    // 4,000 ticks would be 400,000 ÷ 24 = 16,666; BTC's limit is 16,000.
    const above = openData({ mark: still(64_000n), oracle: still(60_000n) });
    expect(above.fundingRate('BTC', START_MS)).toBe(16_000n);
    expect(above.fineFundingRate('BTC', START_MS)).toBe(16_000n * MICRO);
    const below = openData({ mark: still(56_000n), oracle: still(60_000n) });
    expect(below.fundingRate('BTC', START_MS)).toBe(-16_000n);
    // 16,000 of 56,000 × 100 quote lots: 0.2857142857…%, to 18 decimals.
    expect(formatRatio(below.currentFundingRatePercentage('BTC', START_MS))).toBe(
      '-0.285714285714285714',
    );
  });

  it('is nothing while mark and oracle are equal, and that of a pin while it is pinned', () => {
    const data = openData({ mark: still(60_018n), oracle: still(60_000n) });
    data.pin('BTC', 65_000n, 65_000n, START_MS);
    expect(data.fundingRate('BTC', START_MS)).toBe(0n);
    expect(data.currentFundingRatePercentage('BTC', START_MS)).toBe(0n);
    // Half an hour of nothing, half an hour of 18 ticks.
    data.unpin('BTC', START_MS + 30 * MINUTE_MS);
    expect(data.fundingRate('BTC', START_MS)).toBe(37n);
    // 240 ticks of a pin: 24,000 ÷ 24.
    data.pin('BTC', 65_240n, 65_000n, START_MS + HOUR_MS);
    expect(data.fundingRate('BTC', START_MS + HOUR_MS)).toBe(1_000n);
  });

  it('is shown as what the running interval comes to', () => {
    // The venue's example: 3 USD below 94,206 for an hour is -0.0001327 %; 1,250 ÷ 9,420,600.
    const data = openData({ mark: still(94_206n), oracle: still(94_209n) });
    for (const atMs of [
      START_MS,
      START_MS + 1,
      START_MS + 17 * MINUTE_MS,
      START_MS + HOUR_MS - 1,
    ]) {
      expect(formatRatio(data.currentFundingRatePercentage('BTC', atMs))).toBe(
        '-0.000132687939197079',
      );
    }
    expect(data.fundingRate('BTC', START_MS)).toBe(-12n);
    const btc = data.market('BTC');
    // -12 × 100 ÷ 9,420,600.
    expect(btc && formatRatio(fundingPercentage(btc, -12n, 94_206n))).toBe('-0.000127380421629196');
    expect(data.currentFundingRatePercentage('NOPE', START_MS)).toBe(0n as Ratio);
  });

  it('adds up the running interval as it goes on, forwards and back', () => {
    // The premium is 24 ticks, 2,400 quote lots, in the first minute and nothing after it.
    const data = openData({
      mark: (tickMs) => (tickMs < START_MS + MINUTE_MS ? 60_024n : 60_000n),
      oracle: still(60_000n),
    });
    const at = (minutes: number): string =>
      formatRatio(data.currentFundingRatePercentage('BTC', START_MS + minutes * MINUTE_MS));
    // Two samples: 1,200 on average, 50 an hour, of a notional of 6,000,000; ten samples: 10.
    expect(at(1)).toBe('0.000833333333333333');
    expect(at(9)).toBe('0.000166666666666667');
    expect(at(1)).toBe('0.000833333333333333');
    expect(at(60)).toBe('0');
  });
});

describe('walking the mark', () => {
  it('counts the ticks after the first instant up to the last one', () => {
    const data = openData({ mark: rising });
    const at = (ms: number) => START_MS + ms;
    const range = (lowTicks: bigint, highTicks: bigint) => ({
      lowTicks,
      highTicks,
      closeTicks: highTicks,
    });
    expect(data.extremes('BTC', at(0), at(3_000))).toEqual(range(60_001n, 60_003n));
    expect(data.extremes('btc', at(999), at(3_999))).toEqual(range(60_001n, 60_003n));
    expect(data.extremes('BTC', at(100), at(900))).toBe(undefined);
    expect(data.extremes('BTC', at(0), at(0))).toBe(undefined);
  });

  it('sees a pin between two ticks, and the mark that comes back after it', () => {
    const data = openData({ mark: rising });
    data.pin('BTC', 50_000n, 50_000n, START_MS + 5_200);
    expect(data.extremes('BTC', START_MS + 5_100, START_MS + 5_200)?.lowTicks).toBe(50_000n);
    expect(data.extremes('BTC', START_MS + 5_200, START_MS + 5_300)?.lowTicks).toBe(50_000n);
    data.unpin('BTC', START_MS + 5_400);
    const whole = data.extremes('BTC', START_MS + 4_500, START_MS + 7_000);
    expect(whole).toEqual({ lowTicks: 50_000n, highTicks: 60_007n, closeTicks: 60_007n });
    // Pinned at its start, back to the mark of the running tick before its end.
    expect(data.extremes('BTC', START_MS + 5_300, START_MS + 5_500)).toEqual({
      lowTicks: 50_000n,
      highTicks: 60_005n,
      closeTicks: 60_005n,
    });
    expect(data.extremes('BTC', START_MS + 5_399, START_MS + 5_400)?.lowTicks).toBe(60_005n);
    expect(data.extremes('BTC', START_MS + 5_400, START_MS + 5_900)).toBe(undefined);
  });

  it('goes piece by piece without leaving out or repeating a tick', () => {
    const data = openData({ mark: rising });
    data.loadPins([
      {
        symbol: 'BTC',
        markTicks: 1n,
        oracleTicks: 1n,
        fromMs: START_MS + 70_000,
        toMs: START_MS + 200_500,
      },
    ]);
    const spans = [];
    let fromMs = START_MS + 500;
    const endMs = START_MS + 250_000;
    for (;;) {
      const span = data.nextSpan('BTC', fromMs, endMs);
      if (span === undefined) break;
      expect(span.fromMs).toBe(fromMs);
      spans.push([span.toMs - START_MS, span.lowTicks, span.highTicks]);
      fromMs = span.toMs;
    }
    expect(spans).toEqual([
      [59_999, 60_001n, 60_059n],
      [69_999, 60_060n, 60_069n],
      [200_499, 1n, 1n],
      [239_999, 60_200n, 60_239n],
      [250_000, 60_240n, 60_250n],
    ]);
  });

  it('finds the first instant at which a mark is reached', () => {
    const data = openData({ mark: rising });
    const reach = (lowTicks: bigint | null, highTicks: bigint | null) =>
      data.firstReach('BTC', START_MS, START_MS + DAY_MS, { lowTicks, highTicks });
    expect(reach(null, 61_000n)).toEqual({
      fromMs: START_MS + 999_999,
      toMs: START_MS + 1_000_000,
      lowTicks: 61_000n,
      highTicks: 61_000n,
      closeTicks: 61_000n,
    });
    expect(reach(60_000n, null)).toBe(undefined);
    expect(reach(60_001n, 60_002n)?.toMs).toBe(START_MS + 1_000);
    expect(reach(null, 60_000n + 86_400n)?.toMs).toBe(START_MS + DAY_MS);
    expect(reach(null, 60_001n + 86_400n)).toBe(undefined);
    expect(reach(null, null)).toBe(undefined);
    data.pin('BTC', 90_000n, 90_000n, START_MS + 12_345);
    expect(reach(null, 61_000n)?.toMs).toBe(START_MS + 12_345);
    expect(reach(60_500n, 99_000n)?.toMs).toBe(START_MS + 1_000);
  });
});

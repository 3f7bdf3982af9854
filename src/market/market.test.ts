import { describe, expect, it } from 'vitest';
import { type Price, pow10, price } from '../money/fixed.ts';
import { dollars, formatPrice, formatRatio, priceOf } from '../money/text.ts';
import { FRESHNESS_LIMIT_MS, isFresh } from './freshness.ts';
import type { Token } from './instruments.ts';
import { createMarketData } from './market.ts';
import { openModel } from './model.ts';
import type { Bar, PriceSource } from './source.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.UTC(2025, 5, 1, 12);

const token = (symbol: string, liquidityUsd: string, verified = true): Token => ({
  kind: 'token',
  mint: `mint-${symbol}`,
  symbol,
  name: `The ${symbol} token`,
  decimals: 6,
  verified,
  tags: [],
  logoUrl: '',
  priceFeedId: '',
  liquidity: dollars(liquidityUsd),
  usualVolume24h: null,
  halfSpreadBps: 10,
  model: null,
  stock: null,
});

/** A price that rises by a cent each hour, from 1 USD at the epoch of the test. */
const EPOCH_MS = NOW_MS - 48 * HOUR_MS;
const risingPrice = (atMs: number): Price =>
  price(pow10(18) + BigInt(Math.floor((atMs - EPOCH_MS) / HOUR_MS)) * pow10(16));
const rising: PriceSource = {
  priceAt: (_, atMs) => ({ price: risingPrice(atMs), atMs }),
  bar: (_, fromMs, toMs): Bar => ({
    open: risingPrice(fromMs),
    high: risingPrice(toMs - 1),
    low: risingPrice(fromMs),
    close: risingPrice(toMs - 1),
    volume: BigInt(toMs - fromMs) * pow10(18),
  }),
  volume24h: (id) => dollars(id === 'mint-B' ? '2000' : '1000'),
  coverage: () => null,
};
const tokens = [token('A', '100'), token('B', '200'), token('AB', '900'), token('a', '999', false)];
const market = () => createMarketData(rising, tokens);

describe('quotes', () => {
  it('put bid and ask half a spread around the middle', () => {
    // 48 hours in: 1.48; 10 bps of it are 0.00148
    const quote = market().quote('mint-A', NOW_MS);
    expect(quote).toMatchObject({ liquidity: dollars('100'), atMs: NOW_MS, pinned: false });
    expect(formatPrice(quote?.mid ?? price(0n))).toBe('1.48');
    expect(formatPrice(quote?.bid ?? price(0n))).toBe('1.47852');
    expect(formatPrice(quote?.ask ?? price(0n))).toBe('1.48148');
  });

  it('are the same object within a tick', () => {
    const data = market();
    expect(data.quote('mint-A', NOW_MS + 999)).toBe(data.quote('mint-A', NOW_MS));
    expect(data.quote('mint-A', NOW_MS + 1_000)).not.toBe(data.quote('mint-A', NOW_MS));
  });

  it('do not exist for other mints', () => {
    expect(market().quote('mint-X', NOW_MS)).toBeUndefined();
  });

  it('are fresh up to the limit', () => {
    const quote = { atMs: NOW_MS, pinned: false };
    expect(isFresh(quote, NOW_MS + FRESHNESS_LIMIT_MS)).toBe(true);
    expect(isFresh(quote, NOW_MS + FRESHNESS_LIMIT_MS + 1)).toBe(false);
    expect(isFresh({ ...quote, pinned: true }, NOW_MS + DAY_MS)).toBe(true);
  });

  it('cost less than 3 µs when the tick is known', () => {
    const { source, tokens: bundledTokens } = openModel('speed');
    const data = createMarketData(source, bundledTokens);
    const mints = bundledTokens.map((bundled) => bundled.mint);
    let seen = 0;
    const started = performance.now();
    for (let round = 0; round < 1_000; round += 1) {
      for (const mint of mints) if (data.quote(mint, NOW_MS + round) !== undefined) seen += 1;
    }
    const microseconds = ((performance.now() - started) * 1_000) / seen;
    expect(seen).toBe(1_000 * mints.length);
    expect(microseconds).toBeLessThan(3);
  });
});

describe('pins', () => {
  it('are exact, without spread, unlimited and always fresh, until taken off', () => {
    const data = market();
    data.pin('mint-A', priceOf('2.345678901234567891'), NOW_MS);
    const pinned = { mid: priceOf('2.345678901234567891'), liquidity: null, pinned: true };
    const quote = data.quote('mint-A', NOW_MS + DAY_MS);
    expect(quote).toMatchObject({ ...pinned, bid: pinned.mid, ask: pinned.mid });
    expect(quote && isFresh(quote, NOW_MS + 2 * DAY_MS)).toBe(true);
    expect(data.pins()).toEqual([
      { mint: 'mint-A', price: pinned.mid, fromMs: NOW_MS, toMs: null },
    ]);
    data.unpin('mint-A', NOW_MS + DAY_MS);
    expect(data.quote('mint-A', NOW_MS + DAY_MS)?.pinned).toBe(false);
    expect(data.pins()).toEqual([]);
  });

  it('show in the candles of their time, also when restored', () => {
    const first = market();
    const hour = NOW_MS - 3 * HOUR_MS;
    first.pin('mint-A', priceOf('5'), hour + HOUR_MS / 4);
    first.pin('mint-A', priceOf('0.5'), hour + HOUR_MS / 2);
    first.unpin('mint-A', hour + HOUR_MS);
    const range = { intervalMs: HOUR_MS, fromMs: hour, toMs: hour + HOUR_MS, limit: 10 };
    const candles = first.candles('mint-A', { ...range, nowMs: NOW_MS });
    // 1.45 until the first pin, then 5, then 0.5 to the end of the hour; then 1.46 again.
    expect(candles.map(({ open, high, low, close }) => [open, high, low, close])).toEqual([
      [priceOf('1.45'), priceOf('5'), priceOf('0.5'), priceOf('0.5')],
      [priceOf('1.46'), priceOf('1.46'), priceOf('1.46'), priceOf('1.46')],
    ]);
    // Only the quarter of an hour before the pins traded.
    expect(candles[0]?.volume).toBe('900000');
    const second = market();
    second.loadPins([
      {
        mint: 'mint-A',
        price: priceOf('0.5'),
        fromMs: hour + HOUR_MS / 2,
        toMs: hour + HOUR_MS,
      },
      {
        mint: 'mint-A',
        price: priceOf('5'),
        fromMs: hour + HOUR_MS / 4,
        toMs: hour + HOUR_MS / 2,
      },
    ]);
    expect(second.candles('mint-A', { ...range, nowMs: NOW_MS })).toEqual(candles);
  });

  it('replace each other at one instant without a trace', () => {
    const data = market();
    data.pin('mint-A', priceOf('5'), NOW_MS);
    data.pin('mint-A', priceOf('6'), NOW_MS);
    expect(data.quote('mint-A', NOW_MS)?.mid).toBe(priceOf('6'));
    const [candle] = data.candles('mint-A', {
      intervalMs: HOUR_MS,
      fromMs: NOW_MS,
      toMs: NOW_MS,
      limit: 1,
      nowMs: NOW_MS,
    });
    expect(candle).toMatchObject({ open: priceOf('6'), high: priceOf('6'), close: priceOf('6') });
  });

  it('count in the change of a day', () => {
    const data = market();
    // A day ago 1.24, now pinned at 1.55: + 25 %
    data.pin('mint-A', priceOf('1.55'), NOW_MS);
    const change = data.stats('mint-A', NOW_MS).priceChange24hPct;
    expect(change === null ? null : formatRatio(change)).toBe('25');
  });
});

describe('candles', () => {
  const range = { intervalMs: HOUR_MS, limit: 1_000, nowMs: NOW_MS + HOUR_MS / 2 };

  it('end with the running one and hold nothing of the future', () => {
    const candles = market().candles('mint-A', {
      ...range,
      fromMs: NOW_MS - 2 * HOUR_MS,
      toMs: NOW_MS + DAY_MS,
    });
    expect(candles.map((candle) => candle.atMs)).toEqual([
      NOW_MS - 2 * HOUR_MS,
      NOW_MS - HOUR_MS,
      NOW_MS,
    ]);
    // Half an hour and the present millisecond.
    expect(candles.at(-1)?.volume).toBe('1800001');
  });

  it('are the newest ones when there are more than asked for, 1,000 at most', () => {
    const fromMs = NOW_MS - 3_000 * HOUR_MS;
    const many = market().candles('mint-A', { ...range, limit: 5_000, fromMs, toMs: NOW_MS });
    expect(many.length).toBe(1_000);
    expect(many.at(-1)?.atMs).toBe(NOW_MS);
  });

  it('do not exist for other mints', () => {
    expect(market().candles('mint-X', { ...range, fromMs: 0, toMs: NOW_MS })).toEqual([]);
  });
});

describe('token lists', () => {
  const symbols = (found: readonly Token[]) => found.map((entry) => entry.symbol);

  it('search exact symbols first, then the verified, then the deeper', () => {
    expect(symbols(market().findTokens('a', 10))).toEqual(['A', 'a', 'AB']);
    expect(symbols(market().findTokens('the ab', 10))).toEqual(['AB']);
    expect(symbols(market().findTokens('mint-B', 10))).toEqual(['B']);
    expect(market().findTokens('MINT-B', 10)).toEqual([]);
    expect(symbols(market().findTokens(' b ', 1))).toEqual(['B']);
    expect(market().findTokens('  ', 10)).toEqual([]);
  });

  it('trend by volume', () => {
    expect(symbols(market().trending(2, NOW_MS))).toEqual(['B', 'A']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPrice, priceOf } from '../../money/text.ts';
import { isFresh } from '../freshness.ts';
import { createMarketData } from '../market.ts';
import { openModel } from '../model.ts';
import { stockSession } from './sessions.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const at = (time: string): number => Date.parse(time);
const { source, tokens } = openModel('skein');
const market = createMarketData(source, tokens);
const aapl = market.stockByTicker('AAPL')?.mint ?? '';
const priceAt = (time: string): string => {
  const mid = market.quote(aapl, at(time))?.mid;
  return mid === undefined ? '' : formatPrice(mid);
};

/** Log returns from one instant to the next, as floats: statistics about the model. */
const dailyReturns = (ticker: string): number[] => {
  const mint = market.stockByTicker(ticker)?.mint ?? '';
  const logs = Array.from({ length: 401 }, (_, day) =>
    Math.log(Number(source.priceAt(mint, at('2025-01-01T18:00:00Z') + day * DAY_MS)?.price)),
  );
  return logs.slice(1).map((log, day) => log - (logs[day] ?? 0));
};
const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
function correlation(a: number[], b: number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const spread = (values: number[], middle: number) =>
    Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  const together = mean(a.map((value, i) => (value - meanA) * ((b[i] ?? 0) - meanB)));
  return together / (spread(a, meanA) * spread(b, meanB));
}

describe('a modelled stock', () => {
  it('is found by ticker and issuer symbol in any case, by mint, and as a token', () => {
    const token = market.stockByTicker('AAPL');
    expect(token?.symbol).toBe('AAPLon');
    expect(market.stockByTicker('aapl')).toBe(token);
    expect(market.stockByTicker('aaplON')).toBe(token);
    expect(market.stockByTicker('AAPLo')).toBeUndefined();
    expect(market.stockByTicker('SOL')).toBeUndefined();
    expect(market.token(aapl)).toBe(token);
    expect(market.findTokens('aapl', 5)[0]).toBe(token);
    expect(market.findTokens('V', 5)[0]?.stock?.ticker).toBe('V');
    expect(market.findTokens('apple', 5)).toEqual([token]);
    expect(market.stocks().length).toBe(64);
    expect(market.stocks().every((stock) => market.tokens().includes(stock))).toBe(true);
    const trending = market.trending(200, at('2025-08-20T15:00:00Z'));
    expect(trending).toContain(token);
    expect(trending.length).toBe(tokens.length);
  });

  it('is a fixed function: these prices never change between versions or machines', () => {
    expect(priceAt('2025-08-20T15:00:00Z')).toMatchInlineSnapshot(`"252.6437"`);
    expect(priceAt('2025-08-21T15:00:00Z')).toMatchInlineSnapshot(`"246.8886"`);
  });

  it('stands where the session ended until the next one, with a fresh quote all the time', () => {
    // From Friday 19:59 to Sunday 20:05 in New York.
    const friday = priceAt('2025-08-22T23:58:59Z');
    expect(priceAt('2025-08-22T23:59:00Z')).toBe(friday);
    expect(priceAt('2025-08-24T12:00:00Z')).toBe(friday);
    expect(priceAt('2025-08-25T00:04:59Z')).toBe(friday);
    expect(priceAt('2025-08-25T00:05:00Z')).not.toBe(friday);
    expect(priceAt('2025-08-22T23:58:49Z')).not.toBe(friday);
    const nowMs = at('2025-08-24T12:00:00Z');
    const quote = market.quote(aapl, nowMs);
    expect(quote?.atMs).toBe(nowMs);
    expect(quote && isFresh(quote, nowMs)).toBe(true);
  });

  it('has one price from any instant without a session to the next opening', () => {
    const [startMs, endMs] = [at('2024-01-03T00:00:00Z'), at('2028-12-01T00:00:00Z')];
    fc.assert(
      fc.property(fc.integer({ min: startMs, max: endMs }), (atMs) => {
        const { status, nextOpenMs } = stockSession(atMs);
        fc.pre(status !== 'OPEN');
        const price = source.priceAt(aapl, atMs)?.price;
        expect(source.priceAt(aapl, (nextOpenMs ?? 0) - 1)?.price).toBe(price);
        const bar = source.bar(aapl, atMs, nextOpenMs ?? 0);
        expect(bar).toEqual({ open: price, high: price, low: price, close: price, volume: 0n });
      }),
    );
  });

  it('draws candles that are flat and empty while it is closed', () => {
    // Saturday 2025-08-23, then the hours around the opening on Sunday at 20:05 (00:05 UTC).
    const candles = market.candles(aapl, {
      intervalMs: HOUR_MS,
      fromMs: at('2025-08-23T12:00:00Z'),
      toMs: at('2025-08-25T01:00:00Z'),
      limit: 100,
      nowMs: at('2025-08-25T12:00:00Z'),
    });
    expect(candles.length).toBe(38);
    expect(new Set(candles.slice(0, 36).map(({ open, close }) => `${open} ${close}`)).size).toBe(1);
    expect(candles.slice(0, 36).every(({ volume }) => volume === '0')).toBe(true);
    expect(candles.slice(36).every(({ volume }) => volume !== '0')).toBe(true);
  });

  it('moves with other stocks and not with the market of tokens', () => {
    const spy = dailyReturns('SPY');
    expect(correlation(spy, dailyReturns('QQQ'))).toBeGreaterThan(0.75);
    expect(correlation(spy, dailyReturns('AAPL'))).toBeGreaterThan(0.4);
    expect(Math.abs(correlation(spy, dailyReturns('GLD')))).toBeLessThan(0.3);
  });

  it('is pinned once: the mint of the token and of the stock are one', () => {
    const nowMs = at('2025-08-20T15:00:00Z');
    const own = createMarketData(source, tokens);
    const mint = own.stockByTicker('NVDAon')?.mint ?? '';
    const token = own.token(mint);
    own.pin(mint, priceOf('150'), nowMs);
    expect(own.quote(token?.mint ?? '', nowMs)).toMatchObject({ pinned: true, liquidity: null });
    expect(own.pins().length).toBe(1);
  });
});

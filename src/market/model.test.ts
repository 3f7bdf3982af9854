import { describe, expect, it } from 'vitest';
import { openModel } from './model.ts';
import type { PriceSource } from './source.ts';
import { bundledTokens } from './tokens.ts';

const START_MS = Date.UTC(2025, 0, 1);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const build = (seed: string): PriceSource => openModel(seed).source;
const mintOf = (symbol: string): string =>
  bundledTokens.find((token) => token.symbol === symbol)?.mint ?? '';
const priceAt = (source: PriceSource, symbol: string, atMs: number): bigint =>
  source.priceAt(mintOf(symbol), atMs)?.price ?? 0n;

/** Log returns over `stepMs`, as floats: statistics about the model, not amounts. */
function returnsOf(source: PriceSource, symbol: string, stepMs: number, count: number): number[] {
  const logs = Array.from({ length: count + 1 }, (_, i) =>
    Math.log(Number(priceAt(source, symbol, START_MS + i * stepMs))),
  );
  return logs.slice(1).map((log, i) => log - (logs[i] ?? 0));
}
const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const deviation = (values: number[]): number =>
  Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
const correlation = (a: number[], b: number[]): number =>
  mean(a.map((value, i) => (value - mean(a)) * ((b[i] ?? 0) - mean(b)))) /
  (deviation(a) * deviation(b));

describe('the market model', () => {
  it('gives the same price for the same seed, token and instant, in any order of asking', () => {
    const forwards = build('one');
    const backwards = build('one');
    const instants = Array.from({ length: 200 }, (_, i) => START_MS + i * 7_777_777);
    const asked = instants.map((atMs) => priceAt(forwards, 'SOL', atMs));
    const askedBack = [...instants].reverse().map((atMs) => priceAt(backwards, 'SOL', atMs));
    expect(askedBack.reverse()).toEqual(asked);
    expect(priceAt(build('two'), 'SOL', START_MS)).not.toBe(asked[0]);
  });

  it('is a fixed function: these prices never change between versions or machines', () => {
    const source = build('skein');
    expect(priceAt(source, 'SOL', START_MS)).toMatchInlineSnapshot(`198550800000000000000n`);
    expect(priceAt(source, 'BONK', START_MS)).toMatchInlineSnapshot(`8872320000000n`);
    expect(priceAt(source, 'WBTC', START_MS)).toMatchInlineSnapshot(`93092000000000000000000n`);
  });

  it('stands still within a second and moves over ten', () => {
    const source = build('one');
    const at = (ms: number) => source.priceAt(mintOf('SOL'), START_MS + ms);
    expect(at(999)).toEqual(at(0));
    expect(at(0)?.atMs).toBe(START_MS);
    expect(at(10_000)?.price).not.toBe(at(0)?.price);
  });

  it('quotes in steps of the sixth decimal of the leading digit', () => {
    const source = build('one');
    // SOL around 185: a step of 0.0001; BONK around 0.0000185: a step of 10^-11.
    for (let i = 0; i < 100; i += 1) {
      expect(priceAt(source, 'SOL', START_MS + i * MINUTE_MS) % 10n ** 14n).toBe(0n);
      expect(priceAt(source, 'BONK', START_MS + i * MINUTE_MS) % 10n ** 7n).toBe(0n);
    }
  });

  it.each([
    ['SOL', 0.75],
    ['WBTC', 0.48],
    ['BONK', 1.2],
    ['USDT', 0.006],
  ])('moves %s by its volatility over a minute, an hour and a day', (symbol, yearly) => {
    const source = build('one');
    for (const [stepMs, count] of [
      [MINUTE_MS, 4_000],
      [60 * MINUTE_MS, 4_000],
      [DAY_MS, 2_000],
    ] as const) {
      const expected = yearly * Math.sqrt(stepMs / (365 * DAY_MS));
      const measured = deviation(returnsOf(source, symbol, stepMs, count));
      expect(measured / expected).toBeGreaterThan(0.75);
      expect(measured / expected).toBeLessThan(1.3);
    }
  });

  it('moves the majors together and staked SOL with SOL', () => {
    const source = build('one');
    const daily = (symbol: string) => returnsOf(source, symbol, DAY_MS, 1_000);
    for (const [a, b] of [
      ['SOL', 'WBTC'],
      ['SOL', 'ETH'],
      ['SOL', 'JUP'],
      ['SOL', 'WIF'],
    ] as const) {
      expect(correlation(daily(a), daily(b))).toBeGreaterThan(0.3);
      expect(correlation(daily(a), daily(b))).toBeLessThan(0.95);
    }
    expect(correlation(daily('SOL'), daily('JitoSOL'))).toBeGreaterThan(0.99);
    expect(Math.abs(correlation(daily('SOL'), daily('USDT')))).toBeLessThan(0.2);
  });

  it('draws bars that hold together', () => {
    const source = build('one');
    const mint = mintOf('SOL');
    for (let i = 0; i < 50; i += 1) {
      const fromMs = START_MS + i * MINUTE_MS;
      const bar = source.bar(mint, fromMs, fromMs + MINUTE_MS);
      const ticks = Array.from({ length: 60 }, (_, s) =>
        priceAt(source, 'SOL', fromMs + s * 1_000),
      );
      const ordered = [...ticks].sort((a, b) => (a < b ? -1 : 1));
      expect(bar).toMatchObject({
        open: ticks[0],
        close: ticks[59],
        low: ordered[0],
        high: ordered[59],
      });
      expect(bar?.volume).toBeGreaterThan(0n);
    }
  });

  it('trades about the usual volume in a day', () => {
    const source = build('one');
    const volumes = Array.from({ length: 200 }, (_, i) =>
      Number(source.volume24h(mintOf('SOL'), START_MS + i * DAY_MS)),
    );
    const usual = 2_400_000_000e6;
    expect(mean(volumes) / usual).toBeGreaterThan(0.8);
    expect(mean(volumes) / usual).toBeLessThan(1.5);
  });

  it('knows nothing of other ids', () => {
    expect(build('one').priceAt('nothing', START_MS)).toBeUndefined();
    expect(build('one').bar('nothing', 0, 1)).toBeUndefined();
    expect(build('one').volume24h('nothing', 0)).toBeNull();
  });
});

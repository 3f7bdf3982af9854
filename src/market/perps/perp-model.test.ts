import { describe, expect, it } from 'vitest';
import { openModel } from '../model.ts';
import type { PricePoint, PriceSource } from '../source.ts';
import { bundledPerps } from './perp-catalogue.ts';
import { nearestTicks, type PerpMarketFacts } from './perp-market.ts';
import { openPerpModel } from './perp-model.ts';
import type { PerpSource } from './perp-source.ts';

const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const spot = openModel('one').source;
const { source, markets } = openPerpModel('one', spot);
const factsOf = (symbol: string): PerpMarketFacts =>
  markets.find((facts) => facts.symbol === symbol) ?? (markets[0] as PerpMarketFacts);
const markAt = (from: PerpSource, symbol: string, atMs: number): bigint =>
  from.pointAt(symbol, atMs)?.markTicks ?? 0n;

/** Lowest and highest mark, tick by tick. */
function readTicks(symbol: string, firstMs: number, lastMs: number) {
  let [lowTicks, highTicks] = [10n ** 30n, 0n];
  for (let tickMs = firstMs; tickMs <= lastMs; tickMs += 1_000) {
    const mark = markAt(source, symbol, tickMs);
    if (mark < lowTicks) lowTicks = mark;
    if (mark > highTicks) highTicks = mark;
  }
  return { lowTicks, highTicks, closeTicks: markAt(source, symbol, lastMs) };
}

describe('the model of perpetuals', () => {
  it('gives the same marks for the same seed in any order of asking', () => {
    const again = openPerpModel('one', openModel('one').source).source;
    const instants = Array.from({ length: 100 }, (_, i) => START_MS + i * 7_777_777);
    for (const symbol of ['BTC', 'HYPE', 'NVDA']) {
      const asked = instants.map((atMs) => markAt(source, symbol, atMs));
      const askedBack = [...instants].reverse().map((atMs) => markAt(again, symbol, atMs));
      expect(askedBack.reverse()).toEqual(asked);
      const other = openPerpModel('two', openModel('two').source).source;
      expect(markAt(other, symbol, START_MS)).not.toBe(asked[0]);
    }
  });

  it('is a fixed function: these marks never change between versions or machines', () => {
    const world = openPerpModel('skein', openModel('skein').source).source;
    expect(markAt(world, 'BTC', START_MS)).toMatchInlineSnapshot(`126994n`);
    expect(markAt(world, 'HYPE', START_MS)).toMatchInlineSnapshot(`58994n`);
    expect(markAt(world, 'PUMP', START_MS)).toMatchInlineSnapshot(`46816n`);
  });

  it('takes the oracle from the spot price of the same asset, rounded to the tick', () => {
    for (const { facts, model } of bundledPerps) {
      if (model.oracleMint === null) continue;
      for (let i = 0; i < 20; i += 1) {
        const atMs = START_MS + i * 12_345_000;
        const price = spot.priceAt(model.oracleMint, atMs)?.price;
        const oracle = price && nearestTicks(facts, price);
        expect(source.pointAt(facts.symbol, atMs)?.oracleTicks, facts.symbol).toBe(oracle);
      }
    }
  });

  it('starts the others around their recorded marks', () => {
    for (const { facts, model } of bundledPerps) {
      if (model.oracleMint !== null) continue;
      const mark = markAt(source, facts.symbol, START_MS);
      expect(mark * 5n > model.baseMarkTicks && mark < model.baseMarkTicks * 5n).toBe(true);
    }
  });

  it('keeps the mark within ten basis points of the oracle, on both sides of it', () => {
    for (const symbol of ['BTC', 'HYPE', 'GOLD']) {
      let [above, below] = [0, 0];
      for (let i = 0; i < 500; i += 1) {
        const point = source.pointAt(symbol, START_MS + i * 47 * MINUTE_MS);
        if (!point) throw new Error('no mark');
        const { markTicks, oracleTicks, premium } = point;
        const difference = markTicks - oracleTicks;
        expect(premium).toBe(difference * factsOf(symbol).tickSize * 10n ** 18n);
        // Ten basis points, and a tick for the rounding of both.
        const most = oracleTicks / 1_000n + 1n;
        expect(difference <= most && difference >= -most).toBe(true);
        if (difference > 0n) above += 1;
        if (difference < 0n) below += 1;
      }
      expect(above > 100 && below > 100).toBe(true);
    }
  });

  it('trades stocks at the weekend on an oracle that stands still', () => {
    const saturdayMs = Date.UTC(2026, 0, 10, 12);
    const points = Array.from({ length: 60 }, (_, i) =>
      source.pointAt('NVDA', saturdayMs + i * MINUTE_MS),
    );
    expect(new Set(points.map((point) => point?.oracleTicks)).size).toBe(1);
    expect(new Set(points.map((point) => point?.markTicks)).size).toBeGreaterThan(5);
    expect(points.map((point) => point?.atMs)).toEqual(
      points.map((_, i) => saturdayMs + i * MINUTE_MS),
    );
  });
});

describe('ranges of the model', () => {
  it('are exactly what the ticks say, over minutes, hours and a day', () => {
    for (const [index, symbol] of ['BTC', 'HYPE', 'NVDA', 'XRP', 'GOLD', 'PUMP'].entries()) {
      for (const spanMs of [1_000, 7_000, MINUTE_MS, 13 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS]) {
        const firstMs = START_MS + index * 3 * DAY_MS + spanMs * 11;
        const lastMs = firstMs + spanMs;
        const range = source.range(symbol, firstMs, lastMs);
        expect(range, symbol).toEqual(readTicks(symbol, firstMs, lastMs));
      }
    }
    const dayMs = Date.UTC(2026, 1, 2);
    const range = source.range('MU', dayMs, dayMs + DAY_MS);
    expect(range).toEqual(readTicks('MU', dayMs, dayMs + DAY_MS));
  });

  it('of a year are those of its weeks together', () => {
    const weeks = Array.from({ length: 52 }, (_, week) => {
      const firstMs = START_MS + week * 7 * DAY_MS;
      return source.range('ETH', firstMs, firstMs + 7 * DAY_MS - 1_000);
    });
    const range = source.range('ETH', START_MS, START_MS + 364 * DAY_MS - 1_000);
    const lows = weeks.map((week) => Number(week?.lowTicks));
    const highs = weeks.map((week) => Number(week?.highTicks));
    expect(Number(range?.lowTicks)).toBe(Math.min(...lows));
    expect(Number(range?.highTicks)).toBe(Math.max(...highs));
    expect(range?.closeTicks).toBe(weeks.at(-1)?.closeTicks);
  });

  it('contain the bars of charts, which open and close on the same marks', () => {
    for (let i = 0; i < 30; i += 1) {
      const fromMs = START_MS + i * 5 * HOUR_MS;
      const bar = source.bar('SOL', fromMs, fromMs + HOUR_MS);
      const range = source.range('SOL', fromMs, fromMs + HOUR_MS - 1_000);
      if (!bar || !range) throw new Error('no bar');
      expect(bar.openTicks).toBe(markAt(source, 'SOL', fromMs));
      expect(bar.closeTicks).toBe(markAt(source, 'SOL', fromMs + HOUR_MS - 1));
      expect(bar.lowTicks >= range.lowTicks && bar.highTicks <= range.highTicks).toBe(true);
    }
  });
});

describe('books of the model', () => {
  it('have rising distance and a few ticks of spread, and fill usual orders within 2 %', () => {
    for (const { facts } of bundledPerps) {
      const mark = markAt(source, facts.symbol, START_MS);
      const book = source.book(facts.symbol, mark, START_MS);
      if (!book) throw new Error('no book');
      const { bids, asks } = book;
      expect([bids.length, asks.length], facts.symbol).toEqual([16, 16]);
      for (const [index, { ticks, baseLots }] of asks.entries()) {
        expect(ticks > (asks[index - 1]?.ticks ?? mark) && baseLots > 0n).toBe(true);
      }
      for (const [index, { ticks, baseLots }] of bids.entries()) {
        expect(ticks < (bids[index - 1]?.ticks ?? mark) && baseLots > 0n).toBe(true);
      }
      const within = asks.filter(({ ticks }) => ticks * 100n <= mark * 102n);
      const quoteLots = within.reduce(
        (sum, { ticks, baseLots }) => sum + ticks * baseLots * facts.tickSize,
        0n,
      );
      // The thinnest side (SKR) has 120,000 USD at its usual size, three quarters of it within 2 %.
      expect(quoteLots > 40_000_000_000n, facts.symbol).toBe(true);
      expect(quoteLots < 12_000_000_000_000n, facts.symbol).toBe(true);
    }
  });

  it('end where prices would end, and are empty below the first tick', () => {
    expect(source.book('XRP', 3n, START_MS)?.bids.map(({ ticks }) => ticks)).toEqual([2n, 1n]);
    expect(source.book('XRP', 1n, START_MS)?.bids).toEqual([]);
    expect(source.book('NOPE', 1n, START_MS)).toBe(undefined);
  });
});

describe('a model on recorded spot prices', () => {
  const HALF_DAY_MS = 12 * HOUR_MS;
  const btc = bundledPerps.find(({ facts }) => facts.symbol === 'BTC')?.model.oracleMint ?? '';
  /** Knows bitcoin alone, from START_MS on, and nothing of the second hour. */
  const recorded: PriceSource = {
    priceAt(id, atMs): PricePoint | undefined {
      if (id !== btc || atMs < START_MS) return undefined;
      const isGap = atMs >= START_MS + HOUR_MS && atMs < START_MS + 2 * HOUR_MS;
      const fromMs = isGap ? START_MS + HOUR_MS - 1 : atMs;
      const dollars = BigInt(100_000 + Math.floor((fromMs - START_MS) / MINUTE_MS));
      return { price: (dollars * 10n ** 18n) as PricePoint['price'], atMs: fromMs };
    },
    bar(id, fromMs, toMs) {
      const [first, last] = [this.priceAt(id, fromMs), this.priceAt(id, toMs - 1)];
      if (!first || !last || last.atMs < fromMs) return undefined;
      return {
        open: first.price,
        low: first.price,
        high: last.price,
        close: last.price,
        volume: 0n,
      };
    },
    volume24h: () => null,
    coverage: () => ({ startMs: START_MS, endMs: START_MS + HALF_DAY_MS }),
  };
  const replayed = openPerpModel('one', recorded).source;

  it('follows what is recorded and models the rest', () => {
    expect(replayed.pointAt('BTC', START_MS)?.oracleTicks).toBe(100_000n);
    expect(replayed.pointAt('BTC', START_MS - 1)).toBe(undefined);
    expect(replayed.pointAt('SOL', START_MS)).toEqual(source.pointAt('SOL', START_MS));
    expect(replayed.pointAt('HYPE', START_MS)).toEqual(source.pointAt('HYPE', START_MS));
    expect(replayed.coverage()).toEqual(recorded.coverage());
  });

  it('has a stale mark and no range where nothing is recorded', () => {
    const gapMs = START_MS + 90 * MINUTE_MS;
    expect(replayed.pointAt('BTC', gapMs)?.atMs).toBe(START_MS + HOUR_MS - 1);
    expect(replayed.range('BTC', gapMs, gapMs + 10 * MINUTE_MS)).toBe(undefined);
    const range = replayed.range('BTC', START_MS, START_MS + 6 * HOUR_MS);
    let high = 0n;
    for (let tickMs = START_MS + 5 * HOUR_MS; tickMs <= START_MS + 6 * HOUR_MS; tickMs += 1_000) {
      const mark = markAt(replayed, 'BTC', tickMs);
      if (mark > high) high = mark;
    }
    expect(range?.highTicks).toBe(high);
  });
});

import { describe, expect, it } from 'vitest';
import type { Price } from '../../money/fixed.ts';
import { formatPrice, priceOf } from '../../money/text.ts';
import { bundledInstruments } from '../bundled.ts';
import { openModel } from '../model.ts';
import { isOnTick, isTick, midOf, mirrorBook, tickAt } from './book.ts';
import { openPredictionModel } from './model.ts';
import { createShelf } from './model-shelf.ts';
import { spotsOf } from './model-spot.ts';
import {
  type BookLevel,
  type MarketBook,
  type PredictionEvent,
  type PredictionMarket,
  type PredictionSource,
  SHARE_STEP,
} from './prediction-market.ts';
import { templates } from './templates.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A result is known this long after the close, at the latest. */
const LATEST_RESULT_MS = 6 * HOUR_MS;
const ONE = priceOf('1');

const at = (text: string): number => Date.parse(text);
const NOW_MS = at('2026-11-24T15:03:07Z');
const { source: prices } = openModel('skein');
const open = (): PredictionSource => openPredictionModel('skein', prices);
const source = open();
const shelf = createShelf('skein', templates, spotsOf(prices));

const marketsOf = (events: readonly PredictionEvent[]): PredictionMarket[] =>
  events.flatMap(({ markets }) => markets);
const activeAt = (model: PredictionSource, atMs: number): PredictionMarket[] =>
  marketsOf(model.events(atMs)).filter((m) => model.state(m, atMs).status === 'active');
const bookAt = (model: PredictionSource, market: PredictionMarket, atMs: number): MarketBook => {
  const book = model.book(market, atMs);
  if (book === undefined) throw new Error(`no book of ${market.slug}`);
  return book;
};
const baseTickOf = ({ slug }: PredictionMarket): Price => {
  const found = shelf.bySlug(slug)?.markets.find(({ market }) => market.slug === slug);
  if (found === undefined) throw new Error(`no market ${slug}`);
  return found.baseTick;
};
/** A chance out of a price: statistics about the model, not an amount. */
const chance = (of: bigint | undefined): number => Number(of) / 1e18;

/** Instants from 2024 to 2030, none at a round time. */
const instants = Array.from(
  { length: 12 },
  (_, n) => at('2024-01-03T07:41:13Z') + n * 211.37 * DAY_MS,
);
const sampled = instants.map((atMs) => ({
  atMs,
  markets: activeAt(source, atMs).filter((_, n) => n % 3 === 0),
}));

/** What a rule does not hold for; of so many values only the wrong ones are worth an assertion. */
const against = <Value>(values: readonly Value[], rule: (value: Value) => boolean): Value[] =>
  values.filter((value) => !rule(value));

describe('a modelled book', () => {
  it('has every price on the tick, every size in hundredths, best first, sizes growing', () => {
    const isGrowing = (values: readonly bigint[]): boolean =>
      values.every((value, n) => n === 0 || value > (values[n - 1] ?? 0n));
    const sizesOf = (side: readonly BookLevel[]): bigint[] => side.map(({ size }) => size);
    for (const { atMs, markets } of sampled) {
      const isSound = (market: PredictionMarket): boolean => {
        const { bids, asks, tickSize, ...book } = bookAt(source, market, atMs);
        const levels = [...[...bids].reverse(), ...asks];
        return (
          book.atMs === Math.floor(atMs / 1_000) * 1_000 &&
          isTick(tickSize) &&
          levels.every(({ price }) => isOnTick(price, tickSize)) &&
          levels.every(({ size }) => size > 0n && size % SHARE_STEP === 0n) &&
          isGrowing(levels.map(({ price }) => price)) &&
          isGrowing(sizesOf(bids)) &&
          isGrowing(sizesOf(asks)) &&
          isOnTick(book.lastPrice ?? ONE, priceOf('0.0005'))
        );
      };
      expect(against(markets, isSound).map(({ slug }) => slug)).toEqual([]);
    }
  });

  it('has a spread of one to three ticks and six to twelve levels where there is room', () => {
    const widths = new Set<bigint>();
    for (const { atMs, markets } of sampled) {
      for (const market of markets) {
        const { bids, asks, tickSize } = bookAt(source, market, atMs);
        const [bid, ask] = [bids[0]?.price, asks[0]?.price];
        if (bid === undefined || ask === undefined) {
          // Only so coarse a grid has a price beyond which there is none.
          expect(formatPrice(baseTickOf(market))).toBe('0.1');
          continue;
        }
        widths.add((ask - bid) / tickSize);
        expect(bids.length).toBeLessThanOrEqual(12);
        expect(asks.length).toBeLessThanOrEqual(12);
        if (bid >= 6n * tickSize) expect(bids.length).toBeGreaterThanOrEqual(6);
        if (ask <= ONE - 6n * tickSize) expect(asks.length).toBeGreaterThanOrEqual(6);
      }
    }
    expect([...widths].sort()).toEqual([1n, 2n, 3n]);
  });

  it('tightens its tick where the middle is above 0.96 or below 0.04', () => {
    const seen = new Set<string>();
    for (const { atMs, markets } of sampled) {
      for (const market of markets) {
        const book = bookAt(source, market, atMs);
        const mid = midOf(book);
        if (mid === undefined) continue;
        const base = baseTickOf(market);
        expect(book.tickSize, market.slug).toBe(tickAt(base, mid));
        seen.add(`${formatPrice(base)} ${book.tickSize === base ? 'wide' : 'tight'}`);
      }
    }
    const expected = ['0.0025 tight', '0.0025 wide', '0.005 tight', '0.005 wide', '0.01 tight'];
    expect([...seen].sort()).toEqual(expect.arrayContaining([...expected, '0.01 wide']));
  });

  it('and its mirror have middles that make a dollar', () => {
    for (const { atMs, markets } of sampled) {
      for (const market of markets) {
        const book = bookAt(source, market, atMs);
        const [yes, no] = [midOf(book), midOf(mirrorBook(book))];
        if (yes === undefined || no === undefined) continue;
        expect(yes + no).toBe(ONE);
        expect(source.priceAt(market, atMs)).toBe(yes);
        expect(yes > priceOf('0.005') && yes < priceOf('0.995')).toBe(true);
      }
    }
  });

  it('is thin in some markets and deep in others', () => {
    /** Dollars to buy everything that is asked within five points of the best price. */
    const depth = (market: PredictionMarket): number => {
      const { asks } = bookAt(source, market, NOW_MS);
      const best = asks[0]?.price ?? 0n;
      const near = asks.filter(({ price }) => price <= best + priceOf('0.05'));
      return near.reduce((sum, { price, size }) => sum + chance(price) * (Number(size) / 1e6), 0);
    };
    const depths = activeAt(source, NOW_MS).map(depth);
    expect(depths.filter((usd) => usd > 100 && usd < 1_000).length).toBeGreaterThan(10);
    expect(depths.filter((usd) => usd > 10_000).length).toBeGreaterThan(20);
  });

  it('depends on seed, market and tick alone, in any order of asking', () => {
    const markets = activeAt(source, NOW_MS).slice(0, 60);
    const other = open();
    other.events(NOW_MS + 90 * DAY_MS);
    for (const market of [...markets].reverse()) {
      other.priceAt(market, NOW_MS - HOUR_MS);
      expect(bookAt(other, market, NOW_MS + 900)).toEqual(bookAt(source, market, NOW_MS));
    }
    const elsewhere = openPredictionModel('another', prices);
    const [first] = markets as [PredictionMarket];
    expect(bookAt(elsewhere, first, NOW_MS)).not.toEqual(bookAt(source, first, NOW_MS));
  });

  it('is one object within a tick, and moves by whole ticks every few seconds', () => {
    const markets = activeAt(source, NOW_MS);
    let moves = 0;
    for (const market of markets) {
      expect(bookAt(source, market, NOW_MS + 1)).toBe(bookAt(source, market, NOW_MS));
      const tops = Array.from({ length: 60 }, (_, second) => {
        const { bids, asks } = bookAt(source, market, NOW_MS + second * 1_000);
        return `${bids[0]?.price} ${asks[0]?.price}`;
      });
      moves += tops.filter((top, n) => n > 0 && top !== tops[n - 1]).length;
    }
    // At least one change in ten seconds, on the average of all markets.
    expect(moves / markets.length).toBeGreaterThan(6);
  });

  it('is fixed: these prices never change between versions or machines', () => {
    const shown = (slug: string) => {
      const market = source.market(slug);
      const book = market && bookAt(source, market, NOW_MS);
      return [book?.bids[0], book?.asks[0], book?.lastPrice];
    };
    expect(shown('bitcoin-above-88000-on-november-25-2026')).toMatchInlineSnapshot(`
      [
        {
          "price": 300000000000000000n,
          "size": 12893650000n,
        },
        {
          "price": 310000000000000000n,
          "size": 12293490000n,
        },
        300000000000000000n,
      ]
    `);
    expect(shown('fed-rate-change-no-change-in-december-2026')).toMatchInlineSnapshot(`
      [
        {
          "price": 431000000000000000n,
          "size": 22557870000n,
        },
        {
          "price": 433000000000000000n,
          "size": 21576040000n,
        },
        433000000000000000n,
      ]
    `);
    expect(shown('hottest-year-2026')).toEqual([undefined, undefined, undefined]);
    expect(shown('will-it-be-the-hottest-year-2026')).toMatchInlineSnapshot(`
      [
        {
          "price": 500000000000000000n,
          "size": 409290000n,
        },
        {
          "price": 520000000000000000n,
          "size": 422610000n,
        },
        500000000000000000n,
      ]
    `);
  });
});

describe('a market’s life', () => {
  const ended = marketsOf(source.events(NOW_MS)).filter((_, n) => n % 2 === 0);

  it('is trade, close without a result, result', () => {
    for (const market of ended) {
      const closeMs = market.closeMs ?? 0;
      const startMs = source.event(market.slug, NOW_MS)?.startMs ?? 0;
      const active = { status: 'active', result: null };
      expect(source.state(market, startMs)).toEqual(active);
      expect(source.state(market, startMs - 1).status).toBe('paused');
      expect(source.book(market, startMs - 1)).toBeUndefined();
      expect(source.state(market, closeMs - 1)).toEqual(active);
      expect(source.state(market, closeMs)).toEqual({ status: 'closed', result: null });
      expect(source.state(market, closeMs + 59_999).result).toBeNull();
      expect(source.state(market, closeMs + LATEST_RESULT_MS).status).toBe('resolved');
      // The last book stays what it was.
      expect(bookAt(source, market, closeMs + DAY_MS).atMs).toBe(closeMs - 1_000);
    }
  });

  it('ends in a result that never changes, whoever asks and when', () => {
    const later = open();
    for (const market of ended) {
      const resolvedMs = (market.closeMs ?? 0) + LATEST_RESULT_MS;
      const state = source.state(market, resolvedMs);
      expect(['YES', 'NO', 'VOID']).toContain(state.result);
      expect(source.state(market, resolvedMs + 10_000 * DAY_MS)).toEqual(state);
      const again = later.market(market.slug);
      expect(again && later.state(again, resolvedMs + DAY_MS)).toEqual(state);
    }
  });
});

describe('results', () => {
  /** Everything that was to be seen at the sampled instants, once it is over. */
  const over = instants
    .flatMap((atMs) => source.events(atMs))
    .filter(({ endMs }) => endMs !== null && endMs < at('2032-01-01T00:00:00Z'));
  const resultOf = (market: PredictionMarket) =>
    source.state(market, (market.closeMs ?? 0) + LATEST_RESULT_MS).result;
  const spotAt = (symbol: string, atMs: number): bigint => {
    const mint = bundledInstruments.find((t) => (t.stock?.ticker ?? t.symbol) === symbol)?.mint;
    return prices.priceAt(mint ?? '', atMs)?.price ?? 0n;
  };

  it('have exactly one YES in an event of which one outcome wins', () => {
    const races = over.filter(({ markets }) => markets[0]?.negRisk);
    expect(races.length).toBeGreaterThan(400);
    for (const { markets, slug } of races) {
      const results = markets.map(resultOf);
      expect(markets.length, slug).toBeGreaterThanOrEqual(3);
      expect(markets.length, slug).toBeLessThanOrEqual(8);
      expect(results.filter((result) => result === 'YES').length, slug).toBe(1);
      expect(results.filter((result) => result === 'NO').length, slug).toBe(markets.length - 1);
    }
  });

  it('are VOID now and then, of all markets of an event together', () => {
    const voids = over.filter(({ markets }) => markets.some((m) => resultOf(m) === 'VOID'));
    for (const { markets } of voids) {
      expect(markets.map(resultOf)).toEqual(markets.map(() => 'VOID'));
    }
    const share = marketsOf(voids).length / marketsOf(over).length;
    expect(share).toBeGreaterThan(1 / 150);
    expect(share).toBeLessThan(1 / 40);
  });

  it.each([
    ['bitcoin-above', 'WBTC'],
    ['solana-above', 'SOL'],
    ['nvidia-above', 'NVDA'],
  ])('of %s agree with the price of %s at the close', (stem, symbol) => {
    const events = over.filter(({ slug }) => slug.startsWith(stem));
    expect(events.length).toBeGreaterThan(10);
    for (const market of marketsOf(events)) {
      const level = priceOf(market.title.replace('$', '').replaceAll(',', ''));
      const isAbove = spotAt(symbol, market.closeMs ?? 0) > level;
      expect(resultOf(market), market.slug).toBe(isAbove ? 'YES' : 'NO');
    }
  });

  it('of ranges and of up or down agree with it as well', () => {
    for (const event of over.filter(({ slug }) => slug.startsWith('solana-price'))) {
      const price = spotAt('SOL', event.endMs ?? 0);
      const winner = event.markets.find((market) => resultOf(market) === 'YES')?.title ?? '';
      const [low, high] = [...winner.matchAll(/[\d.]+/g)].map(([text]) => priceOf(text));
      if (winner.startsWith('<')) expect(price < (low ?? 0n)).toBe(true);
      else if (winner.startsWith('≥')) expect(price >= (low ?? 0n)).toBe(true);
      else expect(price >= (low ?? 0n) && price < (high ?? 0n), winner).toBe(true);
    }
    for (const event of over.filter(({ slug }) => slug.startsWith('bitcoin-up-or-down-on'))) {
      const closeMs = event.endMs ?? 0;
      const rose = spotAt('WBTC', closeMs) > spotAt('WBTC', closeMs - DAY_MS);
      expect(event.markets.map(resultOf)).toEqual([rose ? 'YES' : 'NO']);
    }
  });

  it('are what the last price said, nearly always', () => {
    const wanted = { YES: 0.9, NO: 0, VOID: 0.4 };
    let wrong = 0;
    for (const market of marketsOf(over)) {
      const last = chance(source.priceAt(market, market.closeMs ?? 0));
      const from = wanted[resultOf(market) ?? 'VOID'];
      const reach = from === 0.4 ? 0.2 : 0.1;
      if (!(last >= from - 1e-9 && last <= from + reach + 1e-9)) wrong += 1;
    }
    expect(wrong / marketsOf(over).length).toBeLessThan(0.01);
  });

  it('come true as often as prices say', () => {
    const buckets = Array.from({ length: 5 }, () => ({ count: 0, said: 0, came: 0 }));
    for (const market of marketsOf(over)) {
      const startMs = source.event(market.slug, market.closeMs ?? 0)?.startMs ?? 0;
      const middleMs = startMs + ((market.closeMs ?? 0) - startMs) / 2;
      const said = chance(source.priceAt(market, middleMs));
      const bucket = buckets[Math.min(4, Math.floor(said * 5))];
      const result = resultOf(market);
      if (bucket === undefined || result === 'VOID') continue;
      bucket.count += 1;
      bucket.said += said;
      bucket.came += result === 'YES' ? 1 : 0;
    }
    for (const { count, said, came } of buckets) {
      expect(count).toBeGreaterThan(100);
      expect(Math.abs(came - said) / count).toBeLessThan(0.08);
    }
  });
});

describe('chances of one winner', () => {
  it('sum up to a dollar, give or take what market makers add', () => {
    for (const event of source.events(NOW_MS)) {
      const [market] = event.markets;
      if (!market?.negRisk || source.state(market, NOW_MS).status !== 'active') continue;
      const sum = event.markets.reduce((all, m) => all + chance(source.priceAt(m, NOW_MS)), 0);
      expect(Math.abs(sum - 1), event.slug).toBeLessThan(0.08);
    }
  });
});

describe('figures of a market', () => {
  it('only grow in volume, and a day’s are part of all', () => {
    for (const market of marketsOf(source.events(NOW_MS)).filter((_, n) => n % 9 === 0)) {
      const startMs = source.event(market.slug, NOW_MS)?.startMs ?? 0;
      let before = 0n;
      for (let atMs = startMs; atMs < startMs + 8 * DAY_MS; atMs += 5 * HOUR_MS) {
        const { volume, volume24h } = source.stats(market, atMs);
        expect(volume).toBeGreaterThanOrEqual(before);
        expect(volume24h).toBeLessThanOrEqual(volume);
        expect(volume % 10_000n).toBe(0n);
        before = volume;
      }
      expect(source.stats(market, startMs - 1)).toEqual({
        volume: 0n,
        volume24h: 0n,
        liquidity: 0n,
      });
    }
  });

  it('differ by market, and what rests is what the book holds', () => {
    const [market, other] = activeAt(source, NOW_MS) as [PredictionMarket, PredictionMarket];
    const { bids, asks } = bookAt(source, market, NOW_MS);
    // A bid rests its price, an ask one dollar less its price, a share.
    const resting =
      bids.reduce((sum, { price, size }) => sum + price * size, 0n) +
      asks.reduce((sum, { price, size }) => sum + (ONE - price) * size, 0n);
    const stats = source.stats(market, NOW_MS);
    expect(stats.liquidity).toBe(resting / ONE);
    expect(stats.volume24h).toBeGreaterThan(0n);
    expect(source.stats(other, NOW_MS).volume24h).not.toBe(stats.volume24h);
    const closed = source.stats(market, market.closeMs ?? 0);
    expect(closed.liquidity).toBe(0n);
    expect(closed.volume).toBeGreaterThan(stats.volume);
  });
});

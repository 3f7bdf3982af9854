import { describe, expect, it } from 'vitest';
import { type Price, ratio } from '../../money/fixed.ts';
import { dollars, formatPrice, priceOf, tokens } from '../../money/text.ts';
import { isFresh } from '../freshness.ts';
import { createPredictionData } from './data.ts';
import {
  type MarketBook,
  type MarketState,
  type PredictionEvent,
  type PredictionMarket,
  type PredictionSource,
  SHARE_DECIMALS,
} from './prediction-market.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.UTC(2026, 10, 20, 12);
const START_MS = NOW_MS - 3 * DAY_MS;

const market = (eventSlug: string, slug: string, title: string): PredictionMarket => ({
  slug,
  eventSlug,
  gammaId: slug,
  conditionId: '0x',
  yesOutcomeId: '1',
  noOutcomeId: '2',
  title,
  negRisk: false,
  feeRate: ratio(0n),
  minOrderSize: tokens('5', SHARE_DECIMALS),
  closeMs: null,
});

const event = (
  slug: string,
  title: string,
  options: { tags?: string[]; category?: string; markets?: string[] } = {},
): PredictionEvent => ({
  slug,
  gammaId: slug,
  title,
  subtitle: null,
  imageUrl: null,
  category: options.category ?? 'politics',
  tags: (options.tags ?? []).map((tag) => ({ slug: tag, label: tag.toUpperCase() })),
  startMs: START_MS,
  endMs: null,
  aliases: [],
  markets: (options.markets ?? [`${slug}-yes`]).map((name) => market(slug, name, `On ${name}`)),
});

const rain = event('rain-in-paris', 'Rain in Paris?', { category: 'weather', tags: ['france'] });
const paris = event('paris', 'Mayor of Paris', { tags: ['france', 'elections'] });
const election = event('election-2026', 'Who wins the election?', {
  tags: ['elections'],
  markets: ['will-ada-win', 'will-bob-win'],
});
const over = event('election-2025', 'Who wins the election?', { tags: ['elections'] });
const all = [over, rain, paris, election];
const [yes] = rain.markets as [PredictionMarket];

const level = (at: string, size: string) => ({
  price: priceOf(at),
  size: tokens(size, SHARE_DECIMALS),
});
const BOOK: MarketBook = {
  bids: [level('0.52', '100')],
  asks: [level('0.54', '50')],
  tickSize: priceOf('0.01'),
  atMs: NOW_MS - 2_000,
  lastPrice: priceOf('0.54'),
};

/** 24 h volumes by market; `election` has 300 in its two markets. */
const volumes: Readonly<Record<string, string>> = {
  'rain-in-paris-yes': '400',
  'paris-yes': '300',
  'will-ada-win': '100',
  'will-bob-win': '200',
  'election-2025-yes': '900',
};

interface World {
  readonly source: PredictionSource;
  /** The book of every market, and the state of each by slug where it is not active. */
  book: MarketBook | undefined;
  readonly states: Map<string, MarketState>;
}

/** The price rises by a cent an hour, from 0.1 at the start. */
const risingAt = (atMs: number): Price | undefined =>
  atMs < START_MS
    ? undefined
    : ((priceOf('0.1') + BigInt(Math.floor((atMs - START_MS) / HOUR_MS)) * 10n ** 16n) as Price);

function world(): World {
  const states = new Map<string, MarketState>([
    ['election-2025-yes', { status: 'resolved', result: 'NO' }],
  ]);
  const made: World = {
    book: BOOK,
    states,
    source: {
      events: () => all,
      event: (identifier) => all.find(({ slug }) => slug === identifier),
      market: (slug) =>
        all.flatMap(({ markets }) => markets).find((candidate) => candidate.slug === slug),
      state: ({ slug }) => states.get(slug) ?? { status: 'active', result: null },
      book: () => made.book,
      priceAt: (_, atMs) => risingAt(atMs),
      stats: ({ slug }) => ({
        volume: dollars('5000'),
        volume24h: dollars(volumes[slug] ?? '0'),
        liquidity: dollars('700'),
      }),
      coverage: () => ({ startMs: START_MS, endMs: NOW_MS }),
    },
  };
  return made;
}
const slugs = (events: readonly PredictionEvent[]): string[] => events.map(({ slug }) => slug);

describe('a quote', () => {
  it('is the book, its middle and the last trade', () => {
    const data = createPredictionData(world().source);
    // (0.52 + 0.54) / 2
    expect(data.quote(yes, NOW_MS)).toEqual({
      book: BOOK,
      tickSize: priceOf('0.01'),
      yesPrice: priceOf('0.53'),
      lastPrice: priceOf('0.54'),
      pinned: null,
      atMs: NOW_MS - 2_000,
    });
  });

  it('is one object as long as the book is', () => {
    const { source } = world();
    const data = createPredictionData(source);
    expect(data.quote(yes, NOW_MS)).toBe(data.quote(yes, NOW_MS + 500));
  });

  it('of a one-sided book has the last price, of a book without trades the middle', () => {
    const made = world();
    const data = createPredictionData(made.source);
    made.book = { ...BOOK, bids: [] };
    expect(data.quote(yes, NOW_MS)).toMatchObject({
      yesPrice: priceOf('0.54'),
      lastPrice: priceOf('0.54'),
    });
    const { lastPrice: _, ...untraded } = BOOK;
    made.book = untraded;
    expect(data.quote(yes, NOW_MS)).toMatchObject({
      yesPrice: priceOf('0.53'),
      lastPrice: priceOf('0.53'),
    });
  });

  it('without a book has the known price and nothing to trade; without that there is none', () => {
    const made = world();
    const data = createPredictionData(made.source);
    made.book = undefined;
    // 72 hours in: 0.1 + 0.72
    expect(data.quote(yes, NOW_MS)).toEqual({
      book: { bids: [], asks: [] },
      tickSize: priceOf('0.01'),
      yesPrice: priceOf('0.82'),
      lastPrice: priceOf('0.82'),
      pinned: null,
      atMs: NOW_MS,
    });
    expect(data.quote(yes, START_MS - 1)).toBeUndefined();
  });

  it.each(['paused', 'closed'] as const)('of a %s market keeps its price but no book', (status) => {
    const made = world();
    made.states.set(yes.slug, { status, result: null });
    expect(createPredictionData(made.source).quote(yes, NOW_MS)).toMatchObject({
      book: { bids: [], asks: [] },
      yesPrice: priceOf('0.53'),
      atMs: NOW_MS - 2_000,
    });
  });

  it.each([
    ['YES', '1'],
    ['NO', '0'],
    ['VOID', '0.5'],
  ] as const)('of a market resolved %s is worth %s', (result, payout) => {
    const made = world();
    made.states.set(yes.slug, { status: 'resolved', result });
    const data = createPredictionData(made.source);
    const expected = { book: { bids: [], asks: [] }, yesPrice: priceOf(payout) };
    expect(data.quote(yes, NOW_MS)).toMatchObject(expected);
    data.pin(yes.slug, priceOf('0.3'), NOW_MS);
    expect(data.quote(yes, NOW_MS)).toMatchObject(expected);
  });

  it('follows the state although the book is the same', () => {
    const made = world();
    const data = createPredictionData(made.source);
    expect(data.quote(yes, NOW_MS)?.book.bids.length).toBe(1);
    made.states.set(yes.slug, { status: 'closed', result: null });
    expect(data.quote(yes, NOW_MS)?.book.bids.length).toBe(0);
    made.states.delete(yes.slug);
    expect(data.quote(yes, NOW_MS)?.book.bids.length).toBe(1);
  });
});

describe('pins', () => {
  it('are exact, deep on both sides and of now, until taken off', () => {
    const data = createPredictionData(world().source);
    data.pin(yes.slug, priceOf('0.1234'), NOW_MS);
    const side = [level('0.1234', '1000000000')];
    const later = NOW_MS + DAY_MS;
    const quote = data.quote(yes, later);
    expect(quote).toEqual({
      book: { bids: side, asks: side },
      tickSize: priceOf('0.01'),
      yesPrice: priceOf('0.1234'),
      lastPrice: priceOf('0.1234'),
      pinned: priceOf('0.1234'),
      atMs: later,
    });
    expect(isFresh({ atMs: quote?.atMs ?? 0, pinned: true }, later)).toBe(true);
    const kept = { slug: yes.slug, price: priceOf('0.1234'), fromMs: NOW_MS, toMs: null };
    expect(data.pins()).toEqual([kept]);
    data.unpin(yes.slug, later);
    expect(data.pins()).toEqual([]);
    expect(data.quote(yes, later)?.pinned).toBeNull();
  });

  it('leave a market that takes no orders without a book', () => {
    const made = world();
    made.states.set(yes.slug, { status: 'paused', result: null });
    const data = createPredictionData(made.source);
    data.pin(yes.slug, priceOf('0.2'), NOW_MS);
    expect(data.quote(yes, NOW_MS)).toMatchObject({
      book: { bids: [], asks: [] },
      yesPrice: priceOf('0.2'),
    });
  });

  it('outside of (0, 1) or finer than a tick are a bug of the caller', () => {
    const data = createPredictionData(world().source);
    for (const text of ['0', '1', '0.00001']) {
      expect(() => data.pin(yes.slug, priceOf(text), NOW_MS)).toThrow('pinned YES price');
    }
  });
});

describe('overrides', () => {
  it('stand above the source, replace each other and can be taken back', () => {
    const made = world();
    const data = createPredictionData(made.source);
    data.loadOverrides([{ slug: yes.slug, status: 'resolved', result: 'VOID' }]);
    expect(data.state(yes, NOW_MS)).toEqual({ status: 'resolved', result: 'VOID' });
    // What the source says later does not change it.
    made.states.set(yes.slug, { status: 'resolved', result: 'YES' });
    expect(data.state(yes, NOW_MS)).toEqual({ status: 'resolved', result: 'VOID' });
    expect(data.quote(yes, NOW_MS)?.yesPrice).toBe(priceOf('0.5'));
    data.loadOverrides([{ slug: 'paris-yes', status: 'paused', result: null }]);
    expect(data.state(yes, NOW_MS)).toEqual({ status: 'resolved', result: 'YES' });
    const [mayor] = paris.markets as [PredictionMarket];
    expect(data.state(mayor, NOW_MS)).toEqual({ status: 'paused', result: null });
    expect(data.stats(mayor, NOW_MS)).toEqual({
      volume: dollars('5000'),
      volume24h: dollars('300'),
      liquidity: dollars('0'),
    });
    data.loadOverrides([]);
    expect(data.state(mayor, NOW_MS)).toEqual({ status: 'active', result: null });
    expect(data.stats(mayor, NOW_MS).liquidity).toBe(dollars('700'));
  });

  it('have a result exactly when they resolve', () => {
    const data = createPredictionData(world().source);
    const wrong = [
      { slug: yes.slug, status: 'resolved', result: null },
      { slug: yes.slug, status: 'closed', result: 'YES' },
    ] as const;
    for (const row of wrong) expect(() => data.loadOverrides([row])).toThrow('resolved');
  });
});

describe('live events', () => {
  it('are those that trade, by the sum of their volumes, ties by slug', () => {
    const data = createPredictionData(world().source);
    // 400; then 100 + 200 and 300; election-2025 has 900 but is resolved.
    const { events, nextOffset } = data.live({ limit: 10, offset: 0, tag: null }, NOW_MS);
    expect(slugs(events)).toEqual(['rain-in-paris', 'election-2026', 'paris']);
    expect(nextOffset).toBeNull();
  });

  it('come in pages', () => {
    const data = createPredictionData(world().source);
    const page = (offset: number, limit: number) => {
      const { events, nextOffset } = data.live({ limit, offset, tag: null }, NOW_MS);
      return [slugs(events), nextOffset];
    };
    expect(page(0, 2)).toEqual([['rain-in-paris', 'election-2026'], 2]);
    expect(page(2, 2)).toEqual([['paris'], null]);
    expect(page(1, 2)).toEqual([['election-2026', 'paris'], null]);
    expect(page(3, 2)).toEqual([[], null]);
  });

  it('are narrowed by a tag or by the category, in any case of letters', () => {
    const data = createPredictionData(world().source);
    const tagged = (tag: string) => slugs(data.live({ limit: 9, offset: 0, tag }, NOW_MS).events);
    expect(tagged('france')).toEqual(['rain-in-paris', 'paris']);
    expect(tagged('Politics')).toEqual(['election-2026', 'paris']);
    expect(tagged('weather')).toEqual(['rain-in-paris']);
    expect(tagged('sport')).toEqual([]);
  });

  it('lose an event when the last of its markets stops', () => {
    const data = createPredictionData(world().source);
    const live = () => slugs(data.live({ limit: 9, offset: 0, tag: 'elections' }, NOW_MS).events);
    data.loadOverrides([{ slug: 'will-ada-win', status: 'closed', result: null }]);
    expect(live()).toEqual(['election-2026', 'paris']);
    data.loadOverrides(
      ['will-ada-win', 'will-bob-win'].map((slug) => ({ slug, status: 'closed', result: null })),
    );
    expect(live()).toEqual(['paris']);
  });
});

describe('search', () => {
  const found = (query: string, limit = 10): string[] =>
    slugs(createPredictionData(world().source).search(query, limit, NOW_MS));

  it('puts the exact name first, then beginnings, then the rest by volume', () => {
    expect(found('paris')).toEqual(['paris', 'rain-in-paris']);
    expect(found('mayor of paris')).toEqual(['paris']);
    expect(found('Rain in')).toEqual(['rain-in-paris']);
    expect(found('france')).toEqual(['rain-in-paris', 'paris']);
  });

  it('wants every word, anywhere: titles, markets, tags, slugs, in any case', () => {
    expect(found('ELECTION ada')).toEqual(['election-2026']);
    expect(found('will-bob-win')).toEqual(['election-2026']);
    expect(found('weather')).toEqual(['rain-in-paris']);
    expect(found('paris zebra')).toEqual([]);
  });

  it('shows what is over after what trades, however well it fits', () => {
    expect(found('who wins the election?')).toEqual(['election-2026', 'election-2025']);
    expect(found('election-2025')).toEqual(['election-2025']);
    expect(found('elections')).toEqual(['election-2026', 'paris', 'election-2025']);
    expect(found('elections', 2)).toEqual(['election-2026', 'paris']);
  });

  it('finds nothing for nothing', () => {
    expect(found('   ')).toEqual([]);
    expect(found('paris', 0)).toEqual([]);
  });
});

describe('history', () => {
  const data = () => createPredictionData(world().source);
  const shown = (points: readonly { atMs: number; price: Price }[]): [number, string][] =>
    points.map(({ atMs, price }) => [atMs - NOW_MS, formatPrice(price)]);

  it('is a price every ten seconds of an hour, and the one of now', () => {
    const points = data().history(yes, '1h', NOW_MS);
    expect(points.length).toBe(361);
    expect(shown(points.slice(0, 2))).toEqual([
      [-HOUR_MS, '0.81'],
      [-HOUR_MS + 10_000, '0.81'],
    ]);
    // The last one is the middle of the book.
    expect(shown(points.slice(-2))).toEqual([
      [-10_000, '0.81'],
      [0, '0.53'],
    ]);
  });

  it.each([
    ['6h', 361, MINUTE_MS],
    ['1d', 289, 5 * MINUTE_MS],
    // Only three days old: ten minutes would be 432 points and are enough.
    ['1w', 433, 10 * MINUTE_MS],
    ['max', 433, 10 * MINUTE_MS],
  ] as const)('of %s has %i points', (interval, count, stepMs) => {
    const points = data().history(yes, interval, NOW_MS);
    expect(points.length).toBe(count);
    expect((points[1]?.atMs ?? 0) - (points[0]?.atMs ?? 0)).toBe(stepMs);
  });

  it('stands still while time goes on', () => {
    const made = data();
    const at = (nowMs: number) => made.history(yes, '1h', nowMs).slice(1, -1);
    expect(at(NOW_MS + 4_000).slice(0, 300)).toEqual(at(NOW_MS + 3_000).slice(0, 300));
  });

  it('never has more than 500 points', () => {
    for (let days = 1; days < 6_000; days = Math.ceil(days * 1.3)) {
      const points = data().history(yes, 'max', START_MS + days * DAY_MS + 1);
      expect(points.length).toBeGreaterThan(100);
      expect(points.length).toBeLessThanOrEqual(500);
    }
  });

  it('shows the pins of the past and of now', () => {
    const made = data();
    made.pin(yes.slug, priceOf('0.2'), NOW_MS - 30 * MINUTE_MS);
    made.unpin(yes.slug, NOW_MS - 20 * MINUTE_MS);
    made.pin(yes.slug, priceOf('0.7'), NOW_MS - 10_000);
    const prices = (points: readonly { price: Price }[]) => points.map(({ price }) => price);
    const points = made.history(yes, '1h', NOW_MS);
    // 30 minutes at the source's 0.81, ten pinned at 0.2, 19:50 unpinned, then 0.7 twice.
    expect(prices(points)).toEqual([
      ...Array.from({ length: 180 }, () => priceOf('0.81')),
      ...Array.from({ length: 60 }, () => priceOf('0.2')),
      ...Array.from({ length: 119 }, () => priceOf('0.81')),
      priceOf('0.7'),
      priceOf('0.7'),
    ]);
    const restored = data();
    restored.loadPins([
      { ...pin('0.7'), fromMs: NOW_MS - 10_000, toMs: null },
      { ...pin('0.2'), fromMs: NOW_MS - 30 * MINUTE_MS, toMs: NOW_MS - 20 * MINUTE_MS },
    ]);
    expect(restored.history(yes, '1h', NOW_MS)).toEqual(points);
  });

  it('is empty before the market is known', () => {
    expect(data().history(yes, 'max', START_MS - DAY_MS)).toEqual([
      { atMs: START_MS - DAY_MS, price: priceOf('0.53') },
    ]);
    const made = world();
    made.book = undefined;
    expect(createPredictionData(made.source).history(yes, '1d', START_MS - DAY_MS)).toEqual([]);
  });
});

const pin = (at: string) => ({ slug: yes.slug, price: priceOf(at) });

it('passes on what the source knows', () => {
  const { source } = world();
  const data = createPredictionData(source);
  expect(data.events(NOW_MS)).toBe(all);
  expect(data.event('paris', NOW_MS)).toBe(paris);
  expect(data.event('nowhere', NOW_MS)).toBeUndefined();
  expect(data.market('will-ada-win')).toBe(election.markets[0]);
  expect(data.coverage()).toEqual({ startMs: START_MS, endMs: NOW_MS });
});

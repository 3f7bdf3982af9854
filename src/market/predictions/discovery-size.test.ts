import { beforeEach, describe, expect, it } from 'vitest';
import { baseUnits, ratio, usdc } from '../../money/fixed.ts';
import { createPredictionData, type PredictionData } from './data.ts';
import type { PredictionEvent, PredictionMarket, PredictionSource } from './prediction-market.ts';

/**
 * 1,000 events of five markets: event n is city n mod 20, topic n ÷ 20 mod 10, round n ÷ 200, so
 * each city has ten topics of five rounds. The last round is over. Of 24 h volume event n has
 * 7 n mod 1,000 dollars for each of its markets, which is another one for every event.
 */
const EVENTS = 1_000;
const ROUNDS = 5;
const CITIES = [
  ...['Accra', 'Berlin', 'Cairo', 'Dakar', 'Essen', 'Funchal', 'Geneva', 'Havana', 'Ibadan'],
  ...['Jakarta', 'Kyoto', 'Lisbon', 'Madrid', 'Nairobi', 'Oslo', 'Porto', 'Quito', 'Riga'],
  ...['Sofia', 'Tunis'],
];
const TOPICS = [
  ...['Ballet', 'Chess', 'Derby', 'Election', 'Football', 'Galas', 'Hockey', 'Inflation'],
  ...['Judo', 'Karate'],
];
const NOW_MS = Date.UTC(2026, 2, 3, 15);
const MINUTE_MS = 60_000;

const cityOf = (n: number): string => CITIES[n % 20] as string;
const topicOf = (n: number): string => TOPICS[Math.floor(n / 20) % 10] as string;
const roundOf = (n: number): number => Math.floor(n / 200) + 1;
const slugOf = (n: number): string =>
  `${cityOf(n)}-${topicOf(n)}-round-${roundOf(n)}`.toLowerCase();
const volumeOf = (n: number): number => (7 * n) % EVENTS;
const trades = (n: number): boolean => roundOf(n) < ROUNDS;

const marketOf = (n: number, outcome: string): PredictionMarket => ({
  slug: `${slugOf(n)}-${outcome}`,
  eventSlug: slugOf(n),
  gammaId: '0',
  conditionId: '0x',
  yesOutcomeId: '1',
  noOutcomeId: '2',
  title: `Outcome ${outcome}`,
  negRisk: true,
  feeRate: ratio(0n),
  minOrderSize: baseUnits(5_000_000n),
  closeMs: null,
});

const eventOf = (_: unknown, n: number): PredictionEvent => ({
  slug: slugOf(n),
  gammaId: String(n),
  title: `${cityOf(n)} ${topicOf(n)} Round ${roundOf(n)}`,
  subtitle: null,
  imageUrl: null,
  category: topicOf(n).toLowerCase(),
  tags: [{ slug: cityOf(n).toLowerCase(), label: cityOf(n) }],
  startMs: 0,
  endMs: null,
  aliases: [],
  markets: ['a', 'b', 'c', 'd', 'e'].map((outcome) => marketOf(n, outcome)),
});

const events = Array.from({ length: EVENTS }, eventOf);
const numberOf = new Map(events.map(({ slug }, n) => [slug, n]));
const eventNumber = (slug: string): number => numberOf.get(slug) ?? -1;

/** How often the source was asked for the volumes of a market. */
let asked = 0;
const source: PredictionSource = {
  events: () => events,
  event: (identifier) => events[eventNumber(identifier)],
  market: () => undefined,
  state: ({ eventSlug }) =>
    trades(eventNumber(eventSlug))
      ? { status: 'active', result: null }
      : { status: 'closed', result: null },
  book: () => undefined,
  priceAt: () => undefined,
  stats({ eventSlug }) {
    asked += 1;
    const volume = usdc(BigInt(volumeOf(eventNumber(eventSlug))) * 1_000_000n);
    return { volume, volume24h: volume, liquidity: volume };
  },
  coverage: () => null,
};

const numbers = Array.from(events, (_, n) => n);
/** Slugs of events in the order in which they are listed: what trades first, then by volume. */
const listed = (found: readonly number[]): string[] =>
  found
    .toSorted((a, b) => Number(trades(b)) - Number(trades(a)) || volumeOf(b) - volumeOf(a))
    .map(slugOf);

describe('5,000 markets', () => {
  let data: PredictionData;
  beforeEach(() => {
    asked = 0;
    data = createPredictionData(source);
  });
  const search = (query: string, limit = 50): string[] =>
    data.search(query, limit, NOW_MS).map(({ slug }) => slug);

  it('are listed by volume, page after page, none twice and none left out', () => {
    const pages: string[][] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page = data.live({ limit: 50, offset, tag: null }, NOW_MS);
      pages.push(page.events.map(({ slug }) => slug));
      offset = page.nextOffset;
    }
    expect(pages.flat()).toEqual(listed(numbers.filter(trades)));
    // Four of five rounds trade: 800 events. 7 n is 999 mod 1,000 for n = 857, which is over; 998
    // for 714, of round 4, topic 5 and city 14.
    expect(pages.map(({ length }) => length)).toEqual(Array(16).fill(50));
    expect(pages[0]?.[0]).toBe('oslo-galas-round-4');
  });

  it('are narrowed by a tag or a category, in pages', () => {
    const all = listed(numbers.filter((n) => trades(n) && topicOf(n) === 'Judo'));
    const first = data.live({ limit: 50, offset: 0, tag: 'Judo' }, NOW_MS);
    const second = data.live({ limit: 50, offset: 50, tag: 'judo' }, NOW_MS);
    expect([first.nextOffset, second.nextOffset]).toEqual([50, null]);
    expect([...first.events, ...second.events].map(({ slug }) => slug)).toEqual(all);
    expect(all).toHaveLength(80);
    const city = data.live({ limit: 50, offset: 0, tag: 'quito' }, NOW_MS);
    expect(city.events.map(({ slug }) => slug)).toEqual(
      listed(numbers.filter((n) => trades(n) && n % 20 === 16)),
    );
  });

  it('are found by words, what trades first, the others after it', () => {
    // Ten topics of four rounds trade, ten of the fifth are over.
    const lisbon = numbers.filter((n) => cityOf(n) === 'Lisbon');
    expect(search('lisbon')).toEqual(listed(lisbon));
    expect(search('LISBON', 45)).toEqual(listed(lisbon).slice(0, 45));
    expect(search('  round   hockey lisbon ')).toEqual(
      listed(lisbon.filter((n) => topicOf(n) === 'Hockey')),
    );
    // A part of a word is enough.
    expect(search('isb')).toEqual(listed(lisbon));
    expect(search('lisbon cricket')).toEqual([]);
  });

  it('are found by name before all that only hold its words', () => {
    // Also of an event that trades no more, there being no other with these words.
    expect(search('Lisbon Derby Round 5')).toEqual(['lisbon-derby-round-5']);
    expect(search('porto-chess-round-2-c')).toEqual(['porto-chess-round-2']);
    const derby = numbers.filter((n) => cityOf(n) === 'Dakar' && topicOf(n) === 'Derby');
    expect(search('dakar derby')).toEqual(listed(derby));
    // Names that begin with it go before those that hold it elsewhere, whatever their volume, and
    // both before what is over: the 40 of Dakar that trade, then Ibadan's largest.
    const tradingIn = (city: string) =>
      listed(numbers.filter((n) => trades(n) && cityOf(n) === city));
    expect(search('da')).toEqual([...tradingIn('Dakar'), ...tradingIn('Ibadan').slice(0, 10)]);
  });

  it('are ranked once a minute, however often they are searched and listed', () => {
    for (const query of CITIES) search(query);
    data.live({ limit: 50, offset: 700, tag: null }, NOW_MS + MINUTE_MS - 1);
    expect(asked).toBe(5_000);
    search('oslo', 1);
    data.search('oslo', 1, NOW_MS + MINUTE_MS);
    expect(asked).toBe(10_000);
  });
});

import { describe, expect, it } from 'vitest';
import { formatPrice, formatRatio } from '../../money/text.ts';
import { openModel } from '../model.ts';
import { openPredictionModel } from './model.ts';
import type {
  MarketBook,
  PredictionEvent,
  PredictionMarket,
  PredictionSource,
} from './prediction-market.ts';
import { templates } from './templates.ts';

const DAY_MS = 86_400_000;

const at = (text: string): number => Date.parse(text);
const NOW_MS = at('2026-11-24T15:03:07Z');
const { source: prices } = openModel('skein');
const open = (): PredictionSource => openPredictionModel('skein', prices);
const source = open();

const marketsOf = (events: readonly PredictionEvent[]): PredictionMarket[] =>
  events.flatMap(({ markets }) => markets);
const bookAt = (model: PredictionSource, market: PredictionMarket, atMs: number): MarketBook => {
  const book = model.book(market, atMs);
  if (book === undefined) throw new Error(`no book of ${market.slug}`);
  return book;
};

/** Events from 2024 to 2030, seen at no round time, and at the ends of what is asked for. */
const worlds = [
  ...Array.from({ length: 9 }, (_, n) => at('2024-01-03T07:41:13Z') + n * 287.37 * DAY_MS),
  at('2020-01-01T00:00:00Z'),
  at('2024-02-29T23:59:59Z'),
  at('2026-12-31T23:59:59Z'),
  at('2099-12-31T23:59:59Z'),
].map((atMs) => ({ atMs, events: source.events(atMs) }));

/** What a rule does not hold for; of so many values only the wrong ones are worth an assertion. */
const against = <Value>(values: readonly Value[], rule: (value: Value) => boolean): Value[] =>
  values.filter((value) => !rule(value));

describe('the events of any time', () => {
  it('are at least 40 with 110 active markets, of all kinds', () => {
    expect(templates.length).toBeGreaterThanOrEqual(44);
    for (const { atMs, events } of worlds) {
      const isActive = (market: PredictionMarket): boolean =>
        source.state(market, atMs).status === 'active';
      const live = events.filter(({ markets }) => markets.some(isActive));
      // Every template has an event to trade on, at any time.
      expect(live.length).toBeGreaterThanOrEqual(templates.length);
      expect(marketsOf(live).filter(isActive).length).toBeGreaterThanOrEqual(110);
      expect(new Set(live.map(({ category }) => category)).size).toBe(11);
    }
  });

  it('have slugs and ids of their own, of the venue’s shapes', () => {
    for (const { events } of worlds) {
      const markets = marketsOf(events);
      const slugs = [...events, ...markets].map(({ slug }) => slug);
      expect(against(slugs, (slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([]);
      const conditions = markets.map(({ conditionId }) => conditionId);
      expect(against(conditions, (id) => /^0x[0-9a-f]{64}$/.test(id))).toEqual([]);
      const outcomes = markets.flatMap((m) => [m.yesOutcomeId, m.noOutcomeId]);
      expect(against(outcomes, (id) => /^\d{77}$/.test(id))).toEqual([]);
      const numbers = [...events, ...markets].map(({ gammaId }) => gammaId);
      expect(against(numbers, (id) => /^\d{5,13}$/.test(id))).toEqual([]);
      const aliases = events.flatMap((event) => event.aliases);
      const ids = [...numbers, ...conditions, ...outcomes, ...aliases];
      expect(new Set(slugs).size).toBe(slugs.length);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('have begun, end when their markets close, and say what they are about', () => {
    for (const { atMs, events } of worlds) {
      const isTimed = ({ slug, startMs, endMs, markets }: PredictionEvent): boolean =>
        startMs <= atMs &&
        endMs !== null &&
        endMs > startMs &&
        markets.every(({ eventSlug, closeMs }) => eventSlug === slug && closeMs === endMs);
      expect(against(events, isTimed)).toEqual([]);
      expect(against(events, ({ tags, category }) => tags[0]?.slug === category)).toEqual([]);
      const texts = events.flatMap(({ title, subtitle, markets }) => [
        title,
        subtitle ?? '',
        ...markets.map((market) => market.title),
      ]);
      const isSaid = (text: string): boolean =>
        /^[^{}]{1,100}$/.test(text) && !/undefined|NaN/.test(text);
      expect(against(texts, isSaid)).toEqual([]);
    }
  });

  it('keep the venue’s fees, minimums and ticks', () => {
    const markets = marketsOf(source.events(NOW_MS));
    const fees = new Set(markets.map(({ feeRate }) => formatRatio(feeRate)));
    expect([...fees].sort()).toEqual(['0', '0.04', '0.05', '0.07']);
    const minimums = new Set(markets.map(({ minOrderSize }) => minOrderSize / 1_000_000n));
    expect([...minimums].sort()).toEqual([1n, 15n, 5n]);
    const ticks = new Set(markets.map((m) => formatPrice(bookAt(source, m, NOW_MS).tickSize)));
    expect([...ticks].sort()).toEqual(['0.001', '0.0025', '0.005', '0.01', '0.1']);
  });
});

describe('the list of events', () => {
  it('is the same array as long as it is the same, and right at every change', () => {
    const warm = open();
    let changes = 0;
    let last = warm.events(NOW_MS);
    for (let atMs = NOW_MS; atMs < NOW_MS + DAY_MS; atMs += 7 * 60_000) {
      const events = warm.events(atMs);
      if (events === last) continue;
      changes += 1;
      last = events;
      if (changes % 6 !== 0) continue;
      const named = (all: readonly PredictionEvent[]) => all.map(({ slug }) => slug);
      expect(named(events)).toEqual(named(open().events(atMs)));
    }
    // The hourly events alone come and go more often.
    expect(changes).toBeGreaterThan(24);
    expect(warm.events(NOW_MS).map(({ slug }) => slug)).toEqual(
      source.events(NOW_MS).map(({ slug }) => slug),
    );
  });

  it('shows each event from its opening until some time after its result', () => {
    const event = source.event('bitcoin-above-on-november-24-2026', NOW_MS);
    const [market] = event?.markets ?? [];
    if (event === undefined || market === undefined) throw new Error('no event');
    // 17:00 of that day, opened four days before.
    expect(event.endMs).toBe(at('2026-11-24T17:00:00Z'));
    expect(event.startMs).toBe(at('2026-11-20T17:00:00Z'));
    const isShown = (atMs: number) => source.events(atMs).includes(event);
    expect(isShown(event.startMs)).toBe(true);
    expect(isShown(event.startMs - 1)).toBe(false);
    expect(source.event(event.slug, event.startMs - 1)).toBeUndefined();
    expect(isShown(at('2026-11-26T16:00:00Z'))).toBe(true);
    expect(isShown(at('2026-11-27T01:00:00Z'))).toBe(false);
  });
});

describe('identifiers', () => {
  const sample = marketsOf(source.events(NOW_MS)).filter((_, n) => n % 11 === 0);

  it('of an event and of its markets all lead to the event', () => {
    for (const market of sample) {
      const event = source.event(market.eventSlug, NOW_MS);
      expect(event?.markets).toContainEqual(market);
      const { slug, gammaId, conditionId, yesOutcomeId, noOutcomeId } = market;
      const names = [slug, gammaId, conditionId, yesOutcomeId, noOutcomeId, event?.gammaId ?? ''];
      for (const name of names) expect(source.event(name, NOW_MS), name).toBe(event);
    }
  });

  it('still do years later, in a process that never saw the event', () => {
    const later = open();
    for (const market of sample) {
      const laterMs = NOW_MS + 3_000 * DAY_MS;
      const event = source.event(market.eventSlug, NOW_MS);
      for (const name of [market.conditionId, market.slug, market.eventSlug]) {
        expect(later.event(name, laterMs), name).toEqual(event);
      }
      expect(later.market(market.slug)).toEqual(market);
    }
  });

  it('of a venue of old lead to a few events', () => {
    const bySlug = source.event('bitcoin-above-on-november-27-2026', NOW_MS);
    expect(bySlug?.aliases[0]).toBe('KXBTCD-26NOV27');
    for (const alias of bySlug?.aliases ?? []) expect(source.event(alias, NOW_MS)).toBe(bySlug);
    expect(bySlug?.aliases[1]).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    const fed = source.event('KXFEDDECISION-26DEC', NOW_MS);
    expect(fed?.slug).toBe('fed-rate-change-in-december-2026');
    expect(source.event('KXETHD-26NOV24', NOW_MS)?.slug).toBe('ethereum-above-on-november-24-2026');
    // Of the centuries that two digits can mean, the nearest.
    const ofThen = source.event('KXBTCD-99NOV27', at('2099-11-27T00:00:00Z'));
    expect(ofThen?.slug).toBe('bitcoin-above-on-november-27-2099');
  });

  it('of nothing lead nowhere', () => {
    const strangers = [
      '',
      'nothing',
      'bitcoin-above-on-november-31-2026',
      'bitcoin-above-on-november-27-1926',
      'bitcoin-above-1-on-november-27-2026',
      'KXBTCD-26NOV',
      'KXNONE-26NOV27',
      '12345678',
      `0x${'12'.repeat(32)}`,
      '1'.repeat(77),
      'So11111111111111111111111111111111111111112',
    ];
    for (const name of strangers) expect(source.event(name, NOW_MS), name).toBeUndefined();
    expect(source.market('bitcoin-above-on-november-27-2026')).toBeUndefined();
    const { slug: _, ...rest } = marketsOf(source.events(NOW_MS))[0] as PredictionMarket;
    const stranger = { ...rest, slug: 'stranger' };
    expect(source.state(stranger, NOW_MS)).toEqual({ status: 'closed', result: null });
    expect(source.book(stranger, NOW_MS)).toBeUndefined();
    expect(source.priceAt(stranger, NOW_MS)).toBeUndefined();
    expect(source.stats(stranger, NOW_MS)).toEqual({ volume: 0n, volume24h: 0n, liquidity: 0n });
  });
});

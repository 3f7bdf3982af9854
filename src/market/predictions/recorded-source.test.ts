import { describe, expect, it } from 'vitest';
import {
  conditionId,
  type Fields,
  gammaEvent,
  gammaMarket,
  resolved,
  tokenId,
} from '../../../test/helpers/gamma-fixtures.ts';
import { dollars, formatPrice, priceOf, tokens } from '../../money/text.ts';
import { readGammaEvent } from './gamma-event.ts';
import { readGammaMarket } from './gamma-market.ts';
import { parseExactJson, type Raw } from './gamma-values.ts';
import type { MarketBook, PredictionMarket } from './prediction-market.ts';
import type { EventRecord, MarketRecord } from './recorded-record.ts';
import { recordedPredictions } from './recorded-source.ts';

const at = (time: string): number => Date.parse(time);
const exact = (fields: Fields): Raw => parseExactJson(JSON.stringify(fields)) as Raw;

function recordOf(
  slug: string,
  markets: readonly Fields[],
  fields: Fields = {},
  changed: Partial<MarketRecord> = {},
): EventRecord {
  const draft = readGammaEvent(exact(gammaEvent(slug, [], fields)));
  return {
    ...draft,
    startMs: draft.startMs ?? 0,
    recordedMs: draft.recordedMs ?? 0,
    markets: markets.map((market) => ({ ...readGammaMarket(exact(market)), ...changed })),
  };
}

type History = readonly (readonly [time: string, price: string])[];

/** A source of events and of the histories of their markets, with a market by its number. */
function replay(events: readonly EventRecord[], histories: Record<string, History> = {}) {
  const points = Object.entries(histories).map(
    ([slug, history]) =>
      [slug, history.map(([time, p]) => ({ atMs: at(time), price: priceOf(p) }))] as const,
  );
  const source = recordedPredictions({ events, histories: new Map(points) });
  const market = (n: number): PredictionMarket => {
    const found = source.market(`market-${n}`);
    if (found === undefined) throw new Error(`market-${n} is not recorded`);
    return found;
  };
  const status = (n: number, time: string): string => {
    const { status: of, result } = source.state(market(n), at(time));
    return result === null ? of : `${of} ${result}`;
  };
  const book = (n: number, time: string): MarketBook | undefined =>
    source.book(market(n), at(time));
  const best = (n: number, time: string): string | undefined => {
    const found = book(n, time);
    const [bid, ask] = [found?.bids[0]?.price, found?.asks[0]?.price];
    return found && `${bid ? formatPrice(bid) : '-'} ${ask ? formatPrice(ask) : '-'}`;
  };
  return { source, market, status, book, best };
}

describe('an event of a recording', () => {
  // It begins on 1 January at noon and ends on 1 July at 4.
  const { source } = replay([
    recordOf('one', [gammaMarket(1), gammaMarket(2)]),
    recordOf('two', [gammaMarket(3, { endDate: '2026-12-31T00:00:00Z' })], { id: '1002' }),
  ]);
  const seen = (time: string) => source.events(at(time)).map(({ slug }) => slug);

  it('can be seen from its start until 30 days after the latest end of its markets', () => {
    expect(seen('2026-01-01T11:59:59Z')).toEqual([]);
    expect(seen('2026-01-01T12:00:00Z')).toEqual(['one', 'two']);
    expect(seen('2026-07-31T03:59:59Z')).toEqual(['one', 'two']);
    expect(seen('2026-07-31T04:00:00Z')).toEqual(['two']);
    expect(seen('2027-01-30T00:00:00Z')).toEqual([]);
    expect(source.event('two', at('2026-06-01'))?.endMs).toBe(at('2026-12-31'));
  });

  it('comes in one list as long as the same events can be seen', () => {
    const first = source.events(at('2026-02-01'));
    expect(source.events(at('2026-03-01'))).toBe(first);
    expect(source.events(at('2026-08-01'))).not.toBe(first);
    expect(source.events(at('2026-02-02'))).toEqual(first);
  });

  it('answers to every identifier, events before markets, from its start on', () => {
    const found = (identifier: string, time = '2026-02-01') =>
      source.event(identifier, at(time))?.slug;
    // 1002 is the id of the event two and of the market 2, which is in the event one.
    const of = [
      'one',
      '77',
      conditionId(2),
      tokenId(1, 'yes'),
      tokenId(2, 'no'),
      'market-2',
      '1001',
    ];
    expect(of.map((identifier) => found(identifier))).toEqual(of.map(() => 'one'));
    expect(found('1002')).toBe('two');
    expect([found('KXMARS-50'), found('')]).toEqual([undefined, undefined]);
    expect(found('one', '2025-12-31')).toBeUndefined();
    expect(found('one', '2030-01-01')).toBe('one');
    expect(source.market('market-3')?.eventSlug).toBe('two');
    expect(source.market('market-4')).toBeUndefined();
    const aliased = { ...recordOf('three', [gammaMarket(5)]), aliases: ['KXMARS-50'] };
    expect(replay([aliased]).source.event('KXMARS-50', at('2026-02-01'))?.slug).toBe('three');
  });

  it('has no end while one of its markets trades without a known one', () => {
    const unknown = gammaMarket(1, { endDate: undefined });
    const own = (endDate: string) =>
      replay([recordOf('one', [unknown, gammaMarket(2)], { endDate })]).source.event(
        'one',
        at('2026-02-01'),
      );
    // The market was recorded on 7 February: an event that ends later ends it too.
    expect(own('2026-06-01T00:00:00Z')).toMatchObject({
      endMs: at('2026-07-01T04:00:00Z'),
      markets: [{ closeMs: at('2026-06-01') }, { closeMs: at('2026-07-01T04:00:00Z') }],
    });
    expect(own('2026-01-31T00:00:00Z')).toMatchObject({
      endMs: null,
      markets: [{ closeMs: null }, { closeMs: at('2026-07-01T04:00:00Z') }],
    });
  });

  it('without any end goes 30 days after its last market closed', () => {
    const closed = (n: number, closedTime: string) =>
      gammaMarket(n, resolved('["0", "1"]', { closedTime, endDate: undefined }));
    const markets = [closed(1, '2026-03-01 00:00:00+00'), closed(2, '2026-03-02 00:00:00+00')];
    const legacy = replay([recordOf('old', markets, { endDate: '2026-01-01T12:00:00Z' })]).source;
    expect(legacy.event('old', at('2026-02-01'))?.endMs).toBeNull();
    expect(legacy.events(at('2026-03-31T23:59:59Z')).length).toBe(1);
    expect(legacy.events(at('2026-04-01')).length).toBe(0);
  });

  it('names its markets by what they are called in it, and YES by its name', () => {
    const titles = (...markets: Fields[]) => recordedTitles(recordOf('one', markets, {}));
    const recordedTitles = (event: EventRecord) =>
      replay([event])
        .source.event('one', at('2026-02-01'))
        ?.markets.map(({ title }) => title);
    const winner = { groupItemTitle: 'Match Winner', outcomes: '["FaZe", "illwill"]' };
    expect(titles(gammaMarket(1, winner))).toEqual(['Question 1?: FaZe']);
    expect(titles(gammaMarket(1, winner), gammaMarket(2))).toEqual([
      'Match Winner: FaZe',
      'Question 2?',
    ]);
  });
});

describe('what a recorded market is in', () => {
  it('is active between its start and its end, then closed', () => {
    const { status } = replay([recordOf('one', [gammaMarket(1)])]);
    expect(status(1, '2026-01-01T23:59:59Z')).toBe('paused');
    expect(status(1, '2026-01-02T00:00:00Z')).toBe('active');
    expect(status(1, '2026-07-01T03:59:59Z')).toBe('active');
    expect(status(1, '2026-07-01T04:00:00Z')).toBe('closed');
    expect(status(1, '2030-01-01T00:00:00Z')).toBe('closed');
  });

  it('is resolved when it was recorded so, from its closing time on', () => {
    const markets = [
      gammaMarket(1, resolved('["1", "0"]')),
      gammaMarket(2, resolved('["0.5", "0.5"]', { endDate: '2026-02-20T00:00:00Z' })),
      gammaMarket(3, resolved('["1", "0"]', { umaResolutionStatus: 'proposed' })),
    ];
    const { status, best } = replay([recordOf('one', markets)]);
    const states = (time: string) => [1, 2, 3].map((n) => status(n, time));
    expect(states('2026-02-01')).toEqual(['active', 'active', 'active']);
    expect(states('2026-02-20')).toEqual(['active', 'closed', 'active']);
    expect(states('2026-03-01T20:56:35Z')).toEqual(['active', 'closed', 'active']);
    expect(states('2026-03-01T20:56:36Z')).toEqual(['resolved YES', 'resolved VOID', 'closed']);
    // Nobody recorded what it was worth before.
    expect(best(1, '2026-02-01')).toBeUndefined();
  });

  it('is paused when it was recorded so', () => {
    const { status, book } = replay([
      recordOf('one', [gammaMarket(1, { acceptingOrders: false })]),
    ]);
    expect(status(1, '2026-03-01')).toBe('paused');
    expect(status(1, '2026-07-01T04:00:00Z')).toBe('closed');
    // Its book is as old as the record and grows stale.
    expect(book(1, '2026-03-01')?.atMs).toBe(at('2026-02-07T16:04:44.718Z'));
    expect(book(1, '2026-01-10')?.atMs).toBe(at('2026-01-10'));
  });
});

describe('the book of a recorded market', () => {
  const recorded: MarketBook = {
    ...{ tickSize: priceOf('0.01'), atMs: at('2026-02-07T12:00:00Z') },
    bids: [{ price: priceOf('0.3'), size: tokens('5', 6) }],
    asks: [{ price: priceOf('0.32'), size: tokens('7', 6) }],
  };

  it('is the recorded one, held while the market is active and fresh all the time', () => {
    const fields = gammaMarket(1, { lastTradePrice: 0.31 });
    const { book, best } = replay([recordOf('one', [fields], {}, { book: recorded })]);
    expect(book(1, '2026-03-01T10:00:00.900Z')).toEqual({
      ...recorded,
      ...{ lastPrice: priceOf('0.31'), atMs: at('2026-03-01T10:00:00Z') },
    });
    expect(book(1, '2026-03-01T10:00:00.900Z')).toBe(book(1, '2026-03-01T10:00:00.100Z'));
    expect(book(1, '2026-03-01T10:00:01Z')?.atMs).toBe(at('2026-03-01T10:00:01Z'));
    expect(best(1, '2026-01-01T23:59:59Z')).toBeUndefined();
    expect(best(1, '2026-07-01T03:59:59Z')).toBe('0.3 0.32');
    expect(best(1, '2026-07-01T04:00:00Z')).toBeUndefined();
  });

  it('is synthesised from best prices without one; nothing comes of none', () => {
    const none = gammaMarket(2, { bestBid: 0, bestAsk: 1 });
    const { source, market, best } = replay([recordOf('one', [gammaMarket(1), none])]);
    expect(best(1, '2026-03-01')).toBe('0.22 0.24');
    expect(best(2, '2026-03-01')).toBeUndefined();
    expect(source.priceAt(market(1), at('2026-03-01'))).toBe(priceOf('0.23'));
    expect(source.priceAt(market(1), at('2026-01-01'))).toBeUndefined();
    expect(source.priceAt(market(2), at('2026-03-01'))).toBeUndefined();
    expect(source.stats(market(1), at('2026-03-01'))).toEqual({
      volume: dollars('225742.615693'),
      volume24h: dollars('6263.101253'),
      liquidity: dollars('4000'),
    });
  });

  it('follows the price history by whole ticks', () => {
    const history: History = [
      ['2026-02-01T00:00:00Z', '0.2'],
      ['2026-02-01T00:01:00Z', '0.215'],
      ['2026-02-03T00:00:00Z', '0.3'],
    ];
    const { source, market, best, book } = replay(
      [recordOf('one', [gammaMarket(1, { lastTradePrice: 0.5 })])],
      { 'market-1': history },
    );
    const middle = (time: string) => source.priceAt(market(1), at(time));
    expect([best(1, '2026-01-31T23:59:59Z'), middle('2026-01-31T23:59:59Z')]).toEqual([
      undefined,
      undefined,
    ]);
    // From the middle .23: −3 ticks, −1.5 → −2, +7.
    expect(best(1, '2026-02-01T00:00:00Z')).toBe('0.19 0.21');
    expect(best(1, '2026-02-01T00:00:59.999Z')).toBe('0.19 0.21');
    expect(best(1, '2026-02-01T00:01:00Z')).toBe('0.2 0.22');
    expect(middle('2026-02-02T00:00:00Z')).toBe(priceOf('0.215'));
    expect(best(1, '2026-06-01T00:00:00Z')).toBe('0.29 0.31');
    expect(best(1, '2026-02-01T00:00:00Z')).toBe('0.19 0.21');
    // The recorded trade is of another moment.
    expect(book(1, '2026-02-01T00:00:00Z')?.lastPrice).toBeUndefined();
  });

  it('is synthesised around the history of a market that was recorded after its end', () => {
    const { best, status } = replay([recordOf('one', [gammaMarket(1, resolved('["1", "0"]'))])], {
      'market-1': [['2026-02-01T00:00:00Z', '0.905']],
    });
    expect(best(1, '2026-02-02')).toBe('0.9 0.91');
    expect(status(1, '2026-03-02')).toBe('resolved YES');
    expect(best(1, '2026-03-02')).toBeUndefined();
  });
});

describe('what a recording covers', () => {
  it('goes from the earliest record to the latest end', () => {
    const one = recordOf('one', [gammaMarket(1), gammaMarket(2, resolved('["1", "0"]'))]);
    expect(replay([one]).source.coverage()).toEqual({
      startMs: at('2026-02-07T16:04:44.718Z'),
      endMs: at('2026-07-01T04:00:00Z'),
    });
    const history: History = [['2026-01-20T00:00:00Z', '0.5']];
    expect(replay([one], { 'market-1': history }).source.coverage()?.startMs).toBe(
      at('2026-01-20'),
    );
    expect(replay([]).source.coverage()).toBeNull();
  });
});

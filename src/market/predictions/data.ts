import { assert } from '../../errors/app-error.ts';
import { type Price, usdc } from '../../money/fixed.ts';
import { createPinBook } from '../pins.ts';
import { isMarketPin } from './book.ts';
import { type HistoryInterval, historyInstants, type PricePoint } from './history.ts';
import { type LivePage, type LiveRequest, livePage } from './live.ts';
import type {
  MarketResult,
  MarketState,
  MarketStats,
  MarketStatus,
  PredictionEvent,
  PredictionMarket,
  PredictionSource,
} from './prediction-market.ts';
import { createQuotes, type MarketQuote } from './quote.ts';
import { createRanking } from './ranking.ts';
import { searchEvents } from './search.ts';

export type { HistoryInterval, PricePoint } from './history.ts';
export type { LivePage, LiveRequest } from './live.ts';
export type { MarketQuote } from './quote.ts';

/** A pinned YES price as it is kept in a row; `toMs` null = in force. */
export interface MarketPin {
  readonly slug: string;
  readonly price: Price;
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** A state set by hand, which stands above the source's; the result is of a resolved one only. */
export interface MarketOverride {
  readonly slug: string;
  readonly status: MarketStatus;
  readonly result: MarketResult | null;
}

/** Events and markets of the model or of a recording, with pins and overrides on top. */
export interface PredictionData {
  /** Events that can be seen at an instant; the same array as long as they are the same. */
  events(atMs: number): readonly PredictionEvent[];
  /** By any identifier of the event or of one of its markets (contract 7). */
  event(identifier: string, atMs: number): PredictionEvent | undefined;
  market(slug: string): PredictionMarket | undefined;
  /** Events with every word of the query, best first; those that trade before the others. */
  search(query: string, limit: number, atMs: number): readonly PredictionEvent[];
  /** Events that trade, by 24 h volume. */
  live(request: LiveRequest, atMs: number): LivePage;
  state(market: PredictionMarket, atMs: number): MarketState;
  /** Book and prices at an instant; undefined while nothing is known of the market's price. */
  quote(market: PredictionMarket, atMs: number): MarketQuote | undefined;
  stats(market: PredictionMarket, atMs: number): MarketStats;
  /** YES prices of a span that ends now, oldest first, at most 500. */
  history(
    market: PredictionMarket,
    interval: HistoryInterval,
    nowMs: number,
  ): readonly PricePoint[];
  /** Pins the YES price: 0 < price < 1, four decimals at most. */
  pin(slug: string, price: Price, nowMs: number): void;
  unpin(slug: string, nowMs: number): void;
  /** The pins in force. */
  pins(): readonly MarketPin[];
  /** Restores pins and their history, replacing what is in memory. */
  loadPins(rows: readonly MarketPin[]): void;
  /** Replaces all overrides. */
  loadOverrides(rows: readonly MarketOverride[]): void;
  /** Business time the source can speak of; null when it has no bounds. */
  coverage(): { startMs: number; endMs: number } | null;
}

/** Prediction data over a source. */
export function createPredictionData(source: PredictionSource): PredictionData {
  const book = createPinBook();
  let overrides: ReadonlyMap<string, MarketState> = new Map();
  const ranking = createRanking(source);
  const quoteOf = createQuotes(source);

  const state = (market: PredictionMarket, atMs: number): MarketState =>
    overrides.get(market.slug) ?? source.state(market, atMs);
  const isActive = (market: PredictionMarket, atMs: number): boolean =>
    state(market, atMs).status === 'active';
  const trades = (event: PredictionEvent, atMs: number): boolean =>
    event.markets.some((market) => isActive(market, atMs));
  const quote = (market: PredictionMarket, atMs: number): MarketQuote | undefined =>
    quoteOf(market, state(market, atMs), book.current(market.slug)?.price ?? null, atMs);

  return {
    events: (atMs) => source.events(atMs),
    event: (identifier, atMs) => source.event(identifier, atMs),
    market: (slug) => source.market(slug),
    search: (query, limit, atMs) =>
      searchEvents(ranking(atMs), { query, limit }, (event) => trades(event, atMs)),
    live: (request, atMs) => livePage(ranking(atMs), request, (event) => trades(event, atMs)),
    state,
    quote,
    stats(market, atMs) {
      const stats = source.stats(market, atMs);
      // Nothing rests in the book of a market that takes no orders.
      if (isActive(market, atMs)) return stats;
      return { volume: stats.volume, volume24h: stats.volume24h, liquidity: usdc(0n) };
    },
    history(market, interval, nowMs) {
      const startMs = source.event(market.eventSlug, nowMs)?.startMs;
      const points = historyInstants(interval, startMs, nowMs).flatMap((atMs) => {
        const at = book.at(market.slug, atMs)?.price ?? source.priceAt(market, atMs);
        return at === undefined ? [] : [{ atMs, price: at }];
      });
      const last = quote(market, nowMs)?.yesPrice;
      return last === undefined ? points : [...points, { atMs: nowMs, price: last }];
    },
    pin(slug, pinned, nowMs) {
      assert(isMarketPin(pinned), 'a pinned YES price is between 0 and 1 with four decimals');
      book.pin(slug, pinned, nowMs);
    },
    unpin: (slug, nowMs) => book.unpin(slug, nowMs),
    pins: () => book.all().map(({ id, ...pin }) => ({ slug: id, ...pin })),
    loadPins: (rows) => book.load(rows.map(({ slug, ...row }) => ({ id: slug, ...row }))),
    loadOverrides(rows) {
      for (const { status, result } of rows) {
        assert((status === 'resolved') === (result !== null), 'resolved means with a result');
      }
      overrides = new Map(rows.map(({ slug, status, result }) => [slug, { status, result }]));
    },
    coverage: () => source.coverage(),
  };
}

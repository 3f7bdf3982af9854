import { assert } from '../../errors/app-error.ts';
import { type Price, usdc } from '../../money/fixed.ts';
import { type PricePoint, tickOf } from '../source.ts';
import type {
  MarketBook,
  MarketState,
  PredictionEvent,
  PredictionMarket,
  PredictionSource,
} from './prediction-market.ts';
import {
  middleOf,
  pricesAround,
  type StandingBook,
  shiftBook,
  synthesiseBook,
  ticksTo,
} from './recorded-book.ts';
import { indexOf, type ReplayedEvent, replayedEvent, seenSpan } from './recorded-event.ts';
import type { MarketRecord, RecordedPredictions } from './recorded-record.ts';

/** How long an event that is over can still be seen. */
const SEEN_AFTER_END_DAYS = 30;
const DAY_MS = 86_400_000;

/** A market with what its quotes are made from. */
interface Replayed {
  readonly market: PredictionMarket;
  readonly record: MarketRecord;
  readonly startMs: number;
  readonly history: readonly PricePoint[];
  /** The book that was recorded or is synthesised from best prices; null when neither was. */
  readonly base: StandingBook | null;
  /** The last quote that was made, and the price of the history it is of. */
  made: { readonly at: Price | undefined; readonly quote: MarketBook } | null;
}

/** Index of the last point at or before the instant, -1 when there is none. */
function lastPoint(points: readonly PricePoint[], atMs: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The state at an instant (docs/concepts/prediction-data.md); before its start it is paused. */
function stateAt({ market, record, startMs }: Replayed, atMs: number): MarketState {
  const { status, closedMs, result } = record;
  if (status === 'closed' && closedMs !== null && atMs >= closedMs) {
    return result === null ? { status: 'closed', result } : { status: 'resolved', result };
  }
  if (market.closeMs !== null && atMs >= market.closeMs) return { status: 'closed', result: null };
  const isPaused = status === 'paused' || atMs < startMs;
  return { status: isPaused ? 'paused' : 'active', result: null };
}

/** The book as it was recorded, or moved to a price of the history. */
function bookOf(
  { record, base }: Replayed,
  at: Price | undefined,
): Omit<MarketBook, 'atMs'> | null {
  const { tickSize, liquidity, lastPrice } = record;
  if (at === undefined) return base && (lastPrice === null ? base : { ...base, lastPrice });
  return base === null
    ? synthesiseBook({ tickSize, liquidity, ...pricesAround(at, tickSize) })
    : shiftBook(base, ticksTo(base, at));
}

/** The quote of an instant; the same object within a tick of time. */
function quoteAt(replayed: Replayed, atMs: number): MarketBook | undefined {
  const { record, history, startMs, made } = replayed;
  const { status } = stateAt(replayed, atMs);
  if ((status !== 'active' && status !== 'paused') || atMs < startMs) return undefined;
  const at = history[lastPoint(history, tickOf(atMs))]?.price;
  if (at === undefined && history.length > 0) return undefined;
  const fromMs = status === 'active' ? tickOf(atMs) : Math.min(tickOf(atMs), record.recordedMs);
  if (made !== null && made.at === at) {
    if (made.quote.atMs !== fromMs) replayed.made = { at, quote: { ...made.quote, atMs: fromMs } };
    return replayed.made?.quote;
  }
  const book = bookOf(replayed, at);
  if (book === null || book.bids.length + book.asks.length === 0) return undefined;
  const quote = { ...book, atMs: fromMs };
  replayed.made = { at, quote };
  return quote;
}

/** From the earliest instant something was recorded at to the latest end of a market. */
function coverageOf(markets: readonly Replayed[]): { startMs: number; endMs: number } | null {
  const spans = markets.map(({ market, record, history }) => ({
    startMs: Math.min(
      record.recordedMs,
      record.book?.atMs ?? Infinity,
      history[0]?.atMs ?? Infinity,
    ),
    endMs: Math.max(record.recordedMs, market.closeMs ?? 0, record.closedMs ?? 0),
  }));
  if (spans.length === 0) return null;
  return {
    startMs: spans.reduce((least, { startMs }) => Math.min(least, startMs), Infinity),
    endMs: spans.reduce((most, { endMs }) => Math.max(most, endMs), 0),
  };
}

/** The events that can be seen, one list from one beginning or end to the next. */
function seenEvents(
  events: readonly ReplayedEvent[],
): (atMs: number) => readonly PredictionEvent[] {
  const afterEndMs = SEEN_AFTER_END_DAYS * DAY_MS;
  const spans = events.map((one) => ({ ...seenSpan(one, afterEndMs), event: one.event }));
  const ends = spans.map(({ untilMs }) => untilMs).filter(Number.isFinite);
  const turns = [...spans.map(({ fromMs }) => fromMs), ...ends].toSorted((a, b) => a - b);
  let kept: { fromMs: number; untilMs: number; seen: readonly PredictionEvent[] } | null = null;
  return (atMs) => {
    if (kept !== null && kept.fromMs <= atMs && atMs < kept.untilMs) return kept.seen;
    const seen = spans.filter(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs);
    kept = {
      fromMs: turns.findLast((turnMs) => turnMs <= atMs) ?? Number.NEGATIVE_INFINITY,
      untilMs: turns.find((turnMs) => turnMs > atMs) ?? Number.POSITIVE_INFINITY,
      seen: seen.map(({ event }) => event),
    };
    return kept.seen;
  };
}

/** The markets of a recording by their slug. */
function replayedMarkets(
  events: readonly ReplayedEvent[],
  histories: ReadonlyMap<string, readonly PricePoint[]>,
): ReadonlyMap<string, Replayed> {
  const all = events.flatMap(({ event, markets }) =>
    markets.map(({ market, record }): Replayed => {
      const { book, bestBid, bestAsk } = record;
      const hasBest = bestBid !== null || bestAsk !== null;
      return {
        ...{ market, record, history: histories.get(market.slug) ?? [], made: null },
        startMs: record.startMs ?? event.startMs,
        base: book ?? (hasBest ? synthesiseBook(record) : null),
      };
    }),
  );
  return new Map(all.map((one) => [one.market.slug, one]));
}

/**
 * The prediction markets of a recording. An event can be seen from its start until 30 days after its
 * end; books stand still or follow the recorded price history; nothing of the future is shown.
 */
export function recordedPredictions({ events, histories }: RecordedPredictions): PredictionSource {
  const all = events.map(replayedEvent);
  const index = indexOf(all);
  const replays = replayedMarkets(all, histories);
  const bounds = coverageOf([...replays.values()]);
  const replayed = ({ slug }: PredictionMarket): Replayed => {
    const found = replays.get(slug);
    assert(found !== undefined, 'a market comes from the source that is asked about it');
    return found;
  };
  return {
    events: seenEvents(all),
    event(identifier, atMs) {
      const event = index.get(identifier);
      return event !== undefined && event.startMs <= atMs ? event : undefined;
    },
    market: (slug) => replays.get(slug)?.market,
    state: (market, atMs) => stateAt(replayed(market), atMs),
    book: (market, atMs) => quoteAt(replayed(market), atMs),
    priceAt(market, atMs) {
      const { history, base, startMs } = replayed(market);
      if (history.length > 0) return history[lastPoint(history, atMs)]?.price;
      return base === null || atMs < startMs ? undefined : middleOf(base);
    },
    stats(market) {
      const { volume, volume24h, liquidity } = replayed(market).record;
      return { volume, volume24h, liquidity: liquidity ?? usdc(0n) };
    },
    coverage: () => bounds,
  };
}

import type { PredictionEvent, PredictionMarket } from './prediction-market.ts';
import type { EventRecord, MarketRecord } from './recorded-record.ts';

/** An event as it is handed out, with the records it is made from. */
export interface ReplayedEvent {
  readonly event: PredictionEvent;
  readonly markets: readonly { readonly market: PredictionMarket; readonly record: MarketRecord }[];
}

/**
 * A market's title: its name within the event when that has several markets, else its question.
 * Outcomes that are not called Yes and No put the name of the one that counts as YES behind it.
 */
function titleOf(market: MarketRecord, isOneOfMany: boolean): string {
  const title = isOneOfMany && market.groupTitle !== null ? market.groupTitle : market.question;
  return market.yesName.toLowerCase() === 'yes' ? title : `${title}: ${market.yesName}`;
}

/**
 * When a market is expected to close: at its own end, else at that of its event, unless the market
 * was recorded later than that.
 */
function closeOf(market: MarketRecord, event: EventRecord): number | null {
  if (market.endMs !== null || market.status === 'closed' || event.endMs === null) {
    return market.endMs;
  }
  const knownMs = Math.max(market.recordedMs, market.startMs ?? event.startMs);
  return event.endMs > knownMs ? event.endMs : null;
}

/**
 * The latest end of the event and its markets; null when one of its markets trades without a known
 * end. An end that is not after the start is a date without a time and says nothing.
 */
function endOf(event: EventRecord): number | null {
  const closes = event.markets.map((market) => closeOf(market, event));
  if (event.markets.some(({ status }, n) => status === 'open' && closes[n] === null)) return null;
  const own = event.endMs !== null && event.endMs > event.startMs ? [event.endMs] : [];
  const ends = [...own, ...closes.filter((closeMs) => closeMs !== null)];
  return ends.length === 0 ? null : Math.max(...ends);
}

/** The event of a record, with its markets. */
export function replayedEvent(record: EventRecord): ReplayedEvent {
  const markets = record.markets.map((market) => ({
    record: market,
    market: {
      slug: market.slug,
      eventSlug: record.slug,
      gammaId: market.gammaId,
      conditionId: market.conditionId,
      yesOutcomeId: market.yesOutcomeId,
      noOutcomeId: market.noOutcomeId,
      title: titleOf(market, record.markets.length > 1),
      negRisk: market.negRisk,
      feeRate: market.feeRate,
      minOrderSize: market.minOrderSize,
      closeMs: closeOf(market, record),
    },
  }));
  const { slug, gammaId, title, subtitle, imageUrl, category, tags, startMs, aliases } = record;
  const facts = { slug, gammaId, title, subtitle, imageUrl, category, tags, startMs, aliases };
  const own = markets.map(({ market }) => market);
  return { event: { ...facts, endMs: endOf(record), markets: own }, markets };
}

/** From when and until when an event can be seen, which is some days after its end. */
export function seenSpan(
  { event, markets }: ReplayedEvent,
  afterEndMs: number,
): { fromMs: number; untilMs: number } {
  // Of an event without an end, when the last of its markets closed; never while one has not.
  const closedMs = Math.max(...markets.map(({ record }) => record.closedMs ?? Infinity));
  return { fromMs: event.startMs, untilMs: (event.endMs ?? closedMs) + afterEndMs };
}

/**
 * Events by every identifier. The number spaces of events and markets overlap, so the rank of a
 * meaning decides: slug, numeric id, condition and tokens, slug and id of a market, alias.
 */
export function indexOf(events: readonly ReplayedEvent[]): ReadonlyMap<string, PredictionEvent> {
  const ranks: readonly ((event: PredictionEvent) => readonly string[])[] = [
    ({ slug }) => [slug],
    ({ gammaId }) => [gammaId],
    ({ markets }) => markets.map(({ conditionId }) => conditionId),
    ({ markets }) =>
      markets.flatMap(({ yesOutcomeId, noOutcomeId }) => [yesOutcomeId, noOutcomeId]),
    ({ markets }) => markets.map(({ slug }) => slug),
    ({ markets }) => markets.map(({ gammaId }) => gammaId),
    ({ aliases }) => aliases,
  ];
  const index = new Map<string, PredictionEvent>();
  for (const identifiersOf of ranks) {
    for (const { event } of events) {
      for (const identifier of identifiersOf(event)) {
        if (identifier !== '' && !index.has(identifier)) index.set(identifier, event);
      }
    }
  }
  return index;
}

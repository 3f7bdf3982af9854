import type { PredictionEvent } from './prediction-market.ts';
import type { RankedEvent } from './ranking.ts';

/** A page of the events that trade (specification "GET /api/v1/predictions/events/live"). */
export interface LiveRequest {
  readonly limit: number;
  /** How many events to leave out at the beginning. */
  readonly offset: number;
  /** Slug of a category or tag; null = all. */
  readonly tag: string | null;
}

export interface LivePage {
  readonly events: readonly PredictionEvent[];
  /** Where the next page begins; null on the last one. */
  readonly nextOffset: number | null;
}

/** The events of the ranking that trade and carry the tag, from the offset on. */
export function livePage(
  ranked: readonly RankedEvent[],
  { limit, offset, tag }: LiveRequest,
  trades: (event: PredictionEvent) => boolean,
): LivePage {
  const wanted = tag?.toLowerCase();
  const events: PredictionEvent[] = [];
  let passed = 0;
  for (const { event, tags } of ranked) {
    if (wanted !== undefined && !tags.has(wanted)) continue;
    if (!trades(event)) continue;
    if (events.length === limit) return { events, nextOffset: offset + limit };
    if (passed >= offset) events.push(event);
    passed += 1;
  }
  return { events, nextOffset: null };
}

import { type Usdc, usdc } from '../../money/fixed.ts';
import type { PredictionEvent, PredictionSource } from './prediction-market.ts';

/** Business time between two rankings: volumes of a day hardly move in a minute. */
const RANKING_MS = 60_000;

/** An event with what searching and listing look at, in small letters. */
export interface RankedEvent {
  readonly event: PredictionEvent;
  readonly title: string;
  /** Title, subtitle, tags, slugs and markets in one text. */
  readonly text: string;
  /** The slugs of its markets. */
  readonly marketSlugs: ReadonlySet<string>;
  /** Slugs of its category and tags. */
  readonly tags: ReadonlySet<string>;
}

/** All events that can be seen at an instant, by 24 h volume, largest first, ties by slug. */
export type Ranking = (atMs: number) => readonly RankedEvent[];

function readEvent(event: PredictionEvent): RankedEvent {
  const { title, subtitle, slug, category, tags, markets } = event;
  const texts = [
    title,
    subtitle ?? '',
    slug,
    category,
    ...tags.flatMap((tag) => [tag.slug, tag.label]),
    ...markets.flatMap((market) => [market.slug, market.title]),
  ];
  return {
    event,
    title: title.toLowerCase(),
    text: texts.join('\n').toLowerCase(),
    marketSlugs: new Set(markets.map((market) => market.slug)),
    tags: new Set([category, ...tags.map((tag) => tag.slug)].map((tag) => tag.toLowerCase())),
  };
}

/**
 * The ranking of a source, kept until the minute or the set of events is another. It is made of
 * the volumes at the start of the minute, so that all processes list in one order.
 */
export function createRanking(source: PredictionSource): Ranking {
  const read = new WeakMap<PredictionEvent, RankedEvent>();
  let kept: {
    events: readonly PredictionEvent[];
    minuteMs: number;
    ranked: readonly RankedEvent[];
  } | null = null;

  function rankedEvent(event: PredictionEvent): RankedEvent {
    const known = read.get(event);
    if (known !== undefined) return known;
    const fresh = readEvent(event);
    read.set(event, fresh);
    return fresh;
  }

  const volumeOf = (event: PredictionEvent, atMs: number): Usdc =>
    usdc(event.markets.reduce((sum, market) => sum + source.stats(market, atMs).volume24h, 0n));

  return (atMs) => {
    const events = source.events(atMs);
    const minuteMs = Math.floor(atMs / RANKING_MS) * RANKING_MS;
    if (kept?.events === events && kept.minuteMs === minuteMs) return kept.ranked;
    const ranked = events
      .map((event) => ({ entry: rankedEvent(event), volume: volumeOf(event, minuteMs) }))
      .sort(
        (a, b) => compare(b.volume, a.volume) || compare(a.entry.event.slug, b.entry.event.slug),
      )
      .map(({ entry }) => entry);
    kept = { events, minuteMs, ranked };
    return ranked;
  };
}

const compare = <Value extends bigint | string>(a: Value, b: Value): number =>
  a < b ? -1 : a > b ? 1 : 0;

import type { PredictionEvent } from './prediction-market.ts';
import type { RankedEvent } from './ranking.ts';

/** How well an event fits a query: by its very name, by its beginning, by words somewhere in it. */
const EXACT = 0;
const PREFIX = 1;
const WORDS = 2;

function fitOf({ event, title, marketSlugs }: RankedEvent, text: string): number {
  if (title === text || event.slug === text || marketSlugs.has(text)) return EXACT;
  if (title.startsWith(text) || event.slug.startsWith(text.replaceAll(' ', '-'))) return PREFIX;
  return WORDS;
}

/**
 * Events that hold every word of the query, in any case of letters: by how well they fit, then in
 * the order of the ranking. Events that no longer trade come after all that do.
 */
export function searchEvents(
  ranked: readonly RankedEvent[],
  { query, limit }: { query: string; limit: number },
  trades: (event: PredictionEvent) => boolean,
): readonly PredictionEvent[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const text = words.join(' ');
  const trading: PredictionEvent[][] = [[], [], []];
  const over: PredictionEvent[][] = [[], [], []];
  for (const entry of ranked) {
    if (!words.every((word) => entry.text.includes(word))) continue;
    const fit = fitOf(entry, text);
    const better = trading[fit] ?? [];
    // Whether an event trades need not be asked when it could not be shown any more.
    if (better.length >= limit) continue;
    (trades(entry.event) ? better : over[fit])?.push(entry.event);
  }
  return [...trading, ...over].flat().slice(0, limit);
}

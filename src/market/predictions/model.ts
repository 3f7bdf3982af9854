import { usdc } from '../../money/fixed.ts';
import type { PriceSource } from '../source.ts';
import { type Desk, openDesk } from './model-book.ts';
import { placeOf } from './model-ids.ts';
import { type Instance, stateOf } from './model-instance.ts';
import { slugOfTicker } from './model-legacy.ts';
import { createShelf } from './model-shelf.ts';
import { spotsOf } from './model-spot.ts';
import { statsOf } from './model-stats.ts';
import type {
  MarketState,
  MarketStats,
  PredictionEvent,
  PredictionMarket,
  PredictionSource,
} from './prediction-market.ts';
import { templates } from './templates.ts';

/** What is said of a market that is none of this seed's. */
const UNKNOWN: MarketState = { status: 'closed', result: null };
const NO_STATS: MarketStats = { volume: usdc(0n), volume24h: usdc(0n), liquidity: usdc(0n) };

/** Whether an id or an alias is one of the event's or of its markets'. */
const isNamed = (event: PredictionEvent, id: string): boolean =>
  event.gammaId === id ||
  event.aliases.includes(id) ||
  event.markets.some(
    ({ gammaId, conditionId, yesOutcomeId, noOutcomeId }) =>
      gammaId === id || conditionId === id || yesOutcomeId === id || noOutcomeId === id,
  );

/**
 * The bundled prediction markets of a seed: events that recur by the calendar, for ever. Events,
 * odds, books and results are pure functions of (seed, template, period, business time), so there
 * is no state, all processes agree, and slugs and ids of any time still resolve. What hangs on a
 * price agrees with `prices`, the spot and stock market of the same world.
 */
export function openPredictionModel(seed: string, prices: PriceSource): PredictionSource {
  const shelf = createShelf(seed, templates, spotsOf(prices));
  const desks = new WeakMap<PredictionMarket, Desk>();

  /** The desk of a market; also of an equal one that was read elsewhere. */
  function deskOf(market: PredictionMarket): Desk | undefined {
    const known = desks.get(market);
    if (known !== undefined) return known;
    const modelled = shelf
      .bySlug(market.slug)
      ?.markets.find((candidate) => candidate.market.slug === market.slug);
    if (modelled === undefined) return undefined;
    const desk = openDesk(modelled);
    desks.set(market, desk);
    return desk;
  }

  function instanceOf(identifier: string, atMs: number): Instance | undefined {
    const bySlug = shelf.bySlug(slugOfTicker(templates, identifier, atMs) ?? identifier);
    if (bySlug !== undefined) return bySlug;
    const place = placeOf(identifier);
    const found = place && shelf.byPlace(place);
    return found !== undefined && isNamed(found.event, identifier) ? found : undefined;
  }

  return {
    events: (atMs) => shelf.visible(atMs),
    event(identifier, atMs) {
      const instance = instanceOf(identifier, atMs);
      // An event that has not begun is not known yet, though its slug could be guessed.
      return instance && instance.times.openMs <= atMs ? instance.event : undefined;
    },
    market: (slug) => shelf.bySlug(slug)?.event.markets.find((market) => market.slug === slug),
    state(market, atMs) {
      const desk = deskOf(market);
      return desk ? stateOf(desk.modelled, atMs) : UNKNOWN;
    },
    book(market, atMs) {
      const desk = deskOf(market);
      return desk && atMs >= desk.modelled.life.openMs ? desk.bookAt(atMs) : undefined;
    },
    priceAt(market, atMs) {
      const desk = deskOf(market);
      return desk && atMs >= desk.modelled.life.openMs ? desk.middleAt(atMs) : undefined;
    },
    stats(market, atMs) {
      const desk = deskOf(market);
      return desk ? statsOf(desk, atMs) : NO_STATS;
    },
    coverage: () => null,
  };
}

import { Type } from 'typebox';
import { AppError } from '../../errors/app-error.ts';
import type { PredictionMarket } from '../../market/predictions/prediction-market.ts';
import { formatPrice } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { limitQuery, nullable, oneOf } from '../../platform/http/schema.ts';
import * as examples from './examples.ts';
import { isLiquid, presentBook, presentEvent } from './present-market.ts';
import { proposedMarketsStatement } from './read.sql.ts';
import type { PredictionRouteDeps } from './route-deps.ts';
import { bookSchema, eventSchema, historySchema } from './schemas.ts';

const tag = 'Predictions';
const scope = 'read';
/** Events of one answer without `limit`, and at most (specification, limits). */
const DEFAULT_EVENTS = 20;
const MAX_EVENTS = 50;
const INTERVALS = ['1h', '6h', '1d', '1w', 'max'] as const;
const events = Type.Array(eventSchema, { description: 'With all their markets.' });
const slugParams = Type.Object({ slug: Type.String({ description: 'Slug of the market.' }) });

/** What there is to predict. */
export const predictionDiscoveryRoutes = (deps: PredictionRouteDeps): readonly Route[] => [
  searchRoute(deps),
  liveRoute(deps),
  eventRoute(deps),
  bookRoute(deps),
  historyRoute(deps),
];

const searchRoute = ({ data, clock }: PredictionRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/predictions/events/search',
    scope,
    tag,
    summary: 'Find events',
    description: 'By words of titles, tags and slugs; a single page, so that `cursor` is always 0.',
    query: Type.Object({
      q: Type.String({ description: 'Words to find.', minLength: 1, maxLength: 128 }),
      limit: limitQuery(DEFAULT_EVENTS, MAX_EVENTS),
    }),
    response: Type.Object({
      events,
      cursor: Type.Integer({ description: 'Always 0.', examples: [0] }),
    }),
    examples: { response: { events: [examples.event], cursor: 0 } },
    handler({ query }) {
      const now = clock.now();
      const found = data.search(query.q, query.limit ?? DEFAULT_EVENTS, now);
      return { events: found.map((event) => presentEvent(data, event, now)), cursor: 0 };
    },
  });

const liveRoute = ({ data, clock }: PredictionRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/predictions/events/live',
    scope,
    tag,
    summary: 'Events that trade now',
    description: 'By volume of 24 h, the most first. `subcategory` counts before `category`.',
    query: Type.Object({
      limit: limitQuery(DEFAULT_EVENTS, MAX_EVENTS),
      cursor: Type.Optional(
        Type.Integer({
          description: 'How many events to skip: the `cursor` of the page before.',
          minimum: 0,
          default: 0,
        }),
      ),
      category: Type.Optional(
        Type.String({ description: 'Slug of a tag.', maxLength: 128, examples: ['politics'] }),
      ),
      subcategory: Type.Optional(
        Type.String({ description: 'Slug of a narrower tag.', maxLength: 128, examples: ['nba'] }),
      ),
    }),
    response: Type.Object({
      events,
      cursor: nullable(Type.Integer({ description: 'Of the next page; null on the last.' })),
    }),
    examples: { response: { events: [examples.event], cursor: 20 } },
    handler({ query }) {
      const { limit = DEFAULT_EVENTS, cursor: offset = 0, category, subcategory } = query;
      const now = clock.now();
      const tagSlug = subcategory ?? category ?? null;
      const page = data.live({ limit, offset, tag: tagSlug }, now);
      return {
        events: page.events.map((event) => presentEvent(data, event, now)),
        cursor: page.nextOffset,
      };
    },
  });

const eventRoute = (deps: PredictionRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/predictions/events/{ticker}',
    scope,
    tag,
    summary: 'One event',
    description:
      'By slug, numeric id, condition id, outcome token id or legacy identifier. Shows the markets ' +
      "that are active with a two-sided book, and any in which a group of the caller's has a " +
      'proposal.',
    params: Type.Object({ ticker: Type.String({ description: 'Slug or other identifier.' }) }),
    response: eventSchema,
    errors: ['EVENT_NOT_FOUND'],
    examples: { response: examples.event },
    async handler({ params, principal }) {
      const { data, clock, reads } = deps;
      const now = clock.now();
      const event = data.event(params.ticker, now);
      if (!event) throw new AppError('EVENT_NOT_FOUND', { details: { ticker: params.ticker } });
      const rows = await reads.query<{ marketId: string }>(proposedMarketsStatement, [
        event.slug,
        principal.userId,
      ]);
      const proposed = new Set(rows.map(({ marketId }) => marketId));
      const shown = event.markets.filter(
        (market) => proposed.has(market.slug) || isLiquid(data, market, now),
      );
      return presentEvent(data, event, now, shown);
    },
  });

/** The market of a path; MARKET_NOT_FOUND. */
function marketOf({ data }: PredictionRouteDeps, slug: string): PredictionMarket {
  const market = data.market(slug);
  if (!market) throw new AppError('MARKET_NOT_FOUND', { details: { marketId: slug } });
  return market;
}

const bookRoute = (deps: PredictionRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/predictions/markets/{slug}/book',
    scope,
    tag,
    summary: 'Order book of a market',
    description: 'Both sides, best levels first; NO is the mirror of YES. Empty unless active.',
    params: slugParams,
    response: bookSchema,
    errors: ['MARKET_NOT_FOUND'],
    examples: { response: examples.book },
    handler: ({ params }) => presentBook(deps.data, marketOf(deps, params.slug), deps.clock.now()),
  });

const historyRoute = (deps: PredictionRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/predictions/markets/{slug}/history',
    scope,
    tag,
    summary: 'Prices of a market over time',
    description: 'Middle prices of YES of the interval that ends now, oldest first, at most 500.',
    params: slugParams,
    query: Type.Object({
      interval: Type.Optional(
        oneOf(INTERVALS, { description: 'How far back.', default: '1d', examples: ['1d'] }),
      ),
    }),
    response: historySchema,
    errors: ['MARKET_NOT_FOUND'],
    examples: { response: [{ t: '2026-01-31T14:30:00.000Z', price: '0.62' }] },
    handler({ params, query }) {
      const market = marketOf(deps, params.slug);
      return deps.data
        .history(market, query.interval ?? '1d', deps.clock.now())
        .map(({ atMs, price }) => ({ t: isoTime(atMs), price: formatPrice(price) }));
    },
  });

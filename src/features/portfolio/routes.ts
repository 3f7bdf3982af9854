import { Type } from 'typebox';
import { page } from '../../platform/http/answer.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { cursorQuery, limitQuery } from '../../platform/http/schema.ts';
import type { PortfolioDeps } from './deps.ts';
import * as examples from './examples.ts';
import { createPositions, type Positions } from './positions.ts';
import { positionsSchema, tradesSchema } from './schemas.ts';
import { readTrades } from './trades.ts';

const tag = 'Portfolio';
const scope = 'read';
/** Positions of each vertical, or trades of all of them, on one page without `limit`. */
const DEFAULT_LIMIT = 50;
const pageQuery = Type.Object({ limit: limitQuery(), cursor: cursorQuery() });

/** What the caller holds, has held and has traded, over all verticals (contract 10). */
export function portfolioRoutes(deps: PortfolioDeps): readonly Route[] {
  const positions = createPositions(deps);
  return [openRoute(positions), pastRoute(positions), tradesRoute(deps)];
}

const paging =
  'Newest first. `limit` counts in each vertical; a vertical that has ended stays empty on the ' +
  'pages after.';

const openRoute = (positions: Positions): Route =>
  defineRoute({
    method: 'GET',
    path: '/positions',
    scope,
    tag,
    summary: 'Open positions of every kind',
    description:
      'Tokens and stocks that are held, also of a closed proposal; shares that still trade or can ' +
      `be claimed; perpetual positions that are OPEN. ${paging}`,
    query: pageQuery,
    response: positionsSchema,
    examples: { response: examples.positions },
    handler: ({ principal, query: { limit = DEFAULT_LIMIT, cursor } }) =>
      positions.read(principal.userId, { which: 'open', limit, cursor }),
  });

const pastRoute = (positions: Positions): Route =>
  defineRoute({
    method: 'GET',
    path: '/positions/past',
    scope,
    tag,
    summary: 'Past positions of every kind',
    description:
      'What was sold out, claimed or lost, and perpetual positions in any status but OPEN, also ' +
      `those whose take-profit waits to be claimed. ${paging}`,
    query: pageQuery,
    response: positionsSchema,
    examples: { response: examples.pastPositions },
    handler: ({ principal, query: { limit = DEFAULT_LIMIT, cursor } }) =>
      positions.read(principal.userId, { which: 'past', limit, cursor }),
  });

const tradesRoute = (deps: PortfolioDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/trades',
    scope,
    tag,
    summary: 'Own trades of every kind',
    description:
      'Newest first in each list. `limit` counts trades over all lists together, so every page ' +
      'ends at one instant of all of them.',
    query: pageQuery,
    response: tradesSchema,
    examples: { response: examples.trades },
    async handler({ principal, query: { limit = DEFAULT_LIMIT, cursor } }) {
      const trades = await readTrades(deps, principal.userId, { limit, cursor });
      return page(trades, trades.nextCursor);
    },
  });

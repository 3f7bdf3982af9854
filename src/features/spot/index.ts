import type { Route } from '../../platform/http/route.ts';
import { spotQuoteRoute } from './quote-route.ts';
import { spotReadRoutes } from './read-routes.ts';
import type { SpotRouteDeps } from './route-deps.ts';
import { spotTradeRoutes } from './trade-routes.ts';

export type { SpotDeps } from './deps.ts';
export { spotFollows } from './follow.ts';
export { type ProposalIdentities, proposalIdentities } from './proposal-identity.ts';
export { type ReadTrade, readTrades } from './read.ts';
export type { SpotRouteDeps } from './route-deps.ts';
export { settleSpotOrder } from './settle.ts';

/** All routes of spot trading (contract 5). */
export const spotRoutes = (deps: SpotRouteDeps): readonly Route[] => [
  ...spotReadRoutes(deps),
  ...spotTradeRoutes(deps),
  spotQuoteRoute(deps),
];

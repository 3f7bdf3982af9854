import type { Route } from '../../platform/http/route.ts';
import { predictionDiscoveryRoutes } from './discovery-routes.ts';
import { predictionProposalRoutes } from './proposal-routes.ts';
import { predictionQuoteRoute } from './quote-route.ts';
import type { PredictionRouteDeps } from './route-deps.ts';
import { predictionTradeRoutes } from './trade-routes.ts';

export { OUTCOME_KIND, outcomeView } from './asset.ts';
export type { PredictionDeps } from './deps.ts';
export { predictionFollows } from './follow.ts';
export { type MarketStates, openMarketStates } from './market-states.ts';
export { type PredictionIdentities, predictionIdentities } from './proposal-identity.ts';
export { readPredictionTrades } from './read.ts';
export { settlePredictionOrder } from './settle.ts';
export { type PredictionWatcher, startPredictionWatcher } from './watcher.ts';

/** All routes of prediction markets (contract 7). */
export const predictionRoutes = (deps: PredictionRouteDeps): readonly Route[] => [
  ...predictionDiscoveryRoutes(deps),
  ...predictionProposalRoutes(deps),
  ...predictionTradeRoutes(deps),
  predictionQuoteRoute(deps),
];

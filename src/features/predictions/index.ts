import type { Route } from '../../platform/http/route.ts';
import { predictionDiscoveryRoutes } from './discovery-routes.ts';
import { predictionProposalRoutes } from './proposal-routes.ts';
import { predictionQuoteRoute } from './quote-route.ts';
import type { PredictionRouteDeps } from './route-deps.ts';
import { predictionTradeRoutes } from './trade-routes.ts';

export { OUTCOME_KIND, outcomeView } from './asset.ts';
export type { PredictionDeps } from './deps.ts';
export {
  proposalWithPosition as predictionPositionExample,
  trade as predictionTradeExample,
} from './examples.ts';
export { predictionFollows } from './follow.ts';
export { predictionsInGroups } from './in-groups.ts';
export { type MarketStates, openMarketStates } from './market-states.ts';
export { ownPredictionStatements } from './own-positions.sql.ts';
export { type PredictionIdentities, predictionIdentities } from './proposal-identity.ts';
export type { PredictionRecord } from './read.sql.ts';
export {
  type PredictionReadDeps,
  presentRecord as presentPredictionRecord,
  readPredictionTrades,
} from './read.ts';
export { predictionWithPositionSchema, tradeSchema as predictionTradeSchema } from './schemas.ts';
export { settlePredictionOrder } from './settle.ts';
export { type PredictionWatcher, startPredictionWatcher } from './watcher.ts';

/** All routes of prediction markets (contract 7). */
export const predictionRoutes = (deps: PredictionRouteDeps): readonly Route[] => [
  ...predictionDiscoveryRoutes(deps),
  ...predictionProposalRoutes(deps),
  ...predictionTradeRoutes(deps),
  predictionQuoteRoute(deps),
];

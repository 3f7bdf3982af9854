import type { Route } from '../../platform/http/route.ts';
import { perpMarketRoutes } from './market-routes.ts';
import { perpPositionRoutes } from './position-routes.ts';
import { perpProposalRoutes } from './proposal-routes.ts';
import { perpQuoteRoute } from './quote-route.ts';
import { perpReadRoutes } from './read-routes.ts';
import type { PerpRouteDeps } from './route-deps.ts';

export type { PerpDeps } from './deps.ts';
export { type PerpDriver, startPerpDriver } from './driver.ts';
export { position as perpPositionExample } from './examples.ts';
export { perpFollows } from './follow.ts';
export { type PerpIdentities, perpIdentities } from './identity.ts';
export { perpsInGroups } from './in-groups.ts';
export { type OpenInterest, startOpenInterest } from './open-interest.ts';
export { ownPerpStatements } from './own-positions.sql.ts';
export {
  type PerpReadDeps,
  type PositionRecord as PerpRecord,
  presentRecord as presentPerpRecord,
  readPerpTrades,
  readPositions,
} from './read.ts';
export { perpPositionSchema } from './schemas.ts';
export { settlePerpOrder } from './settle.ts';
export { perpsValuer } from './valuation.ts';

/** All routes of perpetual futures (contract 8). */
export const perpRoutes = (deps: PerpRouteDeps): readonly Route[] => [
  ...perpMarketRoutes(deps),
  ...perpReadRoutes(deps),
  ...perpProposalRoutes(deps),
  ...perpPositionRoutes(deps),
  perpQuoteRoute(deps),
];

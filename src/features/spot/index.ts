import type { Route } from '../../platform/http/route.ts';
import { spotQuoteRoute } from './quote-route.ts';
import { spotReadRoutes } from './read-routes.ts';
import type { SpotRouteDeps } from './route-deps.ts';
import { spotTradeRoutes } from './trade-routes.ts';

export { tokenView } from './asset-view.ts';
export { type BuyByAsset, buyByAsset, type SaleByAsset, sellByAsset } from './by-asset.ts';
export type { SpotDeps, SpotVertical } from './deps.ts';
export {
  proposalAnswer as proposalAnswerExample,
  proposalWithPosition as spotPositionExample,
  trade as spotTradeExample,
} from './examples.ts';
export { spotFollows } from './follow.ts';
export { spotInGroups } from './in-groups.ts';
export { ownSpotStatements } from './own-positions.sql.ts';
export { type ProposalIdentities, proposalIdentities } from './proposal-identity.ts';
export {
  presentRecord as presentSpotRecord,
  type ReadTrade,
  readTrades,
  type SpotReadDeps,
} from './read.ts';
export { findToken, refuseToken, type SpotRouteDeps } from './route-deps.ts';
export {
  buyBodySchema,
  proposalAnswerSchema,
  proposalWithPositionSchema,
  saleBodySchema,
  spotTradeSchema,
} from './schemas.ts';
export { settleSpotOrder } from './settle.ts';
export type { ProposalRecord as SpotRecord } from './spot.sql.ts';
export { entryErrors, orderErrors } from './trade-routes.ts';

/** All routes of spot trading (contract 5). */
export const spotRoutes = (deps: SpotRouteDeps): readonly Route[] => [
  ...spotReadRoutes(deps),
  ...spotTradeRoutes(deps),
  spotQuoteRoute(deps),
];

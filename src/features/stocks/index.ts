import type { Route } from '../../platform/http/route.ts';
import type { StockRouteDeps } from './deps.ts';
import { stockReadRoutes } from './read-routes.ts';
import { stockTradeRoutes } from './trade-routes.ts';

export type { StockRouteDeps } from './deps.ts';
export { STOCK_STATUSES, type StockMarketStatus } from './status.ts';
export { createStockMarket, type StockMarket, type StockMarketDeps } from './stock-market.ts';

/** All routes of tokenized stocks (contract 6). */
export const stockRoutes = (deps: StockRouteDeps): readonly Route[] => [
  ...stockReadRoutes(deps),
  ...stockTradeRoutes(deps),
];

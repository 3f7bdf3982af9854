import type { SpotRouteDeps } from '../spot/index.ts';
import type { StockMarket } from './stock-market.ts';

/** What the routes of stocks ask: those of spot, and whether the market is open. */
export interface StockRouteDeps extends SpotRouteDeps {
  readonly stockMarket: Pick<StockMarket, 'state'>;
}

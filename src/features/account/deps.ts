import type { Assets } from '../../ledger/assets.ts';
import type { MarketData } from '../../market/market.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Valuer } from './valuation.ts';

/** What the reads of an account need. */
export interface AccountDeps {
  readonly database: Pick<Database, 'reads'>;
  readonly assets: Pick<Assets, 'byId'>;
  readonly market: Pick<MarketData, 'quote' | 'token'>;
  readonly clock: Clock;
  /** One per part of an account's value; a part without one counts as 0. */
  readonly valuers: readonly Valuer[];
}

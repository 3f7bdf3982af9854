import type { Assets } from '../../ledger/assets.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Valuer, ViewAsset } from './valuation.ts';

/** What the reads of an account need. */
export interface AccountDeps {
  readonly database: Pick<Database, 'reads'>;
  readonly assets: Pick<Assets, 'byId'>;
  readonly viewAsset: ViewAsset;
  readonly clock: Clock;
  /** One per part of an account's value; a part without one counts as 0. */
  readonly valuers: readonly Valuer[];
}

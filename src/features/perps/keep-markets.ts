import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { PerpDeps } from './deps.ts';
import { keepMarketsStatement } from './driver.sql.ts';
import { hourOf } from './funding-hours.ts';

interface KeepMarketsDeps {
  readonly database: Pick<Database, 'withClient'>;
  readonly perps: Pick<PerpDeps, 'data'>;
  readonly clock: Clock;
}

/** Every market of the venue has its row, funded from the present interval on. */
export async function keepMarkets({ database, perps, clock }: KeepMarketsDeps): Promise<void> {
  const symbols = perps.data.markets().map(({ symbol }) => symbol);
  const startMs = hourOf(clock.now());
  await database.withClient((client) =>
    client.query({ ...keepMarketsStatement, values: [symbols, isoTime(startMs)] }),
  );
}

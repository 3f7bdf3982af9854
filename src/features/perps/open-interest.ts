import type { PerpData } from '../../market/perps/perp-data.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { atOnce, type Turns } from '../../platform/turns.ts';
import type { OpenInterestRow } from './driver.sql.ts';
import { openInterestStatement } from './perps.sql.ts';

/** How often the lots that stand open are summed up. */
const REFRESH_INTERVAL_MS = 1_000;

/** Lots that stand open in each market, as of the last second. */
export interface OpenInterest {
  /** Ours and what the venue was recorded with. */
  lots(symbol: string): bigint;
  stop(): Promise<void>;
}

/**
 * Sums up open interest once a second. A cap is checked against the newest sum, so that orders of
 * one second together can go a little beyond it.
 */
export function startOpenInterest(deps: {
  reads: ReadPool;
  data: Pick<PerpData, 'market'>;
  log: Log;
  turns?: Turns;
}): OpenInterest {
  const { reads, data, log, turns = atOnce } = deps;
  let own = new Map<string, bigint>();
  let running: Promise<void> = Promise.resolve();
  const refresh = async (): Promise<void> => {
    const rows = await reads.query<OpenInterestRow>(openInterestStatement);
    own = new Map(rows.map(({ symbol, lots }) => [symbol, lots]));
  };
  const look = (): void => {
    running = turns('open interest', refresh).catch((err: unknown) =>
      log.warn({ err }, 'open interest was not read'),
    );
  };
  const timer = setInterval(look, REFRESH_INTERVAL_MS);
  timer.unref();
  look();
  return {
    lots: (symbol) => (data.market(symbol)?.openInterestBaseLots ?? 0n) + (own.get(symbol) ?? 0n),
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

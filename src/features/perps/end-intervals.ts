import type { Engine } from '../../engine/engine.ts';
import type { PerpData } from '../../market/perps/perp-data.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { NO_ID } from '../../platform/ids.ts';
import { ticks } from '../../venues/paper/perps/units.ts';
import {
  type FundedRow,
  fundedUntilStatement,
  type OpenMarketRow,
  openedSinceStatement,
} from './driver.sql.ts';
import { FenceLost, type Round } from './driver-lease.ts';
import { endInterval, type IntervalRate, type Latecomer } from './fund.ts';
import { HOUR_MS, hourOf } from './funding-hours.ts';

/** How far back funding is kept of a market in which nobody has had anything to pay. */
const IDLE_FUNDING_MS = HOUR_MS;

export interface EndIntervalsDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly reads: ReadPool;
  readonly data: PerpData;
  readonly clock: Clock;
}

/**
 * Ends the funding intervals of all markets up to an hour, the oldest first; true when there was
 * one. Markets without an open position have only the latest ones kept: nobody pays the others.
 * FenceLost.
 */
export async function endIntervals(
  deps: EndIntervalsDeps,
  untilMs: number,
  open: readonly OpenMarketRow[],
  { fence, going }: Round,
): Promise<boolean> {
  const { clock, data, engine, reads } = deps;
  const idleMs = hourOf(clock.now()) - IDLE_FUNDING_MS;
  const starts = nextStarts(await reads.query<FundedRow>(fundedUntilStatement), open, idleMs);
  for (let ended = false; going(); ended = true) {
    const { startMs, symbols } = oldestOf(starts);
    if (startMs >= untilMs) return ended;
    const endMs = startMs + HOUR_MS;
    const latecomers = await reads.query<Latecomer>(openedSinceStatement, [
      symbols,
      isoTime(endMs),
    ]);
    const rates = symbols.map((symbol) => rateOf(data, symbol, startMs));
    const command = { startMs, endMs, rates, latecomers, fence };
    const { json } = await engine.submit(endInterval, command, { userId: NO_ID });
    if (!JSON.parse(json).data.drives) throw new FenceLost();
    for (const symbol of symbols) starts.set(symbol, endMs);
  }
  return false;
}

/**
 * When the first interval of each market that is still to end has begun: where its funding ends, in
 * a market without an open position at `idleMs` at the earliest.
 */
export function nextStarts(
  funded: readonly FundedRow[],
  open: readonly Pick<OpenMarketRow, 'symbol'>[],
  idleMs: number,
): Map<string, number> {
  const isOpen = new Set(open.map(({ symbol }) => symbol));
  return new Map(
    funded.map(({ symbol, fundedUntil }) => {
      return [symbol, isOpen.has(symbol) ? fundedUntil : Math.max(fundedUntil, idleMs)];
    }),
  );
}

/** The oldest interval that is still to end, and the markets it is of; infinity without a market. */
export function oldestOf(starts: ReadonlyMap<string, number>): {
  startMs: number;
  symbols: string[];
} {
  const startMs = Math.min(...starts.values());
  const symbols = [...starts].filter(([, at]) => at === startMs).map(([symbol]) => symbol);
  return { startMs, symbols };
}

/** The rate of an interval of an hour, and the mark at its end. */
const rateOf = (data: PerpData, symbol: string, startMs: number): IntervalRate => ({
  symbol,
  rate: data.fundingRate(symbol, startMs),
  markTicks: ticks(data.markAt(symbol, startMs + HOUR_MS) ?? 0n),
});

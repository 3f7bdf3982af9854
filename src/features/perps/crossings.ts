import { isoTime } from '../../platform/clock.ts';
import { type CarryOutDeps, createCarryOut } from './carry-out.ts';
import {
  type CrossedRow,
  crossedStatement,
  type OpenMarketRow,
  type QueuedRow,
  queuedTriggersStatement,
} from './driver.sql.ts';
import type { Round } from './driver-lease.ts';
import { crossedOf, rangesOf, type Span } from './find-crossed.ts';

/** Positions of each market and side that are read at once; more are read when these are done. */
const CROSSED_LIMIT = 4_000;

/** Finds what marks cross and carries it out. */
export interface Crossings {
  /** Triggers that pins of instants up to this one have queued. */
  queued(untilMs: number, round: Round): Promise<void>;
  /** Positions that the marks of a span reach, in order of time. */
  crossed(markets: readonly OpenMarketRow[], span: Span, round: Round): Promise<void>;
}

export function createCrossings(deps: CarryOutDeps): Crossings {
  const { reads, perps } = deps;
  const { data } = perps;
  const carryOut = createCarryOut(deps);
  return {
    async queued(untilMs, round) {
      while (round.going()) {
        const values = [isoTime(untilMs), CROSSED_LIMIT];
        const rows = await reads.query<QueuedRow>(queuedTriggersStatement, values);
        const due = rows.map(({ id: positionId, at: atMs, ...row }) => {
          return { ...row, positionId, atMs, isPinned: true, seen: null };
        });
        await carryOut(due, round);
        if (rows.length < CROSSED_LIMIT) return;
      }
    },
    async crossed(markets, span, round) {
      const ranges = rangesOf(data, markets, span);
      if (ranges.length === 0) return;
      const bySymbol = new Map(markets.map((market) => [market.symbol, market]));
      const looked = new Map<string, number>();
      while (round.going()) {
        const rows = await reads.query<CrossedRow>(crossedStatement, [
          ranges.map(({ symbol }) => symbol),
          ranges.map(({ low }) => low),
          ranges.map(({ high }) => high),
          // Those that were looked at must not stay in the way of others.
          CROSSED_LIMIT + looked.size,
        ]);
        const isAll = rows.length < CROSSED_LIMIT || rows.every(({ id }) => looked.has(id));
        const due = crossedOf(data, rows, bySymbol, span, looked);
        for (const { id } of rows) looked.set(id, span.toMs);
        // What is crossed again after its trigger goes on from there.
        for (const { positionId, atMs } of due) looked.set(positionId, atMs);
        await carryOut(due, round);
        if (due.length === 0 && isAll) return;
      }
    },
  };
}

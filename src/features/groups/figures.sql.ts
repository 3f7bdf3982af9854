import { usdc } from '../../money/fixed.ts';
import { defineLookup } from '../../platform/db/table.ts';
import type { PerformanceSums } from './performance.ts';

/** Figures of one group as `figuresOf` prints them: exact, money in 1e-6 dollars. */
interface FiguresRecord {
  readonly closedCount: number;
  readonly winCount: number;
  readonly allTimePnl: string;
  readonly biggestWin: string;
  readonly biggestLoss: string;
  readonly returnSum: string;
  readonly returnSquareSum: string;
  readonly pnl7Days: string;
  readonly pnl30Days: string;
  readonly tradeCount: number;
  readonly predictionCount: number;
  readonly memberCount: number;
  readonly participantCount: number;
  readonly rank: number;
}

/** The figures of a record. */
export function sumsFrom(record: Readonly<Record<string, unknown>>): PerformanceSums {
  const figures = record as unknown as FiguresRecord;
  return {
    closedCount: figures.closedCount,
    winCount: figures.winCount,
    allTimePnl: usdc(BigInt(figures.allTimePnl)),
    pnl7Days: usdc(BigInt(figures.pnl7Days)),
    pnl30Days: usdc(BigInt(figures.pnl30Days)),
    biggestWin: usdc(BigInt(figures.biggestWin)),
    biggestLoss: usdc(BigInt(figures.biggestLoss)),
    returnSum: BigInt(figures.returnSum),
    returnSquareSum: BigInt(figures.returnSquareSum),
    tradeCount: figures.tradeCount,
    predictionCount: figures.predictionCount,
    memberCount: figures.memberCount,
    participantCount: figures.participantCount,
    rank: figures.rank,
  };
}

/**
 * Joins the kept figures of the group whose id is the expression `id`, as of the instant `at`: the
 * sums over its closed calls and those of the last days, its counts, and its rank by all-time PnL
 * among all groups (equal groups share a rank).
 */
export const figuresOf = (id: string, at: string): string => `
  cross join lateral (
    select closed_count as "closedCount", win_count as "winCount",
      all_time_pnl::text as "allTimePnl", biggest_win::text as "biggestWin",
      biggest_loss::text as "biggestLoss", round(return_sum * 1e18)::text as "returnSum",
      round(return_square_sum * 1e36)::text as "returnSquareSum", all_time_pnl
    from group_performance where group_id = ${id} limit 1) kept
  cross join lateral (
    select coalesce(sum(pnl), 0)::text as "pnl30Days",
      coalesce(sum(pnl) filter (where closed_at > ${at} - interval '7 days'), 0)::text
        as "pnl7Days"
    from closed_call
    where group_id = ${id} and closed_at > ${at} - interval '30 days') recent
  cross join lateral (
    select coalesce(sum(members), 0)::int4 as "memberCount",
      coalesce(sum(participants), 0)::int4 as "participantCount",
      coalesce(sum(trades), 0)::int4 as "tradeCount",
      coalesce(sum(predictions), 0)::int4 as "predictionCount"
    from group_tally where group_id = ${id}) tally
  cross join lateral (
    select (1 + count(*))::int4 as rank
    from group_performance where all_time_pnl > kept.all_time_pnl) ranks`;

const FIELDS = [
  ...['closedCount', 'winCount', 'allTimePnl', 'biggestWin', 'biggestLoss'],
  ...['returnSum', 'returnSquareSum', 'pnl30Days', 'pnl7Days'],
  ...['memberCount', 'participantCount', 'tradeCount', 'predictionCount', 'rank'],
] as const;

/** What `figuresOf` answers, under the names of FiguresRecord. */
export const FIGURE_FIELDS = FIELDS.map((field) => `"${field}"`).join(', ');

/** The figures of a group as of an instant in ISO 8601, by (group, instant). */
export const figuresLookup = defineLookup<PerformanceSums>({
  name: 'group figures',
  keySize: 2,
  text: `select v.n, ${FIGURE_FIELDS}
    from unnest($1::uuid[], $2::timestamptz[]) with ordinality v(id, at, n)
    ${figuresOf('v.id', 'v.at')}`,
  read: (raw) => sumsFrom(Object.fromEntries(FIELDS.map((field, n) => [field, raw[n]]))),
});

import type { Sample, TableSize } from './samples.ts';

/** Share of the time in which caches fill and V8 finds the size of its heap; it is not judged. */
export const WARM_UP_SHARE = 0.4;
/** A soak that is shorter than this says what grew, but is not judged by it. */
export const JUDGED_MINUTES = 10;
/** Most that the memory of the process that lives on may grow after the warm-up. */
const MOST_MEMORY_GROWTH = 0.05;
/** Handles and connections count as flat within a tenth, or these few. */
const MOST_COUNT_GROWTH = 0.1;
const FEW = 8;
/** Most that the bytes of a row, indexes included, may grow after the warm-up. */
const MOST_BLOAT_GROWTH = 0.25;
/** Tables below this many rows are looked at by their whole size. */
const MANY_ROWS = 2_000;
/** A small table whose rows stay the same may hold so many bytes for each of them. */
const MOST_SMALL_BYTES = 4 * 2 ** 20;

/** What a quantity was after the warm-up and at the end. */
export interface Growth {
  readonly what: string;
  readonly unit: string;
  readonly first: number;
  readonly last: number;
  /** Share of the first value. */
  readonly growth: number;
  /** In words. */
  readonly bound: string;
  readonly ok: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The medians, or what else is told, of the first and of the last fifth after the warm-up. */
function ends(
  samples: readonly Sample[],
  of: (sample: Sample) => number | null | undefined,
  figure: (values: readonly number[]) => number = median,
) {
  const lastSecond = samples.at(-1)?.atSeconds ?? 0;
  const judged = samples.filter(({ atSeconds }) => atSeconds >= lastSecond * WARM_UP_SHARE);
  const values = judged.map(of).filter((value) => value !== null && value !== undefined);
  const fifth = Math.max(1, Math.floor(values.length / 5));
  return { first: figure(values.slice(0, fifth)), last: figure(values.slice(-fifth)) };
}

const growthOf = (first: number, last: number): number =>
  first === 0 ? 0 : round((last - first) / first);

/** Memory, handles and connections of a soak, each with its bound. */
export function growths(samples: readonly Sample[]): Growth[] {
  const memory = ends(samples, ({ processes }) => processes.lasting?.rssMiB);
  const memoryGrowth = growthOf(memory.first, memory.last);
  // What a collection leaves; in between the heap is as large as the engine finds convenient.
  const lowest = (values: readonly number[]) => (values.length === 0 ? 0 : Math.min(...values));
  const heap = ends(samples, ({ processes }) => processes.lasting?.heapMiB, lowest);
  const counts = [
    ['open handles', ({ processes }: Sample) => processes.lasting?.handles],
    ['database connections', ({ database }: Sample) => database?.connections],
  ] as const;
  return [
    {
      ...{ what: 'memory (RSS)', unit: 'MiB', ...memory, growth: memoryGrowth },
      ...{ bound: 'less than 5 % more', ok: memoryGrowth < MOST_MEMORY_GROWTH },
    },
    {
      ...{ what: 'JavaScript heap at its lowest', unit: 'MiB', ...heap },
      ...{ growth: growthOf(heap.first, heap.last), bound: 'shown only', ok: true },
    },
    ...counts.map(([what, of]) => {
      const { first, last } = ends(samples, of);
      const most = first + Math.max(FEW, first * MOST_COUNT_GROWTH);
      const bound = `at most a tenth or ${FEW} more`;
      return {
        what,
        unit: '',
        first,
        last,
        growth: growthOf(first, last),
        bound,
        ok: last <= most,
      };
    }),
  ];
}

/**
 * Bytes of a row, indexes included, over the large tables together; and every small table. What
 * vacuum does not give back shows as more bytes for the same rows.
 */
export function bloat(first: readonly TableSize[], last: readonly TableSize[]): Growth[] {
  const before = new Map(first.map((size) => [size.table, size]));
  const large = last.filter(({ table }) => (before.get(table)?.rows ?? 0) >= MANY_ROWS);
  const perRow = large.map(({ table, bytes, rows }) => {
    const was = before.get(table) ?? { bytes: 0, rows: 0 };
    return { table, bytes, rows, first: was.bytes / was.rows, last: bytes / rows };
  });
  // What each table would have taken with the bytes per row of the beginning.
  const expected = perRow.reduce((sum, one) => sum + one.first * one.rows, 0);
  const present = perRow.reduce((sum, { bytes }) => sum + bytes, 0);
  const growth = growthOf(expected, present);
  const mib = (bytes: number): number => round(bytes / 2 ** 20);
  const rows = perRow.reduce((sum, one) => sum + one.rows, 0);
  const small = last.filter(({ rows, bytes }) => rows < MANY_ROWS && bytes > MOST_SMALL_BYTES);
  return [
    {
      ...{ what: `bytes of ${perRow.length} large tables for their ${rows} rows`, unit: 'MiB' },
      ...{ first: mib(expected), last: mib(present), growth },
      ...{ bound: 'at most a quarter more than at first', ok: growth <= MOST_BLOAT_GROWTH },
    },
    ...small.map(({ table, bytes }) => ({
      ...{ what: `bytes of ${table}`, unit: 'MiB', growth: 0 },
      ...{ first: mib(before.get(table)?.bytes ?? 0), last: mib(bytes) },
      ...{ bound: `a small table has at most ${mib(MOST_SMALL_BYTES)} MiB`, ok: false },
    })),
  ];
}

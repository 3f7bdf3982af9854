import { expect, test } from 'vitest';
import { bloat, growths, median } from './bounds.ts';
import type { Sample } from './samples.ts';

/** 100 samples, ten seconds apart; the memory of sample n is told. */
const samplesOf = (rssMiB: (n: number) => number, handles = (_: number) => 60): Sample[] =>
  Array.from({ length: 100 }, (_, n) => ({
    atSeconds: n * 10,
    processes: {
      lasting: {
        ...{ pid: 1, rssMiB: rssMiB(n), heapMiB: 90, lagP99Ms: 12 },
        ...{ handles: handles(n), sockets: 40 },
      },
      mortal: null,
    },
    database: n === 50 ? null : { connections: 30, bytes: 1, liveRows: 1, deadRows: 0 },
  }));

const judged = (samples: Sample[]) =>
  growths(samples).map(({ what, first, last, growth, ok }) => [what, first, last, growth, ok]);

test('what comes in the warm-up is not judged', () => {
  // 396 s of 990 are warm-up: samples 40 to 99 count, 12 of them are a fifth.
  const warming = samplesOf((n) => (n < 40 ? 100 + 10 * n : 300));
  expect(judged(warming)[0]).toEqual(['memory (RSS)', 300, 300, 0, true]);
});

test('memory that grows by a twentieth is too much, a little less is not', () => {
  // Medians of samples 40 to 51 and of 88 to 99.
  const grown = (last: number) => samplesOf((n) => (n < 60 ? 200 : last));
  expect(judged(grown(210))[0]).toEqual(['memory (RSS)', 200, 210, 0.05, false]);
  expect(judged(grown(209))[0]).toEqual(['memory (RSS)', 200, 209, 0.045, true]);
  // A peak of a few samples is no growth.
  const peak = samplesOf((n) => (n > 95 ? 900 : 200));
  expect(judged(peak)[0]).toEqual(['memory (RSS)', 200, 200, 0, true]);
});

test('handles may be eight more, not nine', () => {
  const withHandles = (last: number) =>
    samplesOf(
      () => 200,
      (n) => (n < 60 ? 60 : last),
    );
  expect(judged(withHandles(68))[2]).toEqual(['open handles', 60, 68, 0.1333, true]);
  expect(judged(withHandles(69))[2]).toEqual(['open handles', 60, 69, 0.15, false]);
  expect(judged(withHandles(60))[3]).toEqual(['database connections', 30, 30, 0, true]);
});

test('tables may take more bytes for more rows, and no more for the same', () => {
  const MIB = 2 ** 20;
  const size = (table: string, mib: number, rows: number) => ({ table, bytes: mib * MIB, rows });
  const first = [size('entry', 10, 10_000), size('wallet', 1, 160)];
  // Ten times the rows would take 100 MiB.
  const [same] = bloat(first, [size('entry', 100, 100_000), size('wallet', 1, 160)]);
  expect(same).toMatchObject({ first: 100, last: 100, growth: 0, ok: true });
  const [more] = bloat(first, [size('entry', 126, 100_000), size('wallet', 1, 160)]);
  expect(more).toMatchObject({ first: 100, last: 126, growth: 0.26, ok: false });
  const [, wallet] = bloat(first, [size('entry', 100, 100_000), size('wallet', 5, 160)]);
  expect(wallet).toMatchObject({ what: 'bytes of wallet', first: 1, last: 5, ok: false });
});

test('the median of an even number of values is between the two in the middle', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, 0]);
});

import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { SeedResult, SeedViolation } from './run-seed.ts';
import { addTally, emptyTally, type Tally } from './tally.ts';

/** What came of many seeds, as the JSON file has it. */
export interface Report extends Tally {
  readonly seeds: number;
  readonly from: number;
  readonly steps: number;
  readonly recoveries: number;
  readonly violations: readonly (SeedViolation & { seed: number; replay: string })[];
  /** Of the digests of all seeds, in their order. */
  readonly digest: string;
  readonly seconds: number;
}

export const replayOf = (seed: number, steps: number): string =>
  `npm run sim -- --seed ${seed} --steps ${steps}`;

export function makeReport(
  results: readonly SeedResult[],
  { from, steps, seconds }: { from: number; steps: number; seconds: number },
): Report {
  const tally = emptyTally();
  const hash = createHash('sha256');
  const ordered = [...results].sort((a, b) => a.seed - b.seed);
  for (const { seed, digest, tally: own } of ordered) {
    addTally(tally, own);
    hash.update(`${seed} ${digest}\n`);
  }
  const recoveries = Object.entries(tally.faults)
    .filter(([kind]) => kind.startsWith('process dropped'))
    .reduce((sum, [, times]) => sum + times, 0);
  const violations = ordered.flatMap(({ seed, violation }) =>
    violation ? [{ seed, replay: replayOf(seed, steps), ...violation }] : [],
  );
  const digest = hash.digest('hex').slice(0, 32);
  return { seeds: results.length, from, steps, ...tally, recoveries, violations, digest, seconds };
}

/** A violation in words: where, what, how it came about, and how to see it again. */
export function printViolation({ seed, violation }: SeedResult, steps: number): string {
  if (!violation) return '';
  const { step, operation, broken, trace } = violation;
  return [
    ...trace.map((line) => `    ${line}`),
    `VIOLATION in seed ${seed}, step ${step}, operation ${operation}:`,
    ...broken.map((line) => `  ${line}`),
    `replay: ${replayOf(seed, steps)}`,
  ].join('\n');
}

export const writeReport = (file: string, report: Report): Promise<void> =>
  writeFile(file, `${JSON.stringify(report, null, 2)}\n`);

import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { LoadResult } from './load.ts';

/** One line of the table: a figure beside its baseline of the same run. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  /** Empty where nothing bare does the same. */
  readonly baseline: string;
  readonly ratio: string;
}

/** Prints figures as they come and keeps them for the file. */
export interface Report {
  row(row: Row): void;
  /** Keeps numbers that a row was made of. */
  note(name: string, numbers: unknown): void;
  /** Writes a file of everything beside this program's sources; answers its path. */
  write(file: string, seconds: number): Promise<string>;
}

export function createReport(): Report {
  const rows: Row[] = [];
  const raw: Record<string, unknown> = {};
  return {
    row(row) {
      rows.push(row);
      const { what, measured, baseline, ratio } = row;
      const columns = [what.padEnd(36), measured.padEnd(58), baseline.padEnd(20), ratio];
      process.stdout.write(`${columns.join(' ').trimEnd()}\n`);
    },
    note(name, numbers) {
      raw[name] = numbers;
    },
    async write(file, seconds) {
      const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
      const node = process.version;
      const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
      const results = { commit: commitOf(), node, machine, seconds, rows, raw };
      await writeFile(path, `${JSON.stringify(results, null, 2)}\n`);
      process.stdout.write(`\n${machine}, node ${node}, commit ${results.commit}\n`);
      return path;
    },
  };
}

const commitOf = (): string => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim();
  } catch {
    return 'unknown';
  }
};

export const loadText = (result: LoadResult): string =>
  `${result.requestsPerSecond}/s  p50 ${result.p50Ms} p99 ${result.p99Ms} max ${result.maxMs} ms` +
  `  failed ${result.failed}`;

export const ratioOf = (value: number, baseline: number): string => (value / baseline).toFixed(2);

import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

/** The parts of the evidence, in the order in which they run and stand in the report. */
export const partNames = ['faults', 'sim', 'fuzz', 'soak'] as const;
export type PartName = (typeof partNames)[number];

/** What every part says of itself beside its figures. */
export interface PartHead {
  readonly part: PartName;
  readonly passed: boolean;
  /** What failed, in words; empty when it has passed. */
  readonly problems: readonly string[];
  readonly commit: string;
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  /** How to run it again. */
  readonly command: string;
  readonly seconds: number;
}

/** All notes of one fault together. */
export interface FaultFigure {
  readonly area: string;
  readonly fault: string;
  /** The file whose test has caused it. */
  readonly test: string;
  readonly times: number;
  readonly operations: number;
  readonly medianMs: number;
  readonly worstMs: number;
}

export interface TestFigure {
  readonly file: string;
  readonly tests: number;
  readonly failed: number;
}

export interface FaultsPart extends PartHead {
  readonly part: 'faults';
  readonly files: readonly TestFigure[];
  readonly faults: readonly FaultFigure[];
}

export interface SimPart extends PartHead {
  readonly part: 'sim';
  readonly seeds: number;
  readonly from: number;
  readonly operations: number;
  readonly byOperation: Readonly<Record<string, number>>;
  readonly byAnswerCode: Readonly<Record<string, number>>;
  readonly followRows: number | Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly audits: number;
  readonly violations: number;
  readonly digest: string;
}

export interface FuzzPart extends PartHead {
  readonly part: 'fuzz';
  readonly seeds: readonly number[];
  /** What was sent, by what it was sent to. */
  readonly sent: Readonly<Record<string, number>>;
  readonly files: readonly TestFigure[];
}

/** One row of the table of samples. */
export interface SoakRow {
  readonly minute: number;
  readonly rssMiB: number | null;
  readonly heapMiB: number | null;
  readonly handles: number | null;
  readonly lagP99Ms: number | null;
  readonly connections: number | null;
  readonly tablesMiB: number | null;
  /** Dead rows of a hundred rows of all tables. */
  readonly deadPercent: number | null;
}

export interface SoakFault {
  readonly fault: string;
  readonly times: number;
  readonly operations: number;
  readonly medianMs: number;
  readonly worstMs: number;
}

export interface SoakGrowth {
  readonly what: string;
  readonly unit: string;
  readonly first: number;
  readonly last: number;
  readonly growth: number;
  readonly bound: string;
  readonly ok: boolean;
}

export interface SoakPart extends PartHead {
  readonly part: 'soak';
  readonly minutes: number;
  readonly seed: number;
  readonly rate: number;
  readonly requests: number;
  readonly writes: number;
  readonly reads: number;
  readonly unanswered: number;
  readonly toldToWait: number;
  readonly byKind: Readonly<Record<string, number>>;
  readonly follows: Readonly<Record<string, number>>;
  readonly events: number;
  readonly reconnections: number;
  readonly businessHours: number;
  readonly checkpoints: number;
  readonly invariants: number;
  readonly isJudged: boolean;
  readonly faults: readonly SoakFault[];
  readonly growths: readonly SoakGrowth[];
  readonly rows: readonly SoakRow[];
}

export type Part = FaultsPart | SimPart | FuzzPart | SoakPart;

/** The figures of a part of which nothing is known but that it failed. */
export type Failed = PartHead & { readonly part: PartName };

const commit = (): string => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim();
  } catch {
    return 'unknown';
  }
};

const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;

/** What is the same for every part of a run. */
export const headOf = (
  part: PartName,
  command: string,
  beganMs: number,
  problems: readonly string[],
) => ({
  part,
  passed: problems.length === 0,
  problems,
  commit: commit(),
  date: `${new Date().toISOString().slice(0, 16)}Z`,
  machine: machine(),
  node: process.version,
  command,
  seconds: Math.round((performance.now() - beganMs) / 1_000),
});

/** The parts of a folder, those that were run. */
export async function readParts(folder: URL): Promise<(Part | Failed)[]> {
  const parts: (Part | Failed)[] = [];
  for (const name of partNames) {
    const text = await readFile(new URL(`${name}.json`, folder), 'utf8').catch(() => null);
    if (text !== null) parts.push(JSON.parse(text) as Part);
  }
  return parts;
}

export const writePart = (folder: URL, part: Part | Failed): Promise<void> =>
  writeFile(new URL(`${part.part}.json`, folder), `${JSON.stringify(part, null, 1)}\n`);

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultNote, FuzzNote } from '../helpers/evidence.ts';
import { median } from '../soak/bounds.ts';
import type { SoakReport } from '../soak/report.ts';
import { WHOLE_PATHS } from './covered.ts';
import type { EvidenceOptions } from './options.ts';
import {
  type Failed,
  type FaultFigure,
  headOf,
  type Part,
  type PartName,
  type SimPart,
  type SoakPart,
  type SoakRow,
  type TestFigure,
} from './part.ts';
import { ROOT, run, runTests } from './run-tests.ts';

const FUZZ_SEEDS = [20_261_120, 1, 7, 42, 1_000_003];
/** Requests to each operation of the API, and to GraphQL and each namespace, per seed. */
const ROUTE_CALLS = 60;
const OTHER_CALLS = 1_000;

/** Runs one part and answers its figures; whatever goes wrong stands in them. */
export async function runPart(name: PartName, options: EvidenceOptions): Promise<Part | Failed> {
  const beganMs = performance.now();
  try {
    return await runners[name](options, beganMs);
  } catch (problem) {
    return headOf(name, `npm run evidence -- --only ${name}`, beganMs, [String(problem)]);
  }
}

const runners: Readonly<
  Record<PartName, (options: EvidenceOptions, beganMs: number) => Promise<Part>>
> = {
  async faults(_, beganMs) {
    type Note = FaultNote & { readonly test: string };
    const { files, problems, notes } = await runTests<Note>(WHOLE_PATHS);
    const command = 'npm run evidence -- --only faults';
    return {
      ...headOf('faults', command, beganMs, problems),
      ...{ part: 'faults', files, faults: together(notes) },
    };
  },

  async sim({ seeds }, beganMs) {
    const command = `npm run sim -- --seeds ${seeds}`;
    const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    const script: string | undefined = manifest.scripts.sim;
    if (script === undefined) throw new Error('there is no simulator: no script `sim`');
    const found = await withReport<Omit<SimPart, keyof typeof headOf>>((file) =>
      run([
        ...script.replace(/^.*\bnode /, '').split(' '),
        '--seeds',
        `${seeds}`,
        '--report',
        file,
      ]),
    );
    const { code, report } = found;
    if (report === null) throw new Error(`the simulator ended with ${code} and without a report`);
    const { violations } = report;
    const broken = Array.isArray(violations) ? violations.map((one) => JSON.stringify(one)) : [];
    const count = Array.isArray(violations) ? violations.length : violations;
    const problems = count > 0 ? [...broken, `${count} violations`] : [];
    const ended = code !== 0 && count === 0 ? [`the simulator ended with ${code}`] : [];
    return {
      ...{ seeds: report.seeds, from: report.from, operations: report.operations },
      ...{ byOperation: report.byOperation, byAnswerCode: report.byAnswerCode },
      ...{ followRows: report.followRows, faults: report.faults, audits: report.audits },
      ...{ violations: count, digest: report.digest },
      ...headOf('sim', command, beganMs, [...problems, ...ended]),
      part: 'sim',
    };
  },

  async fuzz(_, beganMs) {
    const problems: string[] = [];
    const sent: Record<string, number> = {};
    let files: readonly TestFigure[] = [];
    const calls = [
      [['test/fuzz/routes.test.ts'], ROUTE_CALLS],
      [['test/fuzz/graphql.test.ts', 'test/fuzz/sockets.test.ts'], OTHER_CALLS],
    ] as const;
    for (const seed of FUZZ_SEEDS) {
      const found = [];
      for (const [paths, count] of calls) {
        const env = { SKEIN_FUZZ_SEED: `${seed}`, SKEIN_FUZZ_CALLS: `${count}` };
        found.push(await runTests<FuzzNote>(paths, env));
      }
      files = found.flatMap((one) => one.files);
      for (const one of found) {
        problems.push(...one.problems.map((problem) => `seed ${seed}: ${problem}`));
        for (const { fuzz, sent: count } of one.notes) sent[fuzz] = (sent[fuzz] ?? 0) + count;
      }
    }
    const command = 'npm run evidence -- --only fuzz';
    return {
      ...headOf('fuzz', command, beganMs, problems),
      ...{ part: 'fuzz', seeds: FUZZ_SEEDS, sent, files },
    };
  },

  async soak({ soakMinutes }, beganMs) {
    const { code, report } = await withReport<SoakReport>((file) =>
      run(['dist/test/soak/main.js', '--minutes', `${soakMinutes}`, '--report', file]),
    );
    if (report === null) throw new Error(`the soak ended with ${code} and without a report`);
    return soakPartOf(report, beganMs);
  },
};

async function withReport<Report>(work: (file: string) => Promise<number>) {
  const folder = await mkdtemp(join(tmpdir(), 'skein-evidence-'));
  try {
    const file = join(folder, 'report.json');
    const code = await work(file);
    const text = await readFile(file, 'utf8').catch(() => null);
    return { code, report: text === null ? null : (JSON.parse(text) as Report) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same fault of the same test as one row, in the order in which they were met. */
function together(notes: readonly (FaultNote & { readonly test: string })[]): FaultFigure[] {
  const rows = new Map<string, (typeof notes)[number][]>();
  for (const note of notes) {
    const key = `${note.area} ${note.test} ${note.fault}`;
    rows.set(key, [...(rows.get(key) ?? []), note]);
  }
  return [...rows.values()].map((all) => {
    const { area, fault, test } = all[0] as (typeof notes)[number];
    return { area, fault, test, ...recoveryOf(all) };
  });
}

function recoveryOf(
  all: readonly { readonly operations: number; readonly recoveryMs: number | null }[],
) {
  const times = all.map(({ recoveryMs }) => recoveryMs).filter((ms) => ms !== null);
  return {
    times: all.length,
    operations: all.reduce((sum, { operations }) => sum + operations, 0),
    medianMs: Math.round(median(times)),
    worstMs: Math.round(Math.max(0, ...times)),
  };
}

/** The figures of a soak without its single samples. */
export function soakPartOf(report: SoakReport, beganMs: number): SoakPart {
  const { minutes, seed, rate, counts, streams, checkpoints, samples } = report;
  const names = [...new Set(report.faults.map(({ fault }) => fault))];
  const command = `npm run soak -- --minutes ${minutes} --seed ${seed}`;
  const { requests, writes, reads, unanswered, toldToWait, byKind } = counts;
  return {
    ...headOf('soak', command, beganMs, report.problems),
    ...{ part: 'soak', seconds: report.seconds, minutes, seed, rate },
    ...{ requests, writes, reads, unanswered, toldToWait, byKind, follows: report.follows },
    ...{ events: streams.events, reconnections: streams.reconnections },
    ...{ businessHours: report.businessHours, checkpoints: checkpoints.length },
    invariants: checkpoints.at(-1)?.invariants ?? 0,
    ...{ isJudged: report.isJudged, growths: report.growths },
    faults: names.map((fault) => ({
      fault,
      ...recoveryOf(report.faults.filter((one) => one.fault === fault)),
    })),
    rows: rowsOf(samples, minutes),
  };
}

const tenth = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 10) / 10;

/** About a dozen rows: the medians of as many stretches of the time. */
function rowsOf(samples: SoakReport['samples'], minutes: number): SoakRow[] {
  const step = Math.max(0.5, minutes / 12);
  const rows: SoakRow[] = [];
  for (let from = 0; from < minutes; from += step) {
    const some = samples.filter(
      ({ atSeconds }) => atSeconds >= from * 60 && atSeconds < (from + step) * 60,
    );
    const of = (pick: (sample: (typeof some)[number]) => number | null | undefined) => {
      const values = some.map(pick).filter((value) => value !== null && value !== undefined);
      return values.length === 0 ? null : tenth(median(values));
    };
    const lasting = (pick: keyof NonNullable<(typeof some)[number]['processes']['lasting']>) =>
      of(({ processes }) => processes.lasting?.[pick]);
    rows.push({
      minute: tenth(from + step) ?? 0,
      ...{ rssMiB: lasting('rssMiB'), heapMiB: lasting('heapMiB') },
      ...{ handles: lasting('handles'), lagP99Ms: lasting('lagP99Ms') },
      connections: of(({ database }) => database?.connections),
      tablesMiB: of(({ database }) => database && database.bytes / 2 ** 20),
      deadPercent: of(({ database }) => {
        if (database === null) return null;
        return (100 * database.deadRows) / Math.max(1, database.liveRows + database.deadRows);
      }),
    });
  }
  return rows;
}

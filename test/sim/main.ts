import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { monotonicClock } from '../../src/platform/clock.ts';
import { makeReport, printViolation, writeReport } from './report.ts';
import type { SeedResult } from './run-seed.ts';
import { runSeed } from './run-seed.ts';
import { runInChildren } from './seed-runner.ts';
import { startSimServer } from './server.ts';

const USAGE = `npm run sim -- [options]
  --seeds N       how many seeds (20)
  --from N        the first of them (1)
  --seed N        one seed alone, with its trace
  --steps N       steps of each seed (120)
  --report FILE   writes what came of it as JSON
  --break DEFECT  with --seed: makes a defect, which must be found: wallet, follower, answer
`;
/** Seeds between two lines of progress. */
const SEEDS_A_LINE = 10;

function options() {
  const number = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      seeds: number,
      from: number,
      seed: number,
      steps: number,
      report: number,
      break: number,
      quiet: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const {
    seed,
    seeds = seed === undefined ? '20' : '1',
    from = seed ?? '1',
    steps = '120',
  } = values;
  return { ...values, isOne: seed !== undefined, seeds: +seeds, from: +from, steps: +steps };
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const chosen = options();
  if (chosen.help) {
    say(USAGE);
    return 0;
  }
  const beganMs = monotonicClock.elapsedMs();
  const { from, seeds, steps, isOne, quiet = false } = chosen;
  const server = await startSimServer();
  const results: SeedResult[] = [];
  try {
    const told = (result: SeedResult): void => {
      results.push(result);
      if (result.violation) say(printViolation(result, steps));
      else if (results.length % SEEDS_A_LINE === 0) say(`${results.length} of ${seeds} seeds`);
    };
    const show = quiet ? () => {} : say;
    if (isOne) told(await runSeed(server, { seed: from, steps, show, defect: chosen.break }));
    else
      await runInChildren({ server, from, seeds, steps, children: availableParallelism() }, told);
  } finally {
    await server.stop();
  }
  const seconds = Math.round((monotonicClock.elapsedMs() - beganMs) / 100) / 10;
  const report = makeReport(results, { from, steps, seconds });
  for (const [name, value] of Object.entries(report)) say(`${name}: ${JSON.stringify(value)}`);
  if (chosen.report !== undefined) await writeReport(chosen.report, report);
  return report.violations.length === 0 ? 0 : 1;
}

process.exit(await main());

import { writeFile } from 'node:fs/promises';
import { soakOptions } from './options.ts';
import type { SoakReport } from './report.ts';
import { runSoak } from './run.ts';
import { openStage } from './stage.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function show(report: SoakReport): void {
  const { counts, streams, faults, growths, problems } = report;
  print(
    `\n${counts.requests} requests in ${report.seconds} s: ${counts.writes} writes, each there`,
  );
  print(`once; ${counts.reads} reads; ${counts.unanswered} attempts without an answer,`);
  print(
    `${counts.toldToWait} told to come again; ${streams.events} events over sockets without a gap,`,
  );
  print(`${streams.reconnections} reconnections; ${faults.length} faults survived.\n`);
  for (const { what, unit, first, last, growth, bound, ok } of growths) {
    const size = `${first.toFixed(1)} → ${last.toFixed(1)} ${unit}`;
    const share = `${(growth * 100).toFixed(1)} %`;
    print(`${ok ? 'ok    ' : 'BROKEN'}  ${what}: ${size} (${share}; ${bound})`);
  }
  if (!report.isJudged) print('        too short for growth to be judged');
  for (const problem of problems) print(`\nBROKEN  ${problem}`);
  print(report.passed ? '\nThe soak has passed.' : `\nThe soak has failed: ${problems.length}.`);
}

const options = soakOptions(process.argv.slice(2));
const stage = await openStage();
let isKept = options.keep;
// The first signal lets it check everything and report; the second one ends it.
const early = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (early.signal.aborted) void stage.close(false).finally(() => process.exit(1));
    else early.abort();
  });
}
try {
  const report = await runSoak(stage, options, { print, signal: early.signal });
  show(report);
  if (options.report !== null) {
    await writeFile(options.report, `${JSON.stringify(report, null, 1)}\n`);
  }
  isKept ||= !report.passed;
  process.exitCode = report.passed ? 0 : 1;
} catch (problem) {
  isKept = true;
  process.exitCode = 1;
  process.stderr.write(`${problem instanceof Error ? problem.stack : problem}\n`);
} finally {
  await stage.close(isKept);
  if (isKept) print(`Logs and database: ${stage.folder}`);
}
// Sockets and agents of the generator need not be waited for.
process.exit();

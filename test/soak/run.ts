import { setTimeout as delay } from 'node:timers/promises';
import { chanceOf } from '../fuzz/chance.ts';
import { bloat, growths, JUDGED_MINUTES, WARM_UP_SHARE } from './bounds.ts';
import { checkEverything, followsByResult } from './check.ts';
import { startFaults } from './faults.ts';
import { firstCalls, startLoad } from './load.ts';
import { startNature } from './nature.ts';
import type { SoakOptions } from './options.ts';
import { createRecorder, type SoakUser } from './recorder.ts';
import type { Checkpoint, SoakReport } from './report.ts';
import { type Sample, type TableSize, tableSizes, takeSample } from './samples.ts';
import { processNames, type Stage } from './stage.ts';
import { openStreams } from './streams.ts';
import { makeWorld } from './world.ts';

const SAMPLE_MS = 10_000;
const CHECK_MINUTES = 5;
/** Users whose stream and chats are listened to. */
const LISTENERS = 24;
const VISIT_EVERY_MS = 2_000;

/**
 * Runs the whole soak; the minutes begin when users and first calls are made. Aborted it checks
 * everything as at its end, and tells what it has seen.
 */
export async function runSoak(
  stage: Stage,
  { minutes, seed, rate }: SoakOptions,
  { print, signal }: { print: (line: string) => void; signal: AbortSignal },
): Promise<SoakReport> {
  const chances = [0, 1, 2, 3].map((n) => chanceOf(seed * 4 + n));
  const [loadChance, faultChance, natureChance, otherChance] = chances as [
    ...[ReturnType<typeof chanceOf>, ReturnType<typeof chanceOf>],
    ...[ReturnType<typeof chanceOf>, ReturnType<typeof chanceOf>],
  ];
  const origins = processNames.map((which) => stage.originOf(which));
  const recorder = createRecorder(() => origins, `${seed}`);
  const world = await makeWorld(stage, recorder);
  const actor = { world, recorder, chance: loadChance };
  await firstCalls(actor);
  const listeners = world.groups.flatMap(({ members }) => members).slice(0, LISTENERS);
  const streams = await openStreams(listeners, origins, otherChance);
  print(`seed ${seed}: ${world.users.length} users are made, ${minutes} minutes begin`);

  const beganMs = performance.now();
  const seconds = (): number => Math.round((performance.now() - beganMs) / 1_000);
  const load = startLoad(actor, rate);
  const nature = startNature({ stage, recorder, world, chance: natureChance }, minutes);
  const [prober] = world.wanderers as [SoakUser];
  const token = world.tokens[0] as string;
  const faults = startFaults({ stage, recorder, chance: faultChance, prober, token }, minutes);
  const samples: Sample[] = [];
  const sampler = setInterval(async () => {
    samples.push(await takeSample(stage, seconds()));
  }, SAMPLE_MS);
  const visits = setInterval(() => {
    const [symbol = ''] = world.symbols;
    streams.visit(otherChance.one(origins), otherChance.one(world.users), symbol);
  }, VISIT_EVERY_MS);

  const checkpoints: Checkpoint[] = [];
  let firstTables: TableSize[] | null = null;
  let tables: TableSize[] = [];
  const everySeconds = Math.min(CHECK_MINUTES, minutes / 2) * 60;
  const endSeconds = minutes * 60;
  for (let atSeconds = everySeconds; ; atSeconds += everySeconds) {
    const goal = Math.min(atSeconds, endSeconds);
    while (seconds() < goal && !signal.aborted) await delay(200);
    await Promise.all([faults.pause(), nature.pause()]);
    await load.pause();
    const problems = await checkEverything(stage, recorder, streams, checkpoints.length);
    tables = await tableSizes(stage);
    if (seconds() >= endSeconds * WARM_UP_SHARE) firstTables ??= tables;
    checkpoints.push({ atSeconds: seconds(), ...problems });
    print(
      `${seconds()} s: ${recorder.counts.requests} requests, ${faults.rows.length} faults, ` +
        `${Math.round(samples.at(-1)?.processes.lasting?.rssMiB ?? 0)} MiB, ` +
        `${problems.problems.length} problems`,
    );
    if (goal >= endSeconds || signal.aborted || problems.problems.length > 0) break;
    for (const one of [load, nature, faults]) one.resume();
  }
  clearInterval(sampler);
  clearInterval(visits);
  await Promise.all([faults.stop(), nature.stop()]);
  await load.stop();
  streams.close();

  const isJudged = seconds() >= JUDGED_MINUTES * 60;
  const all = [...growths(samples), ...bloat(firstTables ?? tables, tables)];
  const broken = all.filter(({ ok }) => !ok);
  const problems = [
    ...(signal.aborted ? ['it was ended early'] : []),
    ...recorder.findings,
    ...checkpoints.flatMap((one) => one.problems),
    ...(isJudged ? broken.map(({ what, bound }) => `${what}: not ${bound}`) : []),
  ];
  return {
    ...{ minutes, seed, rate, seconds: seconds(), passed: problems.length === 0, problems },
    ...{ counts: recorder.counts, follows: await followsByResult(stage) },
    ...{ streams: streams.figures, businessHours: nature.hours, checkpoints },
    ...{ faults: faults.rows, isJudged, growths: all, tables, samples },
  };
}

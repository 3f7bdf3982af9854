import { chosen, readArguments } from './arguments.ts';
import { measureGrowth } from './growth/growth.ts';
import { audit } from './measurements/audit.ts';
import { predictionOrders, spotBuys } from './measurements/buys.ts';
import { chat } from './measurements/chat.ts';
import { fanOutBeside, fanOuts } from './measurements/fan-out.ts';
import type { Measurement } from './measurements/measurement.ts';
import { memory } from './measurements/memory.ts';
import { perpetuals } from './measurements/perps.ts';
import { portfolios } from './measurements/portfolio.ts';
import { meReads } from './measurements/reads.ts';
import { searches } from './measurements/search.ts';
import { createReport } from './report.ts';
import { openStage } from './stage.ts';

/** Seconds of each run of load, and with `--quick`. */
const SECONDS = 8;
const QUICK_SECONDS = 3;

/** Every figure, in the order it is taken; each file says what its rows mean. */
const measurements: readonly Measurement[] = [
  meReads,
  spotBuys,
  predictionOrders,
  fanOuts,
  fanOutBeside,
  portfolios,
  perpetuals,
  chat,
  memory,
  searches,
  audit,
];

async function main(): Promise<void> {
  const { quick, only, growth } = readArguments(process.argv.slice(2));
  const seconds = quick ? QUICK_SECONDS : SECONDS;
  const report = createReport();
  if (growth) {
    await measureGrowth(report, { quick, only });
    process.stdout.write(`${await report.write('bench/growth-results.json', seconds)}\n`);
    return;
  }
  const asked = chosen(measurements, only);
  const stage = await openStage({ seconds, quick, report });
  try {
    for (const { measure } of asked) await measure(stage);
    process.stdout.write(`${await report.write('bench/results.json', seconds)}\n`);
  } finally {
    await stage.close();
  }
}

await main();

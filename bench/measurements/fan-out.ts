import { load } from '../load.ts';
import { loadText, ratioOf } from '../report.ts';
import { buysSpec, callsOf, type FanOutResult, followedGroup, oneCall } from '../scenarios.ts';
import type { Stage } from '../stage.ts';
import type { Measurement } from './measurement.ts';

/** Calls of a leader, one after another. */
const CALLS = 4;
const FOREGROUND_CONNECTIONS = 32;
/** A run of load that takes in at least one whole fan-out. */
const FOREGROUND_SECONDS = 5;
/** As many calls at most as there are tokens to make them in. */
const MOST_CALLS = 16;

const sorted = (times: readonly number[]): number[] => [...times].sort((a, b) => a - b);
const listed = (times: readonly number[]): string => sorted(times).map(Math.round).join(', ');

async function show(stage: Stage, what: string, calls: readonly FanOutResult[]): Promise<void> {
  const bare = await stage.bareWrites();
  const missing = calls.filter(({ followers, filled }) => filled !== followers);
  if (calls.length === 0 || missing.length > 0) throw new Error(`${what}: not all were filled`);
  const all = sorted(calls.map(({ allMs }) => allMs));
  const typical = all[Math.floor((all.length - 1) / 2)] ?? 1;
  const followers = calls[0]?.followers ?? 0;
  stage.report.row({
    what,
    measured: `all in ${listed(all)} ms  leader ${listed(calls.map(({ leaderMs }) => leaderMs))} ms`,
    baseline: `one tx each ${bare}/s`,
    ratio: ratioOf((followers * 1_000) / typical, bare),
  });
}

/** One call of a leader to so many followers, with nothing else to do. */
export const fanOuts: Measurement = {
  name: 'fan-out',
  async measure(stage) {
    const service = await stage.service();
    for (const followers of [2_000, 10_000]) {
      const group = await followedGroup(service, stage.database, followers);
      const calls: FanOutResult[] = [];
      for (const token of await callsOf(service, group, CALLS)) {
        calls.push(await oneCall(service, stage.database, group, token));
      }
      stage.report.note(`fanOut${followers}`, calls);
      await show(stage, `fan-out to ${followers} followers`, calls);
    }
  },
};

/** The same while members of other groups trade, which must not have to wait for it. */
export const fanOutBeside: Measurement = {
  name: 'fan-out-beside',
  async measure(stage) {
    const { database, report } = stage;
    const service = await stage.service();
    const group = await followedGroup(service, database, 10_000);
    const world = await stage.world();
    const tokens = await callsOf(service, group, MOST_CALLS);
    const calls: FanOutResult[] = [];
    const pressure = {
      origin: service.origin,
      connections: FOREGROUND_CONNECTIONS,
      seconds: FOREGROUND_SECONDS,
      spec: buysSpec(world),
    };
    let running = true;
    const foreground = load(pressure).finally(() => {
      running = false;
    });
    for (const token of tokens) {
      const call = await oneCall(service, database, group, token);
      // A call that the load did not last through has not been beside it.
      if (!running) break;
      calls.push(call);
    }
    const result = await foreground;
    const alone = await load({ ...pressure, seconds: stage.seconds });
    report.note('fanOutBeside', { calls, foreground: result, alone });
    await show(stage, `fan-out to 10000, ${FOREGROUND_CONNECTIONS} trading`, calls);
    report.row({
      what: `their buys meanwhile, ${FOREGROUND_CONNECTIONS} connections`,
      measured: loadText(result),
      baseline: `alone ${alone.requestsPerSecond}/s p99 ${alone.p99Ms}`,
      ratio: ratioOf(result.requestsPerSecond, alone.requestsPerSecond),
    });
  },
};

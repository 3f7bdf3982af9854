import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditChecks } from '../src/audit-checks.ts';
import { auditDatabase } from '../src/ledger/audit.ts';
import { startEmbedded } from '../src/platform/db/embedded.ts';
import { type Database, openDatabase } from '../src/platform/db/pool.ts';
import { createLog } from '../src/platform/log.ts';
import { bareTransactions } from './bare-database.ts';
import type { LoadResult } from './load.ts';
import { perpCall, perpCrash, perpOpens, perpTick } from './perps.ts';
import { holders, positionReads, snapshots } from './portfolio.ts';
import { eventSearches, predictionBuys, predictionCalls, writeManyMarkets } from './predictions.ts';
import { bareReads, buys, fanOut, reads, type TradingWorld, tradingWorld } from './scenarios.ts';
import { type Service, startService } from './service.ts';
import { chatMessages } from './sockets.ts';

/** Seconds of each run of load; `--quick` shortens them for a look. */
const quick = process.argv.includes('--quick');
const SECONDS = quick ? 3 : 8;

interface Row {
  readonly what: string;
  readonly measured: string;
  readonly baseline: string;
  readonly ratio: string;
}

const rows: Row[] = [];
const raw: Record<string, unknown> = {};

function show(row: Row): void {
  rows.push(row);
  const { what, measured, baseline, ratio } = row;
  process.stdout.write(
    `${what.padEnd(34)} ${measured.padEnd(58)} ${baseline.padEnd(20)} ${ratio}\n`,
  );
}

const loadText = (result: LoadResult): string =>
  `${result.requestsPerSecond}/s  p50 ${result.p50Ms} p99 ${result.p99Ms} max ${result.maxMs} ms` +
  `  failed ${result.failed}`;

const ratioOf = (value: number, baseline: number): string => (value / baseline).toFixed(2);

interface Baselines {
  /** The rows of a spot buy, one transaction each, per second. */
  readonly bareTx: number;
  readonly bareGet: LoadResult;
}

async function measure(database: Database, url: string, folder: string): Promise<void> {
  const inFlight = { inFlight: 64, seconds: SECONDS };
  const bareTx = await bareTransactions(database.clientConfig(), inFlight);
  const bareGet = await bareReads(64, SECONDS);
  raw.bareTransactionsPerSecond = bareTx;
  raw.bareReads = bareGet;
  process.stdout.write(`load by ${bareGet.generator}\n`);
  const service = await startService({ DATABASE_URL: url });
  let world: TradingWorld;
  try {
    world = await tradingWorld(service);
    await measureRequests(service, world, { bareTx, bareGet });
    await measureFanOut(service, database, bareTx);
    await measurePortfolio(service, database, bareGet);
    await measurePerps(service, database, world, bareTx);
    await measureChat(service, world);
    const memory = await service.memory();
    raw.memory = memory;
    const measured = `${memory.nowMiB} MiB now, ${memory.peakMiB} MiB at most`;
    show({ what: 'memory of the service', measured, baseline: '', ratio: '' });
  } finally {
    await service.stop();
  }
  await measureSearch(url, folder, world);
  const audit = await auditDatabase(database, auditChecks, Date.now());
  const failed = audit.checks.filter(({ ok }) => !ok);
  raw.audit = { ok: audit.ok, failed };
  const measured = audit.ok
    ? 'clean'
    : failed.map(({ name, detail }) => `${name}: ${detail}`).join();
  show({ what: 'audit of all of it', measured, baseline: '', ratio: '' });
}

async function measureRequests(
  service: Service,
  world: TradingWorld,
  { bareTx, bareGet }: Baselines,
): Promise<void> {
  const me = await reads(service, world, { connections: 64, seconds: SECONDS });
  raw.me = me;
  show({
    what: 'GET /me, 64 connections',
    measured: loadText(me),
    baseline: `Fastify ${bareGet.requestsPerSecond}/s`,
    ratio: ratioOf(me.requestsPerSecond, bareGet.requestsPerSecond),
  });
  const showBuys = (what: string, result: LoadResult): void =>
    show({
      what,
      measured: loadText(result),
      baseline: `one tx each ${bareTx}/s`,
      ratio: ratioOf(result.requestsPerSecond, bareTx),
    });
  await buys(service, world, { connections: 64, seconds: 2 });
  for (const connections of [64, 128]) {
    const result = await buys(service, world, { connections, seconds: SECONDS });
    raw[`buys${connections}`] = result;
    showBuys(`spot buy, ${connections} connections`, result);
  }
  const predictions = { ...world, calls: await predictionCalls(service, world) };
  await predictionBuys(service, predictions, { connections: 64, seconds: 2 });
  const result = await predictionBuys(service, predictions, { connections: 64, seconds: SECONDS });
  raw.predictionBuys64 = result;
  showBuys('prediction buy, 64 connections', result);
}

async function measureFanOut(service: Service, database: Database, bareTx: number): Promise<void> {
  for (const followers of quick ? [2_000] : [2_000, 10_000]) {
    const calls = await fanOut(service, database, followers, 4);
    raw[`fanOut${followers}`] = calls;
    const all = calls.map(({ allMs }) => allMs).sort((a, b) => a - b);
    const leader = calls.map(({ leaderMs }) => leaderMs).sort((a, b) => a - b);
    const rate = Math.round((followers * 1_000) / (all[1] ?? 1));
    show({
      what: `fan-out to ${followers} followers`,
      measured:
        `all in ${all.map((ms) => Math.round(ms)).join(', ')} ms` +
        `  leader ${leader.map((ms) => Math.round(ms)).join(', ')} ms`,
      baseline: `one tx each ${bareTx}/s`,
      ratio: ratioOf(rate, bareTx),
    });
  }
}

async function measurePortfolio(
  service: Service,
  database: Database,
  bareGet: LoadResult,
): Promise<void> {
  const world = await holders(service);
  await positionReads(service, world, { connections: 64, seconds: 1 });
  const reading = await positionReads(service, world, { connections: 64, seconds: SECONDS });
  raw.positions = reading;
  show({
    what: 'GET /positions, 10 of each vertical',
    measured: loadText(reading),
    baseline: `Fastify ${bareGet.requestsPerSecond}/s`,
    ratio: ratioOf(reading.requestsPerSecond, bareGet.requestsPerSecond),
  });
  const { users, allMs } = await snapshots(service, database);
  raw.snapshots = { users, allMs };
  show({
    what: `worth of ${users} accounts noted`,
    measured: `all in ${allMs} ms, with what else an hour makes due`,
    baseline: '',
    ratio: '',
  });
}

async function measurePerps(
  service: Service,
  database: Database,
  world: TradingWorld,
  bareTx: number,
): Promise<void> {
  const proposal = await perpCall(service, world);
  await perpOpens(service, world, { connections: 64, seconds: 2, proposal });
  const opens = await perpOpens(service, world, { connections: 64, seconds: SECONDS, proposal });
  raw.perpOpens64 = opens;
  show({
    what: 'perp open, 64 connections',
    measured: loadText(opens),
    baseline: `one tx each ${bareTx}/s`,
    ratio: ratioOf(opens.requestsPerSecond, bareTx),
  });
  const tick = await perpTick(service, database, world, proposal);
  raw.perpTick = tick;
  show({
    what: 'mark that crosses nothing',
    measured: `p50 ${tick.p50Ms} p99 ${tick.p99Ms} ms`,
    baseline: `${tick.positions} positions`,
    ratio: '',
  });
  const crash = await perpCrash(service, database, world, proposal);
  raw.perpCrash = crash;
  show({
    what: `liquidation of ${crash.liquidated}`,
    measured: `all in ${crash.allMs} ms`,
    baseline: `${tick.positions} other positions`,
    ratio: '',
  });
}

async function measureChat(service: Service, { group }: TradingWorld): Promise<void> {
  const result = await chatMessages(service, group);
  raw.chat = result;
  const { sockets, messages, p50Ms, p99Ms, maxMs, lost } = result;
  show({
    what: `chat message to ${sockets} sockets`,
    measured: `p50 ${p50Ms} p99 ${p99Ms} max ${maxMs} ms  lost ${lost}`,
    baseline: `${messages} messages`,
    ratio: '',
  });
}

/** Searches in a second service, over a recording of 5,000 markets. */
async function measureSearch(url: string, folder: string, world: TradingWorld): Promise<void> {
  const recording = join(folder, 'recording');
  const now = new Date();
  await writeManyMarkets(recording, now.getTime());
  const service = await startService({
    DATABASE_URL: url,
    SKEIN_MARKET_DATA: recording,
    SKEIN_REPLAY_START: now.toISOString(),
  });
  try {
    for (const connections of [1, 8]) {
      await eventSearches(service, world, { connections, seconds: 1 });
      const result = await eventSearches(service, world, { connections, seconds: SECONDS });
      raw[`searches${connections}`] = result;
      const what = `event search, ${connections === 1 ? '1 connection' : `${connections} connections`}`;
      show({ what, measured: loadText(result), baseline: '5,000 markets', ratio: '' });
    }
  } finally {
    await service.stop();
  }
}

const commitOf = (): string => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim();
  } catch {
    return 'unknown';
  }
};

async function main(): Promise<void> {
  const log = createLog({ level: 'error' });
  const folder = await mkdtemp(join(tmpdir(), 'skein-bench-'));
  await chmod(folder, 0o711);
  const server = await startEmbedded({ dataDir: join(folder, 'data'), log });
  const { host, port, user, database: name } = server;
  const url = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${name}`;
  const database = await openDatabase({ config: { databaseUrl: url, dataDir: folder }, log });
  try {
    await measure(database, url, folder);
    const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
    const results = {
      commit: commitOf(),
      node: process.version,
      machine,
      seconds: SECONDS,
      rows,
      raw,
    };
    const file = fileURLToPath(new URL('../../bench/results.json', import.meta.url));
    await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
    process.stdout.write(`\n${machine}, node ${process.version}, commit ${commitOf()}\n${file}\n`);
  } finally {
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();

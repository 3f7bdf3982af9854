import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/platform/db/embedded.ts';
import { type Database, openDatabase } from '../src/platform/db/pool.ts';
import { createLog } from '../src/platform/log.ts';
import { bareTransactions } from './bare-database.ts';
import type { LoadResult } from './load.ts';
import type { Report } from './report.ts';
import { bareReads, type TradingWorld, tradingWorld } from './scenarios.ts';
import { type Service, startService } from './service.ts';

/** What measurements share; everything is made when it is first asked for. */
export interface Stage {
  /** Seconds of each run of load. */
  readonly seconds: number;
  readonly quick: boolean;
  readonly report: Report;
  readonly database: Database;
  /** The address of the database, for a service of a measurement's own. */
  readonly url: string;
  /** For files; gone at the end. */
  readonly folder: string;
  service(): Promise<Service>;
  world(): Promise<TradingWorld>;
  /** The rows of a spot buy, one transaction each, per second: the baseline of writes. */
  bareWrites(): Promise<number>;
  /** Fastify answering a constant: the baseline of reads. */
  bareReads(): Promise<LoadResult>;
  close(): Promise<void>;
}

/** Makes it once. */
function once<T>(make: () => Promise<T>): { (): Promise<T>; made: Promise<T> | undefined } {
  const get = () => {
    get.made ??= make();
    return get.made;
  };
  get.made = undefined as Promise<T> | undefined;
  return get;
}

/** An embedded Postgres with its usual durability and the service as `npm start` runs it. */
export async function openStage(options: {
  readonly seconds: number;
  readonly quick: boolean;
  readonly report: Report;
}): Promise<Stage> {
  const { seconds, report } = options;
  const { database, url, folder, close } = await openServer();
  const service = once(() => startService({ DATABASE_URL: url }));
  return {
    ...options,
    database,
    url,
    folder,
    service,
    world: once(async () => tradingWorld(await service())),
    bareWrites: once(async () => {
      const perSecond = await bareTransactions(database.clientConfig(), { inFlight: 64, seconds });
      report.note('bareTransactionsPerSecond', perSecond);
      return perSecond;
    }),
    bareReads: once(async () => {
      const result = await bareReads(64, seconds);
      report.note('bareReads', result);
      return result;
    }),
    async close() {
      await (await service.made?.catch(() => undefined))?.stop();
      await close();
    },
  };
}

/** A server of databases that is gone at the end. */
export interface ScratchServer {
  readonly database: Database;
  readonly url: string;
  readonly folder: string;
  close(): Promise<void>;
}

export async function openServer(): Promise<ScratchServer> {
  const log = createLog({ level: 'error' });
  const folder = await mkdtemp(join(tmpdir(), 'skein-bench-'));
  await chmod(folder, 0o711);
  const server = await startEmbedded({ dataDir: join(folder, 'data'), log });
  const { host, port, user, database: name } = server;
  const url = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${name}`;
  const database = await openDatabase({ config: { databaseUrl: url, dataDir: folder }, log });
  return {
    database,
    url,
    folder,
    async close() {
      await database.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { findBinaries } from './embedded/binaries.ts';
import { ensureCluster, SUPERUSER } from './embedded/cluster.ts';
import { isAlive } from './embedded/process-table.ts';
import { chooseRunner } from './embedded/runner.ts';
import {
  findOrStart,
  ownerOf,
  type Server,
  type ServerOptions,
  stopServer,
} from './embedded/server.ts';

const DATABASE = 'skein';
const WATCH_INTERVAL_MS = 250;
const LONGEST_RESTART_PAUSE_MS = 5_000;

/** What differs from the defaults of Postgres; durability is left as it is (fsync on). */
const defaultSettings = {
  max_connections: '60',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A new log segment is not filled with zeros first: that would hold every commit up for tens of
  // milliseconds each 16 MB. The sync of each commit then also writes down where its blocks are.
  wal_init_zero: 'off',
  // Ledger tables grow fast: look a little more often than a usual database would.
  autovacuum_naptime: '30s',
  autovacuum_vacuum_scale_factor: '0.1',
  autovacuum_analyze_scale_factor: '0.05',
  // Refused statements are reported by the service that sent them.
  log_min_messages: 'log',
  log_min_error_statement: 'fatal',
  log_checkpoints: 'off',
} as const;

/** The embedded Postgres server; connections go through the Unix socket in `host` only. */
export interface EmbeddedDatabase {
  /** The directory of the socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Process of the server; changes when the server had to be started again. */
  readonly pid: number;
  /** True when the server was found running, started by another process. */
  readonly adopted: boolean;
  /** Stops the server, unless another living process started it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** Settings of Postgres that replace the defaults; tests switch `fsync` off. */
  settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the bundled Postgres on `<dataDir>/postgres`, or joins the one that runs there, and keeps
 * it running until `stop`. Throws EmbeddedDatabaseError with a remedy when that is not possible.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log } = options;
  const settings = { ...defaultSettings, ...options.settings };
  const binaries = await findBinaries();
  // Root's directory can be passed through, so that the unprivileged user reaches its part of it.
  mkdirSync(options.dataDir, {
    recursive: true,
    mode: process.getuid?.() === 0 ? 0o711 : 0o700,
  });
  const dataDir = realpathSync(options.dataDir);
  const cluster = join(dataDir, 'postgres');
  const runner = chooseRunner(binaries, dataDir, cluster);
  const durable = options.settings?.fsync !== 'off';
  const origin = await ensureCluster({ binaries, runner, dataDir, cluster, durable });
  if (origin === 'made') log.info({ cluster, how: runner.how }, 'made the embedded database');
  const serverOptions: ServerOptions = { binaries, runner, dataDir, cluster, settings, log };
  const server = await findOrStart(serverOptions);
  await ensureDatabase(server);
  const adopted = server.child === undefined;
  log.info({ pid: server.pid, adopted, how: runner.how }, 'the embedded database runs');
  return keepRunning(server, serverOptions);
}

async function ensureDatabase(server: Server): Promise<void> {
  const { socketFolder: host, port } = server;
  const client = new pg.Client({ host, port, user: SUPERUSER, database: 'postgres', ssl: false });
  await client.connect();
  try {
    const known = 'select 1 from pg_database where datname = $1';
    if ((await client.query(known, [DATABASE])).rows.length > 0) return;
    await client.query(`create database ${DATABASE}`);
  } catch (err) {
    // Another process that started at the same moment may have been faster.
    const { code } = err as pg.DatabaseError;
    if (code !== '42P04' && code !== '23505') throw err;
  } finally {
    await client.end();
  }
}

function keepRunning(first: Server, options: ServerOptions): EmbeddedDatabase {
  const { log } = options;
  let server = first;
  let stopping = false;
  let restart: Promise<void> | undefined;

  const startAgain = async (): Promise<void> => {
    for (let pauseMs = 50; !stopping; pauseMs = Math.min(2 * pauseMs, LONGEST_RESTART_PAUSE_MS)) {
      try {
        server = await findOrStart(options);
        log.warn({ pid: server.pid, adopted: server.child === undefined }, 'the database is back');
        return;
      } catch (err) {
        log.error({ err }, 'the embedded database does not start again');
        await delay(pauseMs, undefined, { ref: false });
      }
    }
  };
  const watch = setInterval(() => {
    if (stopping || restart !== undefined || isAlive(server.pid)) return;
    log.error({ pid: server.pid }, 'the embedded database has ended unexpectedly');
    restart = startAgain().finally(() => {
      restart = undefined;
    });
  }, WATCH_INTERVAL_MS);
  watch.unref();
  // Where the system cannot end the server with its parent, an orderly exit still does.
  const onExit = () => server.child?.kill('SIGINT');
  process.once('exit', onExit);

  const stop = async (): Promise<void> => {
    stopping = true;
    clearInterval(watch);
    process.removeListener('exit', onExit);
    await restart;
    if (server.child === undefined && ownerOf(server.pid) !== undefined) return;
    await stopServer(server);
  };
  return {
    get host() {
      return server.socketFolder;
    },
    get port() {
      return server.port;
    },
    user: SUPERUSER,
    database: DATABASE,
    get pid() {
      return server.pid;
    },
    get adopted() {
      return server.child === undefined;
    },
    stop,
  };
}

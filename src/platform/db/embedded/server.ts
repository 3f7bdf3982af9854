import type { ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { monotonicClock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { type Binaries, EmbeddedDatabaseError } from './binaries.ts';
import { ensureSocketFolder, programEnvironment, SUPERUSER } from './cluster.ts';
import { isAlive, lookUpProcess } from './process-table.ts';
import { type Runner, stoppingWithParent } from './runner.ts';
import { dropStaleLock, dropStaleSocketLock } from './stale-lock.ts';

const PORT = 5432;
const START_LIMIT_MS = 120_000;
const ANSWER_LIMIT_MS = 5_000;
const STOP_LIMIT_MS = 8_000;
/** A server that does not answer will hardly stop in order. */
const SILENT_STOP_LIMIT_MS = 1_000;
const START_ATTEMPTS = 8;
const LOG_LIMIT_BYTES = 10_000_000;

/** A running server on the data directory. */
export interface Server {
  pid: number;
  socketFolder: string;
  port: number;
  /** The process when it was started here; undefined when the server was found running. */
  child: ChildProcess | undefined;
}

export interface ServerOptions {
  binaries: Binaries;
  runner: Runner;
  dataDir: string;
  cluster: string;
  settings: Readonly<Record<string, string>>;
  log: Log;
}

/**
 * Returns the one server of the data directory: the running one if there is one that answers,
 * else a new one. Several processes may call this at once; all get the same server.
 */
export async function findOrStart(options: ServerOptions): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const found = findRunning(options.cluster);
    if (found !== undefined) {
      const answer = await waitForAnswer(options.cluster, found);
      if (answer === 'ready') return found;
      if (answer === 'silent') await removeSilent(found, options);
      continue;
    }
    const offset = logSize(options.dataDir);
    const child = spawnServer(options);
    if (await becomesReady(options.cluster, child)) {
      const pid = child.pid ?? 0;
      return { ...readPidFile(options.cluster, pid), pid, child };
    }
    // Most likely another process was faster, or what a killed server left is still dying.
    if (findRunning(options.cluster) === undefined && attempt >= START_ATTEMPTS) {
      throw new EmbeddedDatabaseError(
        `The embedded Postgres did not start (run ${options.runner.how}). Its last words:\n` +
          `${logSince(options.dataDir, offset)}\nSet DATABASE_URL to use another Postgres.`,
      );
    }
    await delay(50 * attempt);
  }
}

interface PidFile {
  pid: number;
  socketFolder: string;
  port: number;
  status: string;
}

function parsePidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    if (!Number.isSafeInteger(pid)) return undefined;
    const [port = '', socketFolder = ''] = lines.slice(3, 5);
    return { pid, port: Number(port), socketFolder, status: lines[7]?.trim() ?? '' };
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw err;
  }
}

function readPidFile(cluster: string, pid: number): Pick<Server, 'socketFolder' | 'port'> {
  const file = parsePidFile(cluster);
  if (file?.pid !== pid) throw new EmbeddedDatabaseError('The embedded Postgres has just stopped.');
  return { socketFolder: file.socketFolder, port: file.port };
}

/** The server that the lock file names, when that process really serves this directory. */
function findRunning(cluster: string): Server | undefined {
  const file = parsePidFile(cluster);
  if (file === undefined) return undefined;
  if (serves(file.pid, cluster)) {
    return { pid: file.pid, socketFolder: file.socketFolder, port: file.port, child: undefined };
  }
  dropStaleLock(join(cluster, 'postmaster.pid'), file.pid);
  return undefined;
}

const serves = (pid: number, cluster: string): boolean =>
  lookUpProcess(pid)?.command.includes(`-D ${cluster} `) ?? false;

/** Waits while a found server starts or stops; silent: it runs but does not answer. */
async function waitForAnswer(
  cluster: string,
  server: Server,
): Promise<'ready' | 'gone' | 'silent'> {
  const begin = monotonicClock.elapsedMs();
  for (;;) {
    if (!isAlive(server.pid)) return 'gone';
    const file = parsePidFile(cluster);
    const waitedMs = monotonicClock.elapsedMs() - begin;
    if (file?.pid === server.pid && file.status === 'ready') {
      Object.assign(server, { socketFolder: file.socketFolder, port: file.port });
      if (await answers(server)) return 'ready';
      if (waitedMs > ANSWER_LIMIT_MS) return isAlive(server.pid) ? 'silent' : 'gone';
    }
    const limitMs = file?.status === 'starting' ? START_LIMIT_MS : 2 * STOP_LIMIT_MS;
    if (waitedMs > limitMs) return 'silent';
    await delay(10);
  }
}

async function answers(server: Server): Promise<boolean> {
  const client = new pg.Client({
    host: server.socketFolder,
    port: server.port,
    user: SUPERUSER,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The process that started the server, when it still lives and so answers for it. */
export function ownerOf(pid: number): number | undefined {
  const info = lookUpProcess(pid);
  const starter = Number(/cluster_name=skein-(\d+)/.exec(info?.command ?? '')?.[1]);
  // An orphan gets another parent, so parent and starter are the same only while it lives.
  return info !== undefined && info.parentPid === starter ? starter : undefined;
}

async function removeSilent(server: Server, options: ServerOptions): Promise<void> {
  const owner = ownerOf(server.pid);
  if (owner !== undefined) {
    throw new EmbeddedDatabaseError(
      `Process ${owner} runs the database in ${options.cluster} (process ${server.pid}), ` +
        'but the database does not answer. Stop that process first.',
    );
  }
  options.log.warn({ pid: server.pid }, 'stopping a left-over database that does not answer');
  await stopServer(server, SILENT_STOP_LIMIT_MS);
}

function spawnServer(options: ServerOptions): ChildProcess {
  const { binaries, runner, cluster, dataDir, settings } = options;
  const socketFolder = ensureSocketFolder(cluster, runner.owner);
  dropStaleSocketLock(join(socketFolder, `.s.PGSQL.${PORT}.lock`), (pid) => serves(pid, cluster));
  const args = ['-D', cluster, '-k', socketFolder, '-p', String(PORT)];
  const named = { ...settings, listen_addresses: '', cluster_name: `skein-${process.pid}` };
  for (const [name, value] of Object.entries(named)) args.push('-c', `${name}=${value}`);
  const log = openSync(logPath(dataDir), logSize(dataDir) > LOG_LIMIT_BYTES ? 'w' : 'a', 0o600);
  try {
    const child = runner.spawn(...stoppingWithParent(binaries.postgres, args), {
      cwd: '/',
      env: programEnvironment,
      stdio: ['ignore', log, log],
      // Its own session: an interrupt typed at the terminal is for the service, which stops it.
      detached: true,
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

async function becomesReady(cluster: string, child: ChildProcess): Promise<boolean> {
  let ended = false;
  child.once('error', () => {
    ended = true;
  });
  child.once('exit', () => {
    ended = true;
  });
  const begin = monotonicClock.elapsedMs();
  while (!ended) {
    const file = parsePidFile(cluster);
    if (file?.pid === child.pid && file?.status === 'ready') return true;
    if (monotonicClock.elapsedMs() - begin > START_LIMIT_MS) {
      child.kill('SIGKILL');
      return false;
    }
    await delay(5);
  }
  return false;
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stopServer(server: Server, fastLimitMs = STOP_LIMIT_MS): Promise<void> {
  await endProcess(server.pid, fastLimitMs);
  // Only an empty folder goes: a server that starts just now may have put its socket there.
  await rmdir(server.socketFolder).catch(() => undefined);
}

async function endProcess(pid: number, fastLimitMs: number): Promise<void> {
  for (const [signal, limitMs] of [
    ['SIGINT', fastLimitMs],
    ['SIGQUIT', 500],
    ['SIGKILL', 1_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (err) {
      if ((err as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw err;
    }
    const begin = monotonicClock.elapsedMs();
    while (monotonicClock.elapsedMs() - begin < limitMs) {
      if (!isAlive(pid)) return;
      await delay(5);
    }
  }
}

const logPath = (dataDir: string): string => join(dataDir, 'postgres.log');

const logSize = (dataDir: string): number =>
  statSync(logPath(dataDir), { throwIfNoEntry: false })?.size ?? 0;

function logSince(dataDir: string, offset: number): string {
  const file = openSync(logPath(dataDir), 'r');
  try {
    const buffer = Buffer.alloc(4_000);
    const from = Math.max(offset, fstatSync(file).size - buffer.length);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, from)).trim();
  } finally {
    closeSync(file);
  }
}

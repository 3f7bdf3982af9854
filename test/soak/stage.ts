import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readyOrigin, startArguments } from '../../bench/service.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../src/platform/db/embedded.ts';
import { columnTypes } from '../../src/platform/db/types.ts';
import { createLog } from '../../src/platform/log.ts';
import { ask, type WireAnswer } from './wire.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SANDBOX_TOKEN = 'soak-sandbox-token';
const SANDBOX_LIMIT_MS = 60_000;

/** `lasting` lives for the whole soak; `mortal` is killed and started again. */
export type ProcessName = 'lasting' | 'mortal';
export const processNames: readonly ProcessName[] = ['lasting', 'mortal'];

/** One database server and two processes of the service on it, as an operator runs them. */
export interface Stage {
  readonly folder: string;
  readonly server: EmbeddedDatabase;
  /** Lends a connection of the soak's own, which rejects while the database is away. */
  withClient<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result>;
  originOf(name: ProcessName): string;
  pidOf(name: ProcessName): number;
  /** Ends the process with kill -9, waits until it is gone. */
  kill(name: ProcessName): Promise<void>;
  /** Starts the process again on the port that it had. */
  start(name: ProcessName): Promise<void>;
  /** A call of the sandbox control; repeated until it succeeds, faults or not. */
  // biome-ignore lint/suspicious/noExplicitAny: the data of any route.
  sandbox(method: string, path: string, body?: object): Promise<any>;
  close(keep: boolean): Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly origin: string;
}

export async function openStage(): Promise<Stage> {
  const log = createLog({ level: 'fatal' });
  const folder = await mkdtemp(join(tmpdir(), 'skein-soak-'));
  await chmod(folder, 0o711);
  const server = await startEmbedded({ dataDir: join(folder, 'data'), log });
  const { host, port, user, database: name } = server;
  const url = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${name}`;
  const target = { host, port, user, database: name, ssl: false, types: columnTypes };
  const withClient: Stage['withClient'] = async (work) => {
    const client = new pg.Client({ ...target, application_name: 'soak' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const running = new Map<ProcessName, Running>();
  const of = (which: ProcessName): Running => {
    const found = running.get(which);
    if (found === undefined) throw new Error(`the ${which} process was never started`);
    return found;
  };
  const start: Stage['start'] = async (which) => {
    const before = running.get(which);
    const own = before === undefined ? '0' : new URL(before.origin).port;
    running.set(which, await startProcess(url, own, join(folder, `${which}.log`)));
  };
  const sandbox: Stage['sandbox'] = async (method, path, body) => {
    const beganMs = performance.now();
    for (;;) {
      const at = `/sandbox/v1${path}`;
      const call = { method, path: at, token: SANDBOX_TOKEN, ...(body && { body }) };
      const answer: WireAnswer | null = await ask(of('lasting').origin, call, 25_000).catch(
        () => null,
      );
      if (answer !== null && answer.status < 300) return JSON.parse(answer.text).data;
      const isRefused = answer !== null && answer.status < 500;
      if (isRefused || performance.now() - beganMs > SANDBOX_LIMIT_MS) {
        throw new Error(`${method} ${path}: ${answer?.text ?? 'no answer'}`);
      }
      await delay(200);
    }
  };
  for (const which of processNames) await start(which);
  return {
    ...{ folder, server, withClient, start, sandbox },
    originOf: (which) => of(which).origin,
    pidOf: (which) => of(which).child.pid ?? 0,
    async kill(which) {
      await end(of(which).child, 'SIGKILL');
    },
    async close(keep) {
      for (const which of processNames) await end(of(which).child, 'SIGTERM');
      await server.stop();
      if (!keep) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGCONT');
  child.kill(signal);
  await gone;
}

/** What `npm start` gives to node; what it logs goes to the file. */
async function startProcess(url: string, port: string, file: string): Promise<Running> {
  const log = createWriteStream(file, { flags: 'a' });
  const child = spawn(process.execPath, await startArguments(), {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: port,
      DATABASE_URL: url,
      SKEIN_DEMO: '0',
      SKEIN_LOG_LEVEL: 'error',
      SKEIN_SANDBOX_TOKEN: SANDBOX_TOKEN,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout?.pipe(log);
  child.stderr?.pipe(log, { end: false });
  return { child, origin: await readyOrigin(child) };
}

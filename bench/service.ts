import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SANDBOX_TOKEN = 'bench-sandbox-token';
const START_LIMIT_MS = 60_000;

/** The service in a process of its own, as an operator runs it. */
export interface Service {
  readonly origin: string;
  /** Resident memory now and the most since the start, in MiB. */
  memory(): Promise<{ nowMiB: number; peakMiB: number }>;
  /** Calls the API; throws for anything but a 2xx answer. */
  call<T>(key: string, method: string, path: string, body?: object): Promise<T>;
  /** Calls the sandbox. */
  sandbox<T>(method: string, path: string, body?: object): Promise<T>;
  stop(): Promise<void>;
}

export async function startService(env: Record<string, string>): Promise<Service> {
  const child = spawn(process.execPath, await startArguments(), {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      SKEIN_DEMO: '0',
      SKEIN_LOG_LEVEL: 'error',
      SKEIN_SANDBOX_TOKEN: SANDBOX_TOKEN,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await readyOrigin(child);
  const request = async <T>(path: string, token: string, method: string, body?: object) => {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const json = (await answer.json()) as { data: T };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
    return json.data;
  };
  return {
    origin,
    memory: () => memoryOf(child.pid ?? 0),
    call: (key, method, path, body) => request(`/api/v1${path}`, key, method, body),
    sandbox: (method, path, body) => request(`/sandbox/v1${path}`, SANDBOX_TOKEN, method, body),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

/** What `npm start` gives to node. */
export async function startArguments(): Promise<string[]> {
  const text = await readFile(`${ROOT}package.json`, 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: { start: string } };
  return scripts.start.replace(/^.*\bnode /, '').split(' ');
}

/** Waits for the line `ready http://…`. */
export function readyOrigin(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error('the service was not ready')), START_LIMIT_MS);
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const origin = /^ready (\S+)$/m.exec(text)?.[1];
      if (origin === undefined) return;
      clearTimeout(timer);
      resolve(origin);
    });
  });
}

async function memoryOf(pid: number): Promise<{ nowMiB: number; peakMiB: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kib = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return { nowMiB: Math.round(kib('VmRSS') / 1024), peakMiB: Math.round(kib('VmHWM') / 1024) };
}

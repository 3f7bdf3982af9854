import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SANDBOX_TOKEN } from '../helpers/app.ts';
import { type Answer, type Call, send } from '../helpers/client.ts';
import { compile } from '../helpers/compile.ts';

/** How long a start may take before the test gives up on it. */
const READY_LIMIT_MS = 25_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The service as its operators run it: a process of its own. */
export interface ServiceProcess {
  readonly origin: string;
  readonly pid: number;
  /** What it has printed so far, for the message of a failed test. */
  output(): string;
  send(call: Call): Promise<Answer>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process has gone, however it went. */
  ended(): Promise<Ended>;
}

/** Starts processes of the service; every one left running ends with `close`. */
export interface ServiceRunner {
  /** With a failpoint the process ends itself there, as a power cut would, or meets `signal`. */
  start(
    env: Readonly<Record<string, string>>,
    failpoint?: string,
    signal?: NodeJS.Signals,
  ): Promise<ServiceProcess>;
  close(): Promise<void>;
}

export async function openServiceRunner(): Promise<ServiceRunner> {
  const compiled = await compile();
  const scriptOf = (source: string) => fileURLToPath(compiled.url(source));
  const children = new Set<ChildProcess>();
  return {
    async start(env, failpoint, signal) {
      const argv = signal
        ? [scriptOf('test/faults/meeting-service.ts'), signal]
        : [scriptOf('src/main.ts')];
      const child = spawn(process.execPath, argv, {
        env: {
          PATH: process.env.PATH,
          PORT: '0',
          SKEIN_DEMO: '0',
          SKEIN_LOG_LEVEL: 'warn',
          SKEIN_SANDBOX_TOKEN: SANDBOX_TOKEN,
          ...(failpoint === undefined ? {} : { SKEIN_FAILPOINTS: failpoint }),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.add(child);
      return whenReady(child);
    },
    async close() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
  };
}

/** Waits for the line that says where the service listens; fails with its output otherwise. */
function whenReady(child: ChildProcess): Promise<ServiceProcess> {
  let printed = '';
  const ending = new Promise<Ended>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => fail('was not ready in time'), READY_LIMIT_MS);
    const fail = (what: string) => {
      clearTimeout(limit);
      reject(new Error(`the service ${what}:\n${printed}`));
    };
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const origin = /^ready (http:\S+)$/m.exec(printed)?.[1];
      if (origin === undefined) return;
      clearTimeout(limit);
      resolve({
        origin,
        pid: child.pid as number,
        output: () => printed,
        send: (call) => send(origin, call),
        kill: (signal) => void child.kill(signal),
        ended: () => ending,
      });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error) => fail(String(error)));
    void ending.then(({ code, signal }) => fail(`ended with ${code ?? signal}`));
  });
}

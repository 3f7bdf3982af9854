import type { Log } from './log.ts';

/** The process ends within 10 s of the signal (contract 17); the rest is for the exit itself. */
export const SHUTDOWN_LIMIT_MS = 9_500;

type Step = () => void | Promise<void>;

export interface Shutdown {
  /** Adds a step. Steps run one after another, the last one added first. */
  onShutdown(name: string, step: Step): void;
  /** Runs the steps once; later calls return the same promise. Ends the process. */
  run(reason: string): Promise<void>;
}

export interface ShutdownOptions {
  log: Log;
  limitMs?: number;
  exit?: (code: number) => void;
}

/**
 * Ends the process in order on SIGTERM and SIGINT: exit code 0 when every step is done, 1 when a
 * step failed or the limit passed, and at once with 130 on a second SIGINT.
 */
export function installShutdown(options: ShutdownOptions): Shutdown {
  const { log, limitMs = SHUTDOWN_LIMIT_MS, exit = (code) => process.exit(code) } = options;
  const steps: { name: string; step: Step }[] = [];
  let running: Promise<void> | undefined;
  let current = '';

  const runSteps = async (): Promise<boolean> => {
    let clean = true;
    for (let last = steps.pop(); last !== undefined; last = steps.pop()) {
      current = last.name;
      try {
        await last.step();
      } catch (err) {
        clean = false;
        log.error({ err, step: last.name }, 'a shutdown step failed');
      }
    }
    return clean;
  };

  const end = async (reason: string): Promise<void> => {
    log.info({ reason }, 'shutting down');
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), limitMs);
    });
    const outcome = await Promise.race([runSteps(), limit]);
    clearTimeout(timer);
    if (outcome === 'late') log.error({ step: current, limitMs }, 'shutdown took too long');
    exit(outcome === true ? 0 : 1);
  };

  const run = (reason: string): Promise<void> => {
    running ??= end(reason);
    return running;
  };

  process.on('SIGTERM', () => void run('SIGTERM'));
  process.on('SIGINT', () => {
    if (running !== undefined) exit(130);
    else void run('SIGINT');
  });
  return {
    onShutdown: (name, step) => {
      steps.push({ name, step });
    },
    run,
  };
}

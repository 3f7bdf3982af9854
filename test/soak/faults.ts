import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '../fuzz/chance.ts';
import type { Recorder, SoakUser } from './recorder.ts';
import { type ProcessName, processNames, type Stage } from './stage.ts';
import { ask } from './wire.ts';

const RECOVERY_LIMIT_MS = 60_000;
const LOOK_MS = 50;
const READ_LIMIT_MS = 1_000;
const TERMINATED_AT_ONCE = 4;
/** A soak that is shorter than this has its faults closer together. */
const WHOLE_SCHEDULE_SECONDS = 360;

/** A fault that was caused and survived. */
export interface FaultRow {
  readonly fault: string;
  /** Seconds since the load began. */
  readonly atSeconds: number;
  /** Requests under way when it came, and those sent until all was whole again. */
  readonly operations: number;
  /** Attempts of these that got no answer, or were told to come again. */
  readonly failedAttempts: number;
  /** From its end until both processes read and write again; null: they never did. */
  readonly recoveryMs: number | null;
}

interface Fault {
  readonly name: string;
  /** Seconds between two of them. */
  readonly everySeconds: number;
  run(): Promise<void>;
}

export interface FaultDeps {
  readonly stage: Stage;
  readonly recorder: Recorder;
  readonly chance: Chance;
  /** Who writes to see whether a process is whole. */
  readonly prober: SoakUser;
  readonly token: string;
}

function faultsOf({ stage, chance }: FaultDeps): readonly Fault[] {
  const pause = async (which: ProcessName) => {
    const pid = stage.pidOf(which);
    process.kill(pid, 'SIGSTOP');
    await delay(2_000 + chance.below(4_000));
    process.kill(pid, 'SIGCONT');
  };
  const restart = async (signal: NodeJS.Signals) => {
    const { pid } = stage.server;
    process.kill(pid, signal);
    while (stage.server.pid === pid) await delay(20);
  };
  const terminate = (name: string) =>
    stage.withClient((client) =>
      client.query(
        `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
          where backend_type = 'client backend' and application_name <> 'soak'
            and application_name like $1
          order by md5(pid::text || $2) limit $3) as chosen`,
        [name, `${chance.below(1_000_000)}`, TERMINATED_AT_ONCE],
      ),
    );
  const kill = async () => {
    await stage.kill('mortal');
    await delay(chance.below(1_500));
    await stage.start('mortal');
  };
  return [
    { name: 'kill -9 of a process, started again', everySeconds: 60, run: kill },
    {
      name: `${TERMINATED_AT_ONCE} database connections terminated`,
      everySeconds: 50,
      run: async () => void (await terminate('%')),
    },
    {
      name: 'a process stopped for seconds (SIGSTOP)',
      everySeconds: 95,
      run: () => pause('mortal'),
    },
    {
      name: 'the lasting process stopped for seconds (SIGSTOP)',
      everySeconds: 170,
      run: () => pause('lasting'),
    },
    { name: 'database restarted, fast', everySeconds: 230, run: () => restart('SIGINT') },
    { name: 'database restarted, immediate', everySeconds: 310, run: () => restart('SIGQUIT') },
  ];
}

/** Waits until a process answers a read, and then a write that it must commit. */
async function untilOneIsWhole(deps: FaultDeps, which: ProcessName, beganMs: number) {
  const { stage, prober, token, recorder } = deps;
  const only = stage.originOf(which);
  const read = { token: prober.apiKey, method: 'GET', path: '/api/v1/account' };
  for (;;) {
    const answer = await ask(only, read, READ_LIMIT_MS).catch(() => null);
    if (answer?.status === 200) break;
    if (performance.now() - beganMs > RECOVERY_LIMIT_MS) return false;
    await delay(LOOK_MS);
  }
  const body = { sell: 'USDC', buy: token, amountUsd: '1' };
  const path = '/api/v1/spot/swap';
  const call = { kind: 'probe', user: prober, method: 'POST', path, body, only } as const;
  return (await recorder.write(call)) !== null;
}

async function untilWhole(deps: FaultDeps): Promise<number | null> {
  const beganMs = performance.now();
  const all = await Promise.all(processNames.map((which) => untilOneIsWhole(deps, which, beganMs)));
  return all.includes(false) ? null : Math.round(performance.now() - beganMs);
}

export interface Faults {
  readonly rows: readonly FaultRow[];
  /** Lets the present fault end and begins no other until `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends for good. */
  stop(): Promise<void>;
}

/** Causes one fault after the other on a schedule that the seed decides. */
export function startFaults(deps: FaultDeps, minutes: number): Faults {
  const { chance, recorder } = deps;
  const rows: FaultRow[] = [];
  // A short soak meets every fault as well.
  const scale = Math.min(1, (minutes * 60) / WHOLE_SCHEDULE_SECONDS);
  const beganMs = performance.now();
  const wait = ({ everySeconds }: Fault): number =>
    everySeconds * scale * (750 + chance.below(500));
  const due = faultsOf(deps).map((fault) => ({ fault, atMs: beganMs + wait(fault) * 0.8 }));
  let isPaused = false;
  let present: Promise<void> | null = null;

  const cause = async ({ name, run }: Fault): Promise<void> => {
    const { requests, unanswered, toldToWait } = recorder.counts;
    const { inFlight } = recorder;
    const atSeconds = Math.round((performance.now() - beganMs) / 1_000);
    await run();
    const recoveryMs = await untilWhole(deps);
    const { counts } = recorder;
    rows.push({
      ...{ fault: name, atSeconds, recoveryMs },
      operations: inFlight + counts.requests - requests,
      failedAttempts: counts.unanswered - unanswered + counts.toldToWait - toldToWait,
    });
    if (recoveryMs === null) recorder.findings.push(`${name} at ${atSeconds} s: no recovery`);
  };
  const timer = setInterval(() => {
    const next = due.reduce((a, b) => (a.atMs <= b.atMs ? a : b));
    if (isPaused || present !== null || next.atMs > performance.now()) return;
    present = cause(next.fault)
      .catch((problem: unknown) => {
        recorder.findings.push(`${next.fault.name} could not be caused: ${problem}`);
      })
      .finally(() => {
        next.atMs = performance.now() + wait(next.fault);
        present = null;
      });
  }, LOOK_MS);
  const pause = async () => {
    isPaused = true;
    await present;
  };
  return {
    rows,
    pause,
    resume: () => {
      isPaused = false;
    },
    async stop() {
      clearInterval(timer);
      await pause();
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../errors/app-error.ts';
import type { MonotonicClock } from '../../platform/clock.ts';

/** How long a drain waits in real time; then it is refused with what is still open. */
const DRAIN_LIMIT_MS = 20_000;
const LOOK_INTERVAL_MS = 20;

export interface DrainDeps {
  readonly follows: {
    wake(): void;
    pending(): Promise<{ readonly queued: boolean; readonly unknown: boolean }>;
  };
  readonly followHeld: () => boolean;
  readonly orders: { round(): Promise<number>; inFlight(): Promise<boolean> };
  /** What runs by business time: whether anything is due by now, and a push to do it. */
  readonly jobs: readonly { wake(): void; due(): Promise<boolean> }[];
  readonly monotonic: MonotonicClock;
}

/** Looks in a row that find nothing. */
const CLEAR_LOOKS = 2;

interface Open {
  readonly jobDue: boolean;
  readonly orderInFlight: boolean;
  readonly followQueued: boolean;
  readonly followUnknown: boolean;
}

/**
 * Returns when nothing is left to do: no job due, no order in flight, no follow without a result.
 * Follows that the sandbox holds do not count while they only wait. OVERLOADED after 20 s, with
 * what is still open in `details`.
 */
export async function drain(deps: DrainDeps, limitMs = DRAIN_LIMIT_MS): Promise<void> {
  const beganMs = deps.monotonic.elapsedMs();
  let clearLooks = 0;
  for (;;) {
    const open = await look(deps);
    clearLooks = Object.values(open).includes(true) ? 0 : clearLooks + 1;
    if (clearLooks === CLEAR_LOOKS) return;
    if (clearLooks > 0) continue;
    if (deps.monotonic.elapsedMs() - beganMs >= limitMs) {
      throw new AppError('OVERLOADED', {
        message: 'There is still work in flight.',
        details: { ...open },
        retryAfterSeconds: 1,
      });
    }
    for (const job of deps.jobs) job.wake();
    // The worker logs what goes wrong in its own rounds; here the next look tells.
    await deps.orders.round().catch(() => 0);
    deps.follows.wake();
    await pause(LOOK_INTERVAL_MS);
  }
}

/**
 * Work moves from jobs to orders to follows, each step in one transaction, and a follow whose order
 * is in flight says so itself. Looked at in this order nothing can slip from behind to the front;
 * what an order that has just settled makes due for a job is seen by the second look.
 */
async function look({ jobs, orders, follows, followHeld }: DrainDeps): Promise<Open> {
  const due = await Promise.all(jobs.map((job) => job.due()));
  const orderInFlight = await orders.inFlight();
  const { queued, unknown } = await follows.pending();
  return {
    jobDue: due.includes(true),
    orderInFlight,
    followQueued: queued && !followHeld(),
    followUnknown: unknown,
  };
}

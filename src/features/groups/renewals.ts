import type { Engine } from '../../engine/engine.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { startRounds } from '../../platform/rounds.ts';
import type { Turns } from '../../platform/turns.ts';
import { endMembership, renewMembership } from './renew.ts';
import { waveOf } from './renewal-wave.ts';
import { type DueMembership, dueMembershipsStatement } from './renewals.sql.ts';

/** Due memberships that are looked at together. */
const ROUND_LIMIT = 500;
/** How often it looks whether a membership is due. */
const LOOK_INTERVAL_MS = 1_000;

export interface RenewalsDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly reads: ReadPool;
  readonly clock: Clock;
  readonly log: Log;
  readonly turns?: Turns | undefined;
}

export interface Renewals {
  /** Looks at once. */
  wake(): void;
  /** Whether a membership is due by now. */
  due(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Renews memberships at their time (contract 9 and 18.11), in the order in which they are due, also
 * where the clock has leapt over many periods. Every process runs it; each step is a command that
 * does nothing a second time.
 */
export function startRenewals({ engine, reads, clock, log, turns }: RenewalsDeps): Renewals {
  const dueNow = (limit: number): Promise<DueMembership[]> =>
    reads.query<DueMembership>(dueMembershipsStatement, [isoTime(clock.now()), limit]);

  /** Whether the step was made, by this process or another. */
  async function step({ ends, ...due }: DueMembership): Promise<boolean> {
    const { userId } = due;
    const options = { userId, background: true };
    try {
      if (ends) await engine.submit(endMembership, due, options);
      else await engine.submit(renewMembership, due, options);
      return true;
    } catch (err) {
      // The admins have just changed, or the engine is busy: a later round tries again.
      log.debug({ err, ...due }, 'a membership was not renewed yet');
      return false;
    }
  }

  const rounds = startRounds({
    name: 'renewals',
    turns,
    intervalMs: LOOK_INTERVAL_MS,
    failed: (err) => log.warn({ err }, 'renewing failed; it goes on with the next round'),
    async round() {
      const steps = await Promise.all(waveOf(await dueNow(ROUND_LIMIT)).map(step));
      return steps.includes(true);
    },
  });
  return {
    wake: rounds.wake,
    due: async () => (await dueNow(1)).length > 0,
    stop: rounds.stop,
  };
}

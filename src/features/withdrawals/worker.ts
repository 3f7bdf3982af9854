import type { Engine } from '../../engine/engine.ts';
import { LATEST_INSTANT_MS } from '../../platform/business-clock.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { NO_ID } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { startRounds } from '../../platform/rounds.ts';
import type { Turns } from '../../platform/turns.ts';
import type { Payouts } from './payouts.ts';
import { type OfWithdrawal, releaseWithdrawal } from './release-withdrawal.ts';
import type { Payment } from './sender.ts';
import {
  dueReleases,
  type OfWithdrawalRow,
  openSends,
  sentWithdrawals,
  waitingWithdrawals,
} from './withdrawals.sql.ts';

/** Withdrawals that are looked at together. */
const ROUND_LIMIT = 200;
/** How often it looks whether there is anything to do. */
const LOOK_INTERVAL_MS = 500;

export interface WithdrawalWorkerDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly reads: ReadPool;
  readonly clock: Clock;
  /** Real time, for leases. */
  readonly wallClock: Clock;
  readonly payouts: Payouts;
  readonly mode: 'paper' | 'live';
  /** Whether it sends by itself; where there is a sandbox, that says when (contract 15). */
  readonly sends: boolean;
  readonly log: Log;
  readonly turns?: Turns | undefined;
}

export interface WithdrawalWorker {
  /** Looks at once. */
  wake(): void;
  /** Whether a delay is over, or a withdrawal is being sent. */
  due(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Ends delays in the order in which they are due, finds out what came of attempts to send that
 * nobody has noted, and sends. Runs in every process; each step is a command that does nothing a
 * second time.
 */
export function startWithdrawalWorker(deps: WithdrawalWorkerDeps): WithdrawalWorker {
  const { engine, reads, clock, wallClock, payouts, mode, sends, log } = deps;
  const ended = (limit: number) =>
    reads.query<OfWithdrawalRow>(dueReleases, [isoTime(clock.now()), limit]);
  const unnoted = (untilMs: number, limit: number) =>
    reads.query<OfWithdrawalRow>(openSends, [isoTime(untilMs), limit]);
  const waiting = async (limit: number) =>
    sends ? await reads.query<OfWithdrawalRow>(waitingWithdrawals, [mode, limit]) : [];

  /** Whether the step was made; one that fails is left to a later round and holds nobody up. */
  async function attempt(of: OfWithdrawal, step: () => Promise<unknown>): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (err) {
      log.warn({ err, id: of.id }, 'a withdrawal is left to the next round');
      return false;
    }
  }

  const release = (of: OfWithdrawal) => {
    const options = { userId: of.userId, background: true };
    return attempt(of, () => engine.submit(releaseWithdrawal, of, options));
  };
  const payOut = (of: OfWithdrawal) => attempt(of, () => payouts.payOut(of));

  /** Asks about all that was sent, a page at a time. */
  async function confirmAll(): Promise<void> {
    let after = NO_ID;
    for (;;) {
      const values = [mode, after, ROUND_LIMIT];
      const page = await reads.query<Payment & OfWithdrawalRow>(sentWithdrawals, values);
      await Promise.all(
        page.map(({ userId, ...payment }) =>
          attempt({ id: payment.id, userId }, () => payouts.confirm(userId, payment)),
        ),
      );
      const last = page.at(-1);
      if (page.length < ROUND_LIMIT || last === undefined) return;
      after = last.id;
    }
  }

  const rounds = startRounds({
    name: 'withdrawals',
    turns: deps.turns,
    intervalMs: LOOK_INTERVAL_MS,
    failed: (err) => log.warn({ err }, 'withdrawals rest until the next round'),
    async round() {
      const released = await Promise.all((await ended(ROUND_LIMIT)).map(release));
      const left = [
        ...(await unnoted(wallClock.now(), ROUND_LIMIT)),
        ...(await waiting(ROUND_LIMIT)),
      ];
      const paid = await Promise.all(left.map(payOut));
      if (sends) await confirmAll();
      return [released, paid].some((all) => all.length >= ROUND_LIMIT && all.includes(true));
    },
  });
  return {
    wake: rounds.wake,
    async due() {
      const open = await Promise.all([ended(1), unnoted(LATEST_INSTANT_MS, 1), waiting(1)]);
      return open.some((rows) => rows.length > 0);
    },
    stop: rounds.stop,
  };
}

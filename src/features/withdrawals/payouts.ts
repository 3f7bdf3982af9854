import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../engine/engine.ts';
import type { Failpoint } from '../../platform/failpoint.ts';
import type { Log } from '../../platform/log.ts';
import { type Claim, claimSend } from './claim-send.ts';
import { SEND_TIMEOUT_MS } from './limits.ts';
import { recordOutcome } from './record-outcome.ts';
import type { OfWithdrawal } from './release-withdrawal.ts';
import type { Payment, PaymentOutcome, WithdrawalSender } from './sender.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';

export interface PayoutDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly sender: WithdrawalSender;
  readonly failpoint: Failpoint;
  readonly log: Log;
}

/** Moves withdrawals out through the sender, each at most once. */
export interface Payouts {
  /**
   * Sends a withdrawal that is PENDING, or finds out what came of an attempt whose lease has run
   * out. Answers whether there was anything to do.
   */
  payOut(of: OfWithdrawal): Promise<boolean>;
  /** Asks the sender whether what was sent is final. */
  confirm(userId: string, payment: Payment): Promise<void>;
}

/** An answer that does not come in time, or is an error, says nothing about the payment. */
async function outcomeOf(call: Promise<PaymentOutcome>, log: Log): Promise<PaymentOutcome> {
  const unknown: PaymentOutcome = { status: 'UNKNOWN' };
  const ended = new AbortController();
  try {
    const late = pause(SEND_TIMEOUT_MS, unknown, { ref: false, signal: ended.signal });
    return await Promise.race([call, late.catch(() => unknown)]);
  } catch (err) {
    log.warn({ err }, 'a sender failed; the outcome is not known');
    return unknown;
  } finally {
    ended.abort();
  }
}

export function createPayouts({ engine, sender, failpoint, log }: PayoutDeps): Payouts {
  return {
    async payOut({ id, userId }) {
      const options = { userId, background: true };
      const claimed = await engine.submit(claimSend, { id, userId, mode: sender.mode }, options);
      const { claim, payment } = (JSON.parse(claimed.json) as { data: Claim }).data;
      if (claim === null || payment === null) return false;
      failpoint('withdrawals.before-send');
      const call = claim === 'send' ? sender.send(payment) : sender.find(payment);
      const outcome = await outcomeOf(call, log);
      failpoint('withdrawals.after-send');
      const { attempt } = payment;
      await engine.submit(recordOutcome, { id, userId, attempt, outcome }, options);
      if (outcome.status !== 'CONFIRMED') return true;
      await engine.submit(settleWithdrawal, { id, userId, status: 'CONFIRMED' }, options);
      return true;
    },
    async confirm(userId, payment) {
      const { status } = await outcomeOf(sender.find(payment), log);
      if (status !== 'CONFIRMED' && status !== 'RETURNED') return;
      const command = { id: payment.id, userId, status };
      await engine.submit(settleWithdrawal, command, { userId, background: true });
    },
  };
}

import { type CommandKind, ref } from '../../engine/command.ts';
import { SEND_LEASE_MS } from './limits.ts';
import type { OfWithdrawal } from './release-withdrawal.ts';
import type { Payment } from './sender.ts';
import { type WithdrawalSendRow, withdrawalSendTable, withdrawalTable } from './tables.ts';

export interface ClaimSend extends OfWithdrawal {
  /** Of the sender: it never pays for an account of the other one. */
  readonly mode: string;
}

/**
 * What the caller may do for as long as its lease runs: `send` a payment that nobody has sent, or
 * `find` out what came of an attempt whose lease has run out; `null`: nothing, another has it.
 */
export interface Claim {
  readonly claim: 'send' | 'find' | null;
  readonly payment: Payment | null;
}

/**
 * Takes a PENDING withdrawal for sending, written down before the sender is called: an attempt that
 * was begun is never begun again, only asked about, until it is proven not to have been sent.
 * Answers a `Claim`, 200.
 */
export const claimSend: CommandKind<ClaimSend> = {
  name: 'withdrawals.claimSend',
  needs: ({ userId, id }) => ({
    users: [userId],
    rows: [ref(withdrawalTable, id), ref(withdrawalSendTable, id)],
  }),
  decide(state, { id, userId, mode }, { realNow }) {
    const withdrawal = state.get(withdrawalTable, id);
    const before = state.get(withdrawalSendTable, id);
    const leased = before?.state === 'SENDING' && before.leasedUntil > realNow;
    if (withdrawal?.status !== 'PENDING' || withdrawal.mode !== mode || leased) {
      const nothing: Claim = { claim: null, payment: null };
      return { answer: { status: 200, data: nothing } };
    }
    const row: WithdrawalSendRow = {
      withdrawalId: id,
      userId,
      fence: (before?.fence ?? 0) + 1,
      state: 'SENDING',
      leasedUntil: realNow + SEND_LEASE_MS,
    };
    const { address, amount } = withdrawal;
    const data = {
      claim: before?.state === 'SENDING' ? 'find' : 'send',
      payment: { id, mode, address, amount: String(amount), attempt: row.fence },
    } satisfies Claim;
    return {
      rows: [{ table: withdrawalSendTable, row }],
      answer: { status: 200, data },
    };
  },
};

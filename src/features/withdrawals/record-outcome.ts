import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { type SecurityKind, securityEvent } from '../sessions/index.ts';
import { releaseTransfer, sentTransfers } from './movements.ts';
import type { OfWithdrawal } from './release-withdrawal.ts';
import type { PaymentOutcome } from './sender.ts';
import { type WithdrawalRow, withdrawalSendTable, withdrawalTable } from './tables.ts';
import { withdrawalData } from './withdrawal-object.ts';

export interface RecordOutcome extends OfWithdrawal {
  /** Of the attempt; a later one has the word when the row says more. */
  readonly attempt: number;
  readonly outcome: PaymentOutcome;
}

/**
 * Notes what came of an attempt to send. Sent: the money has left the ledger. Returned: it is
 * spendable again. Proven not sent: it may be tried anew. Unknown, or overtaken by a later attempt:
 * nothing changes.
 */
export const recordOutcome: CommandKind<RecordOutcome> = {
  name: 'withdrawals.recordOutcome',
  needs: ({ userId, id }) => ({
    users: [userId],
    rows: [ref(withdrawalTable, id), ref(withdrawalSendTable, id)],
  }),
  decide(state, { id, userId, attempt, outcome }, { now, ids }): Outcome {
    const before = state.get(withdrawalTable, id);
    const send = state.get(withdrawalSendTable, id);
    if (send?.fence !== attempt || send.state !== 'SENDING') return {};
    assert(before?.status === 'PENDING', 'what is being sent is pending');
    const sendRow = (of: 'IDLE' | 'DONE') => ({
      table: withdrawalSendTable,
      row: { ...send, state: of },
    });
    const log = (kind: SecurityKind, details: Record<string, string>) =>
      securityEvent({ userId, kind, ip: null, userAgent: null, details }, { id: ids.next(), now });
    switch (outcome.status) {
      case 'UNKNOWN':
        return {};
      case 'NOT_SENT':
        return { rows: [sendRow('IDLE')] };
      case 'RETURNED': {
        const row: WithdrawalRow = { ...before, status: 'RETURNED', updatedAt: now, closedAt: now };
        return {
          transfers: [releaseTransfer(row, ids)],
          rows: [
            { table: withdrawalTable, row },
            sendRow('DONE'),
            log('withdrawal_returned', { withdrawalId: id }),
          ],
          events: [{ userId, type: 'withdrawal.returned', data: withdrawalData(row) }],
        };
      }
      case 'SENT':
      case 'CONFIRMED': {
        const { signature } = outcome;
        const row: WithdrawalRow = {
          ...before,
          status: 'SENT',
          signature,
          updatedAt: now,
          sentAt: now,
        };
        const details = { withdrawalId: id, txSignature: signature };
        return {
          transfers: sentTransfers(row, ids),
          rows: [{ table: withdrawalTable, row }, sendRow('DONE'), log('withdrawal_sent', details)],
          events: [{ userId, type: 'withdrawal.sent', data: withdrawalData(row) }],
        };
      }
    }
  },
};

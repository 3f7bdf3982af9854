import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { AppError, invalid } from '../../errors/app-error.ts';
import { securityEvent } from '../sessions/index.ts';
import { releaseTransfer, returnTransfer } from './movements.ts';
import type { OfWithdrawal } from './release-withdrawal.ts';
import { type WithdrawalRow, withdrawalSendTable, withdrawalTable } from './tables.ts';
import { withdrawalData, withdrawalObject } from './withdrawal-object.ts';

export interface SettleWithdrawal extends OfWithdrawal {
  readonly status: 'CONFIRMED' | 'RETURNED';
}

/**
 * Ends a withdrawal as the chain says: CONFIRMED after it was sent, or RETURNED, from which the
 * money is spendable again, whether it had left or not. Answers the withdrawal, 200, also when it
 * has ended so already. VALIDATION_FAILED (`status`) when it cannot follow the present status.
 */
export const settleWithdrawal: CommandKind<SettleWithdrawal> = {
  name: 'withdrawals.settle',
  needs: ({ userId, id }) => ({
    users: [userId],
    rows: [ref(withdrawalTable, id), ref(withdrawalSendTable, id)],
  }),
  decide(state, { id, userId, status }, { now, ids }): Outcome {
    const before = state.get(withdrawalTable, id);
    if (!before) throw new AppError('NOT_FOUND', { message: 'No such withdrawal.' });
    const answer = (row: WithdrawalRow) => ({ status: 200, data: withdrawalObject(row) });
    if (before.status === status) return { answer: answer(before) };
    const sending = state.get(withdrawalSendTable, id)?.state === 'SENDING';
    const held = before.status === 'PENDING' && !sending && status === 'RETURNED';
    if (before.status !== 'SENT' && !held) {
      throw invalid(`status must be one that can follow ${before.status}, not ${status}`);
    }
    const row: WithdrawalRow = { ...before, status, updatedAt: now, closedAt: now };
    const kind = status === 'CONFIRMED' ? 'withdrawal_confirmed' : 'withdrawal_returned';
    const details = { withdrawalId: id };
    const logged = { userId, kind, ip: null, userAgent: null, details } as const;
    const rows = [{ table: withdrawalTable, row }, securityEvent(logged, { id: ids.next(), now })];
    const data = withdrawalData(row);
    if (status === 'CONFIRMED') {
      return {
        rows,
        events: [{ userId, type: 'withdrawal.confirmed', data }],
        answer: answer(row),
      };
    }
    return {
      transfers: [held ? releaseTransfer(row, ids) : returnTransfer(row, ids)],
      rows,
      events: [{ userId, type: 'withdrawal.returned', data }],
      answer: answer(row),
    };
  },
};

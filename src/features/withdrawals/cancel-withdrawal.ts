import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { AppError, invalid } from '../../errors/app-error.ts';
import { securityEvent } from '../sessions/index.ts';
import { recentWithdrawals } from './lookups.ts';
import { releaseTransfer } from './movements.ts';
import type { Origin } from './rules.ts';
import { type WithdrawalRow, withdrawalSendTable, withdrawalTable } from './tables.ts';
import { withdrawalData, withdrawalObject } from './withdrawal-object.ts';

export interface CancelWithdrawal {
  readonly userId: string;
  readonly id: string;
  readonly origin: Origin;
}

/**
 * Takes a withdrawal back that is DELAYED, or PENDING and not being sent: the money is spendable
 * again. Answers the withdrawal, 200; one that is canceled already stays as it is. NOT_FOUND for
 * another user's, VALIDATION_FAILED (`id`) when it is too late.
 */
export const cancelWithdrawal: CommandKind<CancelWithdrawal> = {
  name: 'withdrawals.cancel',
  needs: ({ userId, id }) => ({
    users: [userId],
    rows: [ref(withdrawalTable, id), ref(withdrawalSendTable, id), ref(recentWithdrawals, userId)],
  }),
  decide(state, { userId, id, origin }, { now, ids }): Outcome {
    const before = state.get(withdrawalTable, id);
    if (before?.userId !== userId) {
      throw new AppError('NOT_FOUND', { message: 'No such withdrawal.' });
    }
    if (before.status === 'CANCELED') {
      return { answer: { status: 200, data: withdrawalObject(before) } };
    }
    if (before.status !== 'DELAYED' && before.status !== 'PENDING') {
      throw invalid(`id: the withdrawal is ${before.status} and can no longer be canceled`);
    }
    if (state.get(withdrawalSendTable, id)?.state === 'SENDING') {
      throw invalid('id: the withdrawal is being sent and can no longer be canceled');
    }
    const row: WithdrawalRow = { ...before, status: 'CANCELED', updatedAt: now, closedAt: now };
    const recent = state.find(recentWithdrawals, userId)?.recent ?? [];
    const details = { withdrawalId: id };
    return {
      transfers: [releaseTransfer(row, ids)],
      rows: [
        { table: withdrawalTable, row },
        securityEvent(
          { userId, kind: 'withdrawal_canceled', ...origin, details },
          { id: ids.next(), now },
        ),
      ],
      found: [
        {
          ref: ref(recentWithdrawals, userId),
          row: { recent: recent.filter((other) => other.id !== id) },
        },
      ],
      events: [{ userId, type: 'withdrawal.canceled', data: withdrawalData(row) }],
      answer: { status: 200, data: withdrawalObject(row) },
    };
  },
};

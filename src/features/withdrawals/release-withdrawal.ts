import { type CommandKind, ref } from '../../engine/command.ts';
import { type WithdrawalRow, withdrawalTable } from './tables.ts';
import { withdrawalData } from './withdrawal-object.ts';

/** Names a withdrawal to a worker's command. */
export interface OfWithdrawal {
  readonly id: string;
  readonly userId: string;
}

/** Ends the delay of a withdrawal once it is over: it is PENDING. Does nothing a second time. */
export const releaseWithdrawal: CommandKind<OfWithdrawal> = {
  name: 'withdrawals.release',
  needs: ({ userId, id }) => ({ users: [userId], rows: [ref(withdrawalTable, id)] }),
  decide(state, { id, userId }, { now }) {
    const before = state.get(withdrawalTable, id);
    if (before?.status !== 'DELAYED' || before.availableAt > now) return {};
    const row: WithdrawalRow = { ...before, status: 'PENDING', updatedAt: now };
    return {
      rows: [{ table: withdrawalTable, row }],
      events: [{ userId, type: 'withdrawal.pending', data: withdrawalData(row) }],
    };
  },
};

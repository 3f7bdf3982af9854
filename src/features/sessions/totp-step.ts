import { type Ref, type RowWrite, ref, type State } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { amount, uuid } from '../../platform/db/column.ts';
import { defineTable } from '../../platform/db/table.ts';

/** The last 30-second step whose code an account has used; guarded by the lock on its wallet. */
export const totpStepTable = defineTable({
  name: 'totp_step',
  key: ['userId'],
  columns: { userId: uuid('user_id'), lastStep: amount<bigint>('last_step') },
});

/** What a command that uses up a code needs, beside the lock on the user. */
export const totpStepRef = (userId: string): Ref => ref(totpStepTable, userId);

/**
 * Uses up the code of a step, as `Sessions.verifyTotp` has found it: the row belongs into the
 * outcome of the command that acts on the code. A code works once, and none before it works after
 * it (RFC 6238, 5.2). SECOND_FACTOR_INVALID when it was used.
 */
export function useTotpStep(state: State, userId: string, step: number): RowWrite {
  const used = state.get(totpStepTable, userId);
  if (used && BigInt(step) <= used.lastStep) throw new AppError('SECOND_FACTOR_INVALID');
  return { table: totpStepTable, row: { userId, lastStep: BigInt(step) } };
}

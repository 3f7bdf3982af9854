import type { Withdrawals } from '../withdrawals/index.ts';
import type { InAppContext } from './context.ts';
import { rowsOf } from './rows.ts';

/** What a session does with the withdrawals of its user; refusals as `Withdrawals` says. */
export const withdrawalFields = (withdrawals: Withdrawals) => ({
  withdrawals: (
    { cursor = null, limit }: { cursor?: string | null; limit?: number | null },
    { principal }: InAppContext,
  ) => withdrawals.list(principal.userId, { cursor, limit: rowsOf(limit) }),
  withdrawalLimits: (_args: object, { principal }: InAppContext) =>
    withdrawals.limits(principal.userId),
  withdraw: (
    wish: { address: string; amountUsd: string; totp: string },
    { idempotency, ...caller }: InAppContext,
  ) => withdrawals.withdraw(caller, wish, idempotency),
  cancelWithdrawal: ({ id }: { id: string }, caller: InAppContext) =>
    withdrawals.cancel(caller, id),
});

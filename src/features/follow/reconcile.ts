import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { usdc } from '../../money/fixed.ts';
import { type MembershipRow, membershipTable } from '../groups/index.ts';
import { type IntentRow, intentTable } from '../orders/index.ts';
import { dayOf, finished, followEvent } from './execute.ts';
import { type FollowRow, followTable } from './tables.ts';

export interface FollowKey {
  readonly leaderTradeId: string;
  readonly followerId: string;
}

export interface ReconcileFollow extends FollowKey {
  readonly groupId: string;
  readonly tradeId: string;
}

/** Writes the result of a follow whose order was in flight: FILLED, or FAILED with the funds back. */
export const reconcileFollow: CommandKind<ReconcileFollow> = {
  name: 'follow.reconcile',
  needs: ({ leaderTradeId, followerId, groupId, tradeId }) => ({
    users: [followerId],
    rows: [
      ref(followTable, leaderTradeId, followerId),
      ref(intentTable, tradeId),
      ref(membershipTable, groupId, followerId),
    ],
  }),
  decide(state, { leaderTradeId, followerId, groupId, tradeId }, context) {
    const row = state.get(followTable, leaderTradeId, followerId);
    const intent = state.get(intentTable, tradeId);
    if (row?.status !== 'UNKNOWN' || !intent) return {};
    if (intent.status === 'SETTLED') {
      const result = { ...row, status: 'FILLED', settledAt: context.now };
      return { rows: [{ table: followTable, row: result }], events: [followEvent(result)] };
    }
    if (intent.status !== 'FAILED') return {};
    const budget = freedBudget(row, intent, state.get(membershipTable, groupId, followerId));
    const refund = new AppError('FUNDING_REFUNDED');
    return finished(row, 'FAILED', refund.code, refund.message, budget, context);
  },
};

/** What the failed order had taken from its day's limit is free again, unless the day is over. */
function freedBudget(
  row: FollowRow,
  intent: IntentRow,
  member: MembershipRow | undefined,
): NonNullable<Outcome['rows']> {
  if (!member || member.dailyLimit === null) return [];
  if (member.spentDay !== dayOf(intent.createdAt)) return [];
  const spent = member.spent >= row.amount ? member.spent - row.amount : 0n;
  return [{ table: membershipTable, row: { ...member, spent: usdc(spent) } }];
}

/** Writes FAILED for a follow that the service itself could not make: a bug, never silent. */
export const failFollow: CommandKind<FollowKey & { readonly fence: number }> = {
  name: 'follow.fail',
  needs: ({ leaderTradeId, followerId }) => ({
    users: [followerId],
    rows: [ref(followTable, leaderTradeId, followerId)],
  }),
  decide(state, { leaderTradeId, followerId, fence }, context) {
    const row = state.get(followTable, leaderTradeId, followerId);
    if (row?.status !== 'QUEUED' || row.fence !== fence) return {};
    const message = 'The service could not make this follow; nothing moved.';
    return finished(row, 'FAILED', 'INTERNAL', message, [], context);
  },
};

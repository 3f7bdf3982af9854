import { type CommandKind, ref } from '../../engine/command.ts';
import { AppError, invalid } from '../../errors/app-error.ts';
import { isMember, requireAdmin, requireCanEnter } from './access.ts';
import { departure, departureRows } from './departure.ts';
import { adminCountLookup } from './lookups.ts';
import { groupTable, membershipTable } from './tables.ts';

export interface KickCommand {
  readonly groupId: string;
  /** Who asks. */
  readonly userId: string;
  /** Who is to go; null when there is no such user. */
  readonly targetId: string | null;
}

/**
 * Removes another member; own positions stay theirs to sell (contract 18.10). Answers
 * `{ success }`, 200. Refuses with NOT_GROUP_MEMBER, ADMIN_REQUIRED, SUBSCRIPTION_REQUIRED,
 * VALIDATION_FAILED (oneself: leave instead), NOT_FOUND (no such member).
 */
export const kickMember: CommandKind<KickCommand> = {
  name: 'kick member',
  needs: ({ groupId, userId, targetId }) => ({
    users: targetId === null ? [userId] : [userId, targetId],
    update: [ref(groupTable, groupId)],
    rows: [
      ref(membershipTable, groupId, userId),
      ref(adminCountLookup, groupId),
      ...(targetId === null ? [] : departureRows(groupId, targetId)),
    ],
  }),
  decide(state, { groupId, userId, targetId }, { now }) {
    requireCanEnter(requireAdmin(state.get(membershipTable, groupId, userId)));
    if (targetId === userId) throw invalid('userId is yourself: leave the group instead');
    const target = targetId === null ? undefined : state.get(membershipTable, groupId, targetId);
    if (!isMember(target)) throw new AppError('NOT_FOUND', { message: 'No such member.' });
    // The one who asks is an admin and stays, so the group keeps one whoever goes.
    return {
      ...departure(state, target, 'KICKED', now),
      answer: { status: 200, data: { success: true } },
    };
  },
};

import { type CommandKind, ref, type State } from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { requireMember } from './access.ts';
import { departure, departureRows } from './departure.ts';
import { adminCountLookup } from './lookups.ts';
import { groupTable, membershipTable } from './tables.ts';

export interface LeaveCommand {
  readonly groupId: string;
  readonly userId: string;
}

/** How many admins the group has; the group row must be locked by the command. */
export function adminCount(state: State, groupId: string): number {
  const admins = state.find(adminCountLookup, groupId);
  assert(admins, `group ${groupId}: the count of its admins always answers`);
  return admins.count;
}

/**
 * Leaves a group; proposals, positions and the membership row stay. Answers `{ success }`, 200.
 * Refuses with NOT_GROUP_MEMBER, LAST_ADMIN.
 */
export const leaveGroup: CommandKind<LeaveCommand> = {
  name: 'leave group',
  needs: ({ groupId, userId }) => ({
    users: [userId],
    // Held for change, so that of two admins who leave at once the second sees the first one gone.
    update: [ref(groupTable, groupId)],
    rows: [...departureRows(groupId, userId), ref(adminCountLookup, groupId)],
  }),
  decide(state, { groupId, userId }, { now }) {
    const member = requireMember(state.get(membershipTable, groupId, userId));
    if (member.isAdmin && adminCount(state, groupId) <= 1) throw new AppError('LAST_ADMIN');
    return {
      ...departure(state, member, 'LEFT', now),
      answer: { status: 200, data: { success: true } },
    };
  },
};

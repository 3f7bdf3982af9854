import {
  type CommandKind,
  type Needs,
  type Outcome,
  ref,
  type State,
} from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { isMember, requireAdmin, requireCanEnter } from './access.ts';
import { adminCount } from './leave.ts';
import { adminCountLookup, profileLookup } from './lookups.ts';
import { memberObject, membershipEvent } from './member-object.ts';
import { groupTable, type MembershipRow, membershipTable } from './tables.ts';

export interface RoleCommand {
  readonly groupId: string;
  /** Who asks. */
  readonly userId: string;
  /** Whose role changes; null when there is no such user. */
  readonly targetId: string | null;
}

export interface PromoteCommand extends RoleCommand {
  readonly to: 'LEADER' | 'ADMIN';
}

/**
 * Makes a member LEADER, or LEADER and admin. Answers the Group member, 200, also when nothing
 * changes. Refuses with NOT_GROUP_MEMBER, ADMIN_REQUIRED, SUBSCRIPTION_REQUIRED, NOT_FOUND.
 */
export const promoteMember: CommandKind<PromoteCommand> = {
  name: 'promote member',
  needs: roleNeeds,
  decide(state, command, { now }) {
    const target = requireTarget(state, command);
    const isAdmin = target.isAdmin || command.to === 'ADMIN';
    return changed(state, target, { memberType: 'LEADER', isAdmin }, now);
  },
};

/**
 * Takes one step down: the admin flag first, then LEADER to MEMBER. Answers the Group member, 200,
 * also when nothing changes. Refuses as `promoteMember`, and with LAST_ADMIN.
 */
export const demoteMember: CommandKind<RoleCommand> = {
  name: 'demote member',
  needs: roleNeeds,
  decide(state, command, { now }) {
    const target = requireTarget(state, command);
    if (!target.isAdmin)
      return changed(state, target, { memberType: 'MEMBER', isAdmin: false }, now);
    if (adminCount(state, command.groupId) <= 1) throw new AppError('LAST_ADMIN');
    return changed(state, target, { memberType: target.memberType, isAdmin: false }, now);
  },
};

function roleNeeds({ groupId, userId, targetId }: RoleCommand): Needs {
  const target =
    targetId === null
      ? []
      : [ref(membershipTable, groupId, targetId), ref(profileLookup, targetId)];
  return {
    users: targetId === null ? [userId] : [userId, targetId],
    // Held for change: the number of admins is counted and changed under this lock alone.
    update: [ref(groupTable, groupId)],
    rows: [ref(membershipTable, groupId, userId), ref(adminCountLookup, groupId), ...target],
  };
}

function requireTarget(state: State, { groupId, userId, targetId }: RoleCommand): MembershipRow {
  requireCanEnter(requireAdmin(state.get(membershipTable, groupId, userId)));
  const target = targetId === null ? undefined : state.get(membershipTable, groupId, targetId);
  if (!isMember(target)) throw new AppError('NOT_FOUND', { message: 'No such member.' });
  return target;
}

function changed(
  state: State,
  target: MembershipRow,
  role: Pick<MembershipRow, 'memberType' | 'isAdmin'>,
  now: number,
): Outcome {
  const { groupId, userId } = target;
  const profile = state.find(profileLookup, userId);
  assert(profile, `membership of ${userId} in ${groupId} hangs in the air`);
  const answer = (member: MembershipRow) => ({
    status: 200,
    data: memberObject({ member, profile, now, showInviteCode: true }),
  });
  if (target.memberType === role.memberType && target.isAdmin === role.isAdmin) {
    return { answer: answer(target) };
  }
  const member: MembershipRow = { ...target, ...role, updatedAt: now };
  const count = adminCount(state, groupId) + Number(member.isAdmin) - Number(target.isAdmin);
  return {
    rows: [{ table: membershipTable, row: member }],
    found: [{ ref: ref(adminCountLookup, groupId), row: { count } }],
    events: [membershipEvent({ member, profile, now })],
    answer: answer(member),
  };
}

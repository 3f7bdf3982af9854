import { type CommandKind, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { type Usdc, usdc } from '../../money/fixed.ts';
import { feesOf } from './group-fee.ts';
import { newInviteCode } from './invite-code.ts';
import { profileLookup } from './lookups.ts';
import { membershipEvent, membershipObject } from './member-object.ts';
import { newMembership } from './new-membership.ts';
import {
  type AccessType,
  type GroupRow,
  groupTable,
  type MemberType,
  membershipTable,
  type Period,
} from './tables.ts';

/** The settings of a new group, checked and complete. */
export interface NewGroup {
  readonly name: string;
  readonly description: string;
  readonly image: string;
  readonly header: string;
  /** Whole dollars. */
  readonly joiningFee: Usdc;
  readonly subscriptionFee: Usdc;
  readonly subscriptionPeriod: Period;
  readonly accessType: AccessType;
  readonly defaultMemberType: MemberType;
}

export interface CreateGroupCommand {
  readonly userId: string;
  readonly group: NewGroup;
}

/**
 * Makes a group; its creator is LEADER and admin and pays none of its fees. Answers
 * `{ groupId, membership }`, 201. Refuses nothing.
 */
export const createGroup: CommandKind<CreateGroupCommand> = {
  name: 'create group',
  needs: ({ userId }) => ({ users: [userId], rows: [ref(profileLookup, userId)] }),
  decide(state, { userId, group: settings }, { now, ids }) {
    const profile = state.find(profileLookup, userId);
    assert(profile, `user ${userId} has no profile`);
    const group: GroupRow = {
      id: ids.next(),
      ...settings,
      isActive: true,
      createdBy: userId,
      createdAt: now,
      updatedAt: now,
    };
    const fees = { ...feesOf(group), joiningFee: usdc(0n), subscriptionFee: usdc(0n) };
    const inviteCode = newInviteCode(ids);
    const member = {
      ...newMembership({ group, userId, inviteCode, now, fees, before: undefined }),
      memberType: 'LEADER' as const,
      isAdmin: true,
    };
    const view = { member, profile, now };
    return {
      rows: [
        { table: groupTable, row: group },
        { table: membershipTable, row: member },
      ],
      events: [membershipEvent(view)],
      answer: {
        status: 201,
        data: { groupId: group.id, membership: membershipObject(view, group) },
      },
    };
  },
};

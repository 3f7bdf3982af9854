import { type CommandKind, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { requireCanEnter, requireMember } from './access.ts';
import { newInviteCode } from './invite-code.ts';
import { inviteLookup, profileLookup } from './lookups.ts';
import { memberObject, membershipEvent } from './member-object.ts';
import { type MembershipRow, membershipTable } from './tables.ts';

export interface RotateInviteCode {
  readonly groupId: string;
  readonly userId: string;
}

/**
 * Gives the caller another invite code; the one before counts no more (contract 18.25). Answers the
 * Group member, 200. Refuses with NOT_GROUP_MEMBER, SUBSCRIPTION_REQUIRED.
 */
export const rotateInviteCode: CommandKind<RotateInviteCode> = {
  name: 'rotate invite code',
  needs: ({ groupId, userId }) => ({
    users: [userId],
    rows: [ref(membershipTable, groupId, userId), ref(profileLookup, userId)],
  }),
  decide(state, { groupId, userId }, { now, ids }) {
    const before = requireMember(state.get(membershipTable, groupId, userId));
    requireCanEnter(before);
    const profile = state.find(profileLookup, userId);
    assert(profile, `membership of ${userId} in ${groupId} hangs in the air`);
    const member: MembershipRow = { ...before, inviteCode: newInviteCode(ids), updatedAt: now };
    return {
      rows: [{ table: membershipTable, row: member }],
      found: [
        { ref: ref(inviteLookup, before.inviteCode), row: undefined },
        { ref: ref(inviteLookup, member.inviteCode), row: { groupId } },
      ],
      events: [membershipEvent({ member, profile, now })],
      answer: {
        status: 200,
        data: memberObject({ member, profile, now, showInviteCode: true }),
      },
    };
  },
};

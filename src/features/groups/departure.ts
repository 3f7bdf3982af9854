import { type Outcome, type Ref, ref, type State } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { adminCountLookup, inviteLookup, profileLookup } from './lookups.ts';
import { membershipEvent } from './member-object.ts';
import { type MembershipRow, membershipTable } from './tables.ts';

/** What `departure` reads, beside the locked group and the count of its admins. */
export const departureRows = (groupId: string, userId: string): Ref[] => [
  ref(membershipTable, groupId, userId),
  ref(profileLookup, userId),
];

/** Ends a membership: the row stays, the invite code and the admin flag stop counting. */
export function departure(
  state: State,
  member: MembershipRow,
  status: 'LEFT' | 'KICKED',
  now: number,
): Outcome {
  const { groupId, userId } = member;
  const gone: MembershipRow = { ...member, status, isAdmin: false, dueAt: null, updatedAt: now };
  const profile = state.find(profileLookup, userId);
  const admins = state.find(adminCountLookup, groupId);
  assert(profile && admins, `membership of ${userId} in ${groupId} hangs in the air`);
  const count = admins.count - (member.isAdmin ? 1 : 0);
  return {
    rows: [{ table: membershipTable, row: gone }],
    found: [
      { ref: ref(inviteLookup, member.inviteCode), row: undefined },
      { ref: ref(adminCountLookup, groupId), row: { count } },
    ],
    events: [membershipEvent({ member: gone, profile, now })],
  };
}

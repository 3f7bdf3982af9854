import { type Needs, type Outcome, ref, type State } from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { defineLookup } from '../../platform/db/table.ts';
import { isMember } from './access.ts';
import { departure, departureRows } from './departure.ts';
import { adminCount } from './leave.ts';
import { adminCountLookup } from './lookups.ts';
import { groupTable, membershipTable } from './tables.ts';

/** Whether a group has a member beside one, by (group, that member). */
export const othersLookup = defineLookup<{ readonly others: boolean }>({
  name: 'other members of group',
  keySize: 2,
  text: `select v.n, o.others from unnest($1::uuid[], $2::uuid[]) with ordinality v(g, u, n)
    cross join lateral (select exists (select 1 from membership
      where group_id = v.g and user_id <> v.u and status = 'ACTIVE') as others) o`,
  read: ([others]) => ({ others: others as boolean }),
});

/** What ending memberships needs beside the lock on their owner: the groups are held. */
export const endMembershipNeeds = (
  userId: string,
  groupIds: readonly string[],
): Required<Pick<Needs, 'update' | 'rows'>> => ({
  update: groupIds.map((id) => ref(groupTable, id)),
  rows: groupIds.flatMap((id) => [
    ...departureRows(id, userId),
    ref(adminCountLookup, id),
    ref(othersLookup, id, userId),
  ]),
});

/**
 * Ends those of a user's memberships in these groups that are there, for an account that ends; a
 * group in which nobody is left is set inactive. LAST_ADMIN (`details.groupId`) where others would
 * be left without an admin. `ended` counts the memberships.
 */
export function endMemberships(
  state: State,
  { userId, groupIds }: { readonly userId: string; readonly groupIds: readonly string[] },
  now: number,
): Required<Pick<Outcome, 'rows' | 'found' | 'events'>> & { readonly ended: number } {
  const members = groupIds
    .map((id) => state.get(membershipTable, id, userId))
    .filter((row) => isMember(row));
  const parts = members.map((member) => {
    const { groupId } = member;
    const group = state.get(groupTable, groupId);
    assert(group, `membership of ${userId} in ${groupId} hangs in the air`);
    const others = state.find(othersLookup, groupId, userId)?.others ?? false;
    if (others && member.isAdmin && adminCount(state, groupId) <= 1) {
      throw new AppError('LAST_ADMIN', { details: { groupId, groupName: group.name } });
    }
    const left = departure(state, member, 'LEFT', now);
    const closed = { ...group, isActive: false, updatedAt: now };
    return {
      rows: [...(left.rows ?? []), ...(others ? [] : [{ table: groupTable, row: closed }])],
      found: left.found ?? [],
      events: left.events ?? [],
    };
  });
  return {
    rows: parts.flatMap(({ rows }) => rows),
    found: parts.flatMap(({ found }) => found),
    events: parts.flatMap(({ events }) => events),
    ended: members.length,
  };
}

import { AppError, invalid } from '../../errors/app-error.ts';
import { formatUsdc } from '../../money/text.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import { cutPage } from '../../platform/http/cursor.ts';
import { isId } from '../../platform/ids.ts';
import { sumsFrom } from './figures.sql.ts';
import { groupObject } from './group-object.ts';
import {
  type GroupOfUserRow,
  type GroupRecord,
  groupFrom,
  groupOfInvite,
  groupPreview,
  groupsOfUser,
  groupWithSums,
  memberFrom,
  membersOfGroup,
  presentMember,
  profileFrom,
} from './groups.sql.ts';
import { memberObject } from './member-object.ts';
import { after, type PageWish } from './paging.ts';
import { groupPerformance } from './performance.ts';

export interface ReadDeps {
  readonly database: Pick<Database, 'reads'>;
  readonly clock: Clock;
}

/** The caller's groups, the latest joined first. VALIDATION_FAILED for a cursor that is none. */
export async function readGroupsOfUser(
  { database, clock }: ReadDeps,
  userId: string,
  { limit, cursor }: PageWish,
) {
  const values = [isoTime(clock.now()), userId, ...after(cursor), limit + 1];
  const rows = await database.reads.query<GroupOfUserRow>(groupsOfUser, values);
  const { kept, nextCursor } = cutPage(rows, limit, ({ joinedAt, id }) => [joinedAt, id]);
  const groups = kept.map((row) => ({
    ...groupObject(groupFrom(row), groupPerformance(sumsFrom(row))),
    memberType: row.memberType,
    unreadCount: row.unreadCount,
  }));
  return { groups, nextCursor };
}

/** A group that the caller is in. NOT_GROUP_MEMBER, also when there is no such group. */
export async function readGroup({ database, clock }: ReadDeps, groupId: string, userId: string) {
  await requirePresent(database, groupId, userId);
  const values = [isoTime(clock.now()), groupId];
  const [row] = await database.reads.query<GroupRecord>(groupWithSums, values);
  if (!row) throw new AppError('NOT_GROUP_MEMBER');
  return groupObject(groupFrom(row), groupPerformance(sumsFrom(row)));
}

/**
 * What an outsider may know of a group before joining, by its id or by an invite code. NOT_FOUND
 * without such a group, INVITE_INVALID without such a code, VALIDATION_FAILED unless one is given.
 */
export async function readPreview(
  { database }: ReadDeps,
  { groupId, inviteCode }: { groupId?: string; inviteCode?: string },
) {
  if ((groupId === undefined) === (inviteCode === undefined)) {
    throw invalid('query must name either groupId or inviteCode');
  }
  const readable = groupId === undefined || isId(groupId);
  const values = [groupId ?? null, inviteCode ?? null];
  const [row] = readable ? await database.reads.query<GroupRecord>(groupPreview, values) : [];
  if (!row) {
    throw inviteCode === undefined
      ? new AppError('NOT_FOUND', { message: 'No such group.' })
      : new AppError('INVITE_INVALID');
  }
  const group = groupFrom(row);
  return {
    groupId: group.id,
    name: group.name,
    image: group.image,
    memberCount: row.memberCount as number,
    groupAccessType: group.accessType,
    joiningFee: formatUsdc(group.joiningFee),
    subscriptionFee: formatUsdc(group.subscriptionFee),
    subscriptionPeriod: group.subscriptionPeriod,
  };
}

/**
 * The present members of a group, the earliest joined first; invite codes of others only for
 * admins. NOT_GROUP_MEMBER; VALIDATION_FAILED for a cursor that is none.
 */
export async function readMembers(
  { database, clock }: ReadDeps,
  groupId: string,
  userId: string,
  { limit, cursor }: PageWish,
) {
  const position = after(cursor);
  const caller = await requirePresent(database, groupId, userId);
  const values = [groupId, ...position, limit + 1];
  const rows = await database.reads.query<GroupRecord>(membersOfGroup, values);
  const read = rows.map((row) => ({ member: memberFrom(row), profile: profileFrom(row) }));
  const { kept, nextCursor } = cutPage(read, limit, ({ member }) => [
    member.joinedAt,
    member.userId,
  ]);
  const now = clock.now();
  const members = kept.map(({ member, profile }) =>
    memberObject({
      member,
      profile,
      now,
      showInviteCode: caller.isAdmin || member.userId === userId,
    }),
  );
  return { members, nextCursor };
}

/** The group of an invite code, null when no present member owns it. */
export async function findInvitedGroup(
  { database }: ReadDeps,
  inviteCode: string,
): Promise<string | null> {
  const [row] = await database.reads.query<{ groupId: string }>(groupOfInvite, [inviteCode]);
  return row?.groupId ?? null;
}

/** Whether the caller is a present member, and admin. NOT_GROUP_MEMBER. */
export async function requirePresent(
  database: ReadDeps['database'],
  groupId: string,
  userId: string,
): Promise<{ isAdmin: boolean }> {
  const values = [groupId, userId];
  const [member] = isId(groupId)
    ? await database.reads.query<{ isAdmin: boolean }>(presentMember, values)
    : [];
  if (!member) throw new AppError('NOT_GROUP_MEMBER');
  return member;
}

import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Statement } from '../../platform/db/table.ts';
import { cutPage } from '../../platform/http/cursor.ts';
import { after, type PageWish } from './paging.ts';
import { type ReadDeps, requirePresent } from './reads.ts';

/**
 * A page of the requests to join that wait, the oldest first. $1 group id, $2 timestamptz and $3
 * uuid: the last row of the page before (null at the start), $4 limit.
 */
export const waitingRequests: Statement = {
  name: 'waiting join requests',
  text: `
    select r.user_id as "userId", u.username, u.avatar, r.created_at as "createdAt"
    from join_request r join app_user u on u.id = r.user_id
    where r.group_id = $1::uuid and r.status = 'PENDING'
      and ($2::timestamptz is null or (r.created_at, r.user_id) > ($2::timestamptz, $3::uuid))
    order by r.created_at, r.user_id limit $4::int4`,
};

interface RequestRecord {
  readonly userId: string;
  readonly username: string;
  readonly avatar: string;
  readonly createdAt: number;
}

/**
 * The requests to join a group that wait, the oldest first. NOT_GROUP_MEMBER, ADMIN_REQUIRED;
 * VALIDATION_FAILED for a cursor that is none.
 */
export async function readRequests(
  { database }: ReadDeps,
  groupId: string,
  userId: string,
  { limit, cursor }: PageWish,
) {
  const position = after(cursor);
  const { isAdmin } = await requirePresent(database, groupId, userId);
  if (!isAdmin) throw new AppError('ADMIN_REQUIRED');
  const values = [groupId, ...position, limit + 1];
  const rows = await database.reads.query<RequestRecord>(waitingRequests, values);
  const { kept, nextCursor } = cutPage(rows, limit, (row) => [row.createdAt, row.userId]);
  const requests = kept.map(({ createdAt, ...user }) => ({
    ...user,
    createdAt: isoTime(createdAt),
  }));
  return { requests, nextCursor };
}

import type { Statement } from '../../platform/db/table.ts';

/** The groups that users are in now, whose rooms their sockets join. $1 users. */
export const groupsOfUsersStatement: Statement = {
  name: 'chat rooms of users',
  text: `select user_id as "userId", group_id as "groupId" from membership
    where user_id = any($1::uuid[]) and status = 'ACTIVE'`,
};

/** What a user has not read, per group, without muted senders; the time up to which all is read or null. $1 user. */
export const unreadStatement: Statement = {
  name: 'unread messages of user',
  text: `select m.group_id as "groupId", r.last_read_at as "lastReadAt", (
      select count(*) from chat_message c
      where c.group_id = m.group_id and c.deleted_at is null and c.sender_id <> m.user_id
        and c.created_at > greatest(m.joined_at, r.last_read_at))::int4 - (
      select count(*) from chat_mute x
      join chat_message c on c.group_id = x.group_id and c.sender_id = x.muted_id
      where x.user_id = m.user_id and x.group_id = m.group_id
        and c.cause_id is null and c.deleted_at is null
        and c.created_at > greatest(m.joined_at, r.last_read_at))::int4 as "unreadCount"
    from membership m
    left join chat_read r on r.group_id = m.group_id and r.user_id = m.user_id
    where m.user_id = $1::uuid and m.status = 'ACTIVE'`,
};
export interface UnreadRow {
  readonly [field: string]: unknown;
  readonly groupId: string;
  readonly lastReadAt: number | null;
  readonly unreadCount: number;
}

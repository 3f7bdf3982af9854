import type { Statement } from '../../platform/db/table.ts';
import { chatMessageTable, type ReactionKey } from './tables.ts';

/** Announcements that wait, the earliest first. $1 int4 limit. */
export const waitingAnnouncementsStatement: Statement = {
  name: 'waiting announcements',
  text: `select id, group_id as "groupId", sender_id as "senderId" from chat_announcement
    order by n limit $1`,
};

const MESSAGE = `${chatMessageTable.fields
  .map((field) => `m.${chatMessageTable.columns[field].sqlName} as "${field}"`)
  .join(', ')}, u.idp_id as "idpId", u.username, u.avatar,
  m.cause_id is null and exists (select 1 from chat_mute x where x.user_id = $1::uuid
    and x.group_id = m.group_id and x.muted_id = m.sender_id) as muted,
  (select json_agg(json_build_array(r.key, r.count, r.mine)) from (
    select key, count(*)::int4 as count, bool_or(user_id = $1::uuid) as mine
    from chat_reaction where message_id = m.id group by key) r) as reactions`;

/** A message as the database gives it; `reactions` are null where there are none. */
export interface MessageRecord {
  readonly [field: string]: unknown;
  readonly createdAt: number;
  readonly idpId: string;
  readonly username: string;
  readonly avatar: string;
  readonly muted: boolean;
  readonly reactions: readonly (readonly [ReactionKey, number, boolean])[] | null;
}

const page = (order: 'asc' | 'desc'): string => `
  select ${MESSAGE} from (
    select * from chat_message
    where group_id = $2::uuid and created_at > $3::timestamptz and created_at < $4::timestamptz
      and deleted_at is null
    order by created_at ${order} limit $5::int4) m
  join app_user u on u.id = m.sender_id
  order by m.created_at desc`;

/**
 * A group's newest messages between two instants, both exclusive, newest first. $1 reader, $2 group,
 * $3 and $4 timestamptz (may be infinite), $5 limit.
 */
export const newestMessagesStatement: Statement = {
  name: 'newest chat messages',
  text: page('desc'),
};

/** The same of the oldest messages between the two instants, still newest first. */
export const oldestMessagesStatement: Statement = {
  name: 'oldest chat messages',
  text: page('asc'),
};

/** One message. $1 reader, $2 group, $3 message. */
export const messageStatement: Statement = {
  name: 'chat message',
  text: `select ${MESSAGE} from chat_message m join app_user u on u.id = m.sender_id
    where m.group_id = $2::uuid and m.id = $3::uuid and m.deleted_at is null`,
};

/** Which of some users have put which keys on a message. $1 message, $2 uuid[]. */
export const reactionsOfUsersStatement: Statement = {
  name: 'chat reactions of users',
  text: `select v.id as "userId", r.key from unnest($2::uuid[]) v(id)
    join chat_reaction r on r.message_id = $1::uuid and r.user_id = v.id`,
};

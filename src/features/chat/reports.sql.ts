import type { Statement } from '../../platform/db/table.ts';
import type { ReportStatus } from './moderation-tables.ts';
import type { MessageType } from './tables.ts';

/** Ends the other reports of a deleted message. $1 message, $2 but this one, $3 admin, $4 now. */
export const resolveOthersStatement: Statement = {
  name: 'end other reports',
  text: `update chat_report
    set status = 'DELETED', content = '', resolved_by = $3::uuid, resolved_at = $4::timestamptz
    where message_id = $1::uuid and id <> $2::uuid and status = 'OPEN'`,
};

/** The message of a report. $1 group, $2 report. */
export const messageOfReportStatement: Statement = {
  name: 'message of report',
  text: `select message_id as "messageId" from chat_report
    where id = $2::uuid and group_id = $1::uuid`,
};

/**
 * A page of a group's reports, the newest first. $1 group, $2 whether open (null: all), $3 before
 * this id, $4 rows.
 */
export const reportsStatement: Statement = {
  name: 'chat reports',
  text: `select r.id, r.message_id as "messageId", r.reason, r.content, r.status,
      r.created_at as "createdAt", r.resolved_at as "resolvedAt",
      m.sender_id as "senderId", m.type, m.created_at as "messageAt",
      m.deleted_at is not null as deleted, s.username as "senderName",
      r.reporter_id as "reporterId", u.username as "reporterName", a.username as "resolverName"
    from (select * from chat_report
      where group_id = $1::uuid and ($2::bool is null or (status = 'OPEN') = $2) and id < $3::uuid
      order by id desc limit $4::int4) r
    join chat_message m on m.id = r.message_id
    join app_user s on s.id = m.sender_id
    join app_user u on u.id = r.reporter_id
    left join app_user a on a.id = r.resolved_by
    order by r.id desc`,
};
export interface ReportRecord {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly messageId: string;
  readonly reason: string;
  readonly content: string;
  readonly status: ReportStatus;
  readonly createdAt: number;
  readonly resolvedAt: number | null;
  readonly senderId: string;
  readonly type: MessageType;
  readonly messageAt: number;
  readonly deleted: boolean;
  readonly senderName: string;
  readonly reporterId: string;
  readonly reporterName: string;
  readonly resolverName: string | null;
}

/** Whether a user is a present member of a group, and an admin. $1 group, $2 user. */
export const adminOfGroupStatement: Statement = {
  name: 'chat admin of group',
  text: `select is_admin as "isAdmin" from membership
    where group_id = $1::uuid and user_id = $2::uuid and status = 'ACTIVE'`,
};

/** Whom a member has muted in a group. $1 member, $2 group, $3 after this user, $4 rows. */
export const mutesStatement: Statement = {
  name: 'chat mutes',
  text: `select c.muted_id as "userId", u.username, u.avatar, c.created_at as "createdAt"
    from chat_mute c join app_user u on u.id = c.muted_id
    where c.user_id = $1::uuid and c.group_id = $2::uuid and c.muted_id > $3::uuid
    order by c.muted_id limit $4::int4`,
};
export interface MuteRecord {
  readonly [field: string]: unknown;
  readonly userId: string;
  readonly username: string;
  readonly avatar: string;
  readonly createdAt: number;
}

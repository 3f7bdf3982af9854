import { type Column, nullable, text, time, uuid } from '../../platform/db/column.ts';
import { defineLookup, defineTable, type RowOf } from '../../platform/db/table.ts';

export const REPORT_STATUSES = ['OPEN', 'DISMISSED', 'DELETED'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** Whom a member does not want to read in a group; guarded by the member's wallet row. */
export const chatMuteTable = defineTable({
  name: 'chat_mute',
  key: ['userId', 'groupId', 'mutedId'],
  columns: {
    userId: uuid('user_id'),
    groupId: uuid('group_id'),
    mutedId: uuid('muted_id'),
    createdAt: time('created_at'),
  },
});

/** What a member has told the admins about a message. */
export const chatReportTable = defineTable({
  name: 'chat_report',
  key: ['id'],
  columns: {
    id: uuid('id'),
    groupId: uuid('group_id'),
    messageId: uuid('message_id'),
    reporterId: uuid('reporter_id'),
    reason: text('reason'),
    /** The message as it was reported; empty once the report is resolved. */
    content: text('content'),
    status: text('status') as Column<ReportStatus>,
    resolvedBy: nullable(uuid('resolved_by')),
    createdAt: time('created_at'),
    resolvedAt: nullable(time('resolved_at')),
  },
});
export type ChatReportRow = RowOf<typeof chatReportTable>;

/** The report that a member has made of a message, by (message, member). */
export const reportOfMessageLookup = defineLookup<
  Pick<ChatReportRow, 'id' | 'status' | 'createdAt'>
>({
  name: 'report of message',
  keySize: 2,
  text: `select v.n, r.id, r.status, r.created_at
    from unnest($1::uuid[], $2::uuid[]) with ordinality v(m, u, n)
    cross join lateral (select id, status, created_at from chat_report
      where message_id = v.m and reporter_id = v.u limit 1) r`,
  read: ([id, status, createdAt]) => ({
    id: id as string,
    status: status as ReportStatus,
    createdAt: createdAt as number,
  }),
});

import { amount, nullable, text, time, uuid } from '../../platform/db/column.ts';
import { defineTable } from '../../platform/db/table.ts';

/** What a user wants to hear of, and how far mails have told it; guarded by the wallet row. */
export const notificationTable = defineTable({
  name: 'notification_setting',
  key: ['userId'],
  columns: {
    userId: uuid('user_id'),
    mail: text('mail'),
    inApp: text('in_app'),
    mailedSeq: amount<bigint>('mailed_seq'),
    callsFrom: time('calls_from'),
    digestAt: nullable(time('digest_at')),
    updatedAt: time('updated_at'),
  },
});

/** Up to which instant of a group's chat a user was told of its calls by mail. */
export const callNoticeTable = defineTable({
  name: 'call_notice',
  key: ['userId', 'groupId'],
  columns: {
    userId: uuid('user_id'),
    groupId: uuid('group_id'),
    seenAt: time('seen_at'),
  },
});

import type { Announcement } from '../../engine/command.ts';
import { bool, type Column, nullable, text, time, uuid } from '../../platform/db/column.ts';
import { defineTable, type RowOf } from '../../platform/db/table.ts';

export const MESSAGE_TYPES = ['TEXT', 'STICKER', 'IMAGE', 'SYSTEM'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** The published reactions (contract 18.13), in the order in which they are shown. */
export const REACTION_KEYS = ['like', 'love', 'laugh', 'wow', 'sad', 'fire', 'rocket'] as const;
export type ReactionKey = (typeof REACTION_KEYS)[number];

/** A text column that the database checks to hold one of a few words. */
const word = <T extends string>(sqlName: string): Column<T> => text(sqlName) as Column<T>;

/** A group's place in the order of its messages; locked by whoever posts. */
export const chatGroupTable = defineTable({
  name: 'chat_group',
  key: ['groupId'],
  columns: { groupId: uuid('group_id'), lastAt: time('last_at') },
});

/** A message; it stays when it is deleted, without its content. */
export const chatMessageTable = defineTable({
  name: 'chat_message',
  key: ['id'],
  columns: {
    id: uuid('id'),
    groupId: uuid('group_id'),
    senderId: uuid('sender_id'),
    type: word<MessageType>('type'),
    content: text('content'),
    /** JSON; only of an automatic message. */
    metadata: nullable(text('metadata')),
    replyToId: nullable(uuid('reply_to_id')),
    clientMessageId: nullable(text('client_message_id')),
    causeId: nullable(uuid('cause_id')),
    pinned: bool('pinned'),
    createdAt: time('created_at'),
    editedAt: nullable(time('edited_at')),
    deletedAt: nullable(time('deleted_at')),
  },
});
export type ChatMessageRow = RowOf<typeof chatMessageTable>;

export const chatReactionTable = defineTable({
  name: 'chat_reaction',
  key: ['messageId', 'userId', 'key'],
  columns: {
    messageId: uuid('message_id'),
    userId: uuid('user_id'),
    key: word<ReactionKey>('key'),
    createdAt: time('created_at'),
  },
});

/** Up to which message a member has read; guarded by the user's wallet row. */
export const chatReadTable = defineTable({
  name: 'chat_read',
  key: ['groupId', 'userId'],
  columns: {
    groupId: uuid('group_id'),
    userId: uuid('user_id'),
    lastReadAt: time('last_read_at'),
  },
});

/** An announcement that waits to be posted. */
export const chatAnnouncementTable = defineTable({
  name: 'chat_announcement',
  key: ['id'],
  appendOnly: true,
  columns: {
    id: uuid('id'),
    groupId: uuid('group_id'),
    senderId: uuid('sender_id'),
    kind: word<Announcement['kind']>('kind'),
    vertical: word<Announcement['vertical']>('vertical'),
    proposalId: uuid('proposal_id'),
    text: text('text'),
    metadata: text('metadata'),
    createdAt: time('created_at'),
  },
});
export type ChatAnnouncementRow = RowOf<typeof chatAnnouncementTable>;

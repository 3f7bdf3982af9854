import { type CommandKind, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  memberGateTable,
  requireCanEnter,
  requireLeaderOrAdmin,
  requireMember,
} from '../groups/index.ts';
import { requireContent } from './inputs.ts';
import { type Sender, sentMessageLookup } from './lookups.ts';
import { chatSignal, messageObject } from './message-object.ts';
import { nextInstant } from './order.ts';
import {
  type ChatMessageRow,
  chatGroupTable,
  chatMessageTable,
  type MessageType,
} from './tables.ts';

export interface SendMessage {
  readonly groupId: string;
  readonly sender: Sender & { readonly userId: string };
  readonly type: MessageType;
  readonly content: string;
  readonly replyToId: string | null;
  readonly clientMessageId: string | null;
}

/** The sender has sent a message under this client id before; it is to be answered again. */
export class AlreadySent extends AppError {
  readonly messageId: string;

  constructor(messageId: string) {
    super('OVERLOADED', { retryAfterSeconds: 1 });
    this.messageId = messageId;
  }
}

/**
 * Posts a message in a group (contract 10, 18.13). Answers the message, 201. NOT_GROUP_MEMBER,
 * LEADER_REQUIRED (SYSTEM by a plain member), SUBSCRIPTION_REQUIRED, VALIDATION_FAILED, NOT_FOUND
 * (no such message to reply to), and AlreadySent.
 */
export const sendMessage: CommandKind<SendMessage> = {
  name: 'chat.sendMessage',
  needs: ({ groupId, sender: { userId }, replyToId, clientMessageId }) => ({
    users: [userId],
    update: [ref(chatGroupTable, groupId)],
    rows: [
      ref(memberGateTable, groupId, userId),
      ...(replyToId === null ? [] : [ref(chatMessageTable, replyToId)]),
      ...(clientMessageId === null
        ? []
        : [ref(sentMessageLookup, groupId, userId, clientMessageId)]),
    ],
  }),
  decide(state, command, { now, ids }) {
    const { groupId, sender, type, content, replyToId, clientMessageId } = command;
    const { userId } = sender;
    const member = requireMember(state.get(memberGateTable, groupId, userId));
    if (type === 'SYSTEM') requireLeaderOrAdmin(member);
    requireCanEnter(member);
    requireContent(type, content);
    const at = clientMessageId === null ? [] : [groupId, userId, clientMessageId];
    const sent = at.length === 0 ? undefined : state.find(sentMessageLookup, ...at);
    if (sent) throw new AlreadySent(sent.messageId);
    if (replyToId !== null) requireReplied(state.get(chatMessageTable, replyToId), groupId);
    const { createdAt, write } = nextInstant(state, groupId, now);
    const row: ChatMessageRow = {
      id: ids.next(),
      groupId,
      senderId: userId,
      type,
      content,
      metadata: null,
      replyToId,
      clientMessageId,
      causeId: null,
      pinned: false,
      createdAt,
      editedAt: null,
      deletedAt: null,
    };
    const message = messageObject(row, sender, []);
    const data = { groupId, messageId: row.id, createdAt: message.createdAt };
    return {
      rows: [write, { table: chatMessageTable, row }],
      found:
        at.length === 0 ? [] : [{ ref: ref(sentMessageLookup, ...at), row: { messageId: row.id } }],
      events: [{ userId, type: 'chat.messageSent', data }],
      signals: [chatSignal('new_message', row, { sender, counts: {} })],
      answer: { status: 201, data: message },
    };
  },
};

function requireReplied(row: ChatMessageRow | undefined, groupId: string): void {
  if (row?.groupId === groupId && row.deletedAt === null) return;
  throw new AppError('NOT_FOUND', { message: 'There is no such message to reply to.' });
}

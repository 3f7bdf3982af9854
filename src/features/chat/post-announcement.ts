import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { senderLookup } from './lookups.ts';
import { chatSignal } from './message-object.ts';
import { nextInstant } from './order.ts';
import {
  type ChatMessageRow,
  chatAnnouncementTable,
  chatGroupTable,
  chatMessageTable,
} from './tables.ts';

export interface PostAnnouncement {
  readonly id: string;
  readonly groupId: string;
  readonly senderId: string;
}

/**
 * Turns an announcement into a SYSTEM message and takes it from those that wait, in one transaction
 * (contract 10). Does nothing when another process was faster. It moves nothing of the sender's, so
 * no stream tells it: the change that it is about has been told.
 */
export const postAnnouncement: CommandKind<PostAnnouncement> = {
  name: 'chat.postAnnouncement',
  needs: ({ id, groupId, senderId }) => ({
    users: [],
    update: [ref(chatAnnouncementTable, id), ref(chatGroupTable, groupId)],
    rows: [ref(senderLookup, senderId)],
  }),
  decide(state, { id, groupId, senderId }, { now, ids }): Outcome {
    const waiting = state.get(chatAnnouncementTable, id);
    if (!waiting) return {};
    const sender = state.find(senderLookup, senderId);
    assert(sender, `there is no user ${senderId}`);
    const { createdAt, write } = nextInstant(state, groupId, now);
    const row: ChatMessageRow = {
      id: ids.next(),
      groupId,
      senderId,
      type: 'SYSTEM',
      content: waiting.text,
      metadata: waiting.metadata,
      replyToId: null,
      clientMessageId: null,
      causeId: id,
      pinned: false,
      createdAt,
      editedAt: null,
      deletedAt: null,
    };
    return {
      rows: [write, { table: chatMessageTable, row }],
      removed: [ref(chatAnnouncementTable, id)],
      signals: [chatSignal('new_message', row, { sender, counts: {} })],
    };
  },
};

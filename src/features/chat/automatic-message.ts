import {
  type DecideContext,
  type Needs,
  type Outcome,
  ref,
  type State,
} from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { senderLookup } from './lookups.ts';
import { chatSignal, type Metadata } from './message-object.ts';
import { nextInstant } from './order.ts';
import { type ChatMessageRow, chatGroupTable, chatMessageTable } from './tables.ts';

/** SYSTEM messages that a command posts by itself. */
export interface AutomaticMessages {
  readonly groupId: string;
  /** In whose name; the user must exist. */
  readonly senderId: string;
  readonly metadata: Metadata;
  /** In this order; each cause is told only once. At most 4,000 characters each. */
  readonly messages: readonly { readonly causeId: string; readonly content: string }[];
}

/** What posting needs: the group's place in the order of its messages, locked, and the sender. */
export const automaticNeeds = (
  groupId: string,
  senderId: string,
): Required<Pick<Needs, 'update' | 'rows'>> => ({
  update: [ref(chatGroupTable, groupId)],
  rows: [ref(senderLookup, senderId)],
});

/** The instant of a group's newest message, deleted ones counted; its chat must be locked. */
export function chatInstant(state: State, groupId: string): number {
  const group = state.get(chatGroupTable, groupId);
  assert(group, `group ${groupId} has no chat`);
  return group.lastAt;
}

/** The rows and signals of SYSTEM messages (contract 10). `now` is business time in milliseconds. */
export function automaticMessages(
  state: State,
  { groupId, senderId, metadata, messages }: AutomaticMessages,
  { now, ids }: Pick<DecideContext, 'now' | 'ids'>,
): Required<Pick<Outcome, 'rows' | 'signals'>> {
  if (messages.length === 0) return { rows: [], signals: [] };
  const sender = state.find(senderLookup, senderId);
  assert(sender, `there is no user ${senderId}`);
  const { createdAt: firstAt } = nextInstant(state, groupId, now);
  const rows = messages.map(
    ({ causeId, content }, n): ChatMessageRow => ({
      id: ids.next(),
      groupId,
      senderId,
      type: 'SYSTEM',
      content,
      metadata: JSON.stringify(metadata),
      replyToId: null,
      clientMessageId: null,
      causeId,
      pinned: false,
      createdAt: firstAt + n,
      editedAt: null,
      deletedAt: null,
    }),
  );
  const lastAt = firstAt + messages.length - 1;
  return {
    rows: [
      { table: chatGroupTable, row: { groupId, lastAt } },
      ...rows.map((row) => ({ table: chatMessageTable, row })),
    ],
    signals: rows.map((row) => chatSignal('new_message', row, { sender, counts: {} })),
  };
}

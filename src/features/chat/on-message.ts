import {
  type EventDraft,
  type Needs,
  type Outcome,
  ref,
  type State,
} from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { type MemberGate, memberGateTable, requireMember } from '../groups/index.ts';
import { messageSenderLookup, ownReactionsLookup, reactionCountsLookup } from './lookups.ts';
import {
  type ChatMessage,
  type ChatSignal,
  chatSignal,
  messageObject,
  reactionsOf,
} from './message-object.ts';
import { type ChatMessageRow, chatMessageTable } from './tables.ts';

/** What names a message to a command of a member. */
export interface OnMessage {
  readonly groupId: string;
  readonly userId: string;
  readonly messageId: string;
}

/** The message locked, and what showing it needs. */
export const messageNeeds = ({ groupId, userId, messageId }: OnMessage): Needs => ({
  users: [userId],
  update: [ref(chatMessageTable, messageId)],
  rows: [
    ref(memberGateTable, groupId, userId),
    ref(messageSenderLookup, messageId),
    ref(reactionCountsLookup, messageId),
    ref(ownReactionsLookup, messageId, userId),
  ],
});

/** The member and the message. NOT_GROUP_MEMBER; NOT_FOUND, also of a message that is deleted. */
export function requireMessage(
  state: State,
  { groupId, userId, messageId }: OnMessage,
): { member: MemberGate; row: ChatMessageRow } {
  const member = requireMember(state.get(memberGateTable, groupId, userId));
  const row = state.get(chatMessageTable, messageId);
  if (row?.groupId === groupId && row.deletedAt === null) return { member, row };
  throw new AppError('NOT_FOUND', { message: 'There is no such message.' });
}

/** The message as the member sees it. */
export function shown(state: State, { messageId, userId }: OnMessage, row: ChatMessageRow) {
  const own = state.find(ownReactionsLookup, messageId, userId)?.keys;
  const { sender, counts } = partsOf(state, messageId);
  return messageObject(row, sender, reactionsOf(counts, own));
}

export function partsOf(state: State, messageId: string) {
  const sender = state.find(messageSenderLookup, messageId);
  const counts = state.find(reactionCountsLookup, messageId)?.counts;
  assert(sender && counts, `message ${messageId} has no sender`);
  return { sender, counts };
}

export const answered = (message: ChatMessage): Outcome => ({
  answer: { status: 200, data: message },
});

/** The message with its new row: kept, told to the member's stream and signalled to the group. */
export function changedMessage(
  state: State,
  on: OnMessage,
  row: ChatMessageRow,
  told: { signal: ChatSignal; event: EventDraft },
): Outcome {
  return {
    rows: [{ table: chatMessageTable, row }],
    events: [told.event],
    signals: [chatSignal(told.signal, row, partsOf(state, on.messageId))],
    ...answered(shown(state, on, row)),
  };
}

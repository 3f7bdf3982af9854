import type { GroupSignal } from '../../engine/command.ts';
import { isoTime } from '../../platform/clock.ts';
import type { ReactionCounts, Sender } from './lookups.ts';
import { type ChatMessageRow, REACTION_KEYS, type ReactionKey } from './tables.ts';

export interface Reaction {
  readonly key: ReactionKey;
  readonly count: number;
  /** Whether the reader is among them. */
  readonly mine: boolean;
}

/** Reactions in their published order, as one of the group's members sees them. */
export const reactionsOf = (counts: ReactionCounts, own: readonly ReactionKey[] = []): Reaction[] =>
  REACTION_KEYS.flatMap((key) => {
    const count = counts[key] ?? 0;
    return count > 0 ? [{ key, count, mine: own.includes(key) }] : [];
  });

/** A message on the wire (contract 10). */
export function messageObject(
  row: ChatMessageRow,
  { idpId, username, avatar }: Sender,
  reactions: Reaction[],
) {
  return {
    id: row.id,
    groupId: row.groupId,
    senderId: row.senderId,
    sender: { idpId, username, avatar },
    type: row.type,
    content: row.content,
    metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as Metadata),
    replyToId: row.replyToId,
    clientMessageId: row.clientMessageId,
    reactions,
    pinned: row.pinned,
    editedAt: row.editedAt === null ? null : isoTime(row.editedAt),
    createdAt: isoTime(row.createdAt),
  };
}

export type Metadata = Readonly<Record<string, string | null>>;
export type ChatMessage = ReturnType<typeof messageObject> & {
  /** Whether the reader has muted the sender; absent where it is not so, or nobody's in particular. */
  readonly muted?: boolean;
};

export type ChatSignal =
  | 'new_message'
  | 'message_updated'
  | 'message_deleted'
  | 'message_pinned'
  | 'message_unpinned';

/** What everybody in the group may see at once. `mine` is nobody's: it is false throughout. */
export function chatSignal(
  type: ChatSignal,
  row: ChatMessageRow,
  of: { sender: Sender; counts: ReactionCounts },
): GroupSignal {
  const data = messageObject(row, of.sender, reactionsOf(of.counts));
  return { groupId: row.groupId, type, data };
}

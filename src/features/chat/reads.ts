import { AppError, invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { arrayLiteral } from '../../platform/db/table.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import { isId } from '../../platform/ids.ts';
import { isPresentMember } from '../groups/index.ts';
import {
  type MessageRecord,
  messageStatement,
  newestMessagesStatement,
  oldestMessagesStatement,
  reactionsOfUsersStatement,
} from './chat.sql.ts';
import { type ChatMessage, messageObject, reactionsOf } from './message-object.ts';
import { type ChatMessageRow, chatMessageTable, type ReactionKey } from './tables.ts';

export interface PageOfChat {
  readonly groupId: string;
  /** The reader. */
  readonly userId: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/**
 * Messages of a group, newest first: the newest before an instant, or with `after` those next after
 * it (contract 18.13), both exclusive. NOT_GROUP_MEMBER, VALIDATION_FAILED for what is no instant
 * or no cursor.
 */
export async function readMessages(
  reads: ReadPool,
  wish: PageOfChat,
): Promise<{ messages: ChatMessage[]; nextCursor: string | null }> {
  const { groupId, userId, limit } = wish;
  const { fromMs, toMs } = boundsOf(wish);
  const rising = fromMs !== null;
  const values = [
    userId,
    groupId,
    fromMs === null ? '-infinity' : isoTime(fromMs),
    toMs === null ? 'infinity' : isoTime(toMs),
    limit + 1,
  ];
  const statement = rising ? oldestMessagesStatement : newestMessagesStatement;
  if (!isId(groupId)) throw new AppError('NOT_GROUP_MEMBER');
  const [isMember, rows] = await Promise.all([
    isPresentMember(reads, groupId, userId),
    reads.query<MessageRecord>(statement, values),
  ]);
  if (!isMember) throw new AppError('NOT_GROUP_MEMBER');
  const more = rows.length > limit;
  // Newest first: the one too many is the last of a falling page and the first of a rising one.
  const kept = rising && more ? rows.slice(1) : rows.slice(0, limit);
  const edge = rising ? kept[0] : kept.at(-1);
  return {
    messages: kept.map(presented),
    nextCursor: more && edge ? encodeCursor(rising ? 'after' : 'before', edge.createdAt) : null,
  };
}

/** The instants of a page; a cursor goes on where the page before ended, in its direction. */
function boundsOf({ before, after, cursor }: PageOfChat) {
  const bounds = {
    fromMs: after === undefined ? null : instantOf('after', after),
    toMs: before === undefined ? null : instantOf('before', before),
  };
  if (cursor === undefined) return bounds;
  const [side, atMs] = decodeCursor(cursor, 'string', 'number');
  if (atMs < 0 || atMs > LATEST_MS) throw invalid('query.cursor is not a cursor');
  if (side === 'after') return { ...bounds, fromMs: atMs };
  if (side === 'before') return { ...bounds, toMs: atMs };
  throw invalid('query.cursor is not a cursor');
}

/** The last instant that four digits of a year can say. */
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
/** Something after the milliseconds, which are all that messages have. */
const FINER = /\.\d{3}\d*[1-9]/;

/** Milliseconds of an instant in ISO 8601; what is finer is after the end of them. */
function instantOf(name: 'before' | 'after', text: string): number {
  const atMs = ISO.test(text) ? Date.parse(text) : Number.NaN;
  const day = text.slice(0, 10);
  // 30 February parses as a day of March.
  const isDay = !Number.isNaN(atMs) && isoTime(Date.parse(`${day}T00:00:00Z`)).startsWith(day);
  if (!isDay) {
    throw invalid(`query.${name} must be an instant in ISO 8601, such as 2026-01-31T14:30:00.000Z`);
  }
  const endMs = name === 'before' && FINER.test(text) ? atMs + 1 : atMs;
  return Math.min(Math.max(endMs, 0), LATEST_MS);
}

/** One message as a member sees it; undefined when there is none (any more). */
export async function readMessage(
  reads: ReadPool,
  { groupId, userId, messageId }: { groupId: string; userId: string; messageId: string },
): Promise<ChatMessage | undefined> {
  const values = [userId, groupId, messageId];
  const [row] = await reads.query<MessageRecord>(messageStatement, values);
  return row && presented(row);
}

function presented(record: MessageRecord): ChatMessage {
  const row: Record<string, unknown> = {};
  for (const field of chatMessageTable.fields) {
    row[field] = chatMessageTable.columns[field].read(record[field]);
  }
  const reactions = record.reactions ?? [];
  const counts = Object.fromEntries(reactions.map(([key, count]) => [key, count]));
  const own = reactions.filter(([, , mine]) => mine).map(([key]) => key);
  const message = messageObject(row as unknown as ChatMessageRow, record, reactionsOf(counts, own));
  return record.muted ? { ...message, muted: true } : message;
}

/** The same message for another reader, who has put these keys on it. */
export const asSeenBy = (message: ChatMessage, own: ReadonlySet<ReactionKey>): ChatMessage => ({
  ...message,
  reactions: message.reactions.map((one) => ({ ...one, mine: own.has(one.key) })),
});

/** Which keys each of some users has put on a message; users without any are absent. */
export async function readReactionsOf(
  reads: ReadPool,
  messageId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<ReactionKey>>> {
  const rows = await reads.query<{ userId: string; key: ReactionKey }>(reactionsOfUsersStatement, [
    messageId,
    arrayLiteral(userIds),
  ]);
  const own = new Map<string, Set<ReactionKey>>();
  for (const { userId, key } of rows) own.set(userId, (own.get(userId) ?? new Set()).add(key));
  return own;
}

import type { Namespace } from 'socket.io';
import type { Engine } from '../../engine/engine.ts';
import { AppError, invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import {
  MESSAGE_TYPES,
  markChatRead,
  type NewMessage,
  REACTION_KEYS,
  sendToChat,
} from '../chat/index.ts';
import { type UnreadRow, unreadStatement } from './chat.sql.ts';
import { ChatRooms, groupRoom } from './chat-rooms.ts';
import { ChatTeller } from './chat-teller.ts';
import { answer, onPeer, type Peer, type PeerDeps, textOf } from './peer.ts';

export interface ChatNamespaceDeps extends PeerDeps {
  readonly engine: Pick<Engine, 'onCommitted' | 'submit'>;
  readonly reads: ReadPool;
}

export interface ChatNamespace {
  /** Rooms of users to whom another process has done something. */
  upkeep(): Promise<void>;
}

/** `/chat`: the groups of the caller, their messages, calls and members, as they change. */
export function openChatNamespace(namespace: Namespace, deps: ChatNamespaceDeps): ChatNamespace {
  const rooms = new ChatRooms(namespace, deps.reads);
  const teller = new ChatTeller(namespace, rooms, deps);
  deps.engine.onCommitted((committed) => teller.tell(committed));

  onPeer(namespace, deps, async (peer) => {
    const { socket, principal } = peer;
    const entered = rooms.enter(socket, principal.userId);
    answerMessages(peer, deps, entered);
    const groups = await entered;
    socket.emit('connected', { userId: principal.userId, groups, reactionKeys: REACTION_KEYS });
    for (const unread of await readUnread(deps.reads, principal.userId)) {
      socket.emit('unread_updated', unread);
    }
  });
  return { upkeep: () => rooms.upkeep() };
}

function answerMessages(peer: Peer, deps: ChatNamespaceDeps, entered: Promise<unknown>): void {
  const { socket, principal } = peer;
  const caller = { principal, idempotency: null };
  answer(peer, deps, {
    name: 'send_message',
    scope: 'chat',
    async handler(payload) {
      const groupId = textOf(payload, 'groupId');
      const { json } = await sendToChat(deps, caller, groupId, messageOf(payload));
      return { message: JSON.parse(json).data };
    },
  });
  answer(peer, deps, {
    name: 'mark_read',
    scope: 'chat',
    async handler(payload) {
      const { json } = await markChatRead(deps, caller, textOf(payload, 'groupId'));
      return JSON.parse(json).data;
    },
  });
  answer(peer, deps, {
    name: 'typing',
    scope: 'chat',
    async handler(payload) {
      const groupId = textOf(payload, 'groupId');
      const isTyping = payload.isTyping ?? true;
      if (typeof isTyping !== 'boolean') throw invalid('isTyping must be a boolean');
      await entered;
      if (!socket.rooms.has(groupRoom(groupId))) throw new AppError('NOT_GROUP_MEMBER');
      const { idpId, username } = principal;
      const told = { groupId, userIdpId: idpId, username, isTyping };
      socket.to(groupRoom(groupId)).volatile.emit('typing', told);
      return {};
    },
  });
}

/** A message of a payload in the shape of the REST body; its content is checked where it is sent. */
function messageOf(payload: Record<string, unknown>): NewMessage {
  const { content, replyToId = null, clientMessageId = null } = payload;
  const type = MESSAGE_TYPES.find((one) => one === payload.type);
  if (type === undefined) throw invalid(`type must be one of ${MESSAGE_TYPES.join(', ')}`);
  if (typeof content !== 'string') throw invalid('content must be a string');
  if (!isTextOrNull(replyToId)) throw invalid('replyToId must be a string or null');
  if (!isTextOrNull(clientMessageId)) throw invalid('clientMessageId must be a string or null');
  return { type, content, replyToId, clientMessageId };
}

const isTextOrNull = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';

/** How much a user has not read in each group. */
async function readUnread(reads: ReadPool, userId: string) {
  const rows = await reads.query<UnreadRow>(unreadStatement, [userId]);
  return rows.map(({ groupId, unreadCount, lastReadAt }) => ({
    groupId,
    unreadCount,
    lastReadAt: lastReadAt === null ? null : isoTime(lastReadAt),
  }));
}

import type { Namespace } from 'socket.io';
import type { Announcement, GroupSignal } from '../../engine/command.ts';
import type { Committed } from '../../engine/engine.ts';
import type { EventRow } from '../../ledger/tables.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { asSeenBy, type ChatMessage, readReactionsOf } from '../chat/index.ts';
import { type ChatRooms, groupRoom, userRoom } from './chat-rooms.ts';

/** Tells the sockets of `/chat` what has been committed in this process, each group in its order. */
export class ChatTeller {
  readonly #namespace: Namespace;
  readonly #rooms: ChatRooms;
  readonly #deps: { readonly reads: ReadPool; readonly log: Log };
  /** Groups whose newest signal waits for a read; later ones of the group wait for it. */
  readonly #waiting = new Map<string, Promise<void>>();

  constructor(namespace: Namespace, rooms: ChatRooms, deps: { reads: ReadPool; log: Log }) {
    this.#namespace = namespace;
    this.#rooms = rooms;
    this.#deps = deps;
  }

  tell({ events, announcements, signals }: Committed): void {
    if (this.#namespace.sockets.size === 0) return;
    for (const event of events) this.#event(event);
    for (const announcement of announcements) this.#proposal(announcement);
    for (const signal of signals) this.#signal(signal);
  }

  #event({ userId, type, data }: EventRow): void {
    if (type === 'membership.changed') this.#membership(userId, JSON.parse(data));
    else if (type === 'chat.read') this.#toUser(userId, 'unread_updated', data);
    else if (type === 'join_request.approved') this.#toUser(userId, 'join_request_approved', data);
  }

  #toUser(userId: string, name: string, data: string): void {
    this.#namespace.to(userRoom(userId)).emit(name, JSON.parse(data));
  }

  /** Who comes or goes changes rooms first; the others hear what everybody in the group may know. */
  #membership(userId: string, member: Membership): void {
    const { groupId, status, userIdpId, username, avatar, memberType, isAdmin } = member;
    if (status === 'ACTIVE') this.#rooms.join(userId, groupId);
    else this.#rooms.leave(userId, groupId);
    const told = { groupId, userIdpId, username, avatar, status, memberType, isAdmin };
    const heard = this.#namespace.to(groupRoom(groupId)).to(userRoom(userId));
    heard.emit('membership_changed', told);
  }

  #proposal({ groupId, vertical, proposalId, kind, text, metadata }: Announcement): void {
    const told = { groupId, vertical, proposalId, kind, text, metadata };
    this.#namespace.to(groupRoom(groupId)).emit('proposal_updated', told);
  }

  #signal(signal: GroupSignal): void {
    const { groupId, type, data } = signal;
    if (!this.#namespace.adapter.rooms.has(groupRoom(groupId))) return;
    const before = this.#waiting.get(groupId);
    const hasReactions = ((data as Partial<ChatMessage>).reactions ?? []).length > 0;
    if (!before && !hasReactions) {
      this.#namespace.to(groupRoom(groupId)).emit(type, data);
      return;
    }
    const told = (before ?? Promise.resolve())
      .then(() => this.#toEach(groupId, type, data as ChatMessage))
      .catch((err: unknown) => this.#deps.log.warn({ err }, 'a chat was not told of a change'))
      .finally(() => {
        if (this.#waiting.get(groupId) === told) this.#waiting.delete(groupId);
      });
    this.#waiting.set(groupId, told);
  }

  /** A message with reactions differs for those who have put some there: `mine`. */
  async #toEach(groupId: string, type: string, message: ChatMessage): Promise<void> {
    const users = message.reactions?.length > 0 ? this.#rooms.usersIn(groupId) : [];
    const own =
      users.length === 0 ? new Map() : await readReactionsOf(this.#deps.reads, message.id, users);
    const among = [...own.keys()].map(userRoom);
    this.#namespace.to(groupRoom(groupId)).except(among).emit(type, message);
    // Each of them in the group's room still; who has left it meanwhile hears nothing.
    for (const userId of this.#rooms.usersIn(groupId)) {
      const keys = own.get(userId);
      if (keys) this.#namespace.to(userRoom(userId)).emit(type, asSeenBy(message, keys));
    }
  }
}

interface Membership {
  readonly groupId: string;
  readonly userIdpId: string;
  readonly username: string;
  readonly avatar: string;
  readonly status: string;
  readonly memberType: string;
  readonly isAdmin: boolean;
}

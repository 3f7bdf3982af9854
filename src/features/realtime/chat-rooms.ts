import type { Namespace, Socket } from 'socket.io';
import type { ReadPool } from '../../platform/db/pool.ts';
import { groupsOfUsersStatement } from './chat.sql.ts';
import { readStreamHeads } from './stream-heads.ts';

export const groupRoom = (groupId: string): string => `group:${groupId}`;
export const userRoom = (userId: string): string => `user:${userId}`;

/** Keeps sockets in the rooms of the groups that their users are in. */
export class ChatRooms {
  readonly #namespace: Namespace;
  readonly #reads: ReadPool;
  /** Users with a socket, and the number of the newest event when their groups were read. */
  readonly #users = new Map<string, bigint>();

  constructor(namespace: Namespace, reads: ReadPool) {
    this.#namespace = namespace;
    this.#reads = reads;
  }

  /** Puts a new socket into its rooms; the groups of its user. */
  async enter(socket: Socket, userId: string): Promise<string[]> {
    socket.join(userRoom(userId));
    socket.on('disconnect', () => {
      if (this.#socketsIn(userRoom(userId)).size === 0) this.#users.delete(userId);
    });
    const [head] = await readStreamHeads(this.#reads, [userId]);
    if (!this.#users.has(userId)) this.#users.set(userId, head?.seq ?? 0n);
    const groups = await this.#groupsOf([userId]);
    const groupIds = groups.map(({ groupId }) => groupId);
    socket.join(groupIds.map(groupRoom));
    return groupIds;
  }

  /** Takes a user's sockets into the room of a group. */
  join(userId: string, groupId: string): void {
    this.#namespace.in(userRoom(userId)).socketsJoin(groupRoom(groupId));
  }

  /** Takes a user's sockets out of the room of a group, before anything else is told there. */
  leave(userId: string, groupId: string): void {
    this.#namespace.in(userRoom(userId)).socketsLeave(groupRoom(groupId));
  }

  /** Users with a socket in the room of a group. */
  usersIn(groupId: string): string[] {
    const sockets = this.#socketsIn(groupRoom(groupId));
    return [...this.#users.keys()].filter((userId) => {
      for (const id of this.#socketsIn(userRoom(userId))) if (sockets.has(id)) return true;
      return false;
    });
  }

  /** Reads the groups of those anew to whom something has happened, in whichever process. */
  async upkeep(): Promise<void> {
    const heads = await readStreamHeads(this.#reads, [...this.#users.keys()]);
    const moved = heads.filter(({ userId, seq }) => seq !== this.#users.get(userId));
    if (moved.length === 0) return;
    const rooms = new Map(moved.map(({ userId }) => [userId, new Set<string>()]));
    for (const { userId, groupId } of await this.#groupsOf([...rooms.keys()])) {
      rooms.get(userId)?.add(groupRoom(groupId));
    }
    for (const { userId, seq } of moved) {
      if (this.#users.has(userId)) this.#users.set(userId, seq);
      for (const id of this.#socketsIn(userRoom(userId))) {
        const socket = this.#namespace.sockets.get(id);
        if (socket) setRooms(socket, rooms.get(userId) ?? new Set());
      }
    }
  }

  #groupsOf(userIds: readonly string[]) {
    return this.#reads.query<{ userId: string; groupId: string }>(groupsOfUsersStatement, [
      [...userIds],
    ]);
  }

  #socketsIn(room: string): ReadonlySet<string> {
    return this.#namespace.adapter.rooms.get(room) ?? new Set();
  }
}

/** Leaves the rooms of groups that are not among these, and joins these. */
function setRooms(socket: Socket, rooms: ReadonlySet<string>): void {
  for (const room of socket.rooms) {
    if (room.startsWith(groupRoom('')) && !rooms.has(room)) socket.leave(room);
  }
  socket.join([...rooms]);
}

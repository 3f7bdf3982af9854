import type { Namespace, Socket } from 'socket.io';
import { invalid } from '../../errors/app-error.ts';
import { MAX_SUBSCRIPTIONS } from './limits.ts';

/** What is sent of a subject now: the event's name and payload; null while nothing is known. */
export interface Tick {
  readonly event: string;
  readonly payload: object;
  /** Ticks with the same key are the same: nothing is sent again. */
  readonly key: string;
}

/** Subjects that sockets have subscribed to, and what was sent of each last. */
export interface Ticker {
  /** Joins a subject and sends what is known of it now. VALIDATION_FAILED beyond the limit. */
  subscribe(socket: Socket, subject: string): void;
  unsubscribe(socket: Socket, subject: string): void;
  /** Sends what has changed since it was sent last. */
  tick(): void;
}

/** Sends each subject at most once per call of `tick`, to all that have joined it, packed once. */
export function createTicker(
  namespace: Namespace,
  tickOf: (subject: string) => Tick | null,
): Ticker {
  const sent = new Map<string, string>();
  const listeners = (subject: string): number => namespace.adapter.rooms.get(subject)?.size ?? 0;
  return {
    subscribe(socket, subject) {
      // A socket is always in a room of its own.
      if (socket.rooms.size > MAX_SUBSCRIPTIONS && !socket.rooms.has(subject)) {
        throw invalid(`at most ${MAX_SUBSCRIPTIONS} subscriptions`);
      }
      socket.join(subject);
      const now = tickOf(subject);
      if (!now) return;
      socket.emit(now.event, now.payload);
      // Nobody else waits for it: it is not sent again with the next round.
      if (listeners(subject) === 1) sent.set(subject, now.key);
    },
    unsubscribe(socket, subject) {
      socket.leave(subject);
    },
    tick() {
      for (const subject of namespace.adapter.rooms.keys()) {
        if (!subject.includes(':')) continue;
        const now = tickOf(subject);
        if (!now || sent.get(subject) === now.key) continue;
        sent.set(subject, now.key);
        namespace.to(subject).emit(now.event, now.payload);
      }
      for (const subject of sent.keys()) if (listeners(subject) === 0) sent.delete(subject);
    },
  };
}

import type { Socket } from 'socket.io';
import { MAX_BUFFERED_BYTES, MAX_BUFFERED_PACKETS } from './limits.ts';

type Connection = Socket['conn'];

/** What the types do not tell of a connection: its queue, and the WebSocket under it. */
interface Queues {
  readonly writeBuffer?: readonly { readonly data?: unknown }[];
  readonly transport: {
    readonly socket?: { readonly bufferedAmount?: number; terminate?(): void };
  };
}

const queuesOf = (connection: Connection): Queues => connection as unknown as Queues;

/** Whether more waits for a client than it may: packets, or bytes of them and of what is being sent. */
export function isTooSlow(connection: Connection): boolean {
  const { writeBuffer = [], transport } = queuesOf(connection);
  if (writeBuffer.length > MAX_BUFFERED_PACKETS) return true;
  let bytes = transport.socket?.bufferedAmount ?? 0;
  for (const { data } of writeBuffer) bytes += typeof data === 'string' ? data.length : 0;
  return bytes > MAX_BUFFERED_BYTES;
}

/** Ends a connection without waiting for its client, which does not read a farewell either. */
export function drop(connection: Connection): void {
  queuesOf(connection).transport.socket?.terminate?.();
  connection.close(true);
}

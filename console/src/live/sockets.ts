import { io, type Socket } from 'socket.io-client';
import type { TokenSource } from '../api/http.ts';

export type Namespace = '/account' | '/chat' | '/perps' | '/prices';

/** Whether live data flows: `off` without a session, `waiting` while a connection is sought. */
export type ConnectionState = 'off' | 'waiting' | 'live';

/** The acknowledgement of a message of ours. */
export type Ack = { readonly ok: true; readonly [field: string]: unknown } | AckRefusal;
interface AckRefusal {
  readonly ok: false;
  readonly code: string;
  readonly message?: string;
  readonly details?: Record<string, unknown>;
  readonly oldestSeq?: number;
}

/** How long an acknowledgement is waited for, in milliseconds. */
const ACK_LIMIT_MS = 10_000;
/** How soon a connection that the service ended is sought again, in milliseconds. */
const REFUSED_WAIT_MS = 5_000;

/** One connection to the service with the namespaces that somebody uses. */
export interface Sockets {
  /** The socket of a namespace, connected when it is asked for first. */
  of(namespace: Namespace): Socket;
  /** Sends a message and gives its acknowledgement; NETWORK when none comes. */
  ask(namespace: Namespace, event: string, payload: object): Promise<Ack>;
  /** The state of the `/account` connection, which is always wanted. */
  state(): ConnectionState;
  subscribe(listener: () => void): () => void;
  /** Ends all connections: the session is over. */
  close(): void;
}

/** Sockets that sign in with the session's token, a fresh one at each connection. */
export function createSockets(tokens: TokenSource): Sockets {
  const sockets = new Map<Namespace, Socket>();
  const listeners = new Set<() => void>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let state: ConnectionState = 'off';

  function become(next: ConnectionState): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function open(namespace: Namespace): Socket {
    const socket = io(namespace, {
      transports: ['websocket', 'polling'],
      reconnectionDelayMax: 10_000,
      auth: (give) => {
        tokens.current().then(
          (token) => give({ token: token ?? '' }),
          () => give({ token: '' }),
        );
      },
    });
    // A token that is refused before its time means that the session has ended, or soon will.
    socket.on('error', () => {
      tokens
        .current()
        .then((token) => (token === null ? null : tokens.renew(token)))
        .catch(() => null);
    });
    socket.on('disconnect', (reason) => {
      if (reason !== 'io server disconnect') return;
      // The token had ended or the session is over; the next connection finds out which.
      const timer = setTimeout(() => {
        timers.delete(timer);
        if (sockets.get(namespace) === socket) socket.connect();
      }, REFUSED_WAIT_MS);
      timers.add(timer);
    });
    if (namespace === '/account') {
      become('waiting');
      socket.on('connected', () => become('live'));
      socket.on('disconnect', () => become('waiting'));
    }
    return socket;
  }

  const of = (namespace: Namespace): Socket => {
    const known = sockets.get(namespace);
    if (known) return known;
    const opened = open(namespace);
    sockets.set(namespace, opened);
    return opened;
  };

  return {
    of,
    ask: (namespace, event, payload) =>
      new Promise((resolve) => {
        of(namespace)
          .timeout(ACK_LIMIT_MS)
          .emit(event, payload, (lost: Error | null, ack: Ack) =>
            resolve(lost ? { ok: false, code: 'NETWORK', message: 'No answer came.' } : ack),
          );
      }),
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      for (const socket of sockets.values()) socket.disconnect();
      sockets.clear();
      become('off');
    },
  };
}

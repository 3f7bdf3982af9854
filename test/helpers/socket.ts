import { io, type Socket } from 'socket.io-client';
import { eventually } from './eventually.ts';

/** A client of a namespace by the official library, and everything it was told. */
export interface TestSocket {
  readonly socket: Socket;
  /** Names and payloads of what came, in order. */
  readonly heard: readonly (readonly [name: string, payload: unknown])[];
  /** Payloads of one name, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: the payload of any event.
  of(name: string): any[];
  /** Sends a message and resolves to its acknowledgement. */
  // biome-ignore lint/suspicious/noExplicitAny: the acknowledgement of any message.
  ask(name: string, payload: unknown): Promise<any>;
  /** Waits until so many of a name have come; the last of them. */
  // biome-ignore lint/suspicious/noExplicitAny: the payload of any event.
  until(name: string, count?: number): Promise<any>;
  close(): void;
}

const open = new Set<Socket>();

/** Connects with a key, which is sent as `auth.token` unless `options` say otherwise. */
export function connectSocket(
  origin: string,
  namespace: string,
  apiKey: string | null,
  options: Parameters<typeof io>[1] = {},
): TestSocket {
  const auth = apiKey === null ? {} : { auth: { token: apiKey } };
  const settings = { transports: ['websocket'], forceNew: true, reconnectionDelay: 50 };
  const socket = io(`${origin}${namespace}`, { ...settings, ...auth, ...options });
  open.add(socket);
  const heard: [string, unknown][] = [];
  socket.onAny((name: string, payload: unknown) => heard.push([name, payload]));
  const of = (name: string) => heard.filter(([heardName]) => heardName === name).map(([, p]) => p);
  return {
    socket,
    heard,
    of,
    ask: (name, payload) => socket.timeout(10_000).emitWithAck(name, payload),
    async until(name, count = 1) {
      await eventually(`${count} of ${name}`, () => of(name).length >= count);
      return of(name).at(-1);
    },
    close() {
      socket.disconnect();
      open.delete(socket);
    },
  };
}

/** Connects and waits for `connected`. */
export async function joinSocket(
  origin: string,
  namespace: string,
  apiKey: string,
): Promise<TestSocket> {
  const client = connectSocket(origin, namespace, apiKey);
  await client.until('connected');
  return client;
}

/** Waits until the server or the network has ended the connection; how long it took, in ms. */
export async function untilDisconnected({ socket }: TestSocket): Promise<number> {
  const begin = performance.now();
  await eventually('the socket is disconnected', () => !socket.connected);
  return performance.now() - begin;
}

/** Ends every client that a test has left open. */
export function closeSockets(): void {
  for (const socket of open) socket.disconnect();
  open.clear();
}

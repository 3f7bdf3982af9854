import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import type pg from 'pg';
import { placeOf } from '../helpers/cutting-proxy.ts';

/**
 * What a link does to the connections it carries.
 * - `pass`: nothing.
 * - `half-open`: what is sent either way disappears, and nobody is told; so it stays for the
 *   connections that met it, as for those of a router that has forgotten them.
 * - `slow`: so many bytes each way per tick.
 * - `lose-answer`: the request goes through; instead of its answer the connection ends.
 * - `mid-answer`: the connection ends in the middle of an answer.
 * - `reset`: what is sent is answered with a reset.
 */
export type LinkFault = 'pass' | 'half-open' | 'slow' | 'lose-answer' | 'mid-answer' | 'reset';

/** A link that a test may disturb, between a client and a server. */
export interface TcpProxy {
  readonly port: number;
  /** From here on; `strikes` limits a fault that ends connections to so many of them. */
  set(fault: LinkFault, strikes?: number): void;
  /** Connections that met a fault so far. */
  readonly struck: number;
  close(): Promise<void>;
}

/** A slow link carries this much each way per tick: 1.6 MB/s at best, in small pieces. */
const SLOW_BYTES = 8_192;
const SLOW_TICK_MS = 5;

/** Stands between clients, which connect to its port, and the server of `target`. */
export async function openTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  let fault: LinkFault = 'pass';
  let strikesLeft = Number.POSITIVE_INFINITY;
  let struck = 0;
  const sockets = new Set<Socket>();

  const carry = (client: Socket): void => {
    const upstream = connect(target);
    let silent = false;
    let over = false;
    const end = (how: 'destroy' | 'reset' = 'destroy'): void => {
      if (over) return;
      over = true;
      // Somebody whose peer is beyond a half-open link does not hear that it has gone.
      if (!silent || how === 'reset') {
        if (how === 'reset') client.resetAndDestroy();
        else client.destroy();
        upstream.destroy();
      }
    };
    const meets = (): boolean => {
      if (strikesLeft <= 0) {
        fault = 'pass';
        return false;
      }
      strikesLeft -= 1;
      struck += 1;
      return true;
    };
    const pass = (from: Socket, to: Socket, chunk: Buffer): void => {
      const isAnswer = from === upstream;
      if (silent || over) return;
      if (fault === 'half-open' && meets()) {
        silent = true;
      } else if (fault === 'reset' && meets()) {
        end('reset');
      } else if (isAnswer && fault === 'lose-answer' && meets()) {
        end();
      } else if (isAnswer && fault === 'mid-answer' && meets()) {
        client.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => end());
      } else if (fault === 'slow') {
        from.pause();
        void dribble(to, chunk).then(() => from.resume());
      } else to.write(chunk);
    };
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => pass(from, to, chunk));
      from.on('error', () => end());
      from.on('close', () => {
        sockets.delete(from);
        end();
      });
    }
  };

  const server = createServer(carry);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    set(next, strikes = Number.POSITIVE_INFINITY) {
      fault = next;
      strikesLeft = strikes;
    },
    get struck() {
      return struck;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function dribble(to: Socket, chunk: Buffer): Promise<void> {
  for (let from = 0; from < chunk.length; from += SLOW_BYTES) {
    await new Promise((resolve) => setTimeout(resolve, SLOW_TICK_MS));
    if (to.writable) to.write(chunk.subarray(from, from + SLOW_BYTES));
  }
}

/** A proxy before the database of a test, and what DATABASE_URL takes to go through it. */
export async function openDatabaseProxy(
  config: pg.ClientConfig,
): Promise<TcpProxy & { readonly url: string }> {
  const { socketPath, user, database } = placeOf(config);
  const proxy = await openTcpProxy({ path: socketPath });
  return Object.assign(proxy, {
    url: `postgresql://${user}@127.0.0.1:${proxy.port}/${database}?sslmode=disable`,
  });
}

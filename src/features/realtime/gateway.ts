import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { Engine } from '../../engine/engine.ts';
import type { Authenticator } from '../identity/index.ts';
import { type AccountNamespaceDeps, openAccountNamespace } from './account-namespace.ts';
import { type ChatNamespaceDeps, openChatNamespace } from './chat-namespace.ts';
import { MAX_CLIENT_MESSAGE_BYTES, TICK_INTERVAL_MS, UPKEEP_INTERVAL_MS } from './limits.ts';
import { authorizationOf, isRefused } from './peer.ts';
import { openPerpsNamespace, type PerpsNamespaceDeps } from './perps-namespace.ts';
import { openPricesNamespace, type PricesNamespaceDeps } from './prices-namespace.ts';
import { drop, isTooSlow } from './slow-reader.ts';

export interface GatewayDeps
  extends AccountNamespaceDeps,
    ChatNamespaceDeps,
    PerpsNamespaceDeps,
    PricesNamespaceDeps {
  readonly engine: Engine;
  readonly onRevoked: Authenticator['onRevoked'];
  readonly corsOrigins: readonly string[];
}

/** The real-time gateways of the process (contract 13). */
export interface Gateway {
  /** Sockets that are open now. */
  readonly sockets: number;
  close(): Promise<void>;
}

const NAMESPACES = ['/account', '/chat', '/prices', '/perps'] as const;

/**
 * Opens the Socket.IO namespaces on the service's HTTP server. Prices go out four times a second at
 * most; a client that does not read is dropped when its buffer is full; a key that is revoked or has
 * expired loses its sockets within a second.
 */
export function openGateway(http: HttpServer, deps: GatewayDeps): Gateway {
  const io = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: MAX_CLIENT_MESSAGE_BYTES,
    cors: { origin: [...deps.corsOrigins], methods: ['GET', 'POST'] },
    // Handshakes carry no cookies, and nothing is kept of a connection that has gone.
    connectTimeout: 10_000,
  });
  // The default namespace has nothing to say.
  io.on('connection', (socket) => socket.disconnect(true));
  const streams = [
    openAccountNamespace(io.of('/account'), deps),
    openChatNamespace(io.of('/chat'), deps),
  ];
  const tickers = [
    openPricesNamespace(io.of('/prices'), deps),
    openPerpsNamespace(io.of('/perps'), deps),
  ];

  const all = (): Socket[] => NAMESPACES.flatMap((name) => [...io.of(name).sockets.values()]);
  const ticking = setInterval(() => {
    for (const ticker of tickers) ticker.tick();
  }, TICK_INTERVAL_MS);
  const upkeep = setInterval(() => {
    for (const socket of all()) {
      if (isTooSlow(socket.conn)) drop(socket.conn);
      else void dropIfEnded(socket, deps);
    }
    for (const stream of streams) {
      stream.upkeep().catch((err: unknown) => deps.log.warn({ err }, 'streams were not read'));
    }
  }, UPKEEP_INTERVAL_MS);
  ticking.unref();
  upkeep.unref();
  // The key is out of the authenticator's memory by now: whoever uses it is refused.
  const stop = deps.onRevoked(() => {
    for (const socket of all()) void dropIfEnded(socket, deps);
  });

  return {
    get sockets() {
      return all().length;
    },
    async close() {
      clearInterval(ticking);
      clearInterval(upkeep);
      stop();
      // Cuts the connections without a farewell, after which clients would not come again by
      // themselves. The HTTP server is the service's own to close.
      io.engine.close();
    },
  };
}

/** Disconnects a socket whose key is not good any more; one that cannot be looked at stays. */
async function dropIfEnded(socket: Socket, { authenticate }: GatewayDeps): Promise<void> {
  try {
    await authenticate(authorizationOf(socket) ?? undefined);
  } catch (problem) {
    if (isRefused(problem)) socket.disconnect(true);
  }
}

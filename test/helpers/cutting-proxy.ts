import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';

/** A way to the database that a test may cut at a chosen point. */
export interface CuttingProxy {
  readonly clientConfig: pg.ClientConfig;
  /**
   * Cuts the next connection that commits: `before` the commit reaches the server, or `after` the
   * server has answered it, so that only the answer is lost.
   */
  cutAtCommit(when: 'before' | 'after'): void;
  /** Lets new connections wait until they are let through. */
  hold(): void;
  letThrough(): void;
  /** Connections cut so far. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** The name under which the engine prepares its commit, as it travels in a Bind message. */
const BIND_COMMIT = Buffer.from('\0commit\0');
/** The command tag of a commit that has happened. */
const TAG_COMMIT = Buffer.from('COMMIT\0');

interface Place {
  readonly socketPath: string;
  readonly user: string | undefined;
  readonly database: string | undefined;
}

/** Where a database is whose host is the directory of a socket, by its fields or its address. */
export function placeOf({ connectionString, host, port, user, database }: pg.ClientConfig): Place {
  if (connectionString === undefined) {
    return { socketPath: join(host ?? '', `.s.PGSQL.${port}`), user, database: database as string };
  }
  const url = new URL(connectionString);
  return {
    socketPath: join(decodeURIComponent(url.hostname), `.s.PGSQL.${url.port}`),
    user: decodeURIComponent(url.username),
    database: url.pathname.slice(1),
  };
}

/** Stands between a client and the database of `target`. */
export async function openCuttingProxy(target: pg.ClientConfig): Promise<CuttingProxy> {
  const { connectionString: _, ...settings } = target;
  const { socketPath, user, database } = placeOf(target);
  const waiting: (() => void)[] = [];
  let held = false;
  let cuts = 0;
  let armed: 'before' | 'after' | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (held) waiting.push(() => pass(client));
    else pass(client);
  });
  const pass = (client: Socket): void => {
    const upstream = connect(socketPath);
    let losing = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (chunk) => {
      if (armed !== null && chunk.includes(BIND_COMMIT)) {
        const when = armed;
        armed = null;
        cuts += 1;
        if (when === 'before') return end();
        losing = true;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!losing) client.write(chunk);
      else if (chunk.includes(TAG_COMMIT)) end();
    });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    clientConfig: {
      ...settings,
      host: '127.0.0.1',
      port: address.port,
      user,
      database,
      ssl: false,
    },
    get cuts() {
      return cuts;
    },
    hold() {
      held = true;
    },
    letThrough() {
      held = false;
      for (const go of waiting.splice(0)) go();
    },
    cutAtCommit(when) {
      armed = when;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

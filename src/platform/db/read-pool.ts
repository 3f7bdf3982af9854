import pg from 'pg';
import { AppError } from '../../errors/app-error.ts';
import type { Log } from '../log.ts';
import { pauseBeforeRetry } from './backoff.ts';
import type { Statement } from './table.ts';

/** Wait for a place on a connection before a read is refused (reliability: pool wait 1 s). */
export const POOL_WAIT_MS = 1_000;
const CONNECTIONS = 3;
/** Statements in flight on one connection; more would only queue inside the server. */
const IN_FLIGHT_PER_CONNECTION = 128;
const MAX_WAITING = 5_000;

/** Reads outside of any transaction, each statement by itself. */
export interface ReadPool {
  /**
   * Rows of one read-only statement. Refuses with OVERLOADED when no connection is free within
   * 1 s, when the connection was lost twice, or when the statement ran into its timeout.
   */
  query<Row extends pg.QueryResultRow>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
  close(): Promise<void>;
}

interface Connection {
  client: pg.Client | undefined;
  inFlight: number;
}

interface Waiter {
  resolve(connection: Connection): void;
  timer: NodeJS.Timeout;
}

/** Opens the read connections and returns when the first of them works. */
export async function openReadPool(config: pg.ClientConfig, log: Log): Promise<ReadPool> {
  const connections: Connection[] = [];
  const waiters: Waiter[] = [];
  let closed = false;

  const pick = (): Connection | undefined => {
    let best: Connection | undefined;
    for (const connection of connections) {
      if (connection.client === undefined) continue;
      if (connection.inFlight >= IN_FLIGHT_PER_CONNECTION) continue;
      if (best === undefined || connection.inFlight < best.inFlight) best = connection;
    }
    return best;
  };

  const serveWaiters = (): void => {
    while (waiters.length > 0) {
      const connection = pick();
      if (connection === undefined) return;
      const waiter = waiters.shift();
      if (waiter === undefined) return;
      clearTimeout(waiter.timer);
      connection.inFlight += 1;
      waiter.resolve(connection);
    }
  };

  const connect = async (connection: Connection): Promise<void> => {
    const client = new pg.Client({ ...config, pipeline: true });
    client.on('error', (err) => {
      if (!closed) log.warn({ err }, 'a read connection failed');
    });
    client.once('end', () => {
      if (connection.client !== client) return;
      connection.client = undefined;
      if (!closed) void reconnect(connection);
    });
    await client.connect();
    if (closed) return client.end();
    connection.client = client;
    serveWaiters();
  };

  const reconnect = async (connection: Connection): Promise<void> => {
    for (let attempt = 0; !closed; attempt += 1) {
      try {
        return await connect(connection);
      } catch (err) {
        if (attempt === 0) log.warn({ err }, 'the database cannot be reached for reads');
        await pauseBeforeRetry(attempt);
      }
    }
  };

  const acquire = (): Promise<Connection> => {
    const free = waiters.length === 0 ? pick() : undefined;
    if (free !== undefined) {
      free.inFlight += 1;
      return Promise.resolve(free);
    }
    if (closed || waiters.length >= MAX_WAITING) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.splice(waiters.indexOf(waiter), 1);
        reject(overloaded());
      }, POOL_WAIT_MS);
      const waiter: Waiter = { resolve, timer };
      waiters.push(waiter);
    });
  };

  const attempt = async (statement: Statement, values: readonly unknown[]) => {
    const connection = await acquire();
    try {
      const { client } = connection;
      if (client === undefined) throw new ConnectionLost();
      const { name, text } = statement;
      return (await client.query({ name, text, values: [...values] })).rows;
    } finally {
      connection.inFlight -= 1;
      serveWaiters();
    }
  };

  const first: Connection = { client: undefined, inFlight: 0 };
  connections.push(first);
  await connect(first);
  for (let more = 1; more < CONNECTIONS; more += 1) {
    const connection: Connection = { client: undefined, inFlight: 0 };
    connections.push(connection);
    void reconnect(connection);
  }

  return {
    async query<Row extends pg.QueryResultRow>(
      statement: Statement,
      values: readonly unknown[] = [],
    ): Promise<Row[]> {
      try {
        return await attempt(statement, values);
      } catch (err) {
        // A read has no effect, so it may run again when its connection was lost.
        if (!isConnectionLoss(err)) throw asRefusal(err);
      }
      try {
        return await attempt(statement, values);
      } catch (err) {
        throw isConnectionLoss(err) ? overloaded() : asRefusal(err);
      }
    },
    async close() {
      closed = true;
      for (const connection of connections) {
        const { client } = connection;
        connection.client = undefined;
        await client?.end();
      }
    },
  };
}

class ConnectionLost extends Error {}

const overloaded = (): AppError => new AppError('OVERLOADED', { retryAfterSeconds: 1 });

/** Statement or lock timeout: the database is too slow at the moment. */
const asRefusal = (err: unknown): unknown => {
  const code = (err as { code?: string }).code;
  return code === '57014' || code === '55P03' ? overloaded() : err;
};

/** Whether the statement was lost with its connection rather than refused by the database. */
export function isConnectionLoss(err: unknown): boolean {
  if (err instanceof ConnectionLost) return true;
  if (err instanceof pg.DatabaseError) return /^(57P0[1235]|08...)$/.test(err.code ?? '');
  const { code, message } = err as { code?: string; message?: string };
  if (/^(ECONNRESET|ECONNREFUSED|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH)$/.test(code ?? ''))
    return true;
  return /^Connection terminated|not queryable$|^timeout expired$/.test(message ?? '');
}

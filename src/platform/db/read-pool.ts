import pg from 'pg';
import { AppError } from '../../errors/app-error.ts';
import type { Log } from '../log.ts';
import { pauseBeforeRetry } from './backoff.ts';
import { ANSWER_LIMIT_MS, cutClient, endClient } from './silence.ts';
import type { Statement } from './table.ts';

/** Wait for a place on a connection before a read is refused (reliability: pool wait 1 s). */
export const POOL_WAIT_MS = 1_000;
/** Connections for reads, of one process. */
export const CONNECTIONS = 3;
/** Statements in flight on one connection; more would only queue inside the server. */
const IN_FLIGHT_PER_CONNECTION = 128;
const MAX_WAITING = 5_000;

/** Reads outside of any transaction, each statement by itself. */
export interface ReadPool {
  /**
   * Rows of one read-only statement. Refuses with OVERLOADED when no connection is free within
   * 1 s, when its connections were lost again and again, or when the statement ran into its timeout
   * or was not answered at all.
   */
  query<Row extends object = pg.QueryResultRow>(
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

/**
 * Opens the read connections and returns when the first of them works. `clientConfig` is asked
 * again for every connection, since an embedded server may come back elsewhere.
 */
export async function openReadPool(
  clientConfig: () => pg.ClientConfig,
  log: Log,
  connections = CONNECTIONS,
): Promise<ReadPool> {
  const pool = new PipelinedReads(clientConfig, log, connections);
  await pool.open();
  return pool;
}

/** A few connections that each carry many statements at once (`pg` pipelining). */
class PipelinedReads implements ReadPool {
  readonly #clientConfig: () => pg.ClientConfig;
  readonly #log: Log;
  readonly #count: number;
  readonly #connections: Connection[] = [];
  readonly #waiters: Waiter[] = [];
  #closed = false;

  constructor(clientConfig: () => pg.ClientConfig, log: Log, count: number) {
    this.#clientConfig = clientConfig;
    this.#log = log;
    this.#count = count;
  }

  async open(): Promise<void> {
    for (let count = 0; count < this.#count; count += 1) {
      this.#connections.push({ client: undefined, inFlight: 0 });
    }
    const [first, ...others] = this.#connections;
    if (first !== undefined) await this.#connect(first);
    for (const connection of others) void this.#keepConnecting(connection);
  }

  async query<Row extends object = pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt<Row>(statement, values);
      } catch (err) {
        if (!isConnectionLoss(err) && !isUnprepared(err)) throw asRefusal(err);
        // A read has no effect, so it may run again. All connections usually go together, and
        // each is found dead by one attempt; the last attempt is on one that was made since.
        if (attempt > this.#count) throw overloaded();
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of this.#waiters.splice(0)) {
      clearTimeout(waiter.timer);
      waiter.resolve({ client: undefined, inFlight: 0 });
    }
    const clients = this.#connections.map((connection) => connection.client);
    for (const connection of this.#connections) connection.client = undefined;
    await Promise.all(clients.map((client) => client && endClient(client)));
  }

  async #attempt<Row extends object>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const connection = await this.#acquire();
    const { client } = connection;
    try {
      if (client === undefined) throw new ConnectionLost();
      const { name, text } = statement;
      return (await client.query<Row & pg.QueryResultRow>({ name, text, values: [...values] }))
        .rows;
    } catch (err) {
      if (client !== undefined && isConnectionLoss(err)) {
        // The server says goodbye before the socket closes; nobody may choose it in between.
        if (connection.client === client) connection.client = undefined;
        cutClient(client);
      }
      throw err;
    } finally {
      connection.inFlight -= 1;
      this.#serveWaiters();
    }
  }

  #acquire(): Promise<Connection> {
    const free = this.#waiters.length === 0 ? this.#leastBusy() : undefined;
    if (free !== undefined) {
      free.inFlight += 1;
      return Promise.resolve(free);
    }
    if (this.#closed || this.#waiters.length >= MAX_WAITING) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(overloaded());
      }, POOL_WAIT_MS);
      const waiter: Waiter = { resolve, timer };
      this.#waiters.push(waiter);
    });
  }

  #leastBusy(): Connection | undefined {
    let best: Connection | undefined;
    for (const connection of this.#connections) {
      if (connection.client === undefined) continue;
      if (connection.inFlight >= IN_FLIGHT_PER_CONNECTION) continue;
      if (best === undefined || connection.inFlight < best.inFlight) best = connection;
    }
    return best;
  }

  #serveWaiters(): void {
    while (this.#waiters.length > 0) {
      const connection = this.#leastBusy();
      if (connection === undefined) return;
      const waiter = this.#waiters.shift();
      clearTimeout(waiter?.timer);
      connection.inFlight += 1;
      waiter?.resolve(connection);
    }
  }

  async #connect(connection: Connection): Promise<void> {
    const client = new pg.Client({
      ...this.#clientConfig(),
      pipeline: true,
      // The client cuts a connection that does not answer; what else waits on it is asked again.
      query_timeout: ANSWER_LIMIT_MS,
    });
    client.on('error', (err) => {
      // Reads that come now must not choose it; `end` follows and starts the reconnect.
      if (connection.client === client) connection.client = undefined;
      if (!this.#closed) this.#log.warn({ err }, 'a read connection failed');
    });
    await client.connect();
    if (this.#closed) return endClient(client);
    client.once('end', () => {
      if (connection.client === client) connection.client = undefined;
      if (!this.#closed) void this.#keepConnecting(connection);
    });
    connection.client = client;
    this.#serveWaiters();
  }

  async #keepConnecting(connection: Connection): Promise<void> {
    for (let attempt = 0; !this.#closed; attempt += 1) {
      try {
        return await this.#connect(connection);
      } catch (err) {
        if (attempt === 0) this.#log.warn({ err }, 'the database cannot be reached for reads');
        await pauseBeforeRetry(attempt);
      }
    }
  }
}

/** The connection went between the choice of it and its use. */
class ConnectionLost extends Error {}

const overloaded = (): AppError => new AppError('OVERLOADED', { retryAfterSeconds: 1 });

/** Statement or lock timeout, or no answer: the database is too slow or out of reach. */
const asRefusal = (err: unknown): unknown => {
  const { code, message } = err as { code?: string; message?: string };
  const isSlow = code === '57014' || code === '55P03' || message === 'Query read timeout';
  return isSlow ? overloaded() : err;
};

/**
 * The statement was sent behind another one that was to prepare it for both, and that one failed,
 * for instance because its table was locked; or both then prepared it. It has not run.
 */
const isUnprepared = (err: unknown): boolean =>
  /^(26000|42P05)$/.test((err as { code?: string }).code ?? '');

/** Whether the statement was lost with its connection rather than refused by the database. */
export function isConnectionLoss(err: unknown): boolean {
  if (err instanceof ConnectionLost) return true;
  if (err instanceof pg.DatabaseError) return /^(57P0[1235]|08...)$/.test(err.code ?? '');
  const { code, message } = err as { code?: string; message?: string };
  if (/^(ECONNRESET|ECONNREFUSED|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH)$/.test(code ?? ''))
    return true;
  return /^Connection terminated|not queryable$|^timeout expired$/.test(message ?? '');
}

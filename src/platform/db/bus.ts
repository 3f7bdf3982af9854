import pg from 'pg';
import { assert } from '../../errors/app-error.ts';
import type { Log } from '../log.ts';
import { pauseBeforeRetry } from './backoff.ts';
import type { Database } from './pool.ts';
import { cutClient, endClient } from './silence.ts';

const CHANNEL = 'skein';
/** Postgres takes messages of less than 8,000 bytes. */
const MAX_MESSAGE_BYTES = 7_999;
const HEARTBEAT_INTERVAL_MS = 10_000;
const HEARTBEAT_LIMIT_MS = 5_000;

const PUBLISH = { name: 'bus_publish', text: `select pg_notify('${CHANNEL}', $1)` };

export type BusPayload =
  | string
  | number
  | boolean
  | null
  | readonly BusPayload[]
  | { readonly [key: string]: BusPayload };

type Handler = (payload: BusPayload) => void;

/** Anything with the `query` of a client; inside a transaction the message goes out at commit. */
interface Queryable {
  query(config: { name: string; text: string; values: unknown[] }): Promise<unknown>;
}

/** Messages between all processes on one database: hints to look again, never the truth itself. */
export interface Bus {
  /**
   * Sends a message to every process, this one included. At most one per batch: each costs the
   * commit a lock that all processes share.
   */
  publish(via: Queryable, topic: string, payload: BusPayload): Promise<void>;
  /** Calls the handler for each message of the topic until the returned function is called. */
  subscribe(topic: string, handler: Handler): () => void;
  /** Calls the handler when messages may have been lost: caches must be emptied, tables polled. */
  onReset(handler: () => void): () => void;
  close(): Promise<void>;
}

/** Starts to listen; returns when the first connection listens. */
export async function openBus(database: Pick<Database, 'clientConfig'>, log: Log): Promise<Bus> {
  const topics = new Map<string, Set<Handler>>();
  const resets = new Set<() => void>();
  let client: pg.Client | undefined;
  let closed = false;

  const call = (what: string, handler: () => void): void => {
    try {
      handler();
    } catch (err) {
      log.error({ err, what }, 'a handler of the bus failed');
    }
  };

  const deliver = (message: string | undefined): void => {
    const decoded = decode(message ?? '');
    if (decoded === undefined) {
      log.error('the bus received a message of unknown form');
      return;
    }
    for (const handler of topics.get(decoded.topic) ?? []) {
      call(decoded.topic, () => handler(decoded.payload));
    }
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client(
      database.clientConfig({ application_name: 'skein-bus', keepAlive: true }),
    );
    next.on('error', (err) => {
      if (!closed) log.warn({ err }, 'the connection of the bus failed');
    });
    next.on('notification', (notification) => deliver(notification.payload));
    next.once('end', () => {
      if (client !== next) return;
      client = undefined;
      if (!closed) void reconnect();
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    if (closed) return endClient(next);
    client = next;
  };

  const reconnect = async (): Promise<void> => {
    for (let attempt = 0; !closed; attempt += 1) {
      try {
        await connect();
        if (client === undefined) continue;
        for (const handler of resets) call('reset', handler);
        return;
      } catch (err) {
        if (attempt === 0) log.warn({ err }, 'the bus cannot reach the database');
        await pauseBeforeRetry(attempt);
      }
    }
  };

  await connect();
  const heartbeat = setInterval(() => void beat(client), HEARTBEAT_INTERVAL_MS);
  heartbeat.unref();

  return {
    async publish(via, topic, payload) {
      await via.query({ ...PUBLISH, values: [encode(topic, payload)] });
    },
    subscribe(topic, handler) {
      const handlers = topics.get(topic) ?? new Set();
      topics.set(topic, handlers.add(handler));
      return () => void handlers.delete(handler);
    },
    onReset(handler) {
      resets.add(handler);
      return () => void resets.delete(handler);
    },
    async close() {
      closed = true;
      clearInterval(heartbeat);
      if (client !== undefined) await endClient(client);
    },
  };
}

/** A connection that died without a word is found by asking; destroying it starts the reconnect. */
async function beat(client: pg.Client | undefined): Promise<void> {
  if (client === undefined) return;
  const limit = setTimeout(() => cutClient(client), HEARTBEAT_LIMIT_MS);
  await client.query('select 1').catch(() => undefined);
  clearTimeout(limit);
}

function encode(topic: string, payload: BusPayload): string {
  const text = JSON.stringify([topic, payload]);
  assert(Buffer.byteLength(text) <= MAX_MESSAGE_BYTES, `bus message of topic ${topic} is too long`);
  return text;
}

function decode(text: string): { topic: string; payload: BusPayload } | undefined {
  try {
    const [topic, payload] = JSON.parse(text);
    return typeof topic === 'string' ? { topic, payload } : undefined;
  } catch {
    return undefined;
  }
}

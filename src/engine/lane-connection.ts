import pg from 'pg';
import { ANSWER_LIMIT_MS, cutClient, endClient } from '../platform/db/silence.ts';
import { Flight, type Prepared, type Query, type QueryAnswer } from './flight.ts';

/** The connection broke; whether what was sent has happened is not known. */
export class ConnectionLost extends Error {}

/**
 * Settings of a lane's session. The plans of its statements must not depend on statistics taken
 * while the tables were empty: generic plans that can only probe indexes (docs/internals/engine.md).
 */
export const LANE_SESSION_OPTIONS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_bitmapscan=off',
]
  .map((option) => `-c ${option}`)
  .join(' ');

/**
 * A lane decides in milliseconds. What is open for longer belongs to a process that has gone, or to
 * the other end of a dead link, and keeps its users from trading.
 */
export const LANE_IDLE_IN_TRANSACTION_MS = 10_000;

/** One Postgres session of a lane: sends a list of statements in one flush and reads all answers. */
export class LaneConnection {
  readonly #client: pg.Client;
  readonly #types: Pick<typeof pg.types, 'getTypeParser'>;
  readonly #prepared = new Map<string, Prepared>();
  #broken = false;

  private constructor(client: pg.Client, types: pg.CustomTypesConfig | undefined) {
    this.#client = client;
    this.#types = types ?? pg.types;
    client.on('error', () => {
      this.#broken = true;
    });
    client.on('end', () => {
      this.#broken = true;
    });
  }

  static async open(config: pg.ClientConfig): Promise<LaneConnection> {
    const options = `${config.options ?? ''} ${LANE_SESSION_OPTIONS}`.trim();
    const client = new pg.Client({
      ...config,
      options,
      idle_in_transaction_session_timeout: LANE_IDLE_IN_TRANSACTION_MS,
    });
    const connection = new LaneConnection(client, config.types);
    await client.connect();
    return connection;
  }

  get broken(): boolean {
    return this.#broken;
  }

  /**
   * Runs the statements in order. Rejects with the first error of the server, or ConnectionLost,
   * also when the server is silent for too long; after either the connection must be closed.
   */
  async run(queries: readonly Query[]): Promise<QueryAnswer[]> {
    if (this.#broken) throw new ConnectionLost('the connection is closed');
    const flight = new Flight(queries, this.#prepared, this.#types);
    const limit = setTimeout(() => cutClient(this.#client), ANSWER_LIMIT_MS);
    try {
      this.#client.query(flight);
      return await flight.answers;
    } catch (failure) {
      if (sqlState(failure) !== undefined && !this.#broken) throw failure;
      this.#broken = true;
      throw new ConnectionLost(failure instanceof Error ? failure.message : 'connection lost');
    } finally {
      clearTimeout(limit);
    }
  }

  /** Ends the session; an error on the way out changes nothing any more. */
  async close(): Promise<void> {
    this.#broken = true;
    await endClient(this.#client);
  }
}

/** The five-character SQLSTATE of a server error; undefined for errors of the connection. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return undefined;
  // Class 57P and 08 mean that the server is going away: the session is gone with it.
  return code.startsWith('57P') || code.startsWith('08') ? undefined : code;
}

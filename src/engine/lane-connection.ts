import pg from 'pg';
import type { Statement } from '../platform/db/table.ts';

export interface Query {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

export interface QueryAnswer {
  readonly command: string;
  readonly rows: unknown[][];
  readonly rowCount: number;
}

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

/** One Postgres session of a lane: sends a list of statements in one flush and reads all answers. */
export class LaneConnection {
  readonly #client: pg.Client;
  #broken = false;

  private constructor(client: pg.Client) {
    this.#client = client;
    client.on('error', () => {
      this.#broken = true;
    });
    client.on('end', () => {
      this.#broken = true;
    });
  }

  static async open(config: pg.ClientConfig): Promise<LaneConnection> {
    const options = `${config.options ?? ''} ${LANE_SESSION_OPTIONS}`.trim();
    const client = new pg.Client({ ...config, options, pipeline: true } as pg.ClientConfig);
    const connection = new LaneConnection(client);
    await client.connect();
    return connection;
  }

  get broken(): boolean {
    return this.#broken;
  }

  /**
   * Runs the statements in order. Rejects with the first error of the server, or ConnectionLost;
   * after either the connection must be closed.
   */
  async run(queries: readonly Query[]): Promise<QueryAnswer[]> {
    if (this.#broken) throw new ConnectionLost('the connection is closed');
    const stream = (this.#client as unknown as { connection: { stream: NodeJS.WritableStream } })
      .connection.stream as unknown as { cork(): void; uncork(): void };
    stream.cork();
    const pending = queries.map(({ statement, values }) =>
      this.#client.query({
        name: statement.name,
        text: statement.text,
        values: values as unknown[],
        rowMode: 'array',
      }),
    );
    stream.uncork();
    const settled = await Promise.allSettled(pending);
    const answers: QueryAnswer[] = [];
    let failure: unknown;
    for (const result of settled) {
      if (result.status === 'rejected') failure ??= result.reason;
      else {
        const { command, rows, rowCount } = result.value;
        answers.push({ command, rows: rows as unknown[][], rowCount: rowCount ?? 0 });
      }
    }
    if (failure === undefined) return answers;
    if (sqlState(failure) === undefined || this.#broken) {
      this.#broken = true;
      throw new ConnectionLost(failure instanceof Error ? failure.message : 'connection lost');
    }
    throw failure;
  }

  /** Ends the session; an error on the way out changes nothing any more. */
  async close(): Promise<void> {
    this.#broken = true;
    await this.#client.end().catch(() => {});
  }
}

/** The five-character SQLSTATE of a server error; undefined for errors of the connection. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return undefined;
  // Class 57P and 08 mean that the server is going away: the session is gone with it.
  return code.startsWith('57P') || code.startsWith('08') ? undefined : code;
}

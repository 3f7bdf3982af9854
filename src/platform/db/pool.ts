import pg from 'pg';
import { AppError } from '../../errors/app-error.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { CONNECTIONS, openReadPool, POOL_WAIT_MS, type ReadPool } from './read-pool.ts';
import { ANSWER_LIMIT_MS } from './silence.ts';
import { columnTypes } from './types.ts';

export type { ReadPool } from './read-pool.ts';

/** Timeouts nest: statement 5 s, lock 2 s, pool wait 1 s (reliability). */
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 20_000;
const CONNECT_TIMEOUT_MS = 5_000;
const JOB_CONNECTIONS = 6;
/** An idle connection is asked after this whether its other end is still there, 10 times. */
const KEEP_ALIVE_DELAY_MS = 10_000;
/** The server asks the same of us, and so lets go of what a lost process held. */
const SERVER_KEEP_ALIVE = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=3',
  'tcp_keepalives_count=5',
  'tcp_user_timeout=25000',
]
  .map((option) => `-c ${option}`)
  .join(' ');
const OLDEST_SERVER_VERSION = 150_000;

/** The database of the process: the embedded one or the one of DATABASE_URL. */
export interface Database {
  /**
   * How to connect a client of one's own, with the timeouts and column types of the service.
   * `extra.options` is added to the options of the service. Call it again for each new connection.
   */
  clientConfig(extra?: pg.ClientConfig): pg.ClientConfig;
  readonly reads: ReadPool;
  /**
   * Lends a connection for work outside of the engine (jobs, tools). A connection that comes back
   * inside a transaction or after a failure is not used again. OVERLOADED when none is free in 1 s.
   */
  withClient<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result>;
  /** Closes all connections, then stops the embedded server if this process started it. */
  close(): Promise<void>;
}

/** Starts or reaches the database and opens its pools; the schema may still be missing. */
export async function openDatabase(options: {
  config: Pick<Config, 'databaseUrl' | 'dataDir'>;
  log: Log;
  /** One connection for reads, so that they are answered in their order. */
  serial?: boolean;
}): Promise<Database> {
  const { config, log, serial = false } = options;
  const embedded =
    config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log }) : undefined;
  const target = embedded ? embeddedTarget(embedded) : urlTarget(config.databaseUrl ?? '');
  const clientConfig = (extra: pg.ClientConfig = {}): pg.ClientConfig =>
    serviceConfig(target(), extra);
  try {
    const forReads = {
      application_name: 'skein-reads',
      options: '-c default_transaction_read_only=on',
    };
    const reads = await openReadPool(() => clientConfig(forReads), log, serial ? 1 : CONNECTIONS);
    await requireVersion(reads);
    const jobs = openJobPool(clientConfig(), log);
    return {
      clientConfig,
      reads,
      withClient: (work) => lend(jobs, work),
      async close() {
        await Promise.all([reads.close(), jobs.end()]);
        await embedded?.stop();
      },
    };
  } catch (cause) {
    await embedded?.stop();
    const { message } = cause as Error;
    throw new DatabaseUnusable(`The database cannot be used: ${message}`, { cause });
  }
}

/** The database that was configured does not serve; the message never holds its address. */
export class DatabaseUnusable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnusable';
  }
}

async function requireVersion(reads: ReadPool): Promise<void> {
  const text = "select current_setting('server_version_num')::int as version";
  const [row] = await reads.query<{ version: number }>({ name: 'server_version', text });
  if (row !== undefined && row.version >= OLDEST_SERVER_VERSION) return;
  await reads.close();
  throw new Error('Postgres 15 or newer is needed');
}

type Target = () => pg.ClientConfig;

const embeddedTarget =
  (embedded: EmbeddedDatabase): Target =>
  () => ({
    host: embedded.host,
    port: embedded.port,
    user: embedded.user,
    database: embedded.database,
    ssl: false,
  });

/** The parameter `options` of the address would replace those of the service, so it is taken out. */
function urlTarget(databaseUrl: string): Target {
  const url = new URL(databaseUrl);
  const options = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  const connectionString = url.toString();
  return () => ({
    connectionString,
    options: `${SERVER_KEEP_ALIVE} ${options}`.trim(),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  });
}

function serviceConfig(target: pg.ClientConfig, extra: pg.ClientConfig): pg.ClientConfig {
  const options = [target.options, '-c timezone=UTC -c datestyle=ISO', extra.options];
  return {
    application_name: 'skein',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: columnTypes,
    ...target,
    ...extra,
    options: options.filter(Boolean).join(' '),
  };
}

function openJobPool(config: pg.ClientConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max: JOB_CONNECTIONS,
    connectionTimeoutMillis: POOL_WAIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
  });
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (err) => log.warn({ err }, 'an idle connection failed'));
  return pool;
}

async function lend<Result>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (cause) {
    throw Object.assign(new AppError('OVERLOADED', { retryAfterSeconds: 1 }), { cause });
  }
  // A lent connection reports its loss here as well as on the statement that it interrupts.
  const ignore = () => undefined;
  client.on('error', ignore);
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    client.removeListener('error', ignore);
    client.release(failed || client.getTransactionStatus() !== 'I');
  }
}

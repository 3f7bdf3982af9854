import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { columnTypes } from '../../src/platform/db/types.ts';
import { createLog } from '../../src/platform/log.ts';
import { virtualServerClock } from './virtual-time.ts';

/** A Postgres server with a migrated database that every seed gets a copy of. */
export interface SimServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly template: string;
}

const TEMPLATE = 'skein_template';

/** One real Postgres for all seeds. Nothing of it has to survive, and nothing may vary by itself. */
export async function startSimServer(): Promise<SimServer & { stop(): Promise<void> }> {
  const log = createLog({ level: 'error' });
  const folder = await mkdtemp(join(tmpdir(), 'skein-sim-'));
  await chmod(folder, 0o711);
  const server = await startEmbedded({
    dataDir: join(folder, 'data'),
    log,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      shared_buffers: '64MB',
      max_connections: '200',
      autovacuum: 'off',
    },
  });
  const { host, port, user } = server;
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const made = { host, port, user, template: TEMPLATE };
  try {
    await asAdmin(made, [`create database ${TEMPLATE}`]);
    await migrate({ clientConfig: clientOf(made, TEMPLATE), log });
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...made, stop };
}

const clientOf = (
  { host, port, user }: Omit<SimServer, 'template'>,
  database: string,
): pg.ClientConfig => ({ host, port, user, database, ssl: false, types: columnTypes });

async function asAdmin(server: SimServer, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(clientOf(server, 'postgres'));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The database of one seed, and the simulation's own way to look into it. */
export interface SimDatabase {
  readonly clientConfig: pg.ClientConfig;
  readonly client: pg.Client;
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

export async function createSimDatabase(server: SimServer, name: string): Promise<SimDatabase> {
  await asAdmin(server, [
    `drop database if exists ${name} with (force)`,
    `create database ${name} template ${server.template}`,
  ]);
  const clientConfig = clientOf(server, name);
  const client = new pg.Client(clientConfig);
  await client.connect();
  for (const statement of virtualServerClock(name)) await client.query(statement);
  return {
    clientConfig,
    client,
    rows: async (text, values = []) => (await client.query(text, [...values])).rows,
    async drop() {
      await client.end();
      await asAdmin(server, [`drop database if exists ${name} with (force)`]);
    },
  };
}

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { columnTypes } from '../src/platform/db/types.ts';
import { makeCompiledFolder, removeCompiled } from './helpers/compile.ts';

/** Where the tests of this run find their database server. */
interface TestServer {
  host: string;
  port: number;
  user: string;
  /** The migrated database that each test file gets a copy of. */
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
    /** Where the first test that needs the service as a process compiles it. */
    compiledFolder: string;
  }
}

const TEMPLATE = 'skein_template';

/** One real Postgres for the whole run; only its durability is off, for speed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'warn' });
  const folder = await mkdtemp(join(tmpdir(), 'skein-test-'));
  // When root runs the tests, the database runs as another user and must reach its folder.
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
    },
  });
  const { host, port, user } = server;
  const connection = { host, port, user, ssl: false, types: columnTypes };
  try {
    const admin = new pg.Client({ ...connection, database: 'postgres' });
    await admin.connect();
    await admin.query(`create database ${TEMPLATE}`);
    await admin.end();
    await migrate({ clientConfig: { ...connection, database: TEMPLATE }, log });
  } catch (err) {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    throw err;
  }
  project.provide('testServer', { host, port, user, template: TEMPLATE });
  const compiledFolder = await makeCompiledFolder();
  project.provide('compiledFolder', compiledFolder);
  return async () => {
    await server.stop();
    await removeCompiled(compiledFolder);
    await rm(folder, { recursive: true, force: true });
  };
}

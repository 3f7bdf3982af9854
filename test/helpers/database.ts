import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { columnTypes } from '../../src/platform/db/types.ts';

/** A database of one test file: a copy of the migrated template, or an empty one. */
export interface TestDatabase {
  /** For a client of the test's own, with the column types of the service. */
  clientConfig: pg.ClientConfig;
  /** What DATABASE_URL takes. */
  url: string;
  /** Ends what is still connected and removes the database. */
  drop(): Promise<void>;
}

/** Makes a database of its own; `empty` leaves out the migrated schema. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const { host, port, user, template } = inject('testServer');
  const database = `test_${randomBytes(8).toString('hex')}`;
  const source = options.empty ? 'template0' : template;
  await asAdmin(`create database ${database} template ${source}`);
  return {
    clientConfig: { host, port, user, database, ssl: false, types: columnTypes },
    url: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    drop: () => asAdmin(`drop database if exists ${database} with (force)`),
  };
}

async function asAdmin(statement: string): Promise<void> {
  const { host, port, user } = inject('testServer');
  const client = new pg.Client({ host, port, user, database: 'postgres', ssl: false });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

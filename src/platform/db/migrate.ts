import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Failpoint, noFailpoint } from '../failpoint.ts';
import type { Log } from '../log.ts';

/** One file of the migrations folder. */
interface Migration {
  number: number;
  name: string;
  sha256: string;
  sql: string;
}

/** The schema cannot be brought to the state of this code; the message says why. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

/** Any fixed number; it only must not be used for another advisory lock of the database. */
const LOCK_KEY = 7_275_311_001;
const FILE_NAME = /^(\d{4})-([a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/;
/** A change of the schema of a busy table gives up rather than holding everybody up. */
const SCHEMA_LOCK_TIMEOUT = '10s';

const CREATE_TABLE = `create table if not exists schema_migration (
  number integer primary key check (number > 0),
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now()
)`;

/**
 * Applies the migrations that are missing, each in a transaction of its own, and returns their
 * file names. Processes that start together wait for each other. Throws MigrationError when an
 * applied file has changed, when a number is missing, or when the database is newer than the code.
 */
export async function migrate(options: {
  clientConfig: pg.ClientConfig;
  log: Log;
  folder?: string;
  failpoint?: Failpoint;
}): Promise<string[]> {
  const { clientConfig, log, folder = migrationsFolder(), failpoint = noFailpoint } = options;
  const migrations = await readMigrations(folder);
  const client = new pg.Client(clientConfig);
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Waiting for another process and building an index may take longer than any request.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    // The lock belongs to the session: it goes when this process ends, however it ends.
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(CREATE_TABLE);
    const pending = await pendingMigrations(client, migrations);
    for (const migration of pending) {
      await apply(client, migration, failpoint);
      failpoint('migrate.after-commit');
      log.info({ migration: migration.name }, 'migration applied');
    }
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** The folder `migrations` beside the package.json above this file, in the sources and in dist. */
function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    if (dirname(folder) === folder) throw new MigrationError('The package folder is not found.');
    folder = dirname(folder);
  }
  return join(folder, 'migrations');
}

/** All migrations of a folder in the order of their numbers, which run 1, 2, 3 … without a gap. */
async function readMigrations(folder: string): Promise<Migration[]> {
  if (!existsSync(folder))
    throw new MigrationError(`${folder} is missing: the install is not whole`);
  const files = (await readdir(folder)).sort();
  const migrations: Migration[] = [];
  for (const name of files.filter((file) => file.endsWith('.sql'))) {
    const number = Number(FILE_NAME.exec(name)?.[1]);
    if (number !== migrations.length + 1) {
      throw new MigrationError(
        `${join(folder, name)}: expected NNNN-name.sql with number ${migrations.length + 1}`,
      );
    }
    const sql = await readFile(join(folder, name), 'utf8');
    migrations.push({ number, name, sha256: hash('sha256', sql), sql });
  }
  return migrations;
}

async function pendingMigrations(client: pg.Client, migrations: Migration[]) {
  const applied = await client.query<{ number: number; name: string; sha256: string }>(
    'select number, name, sha256 from schema_migration order by number',
  );
  for (const row of applied.rows) {
    const migration = migrations[row.number - 1];
    if (migration === undefined) {
      throw new MigrationError(
        `The database is newer than this version of the service: it has ${row.name}, which this ` +
          'version does not know. Start the newer version.',
      );
    }
    if (migration.sha256 !== row.sha256) {
      throw new MigrationError(
        `${migration.name} was changed after it had been applied (as ${row.name}). Applied ` +
          'migrations never change; restore the file and put the change into a new one.',
      );
    }
  }
  const done = new Set(applied.rows.map((row) => row.number));
  const pending = migrations.filter((migration) => !done.has(migration.number));
  const first = pending[0];
  if (first !== undefined && first.number <= done.size) {
    throw new MigrationError(`${first.name} was never applied, but later migrations were.`);
  }
  return pending;
}

async function apply(client: pg.Client, migration: Migration, failpoint: Failpoint): Promise<void> {
  const { number, name, sha256, sql } = migration;
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = '${SCHEMA_LOCK_TIMEOUT}'`);
    await client.query(sql);
    if (client.getTransactionStatus() !== 'T') {
      throw new Error('the file ends the transaction that it runs in');
    }
    failpoint('migrate.mid');
    await client.query('insert into schema_migration (number, name, sha256) values ($1, $2, $3)', [
      number,
      name,
      sha256,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    const { message, position } = cause as pg.DatabaseError;
    const line = position ? ` (line ${sql.slice(0, Number(position)).split('\n').length})` : '';
    throw new MigrationError(`${name} failed${line}: ${message}`, { cause });
  }
}

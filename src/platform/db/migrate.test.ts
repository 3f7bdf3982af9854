import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { MigrationError, migrate } from './migrate.ts';

const log = pino({ level: 'silent' });

let folder: string;
let database: TestDatabase;
let admin: pg.Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-migrations-'));
  database = await createTestDatabase({ empty: true });
  admin = new pg.Client(database.clientConfig);
  await admin.connect();
});

afterEach(async () => {
  await admin.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string): Promise<void> => writeFile(join(folder, name), sql);
const run = (): Promise<string[]> => migrate({ clientConfig: database.clientConfig, log, folder });

async function applied(): Promise<string[]> {
  const { rows } = await admin.query('select name from schema_migration order by number');
  return rows.map((row) => row.name);
}

it('works while there is no migration at all', async () => {
  expect(await run()).toEqual([]);
  expect(await applied()).toEqual([]);
});

it('applies what is missing, in order and once', async () => {
  await write('0001-first.sql', 'create table a (n int); insert into a values (1);');
  expect(await run()).toEqual(['0001-first.sql']);
  await write('0002-second.sql', 'insert into a select n + 1 from a;');
  expect(await run()).toEqual(['0002-second.sql']);
  expect(await run()).toEqual([]);
  expect((await admin.query('select n from a order by n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
});

it('applies each once when three processes start at the same time', async () => {
  await write('0001-first.sql', 'create table a (n int); select pg_sleep(0.2);');
  await write('0002-second.sql', 'insert into a values (1);');
  const names = (await Promise.all([run(), run(), run()])).flat();
  expect(names.sort()).toEqual(['0001-first.sql', '0002-second.sql']);
  expect((await admin.query('select count(*)::int as n from a')).rows).toEqual([{ n: 1 }]);
});

it('leaves nothing of a migration that fails, and names the line', async () => {
  await write('0001-first.sql', 'create table a (n int);');
  await write('0002-second.sql', 'insert into a values (1);\ninsert into b values (1);');
  await expect(run()).rejects.toThrow(
    '0002-second.sql failed (line 2): relation "b" does not exist',
  );
  expect(await applied()).toEqual(['0001-first.sql']);
  expect((await admin.query('select n from a')).rows).toEqual([]);
});

it('a process that dies in the middle leaves nothing and holds nobody up', async () => {
  await write('0001-first.sql', 'create table a (n int); select pg_sleep(30);');
  const dying = run().catch((err: Error) => err);
  const sleeping = `select pid from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`;
  await eventually('it runs', async () => (await admin.query(sleeping)).rows.length === 1);
  await admin.query(`select pg_terminate_backend(pid) from (${sleeping}) s`);
  expect(await dying).toBeInstanceOf(MigrationError);
  await write('0001-first.sql', 'create table a (n int);');
  expect(await run()).toEqual(['0001-first.sql']);
});

it('refuses an applied file that changed, and a database that is newer', async () => {
  await write('0001-first.sql', 'create table a (n int);');
  await write('0002-second.sql', 'create table b (n int);');
  await run();
  await write('0001-first.sql', 'create table a (n bigint);');
  await expect(run()).rejects.toThrow('0001-first.sql was changed after it had been applied');
  await write('0001-first.sql', 'create table a (n int);');
  await unlink(join(folder, '0002-second.sql'));
  await expect(run()).rejects.toThrow('The database is newer than this version of the service');
});

it.each([
  ['0002-late.sql', 'expected NNNN-name.sql with number 1'],
  ['1-short.sql', 'expected NNNN-name.sql with number 1'],
  ['0001_Name.sql', 'expected NNNN-name.sql with number 1'],
])('refuses the file name %s', async (name, message) => {
  await write(name, 'select 1;');
  await expect(run()).rejects.toThrow(message);
});

it('refuses a file that ends its transaction', async () => {
  await write('0001-first.sql', 'create table a (n int); commit;');
  await expect(run()).rejects.toThrow('the file ends the transaction that it runs in');
  expect(await applied()).toEqual([]);
});

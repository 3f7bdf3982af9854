import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { type Database, openDatabase } from './pool.ts';

const log = pino({ level: 'silent' });
const overloaded = expect.objectContaining({ code: 'OVERLOADED' });
const sleep = { name: 'sleep', text: 'select pg_sleep($1::float8)' };
const backend = { name: 'backend', text: 'select pg_backend_pid() as pid' };

let test: TestDatabase;
let admin: pg.Client;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase({ empty: true });
  admin = new pg.Client(test.clientConfig);
  await admin.connect();
  await admin.query('create table kept (n int8 primary key)');
});

afterAll(async () => {
  await admin.end();
  await test.drop();
});

beforeEach(async () => {
  database = await openDatabase({ config: { databaseUrl: test.url, dataDir: '/nowhere' }, log });
});

afterEach(() => database.close());

const others = `from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name like $1`;

/** Idle ones only: a connection that is still being made does not count. */
const allReadsConnected = (): Promise<void> =>
  eventually('three read connections', async () => {
    const idle = await admin.query(`select 1 ${others} and state = 'idle'`, ['skein-reads']);
    return idle.rows.length === 3;
  });

describe('reads', () => {
  it('answers with typed rows of prepared statements', async () => {
    const statement = { name: 'sum', text: 'select $1::int8 + $2::int8 as sum' };
    const rows = await database.reads.query<{ sum: bigint }>(statement, [2n ** 60n, 5]);
    expect(rows).toEqual([{ sum: 2n ** 60n + 5n }]);
  });

  it('spreads concurrent statements over three connections', async () => {
    const pids = async () => {
      const all = Array.from({ length: 30 }, () => database.reads.query<{ pid: number }>(backend));
      return new Set((await Promise.all(all)).map((rows) => rows[0]?.pid));
    };
    await eventually('all three are used', async () => (await pids()).size === 3);
  });

  it('cannot write', async () => {
    const write = { name: 'write', text: 'insert into kept values (1)' };
    await expect(database.reads.query(write)).rejects.toThrow('read-only transaction');
  });

  it('a statement that fails does not disturb those around it', async () => {
    const bad = { name: 'divide', text: 'select 1 / $1::int as quotient' };
    const results = await Promise.allSettled(
      [1, 0, 1, 0, 1].map((divisor) => database.reads.query(bad, [divisor])),
    );
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('goes on by itself when all its connections are terminated', async () => {
    await allReadsConnected();
    const running = [1, 2, 3, 4, 5, 6].map(() => database.reads.query(sleep, [0.05]));
    await eventually('a read runs', async () => {
      const active = await admin.query(`select 1 ${others} and state = 'active'`, ['skein-reads']);
      return active.rows.length > 0;
    });
    await admin.query(`select pg_terminate_backend(pid) ${others}`, ['skein-reads']);
    await Promise.all(running);
    expect(await database.reads.query(backend)).toHaveLength(1);
    await allReadsConnected();
  });

  it('refuses with OVERLOADED when no place is free for a second', async () => {
    await allReadsConnected();
    // Three connections with 128 places each: the slow first ones keep the others waiting.
    const held = Array.from({ length: 3 * 128 }, (_, index) =>
      database.reads.query(sleep, [index < 3 ? 1.5 : 0]),
    );
    const begin = performance.now();
    await expect(database.reads.query(sleep, [0])).rejects.toEqual(overloaded);
    expect(performance.now() - begin).toBeGreaterThan(990);
    expect(performance.now() - begin).toBeLessThan(1_450);
    await Promise.all(held);
    expect(await database.reads.query(sleep, [0])).toHaveLength(1);
  });

  it('sends a read that runs into the statement timeout away as OVERLOADED', async () => {
    await expect(database.reads.query(sleep, [6])).rejects.toEqual(overloaded);
  });
});

describe('own clients and jobs', () => {
  it('sets the timeouts of the service and adds options', async () => {
    const client = new pg.Client(database.clientConfig({ options: '-c work_mem=8MB' }));
    await client.connect();
    const setting = async (name: string) =>
      (await client.query(`select current_setting('${name}') as value`)).rows[0].value;
    expect(await setting('statement_timeout')).toBe('5s');
    expect(await setting('lock_timeout')).toBe('2s');
    expect(await setting('idle_in_transaction_session_timeout')).toBe('20s');
    expect(await setting('timezone')).toBe('UTC');
    expect(await setting('work_mem')).toBe('8MB');
    expect(await setting('application_name')).toBe('skein');
    await client.end();
  });

  it('keeps the options of the address beside its own', async () => {
    const url = `${test.url}?options=-c%20work_mem%3D9MB`;
    const other = await openDatabase({ config: { databaseUrl: url, dataDir: '/nowhere' }, log });
    const text = "select current_setting('work_mem') || current_setting('timezone') as both";
    expect(await other.reads.query({ name: 'both', text })).toEqual([{ both: '9MBUTC' }]);
    await other.close();
  });

  it('never lends a connection again that came back inside a transaction', async () => {
    const first = await database.withClient(async (client) => {
      await client.query('begin');
      await client.query('insert into kept values (7)');
      return (await client.query(backend)).rows[0].pid;
    });
    const second = await database.withClient(async (client) => {
      expect((await client.query('select n from kept')).rows).toEqual([]);
      return (await client.query(backend)).rows[0].pid;
    });
    expect(second).not.toBe(first);
    const third = await database.withClient((client) => client.query(backend));
    expect(third.rows[0].pid).toBe(second);
  });

  it('refuses with OVERLOADED when all are lent for a second', async () => {
    const held = [1, 2, 3, 4, 5, 6].map(() =>
      database.withClient((client) => client.query('select pg_sleep(1.4)')),
    );
    const waiting = database.withClient((client) => client.query('select 1'));
    await expect(waiting).rejects.toEqual(overloaded);
    await Promise.all(held);
  });

  it('says that the database cannot be reached, without its address', async () => {
    const config = { databaseUrl: 'postgresql://me:hunter2@127.0.0.1:1/x', dataDir: '/nowhere' };
    const failure = await openDatabase({ config, log }).catch((err: Error) => err.message);
    expect(failure).toBe('The database cannot be used: connect ECONNREFUSED 127.0.0.1:1');
  });
});

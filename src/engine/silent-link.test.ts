import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabaseProxy } from '../../test/faults/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { openDatabase } from '../platform/db/pool.ts';
import { ANSWER_LIMIT_MS, endClient } from '../platform/db/silence.ts';
import { ConnectionLost, LaneConnection } from './lane-connection.ts';

// A half-open link swallows what is sent and tells nobody; only a limit of our own ends the wait.
const one = { name: 'one', text: 'select 1 as one' };
const log = pino({ level: 'silent' });

let test: TestDatabase;
let link: Awaited<ReturnType<typeof openDatabaseProxy>>;

beforeEach(async () => {
  test = await createTestDatabase({ empty: true });
  link = await openDatabaseProxy(test.clientConfig);
});
afterEach(async () => {
  vi.useRealTimers();
  await link.close();
  await test.drop();
});

/** What becomes of work that is begun on a link which has just gone silent, when time passes. */
async function afterSilence<T>(begin: () => Promise<T>, limitMs: number): Promise<T> {
  link.set('half-open');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const work = begin();
  // It may fail before the test has come to look at it.
  work.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(limitMs);
  vi.useRealTimers();
  link.set('pass');
  return work;
}

it('a lane finds that its server is silent and takes the connection for lost', async () => {
  const lane = await LaneConnection.open({ connectionString: link.url });
  const run = () => lane.run([{ statement: one, values: [] }]).catch((error: unknown) => error);
  expect(await run()).toEqual([{ command: 'SELECT', rows: [[1]] }]);
  expect(await afterSilence(run, ANSWER_LIMIT_MS)).toBeInstanceOf(ConnectionLost);
  expect(lane.broken).toBe(true);
  await lane.close();
});

it('a read that is not answered is refused, and the next one goes over a new connection', async () => {
  const config = { databaseUrl: link.url, dataDir: '/nowhere' };
  const database = await openDatabase({ config, log });
  const read = () => database.reads.query(one).catch((error: unknown) => error);
  expect(await afterSilence(read, ANSWER_LIMIT_MS)).toMatchObject({ code: 'OVERLOADED' });
  expect(await read()).toEqual([{ one: 1 }]);
  await database.close();
});

it('a job that is not answered fails and gives its connection up', async () => {
  const config = { databaseUrl: link.url, dataDir: '/nowhere' };
  const database = await openDatabase({ config, log });
  const job = () => database.withClient((client) => client.query(one));
  await job();
  await expect(afterSilence(job, ANSWER_LIMIT_MS)).rejects.toThrow('Query read timeout');
  expect((await job()).rows).toEqual([{ one: 1 }]);
  await database.close();
});

it('a session ends, though its server does not say goodbye', async () => {
  const client = new pg.Client({ connectionString: link.url });
  client.on('error', () => undefined);
  await client.connect();
  await afterSilence(() => endClient(client), 1_000);
});

import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { type Bus, type BusPayload, openBus } from './bus.ts';

const log = pino({ level: 'silent' });

let database: TestDatabase;
let client: pg.Client;
let bus: Bus;
let other: Bus;

const open = (): Promise<Bus> =>
  openBus({ clientConfig: (extra) => ({ ...database.clientConfig, ...extra }) }, log);

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  client = new pg.Client(database.clientConfig);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

beforeEach(async () => {
  bus = await open();
  other = await open();
});

afterEach(() => Promise.all([bus.close(), other.close()]));

function collect(from: Bus, topic: string): BusPayload[] {
  const received: BusPayload[] = [];
  from.subscribe(topic, (payload) => received.push(payload));
  return received;
}

it('brings a message to every process, in order, by topic', async () => {
  const here = collect(bus, 'keys');
  const there = collect(other, 'keys');
  const elsewhere = collect(other, 'prices');
  const first = { id: 'é"\'\\', list: [1, null, true] };
  await bus.publish(client, 'keys', first);
  await bus.publish(client, 'keys', 'second');
  await eventually('both have both', () => here.length === 2 && there.length === 2);
  expect(here).toEqual([first, 'second']);
  expect(there).toEqual([first, 'second']);
  expect(elsewhere).toEqual([]);
});

it('sends at commit and never after a rollback', async () => {
  const received = collect(bus, 'keys');
  await client.query('begin');
  await bus.publish(client, 'keys', 'rolled back');
  await client.query('rollback');
  await client.query('begin');
  await bus.publish(client, 'keys', 'committed');
  await client.query('commit');
  await eventually('the message is there', () => received.length > 0);
  expect(received).toEqual(['committed']);
});

it('stops to deliver to a handler that was taken off, and survives one that throws', async () => {
  const taken: BusPayload[] = [];
  bus.subscribe('keys', () => {
    throw new Error('a bad handler');
  });
  const off = bus.subscribe('keys', (payload) => taken.push(payload));
  const kept = collect(bus, 'keys');
  await bus.publish(client, 'keys', 1);
  await eventually('first', () => kept.length === 1);
  off();
  await bus.publish(client, 'keys', 2);
  await eventually('second', () => kept.length === 2);
  expect(taken).toEqual([1]);
});

it('comes back after its connection was cut and says that messages may be lost', async () => {
  const received = collect(bus, 'keys');
  let resets = 0;
  bus.onReset(() => {
    resets += 1;
  });
  expect(resets).toBe(0);
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'skein-bus'`,
  );
  await eventually('the reset', () => resets === 1);
  await bus.publish(client, 'keys', 'after');
  await eventually('the message after', () => received.length === 1);
  expect(received).toEqual(['after']);
});

it('refuses a message that Postgres would not take', async () => {
  // 7,999 bytes are the limit; `["keys","…"]` adds 11 to the text.
  await bus.publish(client, 'keys', 'x'.repeat(7_988));
  await expect(bus.publish(client, 'keys', 'x'.repeat(7_989))).rejects.toThrow('is too long');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../test/helpers/backend.ts';
import { type CuttingProxy, openCuttingProxy } from '../../test/helpers/cutting-proxy.ts';
import { testId } from '../../test/helpers/state.ts';
import { engineOn, openWallet, pay } from '../../test/helpers/test-commands.ts';
import type { Engine } from './engine.ts';

let backend: Backend;
let proxy: CuttingProxy;
let engine: Engine;
const heard: string[] = [];
const ada = testId(2);
const bob = testId(4);

beforeAll(async () => {
  backend = await openBackend();
  proxy = await openCuttingProxy(backend.database.clientConfig());
  engine = engineOn(backend, {
    clientConfig: () => proxy.clientConfig,
    log: backend.log.child({}, { level: 'silent' }),
  });
  engine.onCommitted(({ events }) => heard.push(...events.map(({ type }) => type)));
  for (const userId of [ada, bob]) {
    await engine.submit(openWallet, { userId, units: 100n }, { userId });
  }
});
afterAll(async () => {
  await engine.close();
  await proxy.close();
  await backend.close();
});

const standing = () =>
  backend.database.withClient(async (client) => {
    const text = `select available, event_seq, (select count(*) from entry where kind = 4) as moved
      from wallet where user_id = $1`;
    const { rows } = await client.query(text, [ada]);
    return [rows[0].available, rows[0].event_seq, rows[0].moved];
  });

test('a commit whose answer is lost has happened once and is told once', async () => {
  heard.length = 0;
  proxy.cutAtCommit('after');
  const answer = await engine.submit(pay, { from: ada, to: bob, units: 3n }, { userId: ada });
  expect(answer).toEqual({ status: 200, json: '{"data":{"left":"97"}}', replayed: false });
  expect(await standing()).toEqual([97n, 1n, 2n]);
  expect(heard).toEqual(['paid', 'received']);
  expect(proxy.cuts).toBe(1);
});

test('a commit that never reached the server is made again, once', async () => {
  heard.length = 0;
  proxy.cutAtCommit('before');
  const answer = await engine.submit(pay, { from: ada, to: bob, units: 3n }, { userId: ada });
  expect(answer.json).toBe('{"data":{"left":"94"}}');
  expect(await standing()).toEqual([94n, 2n, 4n]);
  expect(heard).toEqual(['paid', 'received']);
  expect(proxy.cuts).toBe(2);
});

test('a session ended by the server in the middle of a batch is made again, once', async () => {
  // Sequences are not rolled back: only the first attempt meets its end.
  await backend.database.withClient((client) => client.query('create sequence attempt'));
  const write = {
    statement: {
      name: 'end once',
      text: `select case when nextval('attempt') = 1 then pg_terminate_backend(pg_backend_pid()) end`,
    },
    values: [],
  };
  const command = { from: ada, to: bob, units: 3n, write };
  const answer = await engine.submit(pay, command, { userId: ada });
  expect(answer.json).toBe('{"data":{"left":"91"}}');
  expect(await standing()).toEqual([91n, 3n, 6n]);
});

test('a database out of reach refuses what waits, before any effect', async () => {
  const before = await standing();
  let nowMs = 0;
  const lost = engineOn(backend, {
    // Nothing listens there.
    clientConfig: () => ({ ...proxy.clientConfig, port: 1 }),
    // Each look at the time is five seconds later, so that the limit is near.
    elapsedMs: () => {
      nowMs += 5_000;
      return nowMs;
    },
  });
  const command = { from: ada, to: bob, units: 3n };
  const answers = await Promise.allSettled([
    lost.submit(pay, command, { userId: ada }),
    lost.submit(pay, command, { userId: ada }),
  ]);
  await lost.close();
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 'rejected',
      reason: { code: 'OVERLOADED', retryAfterSeconds: 2 },
    });
  }
  expect(await standing()).toEqual(before);
});

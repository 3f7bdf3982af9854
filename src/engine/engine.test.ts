import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../test/helpers/backend.ts';
import { testId } from '../../test/helpers/state.ts';
import {
  engineOn,
  note,
  openWallet,
  overdraw,
  pay,
  poison,
} from '../../test/helpers/test-commands.ts';
import { AppError } from '../errors/app-error.ts';
import { settingTable } from '../ledger/tables.ts';
import type { CommandKind } from './command.ts';
import { QUEUE_LIMIT } from './engine.ts';

let backend: Backend;
let users = 0;

beforeAll(async () => {
  backend = await openBackend();
});
afterAll(() => backend.close());

/** A user of lane 0 (the last digit is even) with a wallet. */
async function wallet(units: bigint): Promise<string> {
  users += 1;
  const userId = testId(users * 2);
  await backend.engine.submit(openWallet, { userId, units }, { userId });
  return userId;
}

const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  backend.database.withClient(
    async (client) => (await client.query(text, [...values])).rows as Row[],
  );

const balance = async (userId: string) => {
  const [row] = await rows<{ available: bigint; event_seq: bigint }>(
    'select available, event_seq from wallet where user_id = $1',
    [userId],
  );
  return [row?.available, row?.event_seq];
};

test('commands of one batch see what those before them did, in order', async () => {
  const [ada, bob] = [await wallet(10n), await wallet(0n)];
  const sizes: number[] = [];
  const observe = { batch: (size: number) => void sizes.push(size), command: () => {} };
  const engine = engineOn(backend, { observe });
  const by = { userId: ada };
  // 10 - 6 = 4, which is too little for 6 again, but enough for 4; bob pays back 1 of his 10.
  const answers = await Promise.allSettled([
    engine.submit(pay, { from: ada, to: bob, units: 6n }, by),
    engine.submit(pay, { from: ada, to: bob, units: 6n }, by),
    engine.submit(pay, { from: ada, to: bob, units: 4n }, by),
    engine.submit(pay, { from: bob, to: ada, units: 1n }, by),
  ]);
  await engine.close();
  expect(sizes).toEqual([4]);
  expect(answers.map((answer) => answer.status === 'fulfilled' && answer.value.json)).toEqual([
    '{"data":{"left":"4"}}',
    false,
    '{"data":{"left":"0"}}',
    '{"data":{"left":"9"}}',
  ]);
  // Three payments, one event for each side of each.
  expect(await balance(ada)).toEqual([1n, 3n]);
  expect(await balance(bob)).toEqual([9n, 3n]);
});

test('a refusal leaves no trace', async () => {
  const [ada, bob] = [await wallet(5n), await wallet(0n)];
  const count = 'select (select count(*) from entry) + (select count(*) from event) as n';
  const before = await rows(count);
  const payment = backend.engine.submit(pay, { from: ada, to: bob, units: 6n }, { userId: ada });
  await expect(payment).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
  expect(await rows(count)).toEqual(before);
  expect(await balance(ada)).toEqual([5n, 0n]);
});

test('a command that the database refuses fails alone', async () => {
  const [ada, bob] = [await wallet(10n), await wallet(0n)];
  const by = { userId: ada };
  const engine = engineOn(backend, { log: backend.log.child({}, { level: 'silent' }) });
  const [first, bad, last] = await Promise.allSettled([
    engine.submit(pay, { from: ada, to: bob, units: 1n }, by),
    engine.submit(poison, { userId: ada }, by),
    engine.submit(pay, { from: ada, to: bob, units: 2n }, by),
  ]);
  await engine.close();
  expect([first?.status, bad?.status, last?.status]).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  // 23514: a CHECK constraint.
  expect(bad).toMatchObject({ reason: { code: '23514' } });
  expect(await balance(ada)).toEqual([7n, 2n]);
  expect(await balance(bob)).toEqual([3n, 2n]);
});

test('a command whose needs cannot be asked for fails alone', async () => {
  const [ada, bob] = [await wallet(10n), await wallet(0n)];
  const by = { userId: ada };
  const engine = engineOn(backend, { log: backend.log.child({}, { level: 'silent' }) });
  const [bad, good] = await Promise.allSettled([
    engine.submit(pay, { from: ada, to: 'not a uuid', units: 1n }, by),
    engine.submit(pay, { from: ada, to: bob, units: 2n }, by),
  ]);
  await engine.close();
  expect([bad?.status, good?.status]).toEqual(['rejected', 'fulfilled']);
  expect(await balance(ada)).toEqual([8n, 1n]);
});

test('an outcome that proves impossible is undone and hurts no other command', async () => {
  const [ada, bob] = [await wallet(10n), await wallet(0n)];
  const by = { userId: ada };
  const engine = engineOn(backend, { log: backend.log.child({}, { level: 'silent' }) });
  const [bad, good] = await Promise.allSettled([
    engine.submit(overdraw, { from: ada, to: bob, units: 500n }, by),
    engine.submit(pay, { from: ada, to: bob, units: 2n }, by),
  ]);
  await engine.close();
  expect(bad).toMatchObject({
    status: 'rejected',
    reason: { message: `assertion failed: wallet of ${ada} would be -490` },
  });
  expect(good?.status).toBe('fulfilled');
  expect(await rows(`select 1 from setting where key = 'overdrawn'`)).toEqual([]);
  expect(await balance(ada)).toEqual([8n, 1n]);
});

test('a refusal may keep rows: the venue was asked and said no', async () => {
  const kind: CommandKind<{ key: string }> = {
    name: 'test.refused',
    needs: () => ({ users: [] }),
    decide: (_state, { key }, { now }) => ({
      rows: [{ table: settingTable, row: { key, value: 'asked', updatedAt: now } }],
      refusal: new AppError('ORDER_REJECTED'),
    }),
  };
  const by = {
    userId: testId(0),
    idempotency: { userId: testId(0), keyHash: 'a1'.repeat(16), bodyHash: 'b1'.repeat(16) },
  };
  const refused = backend.engine.submit(kind, { key: 'asked' }, by);
  await expect(refused).rejects.toMatchObject({ code: 'ORDER_REJECTED' });
  expect(await rows(`select value from setting where key = 'asked'`)).toEqual([{ value: 'asked' }]);
  expect(await rows('select 1 from idempotency where user_id = $1', [testId(0)])).toEqual([]);
});

test('a row that goes is gone for the commands after it and in the database', async () => {
  const by = { userId: testId(0) };
  const say = (value: string | null) => backend.engine.submit(note, { key: 'n', value }, by);
  const answers = await Promise.all([say('1'), say(null), say('2'), say(null), say(null)]);
  expect(answers.map(({ json }) => JSON.parse(json).data.before)).toEqual([
    null,
    '1',
    null,
    '2',
    null,
  ]);
  expect(await rows(`select 1 from setting where key = 'n'`)).toEqual([]);
  await say('3');
  await say(null);
  expect(await rows(`select 1 from setting where key = 'n'`)).toEqual([]);
});

test('listeners hear of what was committed; one that fails undoes and repeats nothing', async () => {
  const [ada, bob] = [await wallet(10n), await wallet(0n)];
  const engine = engineOn(backend, { log: backend.log.child({}, { level: 'silent' }) });
  const heard: string[] = [];
  engine.onCommitted(() => {
    throw new Error('a socket is gone');
  });
  engine.onCommitted(({ events }) =>
    heard.push(...events.map(({ type, seq }) => `${type} ${seq}`)),
  );
  await engine.submit(pay, { from: ada, to: bob, units: 1n }, { userId: ada });
  await engine.close();
  expect(heard).toEqual(['paid 1', 'received 1']);
  expect(await balance(ada)).toEqual([9n, 1n]);
});

test('two engines moving money both ways between the same users never wait for each other', async () => {
  const [ada, bob, cyd] = [await wallet(1_000n), await wallet(1_000n), await wallet(1_000n)];
  const warnings: unknown[] = [];
  const log = backend.log.child({}, { level: 'silent' });
  log.warn = (...what: unknown[]) => void warnings.push(what);
  const engines = [engineOn(backend, { log }), engineOn(backend, { log })];
  const ways = [
    [ada, bob],
    [bob, ada],
    [cyd, ada],
    [bob, cyd],
  ] as const;
  await Promise.all(
    Array.from({ length: 400 }, (_, n) => {
      const [from, to] = ways[n % 4] as (typeof ways)[number];
      const engine = engines[Math.floor(n / 4) % 2] as (typeof engines)[number];
      // Odd last digits go to the other lane: three lanes and more at once on three users.
      return engine.submit(pay, { from, to, units: 1n }, { userId: testId(n) });
    }),
  );
  await Promise.all(engines.map((engine) => engine.close()));
  expect(warnings).toEqual([]);
  // Each way 100 times: ada pays 100 and gets 200, bob pays 200 and gets 100, cyd stays.
  expect(await balance(ada)).toEqual([1_100n, 300n]);
  expect(await balance(bob)).toEqual([900n, 300n]);
  expect(await balance(cyd)).toEqual([1_000n, 200n]);
});

test('a full lane and a closing engine refuse before any effect', async () => {
  const refusing: CommandKind<null> = {
    name: 'test.refusing',
    needs: () => ({ users: [] }),
    decide() {
      throw new AppError('NOT_FOUND');
    },
  };
  const engine = engineOn(backend);
  const by = { userId: testId(0) };
  const submit = () => engine.submit(refusing, null, by).catch((error: AppError) => error.code);
  const waiting = Array.from({ length: QUEUE_LIMIT }, submit);
  expect(engine.waiting).toBe(QUEUE_LIMIT);
  expect(await submit()).toBe('OVERLOADED');
  // The other lane is free.
  const other = engine.submit(refusing, null, { userId: testId(1) });
  await expect(other).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['NOT_FOUND']));
  await engine.close();
  expect(await submit()).toBe('OVERLOADED');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../test/helpers/backend.ts';
import { testId } from '../../test/helpers/state.ts';
import { engineOn, openWallet, pay } from '../../test/helpers/test-commands.ts';
import { IDEMPOTENCY_AGE_MS } from './batch.ts';
import { inFlightKeys } from './in-flight.ts';

let backend: Backend;
const ada = testId(1);
const bob = testId(2);

beforeAll(async () => {
  backend = await openBackend();
  for (const userId of [ada, bob]) {
    await backend.engine.submit(openWallet, { userId, units: 100n }, { userId });
  }
});
afterAll(() => backend.close());

let keys = 0;
/** A key that was not used before, and the body of its request. */
const key = (body = 'aa') => {
  keys += 1;
  return {
    userId: ada,
    keyHash: keys.toString(16).padStart(32, '0'),
    bodyHash: body.repeat(16),
  };
};

const left = async (): Promise<bigint> => {
  const text = 'select available from wallet where user_id = $1';
  const [row] = await backend.database.reads.query<{ available: bigint }>({ name: 'left', text }, [
    ada,
  ]);
  return row?.available ?? -1n;
};

const command = { from: ada, to: bob, units: 1n };

test('the same key and body: one effect, the same answer', async () => {
  const idempotency = key();
  const before = await left();
  const by = { userId: ada, idempotency };
  const first = await backend.engine.submit(pay, command, by);
  const second = await backend.engine.submit(pay, command, by);
  expect(first).toEqual({
    status: 200,
    json: `{"data":{"left":"${before - 1n}"}}`,
    replayed: false,
  });
  expect(second).toEqual({ ...first, replayed: true });
  expect(await left()).toBe(before - 1n);
});

test('within one batch the second of two is the replay', async () => {
  const idempotency = key();
  const before = await left();
  const by = { userId: ada, idempotency };
  const answers = await Promise.all([
    backend.engine.submit(pay, command, by),
    backend.engine.submit(pay, command, by),
  ]);
  expect(answers.map(({ replayed }) => replayed)).toEqual([false, true]);
  expect(answers[1]?.json).toBe(answers[0]?.json);
  expect(await left()).toBe(before - 1n);
});

test('the same key with another body is refused and changes nothing', async () => {
  const idempotency = key();
  await backend.engine.submit(pay, command, { userId: ada, idempotency });
  const before = await left();
  const other = { ...idempotency, bodyHash: 'bb'.repeat(16) };
  const reused = backend.engine.submit(pay, command, { userId: ada, idempotency: other });
  await expect(reused).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(await left()).toBe(before);
});

test('a refusal is not stored: the key decides anew', async () => {
  const idempotency = key();
  const by = { userId: ada, idempotency };
  const tooMuch = backend.engine.submit(pay, { ...command, units: 1_000n }, by);
  await expect(tooMuch).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
  expect((await backend.engine.submit(pay, command, by)).replayed).toBe(false);
});

test('two processes with one key: one effect, one answer', async () => {
  const engines = [engineOn(backend), engineOn(backend)];
  for (let round = 0; round < 20; round += 1) {
    const idempotency = key();
    const before = await left();
    const by = { userId: ada, idempotency };
    const answers = await Promise.all(
      [0, 1, 0, 1].map((n) => (engines[n] as (typeof engines)[number]).submit(pay, command, by)),
    );
    expect(new Set(answers.map(({ json }) => json))).toEqual(
      new Set([`{"data":{"left":"${before - 1n}"}}`]),
    );
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await left()).toBe(before - 1n);
    await backend.engine.submit(pay, { from: bob, to: ada, units: 1n }, { userId: bob });
  }
  await Promise.all(engines.map((engine) => engine.close()));
});

test('after 24 hours of business time the key is free again', async () => {
  const idempotency = key();
  const by = { userId: ada, idempotency };
  await backend.engine.submit(pay, command, by);
  backend.clock.advance(IDEMPOTENCY_AGE_MS - 1);
  expect((await backend.engine.submit(pay, command, by)).replayed).toBe(true);
  backend.clock.advance(1);
  const before = await left();
  // Another body is no reuse any more.
  const later = { userId: ada, idempotency: { ...idempotency, bodyHash: 'cc'.repeat(16) } };
  expect((await backend.engine.submit(pay, command, later)).replayed).toBe(false);
  expect(await left()).toBe(before - 1n);
  expect((await backend.engine.submit(pay, command, later)).replayed).toBe(true);
});

test('a key that is running in this process is refused, and free when it has ended', async () => {
  const inFlight = inFlightKeys();
  const idempotency = key();
  let finish = () => {};
  const first = inFlight.run(idempotency, () => new Promise<void>((done) => (finish = done)));
  const second = inFlight.run(idempotency, async () => {});
  await expect(second).rejects.toMatchObject({
    code: 'IDEMPOTENCY_IN_PROGRESS',
    retryAfterSeconds: 1,
  });
  expect(await inFlight.run(key(), async () => 'another')).toBe('another');
  expect(await inFlight.run(null, async () => 'none')).toBe('none');
  finish();
  await first;
  expect(await inFlight.run(idempotency, async () => 'again')).toBe('again');
});

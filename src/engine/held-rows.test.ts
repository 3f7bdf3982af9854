import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../test/helpers/backend.ts';
import { testId } from '../../test/helpers/state.ts';
import { engineOn, openWallet, pay } from '../../test/helpers/test-commands.ts';
import { AppError } from '../errors/app-error.ts';

let backend: Backend;
const ada = testId(2);
const bob = testId(4);
const cyd = testId(6);

beforeAll(async () => {
  backend = await openBackend();
  for (const userId of [ada, bob, cyd]) {
    await backend.engine.submit(openWallet, { userId, units: 100n }, { userId });
  }
});
afterAll(() => backend.close());

test('whom somebody else holds is told to come back, and the others of the batch are served', async () => {
  const { database } = backend;
  const engine = engineOn(backend, {
    clientConfig: () => database.clientConfig({ lock_timeout: 100 }),
    log: backend.log.child({}, { level: 'silent' }),
  });
  // One lane and one batch: their first commands arrive in the same turn.
  const payment = (from: string) =>
    engine.submit(pay, { from, to: cyd, units: 3n }, { userId: from });
  await database.withClient(async (stranger) => {
    await stranger.query('begin');
    await stranger.query('select 1 from wallet where user_id = $1 for update', [ada]);
    const [held, free] = await Promise.allSettled([payment(ada), payment(bob)]);
    expect(free).toMatchObject({ status: 'fulfilled', value: { json: '{"data":{"left":"97"}}' } });
    expect(held.status).toBe('rejected');
    const { reason } = held as PromiseRejectedResult;
    expect(reason).toBeInstanceOf(AppError);
    expect(reason).toMatchObject({ code: 'OVERLOADED', retryAfterSeconds: 1 });
    // Nobody waits for the held one a second time.
    await expect(payment(ada)).rejects.toMatchObject({ message: 'The account is busy.' });
    await stranger.query('rollback');
  });
  expect((await payment(ada)).json).toBe('{"data":{"left":"97"}}');
  await engine.close();
});

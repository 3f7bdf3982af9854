import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import {
  actionOf,
  actions,
  checkFunds,
  checkUntouched,
  nothing,
  order,
  script,
  world,
} from './order-world.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => {
  await test.audit();
  await test.stop();
});

const refusals = [
  ['down', 503, 'VENUE_UNAVAILABLE', true, {}],
  ['reject', 400, 'ORDER_REJECTED', false, { reason: 'The venue rejected the order.' }],
  ['no-liquidity', 400, 'NO_LIQUIDITY', false, {}],
] as const;

describe.each(actions)('$name', (action) => {
  it.each(refusals)('is refused by a venue in mode %s, and nothing moves', async (...expected) => {
    const [mode, status, code, retryable, details] = expected;
    const on = await world(test);
    await script(test, mode);
    const answer = await order(test, on, action, 'k');
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, retryable, details });
    expect(answer.headers.has('retry-after')).toBe(retryable);
    await checkUntouched(on);
    await script(test, 'ok');
    const again = await order(test, on, action, 'k');
    expect(again.status).toBe(action.status);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    await checkFunds(on.user, action.cash, nothing);
  });
});

it('affects as many orders as it is told to, then none', async () => {
  const on = await world(test);
  const scripted = await script(test, 'reject', { count: 2 });
  expect(scripted).toEqual({ vertical: 'spot', mode: 'reject', delayMs: 1_000, count: 2 });
  const statuses = [];
  for (let n = 0; n < 3; n += 1) {
    statuses.push((await order(test, on, actionOf('buy'))).status);
  }
  expect(statuses).toEqual([400, 400, 200]);
});

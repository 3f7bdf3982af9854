import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Named } from '../e2e/prediction-world.ts';
import type { TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';
import { control, stop } from './calls.ts';
import { ask, makePredictionFlock, PINNED, type PredictionFlock } from './prediction-flock.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';

/** Long enough for the kill to come first. */
const DELAY_MS = 2_500;

let flock: PredictionFlock;
let runner: ServiceRunner;
beforeAll(async () => {
  [flock, runner] = await Promise.all([makePredictionFlock(5), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});

interface Order {
  readonly name: string;
  readonly by: TestUser;
  readonly mode: 'unknown-then-filled' | 'unknown-then-failed' | 'pending';
  readonly path: string;
  readonly body?: object;
}
const send = (service: ServiceProcess, { name, by, path, body }: Order): Promise<Answer> =>
  ask(service, by, path, body, name);

const openOrders = async (): Promise<number> =>
  (await flock.rows(`select 1 from intent where status in ('SUBMITTED', 'UNKNOWN')`)).length;
/** Cash and what is held back of it, in 1e-6 dollars. */
async function wallet({ userId }: TestUser): Promise<[cash: bigint, held: bigint]> {
  const [row] = await flock.rows<{ available: bigint; reserved: bigint }>(
    'select available, reserved from wallet where user_id = $1',
    [userId],
  );
  return [row?.available ?? 0n, row?.reserved ?? 0n];
}
const dollars = (text: string): bigint => BigInt(Math.round(Number(text) * 1e6));

/**
 * Opens proposals that fill at once, then sends the orders one by one to a venue that does not
 * answer, and kills the process with all of them in flight.
 */
async function killInFlight(orders: (ids: readonly string[]) => readonly Order[], calls: Named[]) {
  const dying = await runner.start(flock.env);
  await control(dying, 'PUT', '/follow', { hold: true });
  const ids: string[] = [];
  for (const market of calls) {
    const body = { groupId: flock.groupId, ...market, isYes: true, amountUsd: '41' };
    const { status, body: answer } = await ask(dying, flock.leader, '/proposals', body);
    expect(status).toBe(201);
    ids.push(answer.data.proposal.id);
  }
  await control(dying, 'PUT', '/follow', { hold: false });
  await control(dying, 'POST', '/drain');
  const made = orders(ids);
  const asked: Promise<Answer | null>[] = [];
  for (const [n, order] of made.entries()) {
    const script = { mode: order.mode, delayMs: DELAY_MS, count: 1 };
    await control(dying, 'PUT', '/venues/predictions/behaviour', script);
    asked.push(send(dying, order).catch(() => null));
    await eventually('the order is in flight', async () => (await openOrders()) === n + 1);
  }
  dying.kill('SIGKILL');
  expect((await dying.ended()).signal).toBe('SIGKILL');
  expect(await Promise.all(asked)).toEqual(made.map(() => null));
  return { orders: made, ids };
}

test('orders in flight when the process was killed are settled once, by their venue', async () => {
  const [one, two, three, fresh, failing] = PINNED as readonly [Named, Named, Named, Named, Named];
  const { leader, followers, groupId } = flock;
  const [ada, bob] = followers as readonly [TestUser, TestUser];
  const opening = { groupId, isYes: true, amountUsd: '41.003' };
  const { orders, ids } = await killInFlight(
    ([first, second, third]) => [
      {
        name: 'opens',
        by: leader,
        mode: 'unknown-then-filled',
        path: '/proposals',
        body: { ...opening, ...fresh },
      },
      {
        name: 'does not open',
        by: leader,
        mode: 'unknown-then-failed',
        path: '/proposals',
        body: { ...opening, ...failing },
      },
      {
        name: 'buys',
        by: ada,
        mode: 'pending',
        path: `/proposals/${first}/predict`,
        body: { amountUsd: '20.503' },
      },
      {
        name: 'does not sell',
        by: ada,
        mode: 'unknown-then-failed',
        path: `/proposals/${second}/sell`,
        body: { max: true },
      },
      {
        name: 'sells',
        by: bob,
        mode: 'unknown-then-filled',
        path: `/proposals/${second}/sell`,
        body: { amountUsd: '10' },
      },
      { name: 'closes', by: leader, mode: 'pending', path: `/proposals/${third}/close` },
    ],
    [one, two, three],
  );
  // Three calls of 41 and twice 41.003 held back; three follows of 20.5 and 20.503 held back.
  expect(await wallet(leader)).toEqual([dollars('99794.994'), dollars('82.006')]);
  expect(await wallet(ada)).toEqual([dollars('9917.997'), dollars('20.503')]);
  expect(await wallet(bob)).toEqual([dollars('9938.5'), 0n]);
  const statuses = () =>
    flock.rows<{ market_id: string; status: string }>(
      'select market_id, status from prediction_proposal where market_id = any($1)',
      [[fresh.marketId, failing.marketId, three.marketId]],
    );
  expect((await statuses()).map(({ status }) => status).toSorted()).toEqual([
    'ACTIVE',
    'PENDING',
    'PENDING',
  ]);
  expect(await flock.broken()).toEqual([]);

  const recovering = stopwatch();
  const next = await runner.start(flock.env);
  // The keys tell: these are the orders of before, and this is what came of them. One that has
  // failed has freed its key, and would be made anew.
  const filled = orders.filter(({ mode }) => mode !== 'unknown-then-failed');
  const answers = await Promise.all(filled.map((order) => send(next, order)));
  expect(
    answers.map(({ status, body }, n) => [filled[n]?.name, status, body.data.pending]),
  ).toEqual([
    ['opens', 201, false],
    ['buys', 200, false],
    ['sells', 200, false],
    ['closes', 200, false],
  ]);
  await control(next, 'POST', '/drain');
  const fault = 'kill -9 with predictions in flight at their venue';
  noteFault({ area: 'process', fault, operations: orders.length, recoveryMs: recovering() });
  await stop(next);
  expect(Object.fromEntries((await statuses()).map((row) => [row.market_id, row.status]))).toEqual({
    [fresh.marketId]: 'ACTIVE',
    [failing.marketId]: 'FAILED',
    [three.marketId]: 'CLOSED',
  });
  expect(await flock.rows('select kind, status, error_code from intent order by id')).toEqual([
    { kind: 'OPEN', status: 'SETTLED', error_code: null },
    { kind: 'OPEN', status: 'FAILED', error_code: 'FUNDING_REFUNDED' },
    { kind: 'MANUAL', status: 'SETTLED', error_code: null },
    { kind: 'MANUAL', status: 'FAILED', error_code: 'FUNDING_REFUNDED' },
    { kind: 'MANUAL', status: 'SETTLED', error_code: null },
    { kind: 'CLOSE', status: 'SETTLED', error_code: null },
  ]);
  // 100,000 − 3 × 41 − 41 + 39 of the close
  expect(await wallet(leader)).toEqual([dollars('99875'), 0n]);
  // 10,000 − 3 × 20.5 − 20.5, and 20.5 for the call that came to be; bob has sold 20 for 9.75.
  expect(await wallet(ada)).toEqual([dollars('9897.5'), 0n]);
  expect(await wallet(bob)).toEqual([dollars('9927.75'), 0n]);
  const held = await flock.rows<{ quantity: bigint; locked: bigint }>(
    `select quantity, locked from prediction_position
      where user_id = any($1) and proposal_id = $2 order by quantity`,
    [[ada.userId, bob.userId], ids[1]],
  );
  expect(held).toEqual([
    { quantity: 20_000_000n, locked: 0n },
    { quantity: 40_000_000n, locked: 0n },
  ]);
  expect(await flock.broken()).toEqual([]);
}, 60_000);

interface Settling {
  readonly point: string;
  readonly mode: Order['mode'];
  readonly market: Named | undefined;
  readonly quick?: boolean;
}

const settlings: readonly Settling[] = [
  { point: 'engine.before-commit', mode: 'unknown-then-failed', market: PINNED[5] },
  { point: 'engine.after-commit', mode: 'unknown-then-filled', market: PINNED[6], quick: true },
  { point: 'engine.after-commit', mode: 'unknown-then-failed', market: PINNED[7] },
];

test.each(casesOf(settlings))(
  'killed at $point while it settles, $mode',
  async ({ point, mode, market }) => {
    const { leader, groupId } = flock;
    const before = await wallet(leader);
    const body = { groupId, ...market, isYes: true, amountUsd: '41.003' };
    const { orders } = await killInFlight(
      () => [{ name: `call of ${market?.marketId}`, by: leader, mode, path: '/proposals', body }],
      [],
    );
    await flock.rows(`update intent set due_at = now() where status = 'UNKNOWN'`);
    // The first thing this process does is to settle what is due; it may not live to be ready.
    const dying = await runner.start(flock.env, point).catch(() => null);
    if (dying) expect((await dying.ended()).signal).toBe('SIGKILL');
    expect(await openOrders()).toBe(point === 'engine.after-commit' ? 0 : 1);
    expect(await flock.broken()).toEqual([]);

    const recovering = stopwatch();
    const next = await runner.start(flock.env);
    await control(next, 'POST', '/drain');
    const fault = `kill -9 at ${point} while a prediction is settled`;
    noteFault({ area: 'process', fault, operations: 1, recoveryMs: recovering() });
    const filled = mode === 'unknown-then-filled';
    const [status] = await flock.rows<{ status: string }>(
      'select status from prediction_proposal where market_id = $1',
      [market?.marketId],
    );
    expect(status).toEqual({ status: filled ? 'ACTIVE' : 'FAILED' });
    const after = await wallet(leader);
    expect([before[0] - after[0], after[1]]).toEqual([filled ? dollars('41') : 0n, 0n]);
    const follows = await flock.rows(
      `select 1 from follow f join prediction_proposal p on p.id = f.proposal_id
      where p.market_id = $1 and f.status = 'FILLED'`,
      [market?.marketId],
    );
    expect(follows).toHaveLength(filled ? flock.followers.length : 0);
    // A failure has freed its key, and the group may call again.
    const repeated = await send(next, orders[0] as Order);
    expect(repeated.status).toBe(201);
    expect(repeated.headers.get('idempotency-replayed')).toBe(filled ? 'true' : null);
    await control(next, 'POST', '/drain');
    await stop(next);
    expect(await flock.broken()).toEqual([]);
  },
  60_000,
);

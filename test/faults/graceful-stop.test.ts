import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import type { TestUser } from '../helpers/app.ts';
import type { Answer } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch } from '../helpers/evidence.ts';
import { ask as call, stop } from './calls.ts';
import { type Flock, makeFlock } from './flock.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';

const USERS = 20;
const SWAPS_EACH = 40;
/** Answers after which the process is told to stop: many more are asked for by then. */
const STOP_AFTER = 60;
const MINT = bundledTokens[0]?.mint ?? '';

let flock: Flock;
let runner: ServiceRunner;

beforeAll(async () => {
  [flock, runner] = await Promise.all([makeFlock(USERS), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});

/** One request of which the test keeps track; the answer is null while it is not known. */
interface Sent {
  readonly user: TestUser;
  readonly key: string;
  readonly path: string;
  readonly body: object;
  answer: Answer | null;
}

const ask = (service: ServiceProcess, { user, key, path, body }: Sent): Promise<Answer> =>
  call(service, user, path, body, key);

const swap = (user: TestUser, n: number): Sent => ({
  user,
  key: `swap ${n}`,
  path: '/spot/swap',
  body: { sell: 'USDC', buy: MINT, amountUsd: '1' },
  answer: null,
});

test('SIGTERM with requests in flight answers what runs, exits 0 and loses nothing', async () => {
  const { env } = flock;
  const first = await runner.start(env);
  // The address of the console stands before the line that says that all is ready.
  expect(first.output()).toMatch(/^console (http:\S+)\/\nready \1$/m);
  const sent: Sent[] = [];
  let answered = 0;
  const trySend = async (request: Sent): Promise<boolean> => {
    sent.push(request);
    request.answer = await ask(first, request).catch(() => null);
    answered += 1;
    if (answered === STOP_AFTER) first.kill('SIGTERM');
    return request.answer?.status === 200 || request.answer?.status === 201;
  };
  const swapping = flock.followers.map(async (user) => {
    for (let n = 0; n < SWAPS_EACH && (await trySend(swap(user, n))); n += 1);
  });
  const call: Sent = {
    user: flock.leader,
    key: 'call',
    path: '/spot/proposals',
    body: { groupId: flock.groupId, contractAddress: MINT, amountUsd: '100' },
    answer: null,
  };
  const toldAt = performance.now();
  await Promise.all([...swapping, trySend(call)]);
  expect(await first.ended()).toEqual({ code: 0, signal: null });
  expect(performance.now() - toldAt).toBeLessThan(10_000);
  expect(answered).toBeLessThan(USERS * SWAPS_EACH);
  // Everything that was answered at all was answered well, or refused before any effect.
  const statuses = new Set(sent.flatMap(({ answer }) => (answer ? [answer.status] : [])));
  expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  expect(await flock.broken()).toEqual([]);

  const recovering = stopwatch();
  const next = await runner.start(env);
  for (const request of sent) {
    const again = await ask(next, request);
    expect(again.status).toBe(request === call ? 201 : 200);
    if (request.answer === null || request.answer.status === 503) continue;
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(request.answer.body);
  }
  await eventually('every follow has its result', async () => {
    const rows = await flock.rows(`select 1 from follow where status = 'QUEUED'`);
    return rows.length === 0;
  });
  const fault = 'SIGTERM with requests in flight';
  noteFault({ area: 'process', fault, operations: sent.length, recoveryMs: recovering() });
  await stop(next);

  // One trade for each key and not one more.
  const swaps = await flock.rows<{ user_id: string; count: bigint }>(
    `select user_id, count(*) as count from spot_trade where origin = 'SWAP' group by user_id`,
  );
  const keys = (userId: string) => sent.filter(({ user }) => user.userId === userId).length;
  expect(new Map(swaps.map(({ user_id, count }) => [user_id, Number(count)]))).toEqual(
    new Map(flock.followers.map(({ userId }) => [userId, keys(userId)])),
  );
  const follows = `select status, count(*) as count from follow group by status`;
  expect(await flock.rows(follows)).toEqual([{ status: 'FILLED', count: BigInt(USERS) }]);
  expect(await flock.broken()).toEqual([]);
}, 60_000);

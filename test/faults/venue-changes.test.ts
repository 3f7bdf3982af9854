import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import { SANDBOX_TOKEN, type TestUser } from '../helpers/app.ts';
import { dataOf, type Method } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';
import { makeFlock } from './flock.ts';
import { effectsOf, type Sent } from './history.ts';
import { makePerpFlock } from './perp-flock.ts';
import { makePredictionFlock, PINNED } from './prediction-flock.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';
import { ask, findingsOf } from './writers.ts';

/** Long enough for the kill to come first. */
const DELAY_MS = 3_000;

let runner: ServiceRunner;
beforeAll(async () => {
  runner = await openServiceRunner();
}, 60_000);
afterAll(() => runner.close());

interface Request {
  readonly path: string;
  readonly body: object;
}

/** A vertical with somebody who may trade in it, and the n-th order of that user. */
interface Scene {
  readonly env: Readonly<Record<string, string>>;
  readonly user: TestUser;
  readonly order: (n: number) => Request;
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  broken(): Promise<string[]>;
  close(): Promise<void>;
}

const swapFor = (buy: string): Request => ({
  path: '/api/v1/spot/swap',
  body: { sell: 'USDC', buy, amountUsd: '10' },
});

async function spotScene(): Promise<Scene> {
  const flock = await makeFlock(1);
  const env = { DATABASE_URL: flock.database.url };
  const order = () => swapFor(bundledTokens[0]?.mint ?? '');
  return { ...flock, env, user: flock.leader, order };
}

async function stockScene(): Promise<Scene> {
  const flock = await makeFlock(1);
  const env = { DATABASE_URL: flock.database.url };
  const setting = await runner.start(env);
  await control(setting, 'PUT', '/stocks/status', { marketStatus: 'OPEN' });
  await control(setting, 'PUT', '/prices/stock/AAPL', { priceUsd: '200' });
  const path = '/api/v1/spot/stocks/AAPL';
  const token = flock.leader.apiKey;
  const { mint } = dataOf(await setting.send({ method: 'GET', path, token }));
  setting.kill('SIGTERM');
  await setting.ended();
  return { ...flock, env, user: flock.leader, order: () => swapFor(mint) };
}

async function predictionScene(): Promise<Scene> {
  const flock = await makePredictionFlock(0);
  const { groupId } = flock;
  const path = '/api/v1/predictions/proposals';
  const order = (n: number) => ({
    path,
    body: { groupId, ...PINNED[n], isYes: true, amountUsd: '41' },
  });
  return { ...flock, user: flock.leader, order };
}

async function perpScene(): Promise<Scene> {
  const flock = await makePerpFlock(({ app }) =>
    app.sandbox('PUT', '/prices/perp/SOL', { priceUsd: '100' }),
  );
  const size = { side: 'LONG', collateralUsd: '100', leverage: '10' };
  const body = { groupId: flock.groupId, marketSymbol: 'SOL', ...size };
  const order = () => ({ path: '/api/v1/perps/proposals', body });
  return { ...flock, user: flock.leader, order };
}

async function control(service: ServiceProcess, method: Method, path: string, body: object) {
  const request = { method, path: `/sandbox/v1${path}`, token: SANDBOX_TOKEN, body };
  const { status, body: answer } = await service.send(request);
  expect([path, status, answer.code]).toEqual([path, 200, undefined]);
}

const verticals = [
  { vertical: 'spot', open: spotScene, quick: true },
  { vertical: 'stocks', open: stockScene },
  { vertical: 'predictions', open: predictionScene },
  { vertical: 'perps', open: perpScene },
];

test.each(casesOf(verticals))(
  'a venue of $vertical that changes its mind while the process dies settles every order once',
  async ({ vertical, open }) => {
    const scene = await open();
    const { user } = scene;
    const before = await effectsOf(scene, [user.userId]);
    const sent: Sent[] = [];
    const order = async (service: ServiceProcess, n: number): Promise<number | 'unknown'> => {
      const { path, body } = scene.order(n);
      const what = { key: `order ${n}`, userId: user.userId, method: 'POST', path, body };
      const outcome = await ask(service.origin, user.apiKey, what)
        .then(({ status, body: answer }) => {
          return { status, code: (answer as { code?: string }).code ?? null, body: answer };
        })
        .catch(() => 'unknown' as const);
      sent.push({ ...what, outcome });
      return outcome === 'unknown' ? outcome : outcome.status;
    };
    const inFlight = async (): Promise<number> =>
      (await scene.rows(`select 1 from intent where status in ('SUBMITTED', 'UNKNOWN')`)).length;
    const script = (service: ServiceProcess, mode: string, more: object = {}) =>
      control(service, 'PUT', `/venues/${vertical}/behaviour`, { mode, ...more });

    const dying = await runner.start(scene.env);
    const turns = [
      { mode: 'unknown-then-filled', count: 2 },
      { mode: 'unknown-then-failed', count: 3 },
      { mode: 'pending', count: 1 },
    ];
    const waiting: Promise<number | 'unknown'>[] = [];
    // Of the three failures only one is used up: the script is replaced in the middle of it.
    for (const [n, turn] of [turns[0], turns[0], turns[1], turns[2]].entries()) {
      if (n !== 1) await script(dying, turn?.mode ?? '', { count: turn?.count, delayMs: DELAY_MS });
      waiting.push(order(dying, n));
      await eventually(`order ${n} is in flight`, async () => (await inFlight()) === n + 1);
    }
    await script(dying, 'down');
    expect(await order(dying, 4)).toBe(503);
    dying.kill('SIGKILL');
    expect(await Promise.all(waiting)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(await scene.broken()).toEqual([]);

    // Two processes hear of each outcome, late, and the venue is still down for what is new.
    const recovering = stopwatch();
    const [next, other] = await Promise.all([runner.start(scene.env), runner.start(scene.env)]);
    expect(await order(next, 5)).toBe(503);
    await eventually('every outcome is known', async () => (await inFlight()) === 0, 30_000);
    const recoveryMs = recovering();
    expect(
      await scene.rows('select status, count(*) as n from intent group by status order by status'),
    ).toEqual([
      { status: 'FAILED', n: 1n },
      { status: 'SETTLED', n: 3n },
    ]);
    await script(next, 'slow', { count: 1, delayMs: 200 });
    await eventually('the other has heard', async () => {
      const { status } = await ask(other.origin, user.apiKey, {
        ...scene.order(6),
        key: 'order 6',
        method: 'POST',
      });
      return status < 300;
    });
    await order(other, 6);
    await order(next, 7);
    const whole = { sent, origin: other.origin, before };
    expect(await findingsOf(scene, [user], whole)).toEqual([]);
    for (const service of [next, other]) {
      service.kill('SIGTERM');
      expect(await service.ended()).toEqual({ code: 0, signal: null });
    }
    const fault = `a venue of ${vertical} unknown, pending, then down, and the process killed`;
    noteFault({ area: 'venue', fault, operations: sent.length, recoveryMs });
    await scene.close();
  },
  90_000,
);

import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import { SANDBOX_TOKEN } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { type Flock, makeFlock } from './flock.ts';
import { effectsOf, type Sent } from './history.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';
import { findingsOf, startWriters } from './writers.ts';

const FOLLOWERS = 6;
const ANSWERS = thorough ? 200 : 20;
const HOUR_MS = 3_600_000;
const [swapped, ...called] = bundledTokens.slice(0, 10).map(({ mint }) => mint);

/** libfaketime (package `faketime`), which alone can make the clock of one process jump. */
const library = ['/usr/lib', '/usr/lib64', '/usr/local/lib']
  .flatMap((folder) => [folder, ...(existsSync(folder) ? subfolders(folder) : [])])
  .map((folder) => join(folder, 'faketime/libfaketime.so.1'))
  .find(existsSync);

function subfolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

if (library === undefined) {
  process.stderr.write('Jumps of the clock are left out: libfaketime is not installed.\n');
}

let flock: Flock;
let runner: ServiceRunner;
let folder: string;
let shifted: ServiceProcess;
let steady: ServiceProcess;

/** Sets the clock of `shifted` off by so much from now on. */
async function jump(ms: number): Promise<void> {
  await writeFile(join(folder, 'clock'), `${ms < 0 ? '-' : '+'}${Math.abs(ms) / 1_000}\n`);
  await eventually('the clock has jumped', async () => {
    const { headers } = await shifted.send({ method: 'GET', path: '/healthz' });
    const seen = Date.parse(headers.get('date') ?? '') - Date.now();
    return Math.abs(seen - ms) < 10_000;
  });
}

beforeAll(async () => {
  if (library === undefined) return;
  [flock, runner] = await Promise.all([makeFlock(FOLLOWERS), openServiceRunner()]);
  folder = await mkdtemp(join(tmpdir(), 'skein-clock-'));
  await writeFile(join(folder, 'clock'), '+0\n');
  const env = { DATABASE_URL: flock.database.url };
  shifted = await runner.start({
    ...env,
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'),
    FAKETIME_NO_CACHE: '1',
    // A jump of the wall clock moves no monotonic one.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  });
  steady = await runner.start(env);
}, 60_000);
afterAll(async () => {
  if (library === undefined) return;
  for (const service of [shifted, steady]) {
    service.kill('SIGTERM');
    expect(await service.ended()).toEqual({ code: 0, signal: null });
  }
  await runner.close();
  await flock.close();
  await rm(folder, { recursive: true });
});

const post = (service: ServiceProcess, path: string, body: object, key?: string) =>
  service.send({
    method: 'POST',
    path: `/api/v1${path}`,
    token: flock.leader.apiKey,
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

/** When messages were posted, in the order of posting. */
const spoken: string[] = [];

/** The group's messages one after another, each at the other process. */
async function talk(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const at = n % 2 === 0 ? shifted : steady;
    const body = { type: 'TEXT', content: `message ${n}` };
    const answer = await post(at, `/chat/${flock.groupId}/messages`, body);
    expect(answer.status).toBe(201);
    spoken.push(answer.body.data.createdAt);
  }
}

/** A call of the leader, which every follower follows. */
async function call(mint: string | undefined): Promise<void> {
  const body = { groupId: flock.groupId, contractAddress: mint, amountUsd: '100' };
  const answer = await post(shifted, '/spot/proposals', body);
  expect(answer.status).toBe(201);
  const id = answer.body.data.trade.id;
  const results = () =>
    flock.rows<{ status: string; n: bigint }>(
      `select status, count(*) as n from follow where leader_trade_id = $1 group by status`,
      [id],
    );
  await eventually('everybody has followed', async () => {
    return (await results()).every(({ status }) => status !== 'QUEUED');
  });
  expect(await results()).toEqual([{ status: 'FILLED', n: BigInt(FOLLOWERS) }]);
}

const remaining = async (): Promise<number> => {
  const { headers } = await shifted.send({
    method: 'GET',
    path: '/api/v1/me',
    token: flock.followers[0]?.apiKey ?? '',
  });
  return Number(headers.get('ratelimit-remaining'));
};

/** What holds of the group's chat and the users' streams, whatever the clocks have done. */
async function expectOrder(): Promise<void> {
  expect(spoken).toEqual([...new Set(spoken)].sort());
  const backwards = await flock.rows(
    `select seq from (
        select seq, at, lag(at) over (partition by user_id order by seq) as before from event
        where user_id = any($1::uuid[])
      ) e where at < before`,
    [flock.followers.map(({ userId }) => userId)],
  );
  expect(backwards).toEqual([]);
}

interface Jump {
  /** How far the clock is off from now on. */
  readonly ms: number;
  /** Whether an answer of the beginning is still kept: 24 hours of business time, never back. */
  readonly keeps: boolean;
  /** What a session of 12 hours that was opened at the beginning is worth by this clock. */
  readonly session: number;
  readonly quick?: boolean;
}

const jumps: readonly Jump[] = [
  { ms: HOUR_MS, keeps: true, session: 200, quick: true },
  { ms: 0, keeps: true, session: 200 },
  { ms: -HOUR_MS, keeps: true, session: 200, quick: true },
  { ms: 24 * HOUR_MS + 60_000, keeps: false, session: 401, quick: true },
  { ms: 0, keeps: true, session: 200 },
];

test.skipIf(library === undefined)(
  'a clock that jumps by an hour or a day, there and back, loses and doubles nothing',
  async () => {
    const users = flock.followers;
    const ids = users.map(({ userId }) => userId);
    const { body } = await shifted.send({
      method: 'POST',
      path: '/sandbox/v1/sessions',
      token: SANDBOX_TOKEN,
      body: { userId: flock.leader.userId },
    });
    const session = async (service: ServiceProcess): Promise<number> => {
      const request = { method: 'GET', path: '/api/v1/me', token: body.data.token } as const;
      return (await service.send(request)).status;
    };
    const early = { sell: 'USDC', buy: swapped, amountUsd: '2' };
    const first = await post(shifted, '/spot/swap', early, 'early');
    expect(first.status).toBe(200);

    for (const [n, { ms, keeps, session: status }] of casesOf(jumps).entries()) {
      const before = await effectsOf(flock, ids);
      const writers = startWriters({
        users: users.slice(1),
        origin: () => shifted.origin,
        name: `jump ${n}`,
        pauseMs: 10,
        request: () => ({
          path: '/api/v1/spot/swap',
          body: { sell: 'USDC', buy: swapped, amountUsd: '1' },
        }),
      });
      await eventually('writes are answered', () => writers.done >= ANSWERS);
      const left = await remaining();
      const recovering = stopwatch();
      await jump(ms);
      const again = writers.done + ANSWERS;
      await eventually('writes are answered again', () => writers.done >= again);
      const recoveryMs = recovering();
      // The budget is one of real time: no jump gives it back.
      expect(await remaining()).toBeLessThan(left);
      await writers.stop();
      const { sent } = writers;
      const refused = (one: Sent) => one.outcome === 'unknown' || one.outcome.status !== 200;
      expect(sent.filter(refused)).toEqual([]);
      await talk(6);
      await call(called[n]);
      const whole = { sent, origin: shifted.origin, before };
      // The calls are follows, and so nothing that the writers have asked for.
      expect(await findingsOf(flock, users, whole)).toEqual([]);

      const repeated = await post(shifted, '/spot/swap', early, 'early');
      expect(repeated.status).toBe(200);
      expect(repeated.headers.get('idempotency-replayed')).toBe(keeps ? 'true' : null);
      expect([await session(shifted), await session(steady)]).toEqual([status, 200]);
      noteFault({
        area: 'time',
        fault: `the wall clock jumps to ${ms / HOUR_MS} h`,
        operations: sent.length,
        recoveryMs,
      });
    }
    await expectOrder();
    expect(await flock.broken()).toEqual([]);
  },
  120_000,
);

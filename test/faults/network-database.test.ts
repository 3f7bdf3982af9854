import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import type { TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';
import { type Flock, makeFlock } from './flock.ts';
import { effectsOf } from './history.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';
import { type LinkFault, openDatabaseProxy } from './tcp-proxy.ts';
import { findingsOf, startWriters } from './writers.ts';

const WRITERS = 6;
/** Answers of before the fault, and of after it. */
const ANSWERS = 40;
const [{ mint } = { mint: '' }] = bundledTokens;

let flock: Flock;
let runner: ServiceRunner;
let link: Awaited<ReturnType<typeof openDatabaseProxy>>;
let service: ServiceProcess;

beforeAll(async () => {
  [flock, runner] = await Promise.all([makeFlock(WRITERS), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});
beforeEach(async () => {
  link = await openDatabaseProxy(flock.database.clientConfig);
  service = await runner.start({ DATABASE_URL: link.url });
}, 60_000);
afterEach(async () => {
  link.set('pass');
  service.kill('SIGTERM');
  expect(await service.ended()).toEqual({ code: 0, signal: null });
  await link.close();
});

const read = async (user: TestUser): Promise<number> => {
  const path = '/api/v1/account';
  return (await service.send({ method: 'GET', path, token: user.apiKey })).status;
};

interface Case {
  readonly fault: LinkFault;
  /** Connections that meet it; absent: all, until it is over. */
  readonly strikes?: number;
  /** How long the fault lasts where it is not counted. */
  readonly lastsMs?: number;
  readonly quick?: boolean;
  /** From the end of the fault to the first answers. */
  readonly recoversMs: number;
}

const cases: readonly Case[] = [
  { fault: 'lose-answer', strikes: 12, recoversMs: 5_000, quick: true },
  { fault: 'mid-answer', strikes: 12, recoversMs: 5_000 },
  { fault: 'reset', strikes: 12, recoversMs: 5_000, quick: true },
  { fault: 'slow', lastsMs: 3_000, recoversMs: 5_000 },
  // Nobody is told: found by the limit of a message to the database, and by that of a transaction
  // which is left open.
  { fault: 'half-open', strikes: 12, recoversMs: 30_000 },
  { fault: 'half-open', lastsMs: 15_000, recoversMs: 30_000 },
];

test.each(casesOf(cases))(
  'a link to the database that is $fault ($strikes $lastsMs) loses and doubles nothing',
  async ({ fault, strikes, lastsMs, recoversMs }) => {
    const users = flock.followers;
    const ids = users.map(({ userId }) => userId);
    const before = await effectsOf(flock, ids);
    const writers = startWriters({
      users,
      origin: () => service.origin,
      name: `${fault} ${strikes ?? lastsMs}`,
      request: () => ({
        path: '/api/v1/spot/swap',
        body: { sell: 'USDC', buy: mint, amountUsd: '1' },
      }),
    });
    await eventually('writes are answered', () => writers.done >= ANSWERS);
    link.set(fault, strikes);
    if (lastsMs !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, lastsMs));
      link.set('pass');
    } else {
      await eventually('the fault has struck', () => link.struck >= (strikes ?? 0), 60_000);
    }
    const recovering = stopwatch();
    const again = writers.done + ANSWERS;
    await eventually('writes are answered again', () => writers.done >= again, recoversMs);
    for (const user of users) {
      await eventually('reads are answered', async () => (await read(user)) === 200, recoversMs);
    }
    const recoveryMs = recovering();
    await writers.stop();
    const { sent } = writers;
    const operations = sent.length;
    expect(await findingsOf(flock, users, { sent, origin: service.origin, before })).toEqual([]);
    const how = strikes === undefined ? `for ${lastsMs} ms` : `for ${strikes} connections`;
    noteFault({
      area: 'network',
      fault: `${fault} ${how} between service and database`,
      operations,
      recoveryMs,
    });
  },
  120_000,
);

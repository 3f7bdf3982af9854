import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { type Flock, makeFlock } from './flock.ts';
import { checkLoad, startLoad } from './load.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { openServiceRunner, type ServiceRunner } from './service-process.ts';

/** Longer than the statement timeout of 5 seconds in any case. */
const PAUSE_MS = thorough ? 30_000 : 6_000;

let own: OwnServer;
let flock: Flock;
let runner: ServiceRunner;
beforeAll(async () => {
  own = await startOwnServer();
  [flock, runner] = await Promise.all([makeFlock(11, own.database), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});

/** The server and its backends; the server first, so that it starts no other one meanwhile. */
async function processes(): Promise<readonly number[]> {
  const { pid } = own.server;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.trim().split(' ').map(Number)];
}

test('a database that stands still for a while makes requests wait, not wrong', async () => {
  const service = await runner.start(flock.env);
  const load = startLoad(flock, () => service, 3);
  await load.goesOn(10);
  const paused = await processes();
  const before = load.sent.length;
  for (const pid of paused) process.kill(pid, 'SIGSTOP');
  try {
    await delay(PAUSE_MS);
    // The process itself is well, and says that it cannot serve.
    const live = await service.send({ method: 'GET', path: '/healthz' });
    expect(live.status).toBe(200);
  } finally {
    for (const pid of paused.toReversed()) process.kill(pid, 'SIGCONT');
  }
  const recovering = stopwatch();
  await load.goesOn(1);
  const recoveryMs = recovering();
  const fault = `database paused for ${PAUSE_MS / 1000} s under load`;
  noteFault({ area: 'database', fault, operations: load.sent.length - before, recoveryMs });
  await load.goesOn(20);
  await load.stop();
  await checkLoad(flock, load, service);
  await stop(service);
}, 120_000);

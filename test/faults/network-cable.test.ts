import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SANDBOX_TOKEN } from '../helpers/app.ts';
import { compile } from '../helpers/compile.ts';
import { placeOf } from '../helpers/cutting-proxy.ts';
import { eventually } from '../helpers/eventually.ts';
import { casesOf, noteFault, stopwatch } from '../helpers/evidence.ts';
import { swapRequest } from './bystander.ts';
import { type Flock, makeFlock } from './flock.ts';
import { effectsOf } from './history.ts';
import { openTwoNetworks, type TwoNetworks, whyNoNamespaces } from './namespaces.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { findingsOf, startWriters } from './writers.ts';

const WRITERS = 4;
const ANSWERS = 20;

const why = whyNoNamespaces();
if (why !== null) process.stderr.write(`Pulled cables are left out: ${why}.\n`);

let flock: Flock;
let networks: TwoNetworks;
let folder: string;
let way: TcpProxy;

/** The service in a network of its own, its database across the cable, its clients beside it. */
beforeAll(async () => {
  if (why !== null) return;
  const made = await Promise.all([makeFlock(WRITERS), openTwoNetworks(), compile()]);
  [flock, networks] = made;
  const main = made[2].url('src/main.ts');
  const { socketPath, user, database } = placeOf(flock.database.clientConfig);
  const databaseAt = { host: '10.0.0.1', port: 5432 };
  await networks.forward('database', databaseAt, { path: socketPath });
  const service = networks.start('service', [process.execPath, fileURLToPath(main)], {
    DATABASE_URL: `postgresql://${user}@10.0.0.1:5432/${database}?sslmode=disable`,
    PORT: '3000',
    SKEIN_DEMO: '0',
    SKEIN_LOG_LEVEL: 'error',
    SKEIN_SANDBOX_TOKEN: SANDBOX_TOKEN,
  });
  let printed = '';
  service.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  await eventually('the service is ready', () => /^ready /m.test(printed), 25_000);
  folder = await mkdtemp(join(tmpdir(), 'skein-cable-'));
  const path = join(folder, 'clients');
  await networks.forward('service', { path }, { host: '127.0.0.1', port: 3000 });
  way = await openTcpProxy({ path });
}, 60_000);
afterAll(async () => {
  if (why !== null) return;
  await way.close();
  await networks.close();
  await rm(folder, { recursive: true });
  await flock.close();
});

interface Case {
  readonly lastsMs: number;
  readonly quick?: boolean;
}

const cases: readonly Case[] = [
  // So short that the messages which were lost are simply sent again.
  { lastsMs: 1_000, quick: true },
  { lastsMs: 15_000 },
  { lastsMs: 40_000 },
];

test.skipIf(why !== null).each(casesOf(cases))(
  'a cable to the database that is out for $lastsMs ms loses and doubles nothing',
  async ({ lastsMs }) => {
    const users = flock.followers;
    const ids = users.map(({ userId }) => userId);
    const before = await effectsOf(flock, ids);
    const origin = `http://127.0.0.1:${way.port}`;
    const writers = startWriters({
      users,
      origin: () => origin,
      name: `cable ${lastsMs}`,
      request: () => swapRequest,
    });
    await eventually('writes are answered', () => writers.done >= ANSWERS);
    networks.cable('down');
    await new Promise((resolve) => setTimeout(resolve, lastsMs));
    networks.cable('up');
    const recovering = stopwatch();
    const again = writers.done + ANSWERS;
    await eventually('writes are answered again', () => writers.done >= again, 30_000);
    const recoveryMs = recovering();
    await writers.stop();
    const { sent } = writers;
    expect(await findingsOf(flock, users, { sent, origin, before })).toEqual([]);
    const fault = `the cable between service and database out for ${lastsMs} ms`;
    noteFault({ area: 'network', fault, operations: sent.length, recoveryMs });
  },
  120_000,
);

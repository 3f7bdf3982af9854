import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { closeSockets, connectSocket } from '../helpers/socket.ts';
import { type Flock, makeFlock } from './flock.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';

const KILLS = thorough ? 3 : 1;
const [token] = bundledTokens.map(({ mint }) => mint);

let flock: Flock;
let runner: ServiceRunner;
beforeAll(async () => {
  [flock, runner] = await Promise.all([makeFlock(1), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  closeSockets();
  await runner.close();
  await flock.close();
});

interface StreamEvent {
  readonly seq: number;
  readonly type: string;
}

test('a client that reconnects by itself has a stream without a gap after kills of the service', async () => {
  const { leader, database } = flock;
  let service: ServiceProcess = await runner.start({ DATABASE_URL: database.url });
  const { port } = new URL(service.origin);
  const read = async (after: number) => {
    const path = `/api/v1/account/events?limit=500&after=${after}`;
    return (await service.send({ method: 'GET', path, token: leader.apiKey })).body.data;
  };

  const { socket, until, of } = connectSocket(service.origin, '/account', leader.apiKey);
  const events: StreamEvent[] = [];
  const gaps: string[] = [];
  const lastSeq = (): number | null => events.at(-1)?.seq ?? null;
  // All that a client does: it goes on after what it has, and leaves out what it knows.
  socket.on('connected', async () => {
    const after = lastSeq();
    if (after === null) return;
    // Killed before it answered: the client resumes once more when it is connected again.
    const ack = await socket.emitWithAck('resume', { after }).catch(() => null);
    if (ack !== null && !ack.ok) gaps.push(JSON.stringify(ack));
  });
  socket.on('event', (event: StreamEvent) => {
    const last = lastSeq();
    if (last !== null && event.seq <= last) return;
    if (last !== null && event.seq > last + 1) {
      // What was committed while it was away, told before the replay: the replay brings it again.
      return;
    }
    events.push(event);
  });
  await until('connected');
  const { latestSeq } = of('connected')[0];

  let isTrading = true;
  const trading = (async () => {
    while (isTrading) {
      const swap = { sell: 'USDC', buy: token, amountUsd: '5' };
      await service
        .send({ method: 'POST', path: '/api/v1/spot/swap', token: leader.apiKey, body: swap })
        .catch(() => {});
      // The client's `resume` is paid from the budget of the same key, which must last.
      await delay(20);
    }
  })();
  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = events.length;
    await eventually('events come', () => events.length > before + 20);
    service.kill('SIGKILL');
    await service.ended();
    const recovering = stopwatch();
    service = await runner.start({ DATABASE_URL: database.url, PORT: port });
    await until('connected', kills + 2);
    const fault = 'kill -9 while a client reads its stream';
    noteFault({ area: 'process', fault, operations: events.length, recoveryMs: recovering() });
  }
  const before = events.length;
  await eventually('events come again', () => events.length > before + 20);
  isTrading = false;
  await trading;

  const kept: StreamEvent[] = [];
  for (
    let page = await read(latestSeq);
    page.events.length > 0;
    page = await read(kept.at(-1)?.seq ?? 0)
  ) {
    kept.push(...page.events);
  }
  await eventually('the newest has come', () => lastSeq() === kept.at(-1)?.seq);
  expect(gaps).toEqual([]);
  expect(events).toEqual(kept);
  expect(events.map(({ seq }) => seq)).toEqual(kept.map((_, i) => latestSeq + 1 + i));
  expect(await flock.broken()).toEqual([]);
}, 120_000);

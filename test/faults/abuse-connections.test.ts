import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { unharmed } from './bystander.ts';
import { type Flock, makeFlock } from './flock.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';

const LORIS = thorough ? 500 : 100;
/** More of the header follows a letter at a time, and its end never. */
const HALF_REQUEST = 'GET /api/v1/me HTTP/1.1\r\nHost: skein\r\nX-Slow: ';

let flock: Flock;
let runner: ServiceRunner;
let services: readonly ServiceProcess[];

beforeAll(async () => {
  [flock, runner] = await Promise.all([makeFlock(3), openServiceRunner()]);
  const env = { DATABASE_URL: flock.database.url };
  services = await Promise.all([runner.start(env), runner.start(env)]);
}, 60_000);
afterAll(async () => {
  for (const service of services) {
    service.kill('SIGTERM');
    expect(await service.ended()).toEqual({ code: 0, signal: null });
  }
  expect(await flock.broken()).toEqual([]);
  await runner.close();
  await flock.close();
});

/** The n-th of those who trade beside; none of them has used up its budget. */
const bystander = (n: number) => ({ flock, services, user: flock.followers[n] ?? flock.leader });

/** Sends raw bytes and answers the status line of what comes, or how it ended. */
const raw = (service: ServiceProcess, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(service.origin);
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      if (heard.includes('\r\n')) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard.split('\r\n')[0] || 'closed'));
    socket.write(bytes);
  });

const post = (apiKey: string, headers: string, body: string): string =>
  `POST /api/v1/spot/swap HTTP/1.1\r\nHost: skein\r\nAuthorization: Bearer ${apiKey}\r\n` +
  `Content-Type: application/json\r\n${headers}\r\n\r\n${body}`;

test('bodies and headers that are too large or too deep are refused, beside good requests', async () => {
  const { apiKey } = flock.leader;
  const deep = '['.repeat(60_000);
  const chunk = `ffff\r\n${'x'.repeat(65_535)}\r\n`;
  const header = `X-Flood: ${'x'.repeat(200)}\r\n`;
  const kinds: readonly (readonly [bytes: string, expected: RegExp])[] = [
    [post(apiKey, 'Content-Length: 10000000', 'x'.repeat(10_000)), / 413 /],
    [post(apiKey, 'Transfer-Encoding: chunked', chunk.repeat(4)), / 413 /],
    [post(apiKey, `Content-Length: ${deep.length}`, deep), / 400 /],
    [post(apiKey, header.repeat(200).trimEnd(), ''), / 400 |^closed$/],
    [`GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`, / 400 |^closed$/],
    ['\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n', / 400 |^closed$/],
  ];
  const repeats = thorough ? 30 : 5;
  const took = stopwatch();
  const others = await unharmed(bystander(0), async () => {
    for (let n = 0; n < repeats; n += 1) {
      const at = services[n % services.length] as ServiceProcess;
      const heard = await Promise.all(kinds.map(([bytes]) => raw(at, bytes)));
      heard.forEach((line, kind) => {
        expect(line).toMatch(kinds[kind]?.[1] ?? /^$/);
      });
    }
  });
  const operations = repeats * kinds.length + others;
  const fault = 'bodies and headers that are too large or too deep';
  noteFault({ area: 'abuse', fault, operations, recoveryMs: took() });
}, 60_000);

test('connections that send a header a letter at a time keep nobody waiting', async () => {
  const open: Socket[] = [];
  const took = stopwatch();
  const timers: NodeJS.Timeout[] = [];
  const others = await unharmed(bystander(1), async () => {
    for (let n = 0; n < LORIS; n += 1) {
      const { hostname, port } = new URL(services[n % services.length]?.origin ?? '');
      const socket = connect(Number(port), hostname, () => socket.write(HALF_REQUEST));
      socket.on('error', () => undefined);
      open.push(socket);
      timers.push(setInterval(() => socket.writable && socket.write('x'), 1_000));
    }
    await eventually('all are connected', () => open.every(({ connecting }) => !connecting));
  });
  for (const timer of timers) clearInterval(timer);
  for (const socket of open) socket.destroy();
  const fault = `${LORIS} connections that never finish their request`;
  noteFault({ area: 'abuse', fault, operations: LORIS + others, recoveryMs: took() });
}, 120_000);

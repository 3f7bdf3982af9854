import { Agent, request } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SANDBOX_TOKEN, type TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { closeSockets, connectSocket, joinSocket } from '../helpers/socket.ts';
import { swapRequest, unharmed } from './bystander.ts';
import { type Flock, makeFlock } from './flock.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';

/** Requests of a key in a minute that one process lets through (contract 2). */
const BUDGET = 1_200;
const WINDOW_MS = 60_000;
/** To each of the processes. */
const FLOOD = thorough ? 10 * BUDGET : BUDGET + 200;
const AT_ONCE = 32;
const SOCKETS = thorough ? 300 : 60;
const PASSWORD = 'geese-do-not-tell';

let flock: Flock;
let runner: ServiceRunner;
let services: readonly ServiceProcess[];
let nth = 0;

beforeAll(async () => {
  [flock, runner] = await Promise.all([makeFlock(12), openServiceRunner()]);
  const address = new URL(flock.database.url);
  address.password = PASSWORD;
  const env = { DATABASE_URL: address.toString(), SKEIN_LOG_LEVEL: 'debug' };
  services = await Promise.all([runner.start(env), runner.start(env)]);
}, 60_000);
afterEach(closeSockets);
afterAll(async () => {
  for (const service of services) {
    service.kill('SIGTERM');
    expect(await service.ended()).toEqual({ code: 0, signal: null });
  }
  expect(await flock.broken()).toEqual([]);
  await runner.close();
  await flock.close();
});

/** A user for each test, so that no budget is used up by another. */
function nextUser(): TestUser {
  const user = flock.followers[nth];
  nth += 1;
  if (user === undefined) throw new Error('there are too few users');
  return user;
}

interface Hit {
  readonly status: number;
  readonly sentMs: number;
  readonly heardMs: number;
}

/** One request without the ceremony of the others: it must be fast. */
const hit = (origin: string, apiKey: string, agent: Agent): Promise<Hit> =>
  new Promise((resolve, reject) => {
    const sentMs = performance.now();
    const headers = { authorization: `Bearer ${apiKey}` };
    request(`${origin}/api/v1/me`, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, sentMs, heardMs: performance.now() });
      });
    })
      .on('error', reject)
      .end();
  });

async function flood(service: ServiceProcess, apiKey: string): Promise<Hit[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const hits: Hit[] = [];
  const one = async (): Promise<void> => {
    while (hits.length < FLOOD) hits.push(await hit(service.origin, apiKey, agent));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  agent.destroy();
  return hits;
}

test('a key that asks ten times as often as it may is let through 1,200 times a minute by each process', async () => {
  const greedy = nextUser();
  const took = stopwatch();
  let hits: Hit[][] = [];
  const others = await unharmed({ flock, services, user: nextUser() }, async () => {
    hits = await Promise.all(services.map((service) => flood(service, greedy.apiKey)));
  });
  for (const ofProcess of hits) {
    expect(new Set(ofProcess.map(({ status }) => status))).toEqual(new Set([200, 429]));
    const admitted = ofProcess.filter(({ status }) => status === 200);
    // Surely within the 60 s that begin as one of them was sent; I21 allows 1,200.
    const within = admitted.map(
      ({ sentMs: from }) =>
        admitted.filter(({ sentMs, heardMs }) => sentMs >= from && heardMs < from + WINDOW_MS)
          .length,
    );
    expect(Math.max(...within)).toBe(BUDGET);
  }
  noteFault({
    area: 'abuse',
    fault: `${services.length * FLOOD} requests of one key at once`,
    operations: services.length * FLOOD + others,
    recoveryMs: took(),
  });
}, 180_000);

test('whoever floods the chat is stopped by the budget; the others are heard, in one order', async () => {
  const loud = nextUser();
  const quiet = nextUser();
  const { origin } = services[0] as ServiceProcess;
  const path = `/api/v1/chat/${flock.groupId}/messages`;
  const [speaker, listener] = await Promise.all([
    joinSocket(origin, '/chat', loud.apiKey),
    joinSocket(origin, '/chat', quiet.apiKey),
  ]);
  const message = (content: string) => ({ groupId: flock.groupId, type: 'TEXT', content });
  const took = stopwatch();
  const codes: string[] = [];
  const speaking = Promise.all(
    Array.from({ length: BUDGET + 100 }, async (_, n) => {
      const { ok, code } = await speaker.ask('send_message', message(`loud ${n}`));
      codes.push(ok ? 'ok' : code);
    }),
  );
  const said: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const call = { path, token: quiet.apiKey, body: message(`quiet ${n}`) };
    said.push((await (services[1] as ServiceProcess).send({ method: 'POST', ...call })).status);
  }
  await speaking;
  expect(new Set(said)).toEqual(new Set([201]));
  expect(new Set(codes)).toEqual(new Set(['ok', 'RATE_LIMITED']));
  const spoken = codes.filter((code) => code === 'ok').length;
  expect(spoken).toBeLessThanOrEqual(BUDGET);
  const loudest = () =>
    listener.of('new_message').filter(({ content }) => content.startsWith('loud')).length;
  await eventually('the listener has heard all of it', () => loudest() === spoken);
  const rows = await flock.rows(
    `select count(*) as n, count(distinct created_at) as instants from chat_message
      where group_id = $1 and (content like 'loud %' or content like 'quiet %')`,
    [flock.groupId],
  );
  expect(rows).toEqual([{ n: BigInt(spoken + 20), instants: BigInt(spoken + 20) }]);
  const fault = 'a flood of chat messages over one socket';
  noteFault({ area: 'abuse', fault, operations: codes.length, recoveryMs: took() });
}, 60_000);

test('many sockets of one key hear what happens, and others are served', async () => {
  const { leader } = flock;
  const { origin } = services[0] as ServiceProcess;
  const took = stopwatch();
  const others = await unharmed({ flock, services, user: nextUser() }, async () => {
    const clients = Array.from({ length: SOCKETS }, (_, n) =>
      connectSocket(origin, n % 2 === 0 ? '/account' : '/chat', leader.apiKey),
    );
    await Promise.all(clients.map((client) => client.until('connected')));
    const answer = await (services[0] as ServiceProcess).send({
      method: 'POST',
      path: swapRequest.path,
      token: leader.apiKey,
      body: swapRequest.body,
    });
    expect(answer.status).toBe(200);
    const accounts = clients.filter((_, n) => n % 2 === 0);
    await Promise.all(accounts.map((client) => client.until('event')));
  });
  const fault = `${SOCKETS} sockets of one key`;
  noteFault({ area: 'abuse', fault, operations: SOCKETS + others, recoveryMs: took() });
}, 60_000);

test('a key in an address is not read, and no secret has got into any output', async () => {
  const { leader, followers } = flock;
  const { apiKey } = leader;
  for (const service of services) {
    for (const name of ['token', 'apiKey', 'api_key', 'key', 'authorization', 'access_token']) {
      const path = `/api/v1/me?${name}=${apiKey}&${name}=Bearer%20${apiKey}`;
      const { status, body } = await service.send({ method: 'GET', path });
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    }
    const inPath = { method: 'GET', path: `/api/v1/spot/tokens/${apiKey}`, token: apiKey } as const;
    expect((await service.send(inPath)).status).toBe(404);
    const unknown = { method: 'GET', path: `/${apiKey}`, token: SANDBOX_TOKEN } as const;
    expect((await service.send(unknown)).status).toBe(404);
    const client = connectSocket(service.origin, '/account', null, { query: { token: apiKey } });
    expect(await client.until('error')).toMatchObject({ message: 'Authentication required' });
  }
  const secrets = [PASSWORD, SANDBOX_TOKEN, apiKey, ...followers.map((user) => user.apiKey)];
  for (const service of services) {
    const output = service.output();
    // It does tell of what was refused.
    expect(output).toContain('"status":429');
    for (const secret of secrets) expect(output).not.toContain(secret);
  }
});

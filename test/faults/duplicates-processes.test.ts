import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import type { TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { type Flock, makeFlock } from './flock.ts';
import { effectsOf, type Sent } from './history.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';
import { ask, findingsOf } from './writers.ts';

const FOLLOWERS = thorough ? 100 : 40;
const KICKED = 10;
const mints = bundledTokens.slice(0, 10).map(({ mint }) => mint);

let flock: Flock;
let runner: ServiceRunner;
let services: readonly ServiceProcess[];
beforeAll(async () => {
  [flock, runner] = await Promise.all([makeFlock(FOLLOWERS), openServiceRunner()]);
  const env = { DATABASE_URL: flock.database.url };
  services = await Promise.all([runner.start(env), runner.start(env)]);
}, 60_000);
afterAll(async () => {
  for (const service of services) {
    service.kill('SIGTERM');
    expect(await service.ended()).toEqual({ code: 0, signal: null });
  }
  await runner.close();
  await flock.close();
});

const at = (n: number): ServiceProcess => services[n % services.length] as ServiceProcess;

/** Sends a request at the n-th process and notes what came of it. */
async function request(
  n: number,
  user: TestUser,
  what: { readonly key: string; readonly path: string; readonly body?: object },
): Promise<Sent> {
  const { key, path, body = {} } = what;
  const { userId, apiKey } = user;
  const sent = { key, userId, method: 'POST', path: `/api/v1${path}`, body };
  const { status, body: answer } = await ask(at(n).origin, apiKey, sent);
  const code = (answer as { code?: string }).code ?? null;
  return { ...sent, outcome: { status, code, body: answer } };
}

const statusOf = ({ outcome }: Sent): number => (outcome === 'unknown' ? 0 : outcome.status);
// biome-ignore lint/suspicious/noExplicitAny: the data of any answer.
const dataIn = ({ outcome }: Sent): any =>
  outcome === 'unknown' ? null : (outcome.body as { data: unknown }).data;

async function expectWhole(sent: readonly Sent[], before: ReadonlySet<string>): Promise<void> {
  const users = [flock.leader, ...flock.followers];
  const whole = { sent, origin: at(0).origin, before };
  expect(await findingsOf(flock, users, whole)).toEqual([]);
}

/** What came of a call, once every follow of it is final. */
async function resultsOf(tradeId: string): Promise<Map<string, string>> {
  const read = () =>
    flock.rows<{ follower_id: string; result: string }>(
      `select follower_id, status || coalesce(' ' || code, '') as result from follow
        where leader_trade_id = $1`,
      [tradeId],
    );
  await eventually('every follow has its result', async () => {
    const rows = await read();
    return rows.every(({ result }) => result !== 'QUEUED' && result !== 'UNKNOWN');
  });
  return new Map((await read()).map(({ follower_id, result }) => [follower_id, result]));
}

test('one request 50 times at once under one key, at two processes, has its effect once', async () => {
  const [user = flock.leader] = flock.followers;
  const before = await effectsOf(flock, [user.userId]);
  const took = stopwatch();
  const bodies = [
    { path: '/spot/swap', body: { sell: 'USDC', buy: mints[0], amountUsd: '5' } },
    { path: `/chat/${flock.groupId}/messages`, body: { type: 'TEXT', content: 'once' } },
  ];
  for (const { path, body } of bodies) {
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, n) => request(n, user, { key: 'fifty', path, body })),
    );
    const good = sent.filter((one) => statusOf(one) < 300);
    expect(good.length).toBeGreaterThan(0);
    expect(new Set(sent.map(statusOf)).has(500)).toBe(false);
    expect(new Set(good.map((one) => JSON.stringify(dataIn(one)))).size).toBe(1);
    const known = await effectsOf(flock, [user.userId]);
    expect(known.size - before.size).toBe(bodies.findIndex((one) => one.path === path) + 1);
    await expectWhole(sent, new Set([...before, ...(path === '/spot/swap' ? [] : known)]));
  }
  const fault = 'one request 50 times at once under one key at two processes';
  noteFault({ area: 'duplicates and order', fault, operations: 100, recoveryMs: took() });
});

test('a leader closes at one process while the followers of another open: nobody keeps a position', async () => {
  const { leader, groupId } = flock;
  const ids = flock.followers.map(({ userId }) => userId);
  await flock.rows(`update membership set mirror_exits = true where user_id = any($1)`, [ids]);
  const before = await effectsOf(flock, [leader.userId]);
  const took = stopwatch();
  const body = { groupId, contractAddress: mints[1], amountUsd: '100' };
  const opened = await request(0, leader, { key: 'open 1', path: '/spot/proposals', body });
  expect(statusOf(opened)).toBe(201);
  const { proposal, trade } = dataIn(opened);
  const path = `/spot/proposals/${proposal.id}/close`;
  const filled = `select 1 from follow where leader_trade_id = $1 and status = 'FILLED' limit 1`;
  await eventually('the first have followed', async () => {
    return (await flock.rows(filled, [trade.id])).length > 0;
  });
  // Twice at once, one at each process: one of them is too late.
  const closes = await Promise.all(
    [1, 0].map((n) => request(n, leader, { key: `close ${n}`, path })),
  );
  expect(closes.map(statusOf).sort()).toEqual([200, 400]);
  const results = await resultsOf(trade.id);
  expect(results.size).toBe(FOLLOWERS);
  const close = closes.find((one) => statusOf(one) === 200) as Sent;
  const exits = await resultsOf(dataIn(close).trade.id);
  const bought = [...results].filter(([, result]) => result === 'FILLED').map(([id]) => id);
  await eventually('all that was bought is sold', async () => {
    const held = await flock.rows(
      'select 1 from spot_position where proposal_id = $1 and quantity > 0',
      [proposal.id],
    );
    return held.length === 0;
  });
  expect([...exits.values()].every((result) => result === 'FILLED')).toBe(true);
  const skipped = [...results].filter(([, result]) => result !== 'FILLED');
  expect(new Set(skipped.map(([, result]) => result))).toEqual(
    new Set(skipped.length > 0 ? ['SKIPPED PROPOSAL_CLOSED'] : []),
  );
  await expectWhole([opened, ...closes], before);
  const fault = `the leader closes while followers open, ${bought.length} of ${FOLLOWERS} in time`;
  noteFault({ area: 'duplicates and order', fault, operations: FOLLOWERS + 3, recoveryMs: took() });
});

test('who is kicked at one process while the other fans out has followed, or has left the group', async () => {
  const { leader, groupId } = flock;
  const kicked = flock.followers.slice(-KICKED);
  const before = await effectsOf(flock, [leader.userId]);
  const took = stopwatch();
  const body = { groupId, contractAddress: mints[2], amountUsd: '100' };
  const opening = request(0, leader, { key: 'open 2', path: '/spot/proposals', body });
  const kicks = await Promise.all(
    kicked.map(({ userId }, n) =>
      request(1, leader, { key: `kick ${n}`, path: `/groups/${groupId}/members/${userId}/kick` }),
    ),
  );
  const opened = await opening;
  expect([statusOf(opened), new Set(kicks.map(statusOf))]).toEqual([201, new Set([200])]);
  const results = await resultsOf(dataIn(opened).trade.id);
  for (const [n, { userId }] of flock.followers.entries()) {
    const isKicked = n >= FOLLOWERS - KICKED;
    const allowed = isKicked ? ['FILLED', 'SKIPPED LEFT_GROUP', undefined] : ['FILLED'];
    expect(allowed).toContain(results.get(userId));
  }
  await expectWhole([opened, ...kicks], before);
  const fault = `${KICKED} members kicked while a call fans out`;
  noteFault({ area: 'duplicates and order', fault, operations: FOLLOWERS, recoveryMs: took() });
});

test('two sells of one position at once, at two processes, sell it once', async () => {
  const { leader, groupId } = flock;
  const before = await effectsOf(flock, [leader.userId]);
  const body = { groupId, contractAddress: mints[3], amountUsd: '100' };
  const opened = await request(0, leader, { key: 'open 3', path: '/spot/proposals', body });
  const path = `/spot/proposals/${dataIn(opened).proposal.id}/sell`;
  const took = stopwatch();
  const sells = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      request(n, leader, { key: `sell ${n}`, path, body: { max: true } }),
    ),
  );
  const codes = sells.map(({ outcome }) => (outcome === 'unknown' ? '' : (outcome.code ?? 'ok')));
  expect(codes.sort()).toEqual([...Array.from({ length: 9 }, () => 'NO_POSITION'), 'ok']);
  await resultsOf(dataIn(opened).trade.id);
  await expectWhole([opened, ...sells], before);
  const fault = 'ten sells of one position at once at two processes';
  noteFault({ area: 'duplicates and order', fault, operations: 10, recoveryMs: took() });
});

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Database } from '../src/platform/db/pool.ts';
import { type LoadResult, load } from './load.ts';
import type { Service } from './service.ts';
import { type Group, inParallel, makeGroup, mints, propose } from './world.ts';

const TRADERS = 2_000;
const PROPOSALS = 20;

/** Fastify answering a constant, in a process of its own like the service. */
export async function bareReads(connections: number, seconds: number): Promise<LoadResult> {
  const script = fileURLToPath(new URL('./bare-server.js', import.meta.url));
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const origin = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  try {
    const spec = { method: 'GET', paths: ['/me'], tokens: [] } as const;
    return await load({ origin, connections, seconds, spec });
  } finally {
    child.disconnect();
  }
}

export interface TradingWorld {
  readonly group: Group;
  readonly proposals: readonly string[];
}

/** 2,000 members of one group with 20 open proposals, each member with a position warm in memory. */
export async function tradingWorld(service: Service): Promise<TradingWorld> {
  const group = await makeGroup(service, TRADERS, null);
  const tokens = await mints(service, group.leader.apiKey, PROPOSALS);
  const proposals: string[] = [];
  for (const token of tokens) proposals.push(await propose(service, group, token));
  return { group, proposals };
}

export interface Pressure {
  readonly connections: number;
  readonly seconds: number;
}

/** The keys of the members. */
export const tokensOf = ({ group }: TradingWorld): string[] =>
  group.members.map(({ apiKey }) => apiKey);

/** `GET /me` by many keys. */
export function reads({ origin }: Service, world: TradingWorld, on: Pressure) {
  const spec = { method: 'GET', paths: ['/api/v1/me'], tokens: tokensOf(world) } as const;
  return load({ origin, ...on, spec });
}

/** Spot buys by random members into random proposals, each with its own Idempotency-Key. */
export function buys({ origin }: Service, world: TradingWorld, on: Pressure) {
  const spec = {
    method: 'POST',
    paths: world.proposals.map((id) => `/api/v1/spot/proposals/${id}/buy`),
    tokens: tokensOf(world),
    body: '{"amountUsd":"10"}',
  } as const;
  return load({ origin, ...on, spec });
}

export interface FanOutResult {
  readonly followers: number;
  /** The leader's own answer. */
  readonly leaderMs: number;
  /** From sending the call until every follower has a result. */
  readonly allMs: number;
  readonly filled: number;
}

/** Looking must cost nothing: one probe of the queue's index, and a count once it is empty. */
const queued = {
  name: 'bench fan-out queued',
  text: "select 1 from follow where status = 'QUEUED' limit 1",
};
const filledOf = {
  name: 'bench fan-out filled',
  text: "select count(*) as filled from follow where leader_trade_id = $1 and status = 'FILLED'",
};
const LOOK_MS = 10;

/** One call of a leader to so many followers; the best and the worst of a few calls. */
export async function fanOut(
  service: Service,
  database: Database,
  followers: number,
  calls: number,
): Promise<FanOutResult[]> {
  const group = await makeGroup(service, followers, '25');
  const tokens = await mints(service, group.leader.apiKey, calls + 1);
  // The members' keys are known to the service by now; the first call warms the statements.
  await inParallel(1, () => propose(service, group, tokens[0] as string));
  await service.sandbox('POST', '/drain');
  const results: FanOutResult[] = [];
  for (const token of tokens.slice(1)) results.push(await oneCall(service, database, group, token));
  return results;
}

async function oneCall(
  service: Service,
  database: Database,
  group: Group,
  contractAddress: string,
): Promise<FanOutResult> {
  const startedMs = performance.now();
  const { trade } = await service.call<{ trade: { id: string } }>(
    group.leader.apiKey,
    'POST',
    '/spot/proposals',
    { groupId: group.groupId, contractAddress, amountUsd: '25' },
  );
  const leaderMs = performance.now() - startedMs;
  while ((await database.reads.query(queued)).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const allMs = performance.now() - startedMs;
  const [row] = await database.reads.query<{ filled: bigint }>(filledOf, [trade.id]);
  return { followers: group.members.length, leaderMs, allMs, filled: Number(row?.filled) };
}

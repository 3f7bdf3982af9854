import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Database } from '../src/platform/db/pool.ts';
import { copiesOf, withFiller } from './copies.ts';
import { type LoadResult, type LoadSpec, load } from './load.ts';
import type { Service } from './service.ts';
import { type Group, makeGroup, mints, propose } from './world.ts';

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
export const buysSpec = (world: TradingWorld): LoadSpec => ({
  method: 'POST',
  paths: world.proposals.map((id) => `/api/v1/spot/proposals/${id}/buy`),
  tokens: tokensOf(world),
  body: '{"amountUsd":"10"}',
});

export const buys = ({ origin }: Service, world: TradingWorld, on: Pressure): Promise<LoadResult> =>
  load({ origin, ...on, spec: buysSpec(world) });

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

/** Members that are made over HTTP; the others are copies of them. */
const MADE_MEMBERS = 10;

export interface FollowedGroup extends Group {
  readonly followers: number;
}

/** A group whose members all follow, a multiple of ten. */
export async function followedGroup(
  service: Service,
  database: Database,
  followers: number,
): Promise<FollowedGroup> {
  const group = await makeGroup(service, MADE_MEMBERS, '25');
  await withFiller(database.clientConfig(), async (client) => {
    const users = group.members.map(({ userId }) => userId);
    const copies = await copiesOf(client, users);
    await copies.add(client, 1, followers / MADE_MEMBERS - 1);
  });
  return { ...group, followers };
}

/** Tokens for so many calls of the leader, after one that has warmed the statements. */
export async function callsOf(service: Service, group: Group, calls: number): Promise<string[]> {
  const [first, ...tokens] = await mints(service, group.leader.apiKey, calls + 1);
  await propose(service, group, first ?? '');
  await service.sandbox('POST', '/drain');
  return tokens;
}

/** A call of the leader, from sending it until every follower has a result. */
export async function oneCall(
  service: Service,
  database: Database,
  group: FollowedGroup,
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
  return { followers: group.followers, leaderMs, allMs, filled: Number(row?.filled) };
}

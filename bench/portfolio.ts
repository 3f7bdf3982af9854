import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../src/platform/db/pool.ts';
import { type LoadResult, load } from './load.ts';
import { perpCall } from './perps.ts';
import { predictionCalls } from './predictions.ts';
import { type Pressure, type TradingWorld, tokensOf } from './scenarios.ts';
import type { Service } from './service.ts';
import { inParallel, makeGroup, mints, propose } from './world.ts';

/** Who hold positions; more than one, for a key may ask 1,200 times a minute. */
const HOLDERS = 40;
/** Of each holder in each vertical. */
const POSITIONS = 10;
const HOUR_MS = 3_600_000;
const LOOK_MS = 5;
const SNAPSHOT_LIMIT_MS = 60_000;

/** A group whose members hold ten spot, ten prediction and ten perpetual positions each. */
export async function holders(service: Service): Promise<TradingWorld> {
  const group = await makeGroup(service, HOLDERS, null);
  const proposals: string[] = [];
  for (const mint of await mints(service, group.leader.apiKey, POSITIONS)) {
    proposals.push(await propose(service, group, mint));
  }
  const world: TradingWorld = { group, proposals };
  const predictions = (await predictionCalls(service, world)).slice(0, POSITIONS);
  const perp = await perpCall(service, world);
  const orders = [
    ...proposals.map((id) => [`/spot/proposals/${id}/buy`, { amountUsd: '10' }] as const),
    ...predictions.map(
      (id) => [`/predictions/proposals/${id}/predict`, { amountUsd: '10' }] as const,
    ),
    ...Array.from(
      { length: POSITIONS },
      () => [`/perps/proposals/${perp}/increase`, { collateralUsd: '10', leverage: '2' }] as const,
    ),
  ];
  await inParallel(HOLDERS, async (n) => {
    const { apiKey } = group.members[n] as (typeof group.members)[number];
    for (const [path, body] of orders) await service.call(apiKey, 'POST', path, body);
  });
  return world;
}

/** `GET /positions` of the holders. */
export const positionReads = (
  { origin }: Service,
  world: TradingWorld,
  on: Pressure,
): Promise<LoadResult> =>
  load({
    origin,
    ...on,
    spec: { method: 'GET', paths: ['/api/v1/positions'], tokens: tokensOf(world) },
  });

const snapshotsSince = {
  name: 'bench snapshots since',
  text: 'select count(*) as users from equity_snapshot where at > $1',
};

export interface SnapshotResult {
  readonly users: number;
  /** From the leap of the clock until all are there, with all else that the hour makes due. */
  readonly allMs: number;
}

/** Lets an hour begin, at which the worth of every account is noted. */
export async function snapshots(service: Service, database: Database): Promise<SnapshotResult> {
  const { now } = await service.sandbox<{ now: string }>('GET', '/clock');
  const startedMs = performance.now();
  await service.sandbox('POST', '/clock', { advanceMs: HOUR_MS });
  for (;;) {
    const [row] = await database.reads.query<{ users: bigint }>(snapshotsSince, [now]);
    const allMs = Math.round(performance.now() - startedMs);
    const users = Number(row?.users ?? 0n);
    if (users > 0) return { users, allMs };
    if (allMs > SNAPSHOT_LIMIT_MS) throw new Error('the accounts were not valued within a minute');
    await delay(LOOK_MS);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { crossedStatement } from '../src/features/perps/driver.sql.ts';
import type { Database } from '../src/platform/db/pool.ts';
import { type LoadResult, load } from './load.ts';
import { type Pressure, type TradingWorld, tokensOf } from './scenarios.ts';
import type { Service } from './service.ts';
import { inParallel } from './world.ts';

const SYMBOL = 'SOL';
const START_USD = '150';
/** Lower by 6 %: a long at 15 times is liquidated and not bankrupt, one at twice is far away. */
const CRASH_USD = '141';
/** Open positions of the market when its marks are looked at. */
const POSITIONS = 50_000;
const LIQUIDATED = 5_000;
const TICKS = 500;
const LIQUIDATION_LIMIT_MS = 60_000;

const pin = (service: Service, priceUsd: string) =>
  service.sandbox('PUT', `/prices/perp/${SYMBOL}`, { priceUsd, oracleUsd: priceUsd });

/** A long of the leader at a pinned mark, which members join. */
export async function perpCall(service: Service, { group }: TradingWorld): Promise<string> {
  await pin(service, START_USD);
  const { proposalId } = await service.call<{ proposalId: string }>(
    group.leader.apiKey,
    'POST',
    '/perps/proposals',
    {
      groupId: group.groupId,
      marketSymbol: SYMBOL,
      side: 'LONG',
      collateralUsd: '10',
      leverage: '2',
    },
  );
  return proposalId;
}

/** Members open positions of their own under the proposal. */
export const perpOpens = (
  { origin }: Service,
  world: TradingWorld,
  { proposal, ...on }: Pressure & { readonly proposal: string },
): Promise<LoadResult> =>
  load({
    origin,
    ...on,
    spec: {
      method: 'POST',
      paths: [`/api/v1/perps/proposals/${proposal}/increase`],
      tokens: tokensOf(world),
      body: '{"collateralUsd":"10","leverage":"2"}',
    },
  });

const openOf = {
  name: 'bench open perp positions',
  text: `select count(*) as open from perp_position where symbol = $1 and status = 'OPEN'`,
};
/** What a mark is to liquidate, and how much of it is left: read along the index of levels. */
const openAt = {
  name: 'bench open perp positions at leverage',
  text: `select count(*) as open, min(lower_ticks) as lower from perp_position
    where symbol = $1 and status = 'OPEN' and leverage = $2`,
};
const openAbove = {
  name: 'bench open perp positions above a level',
  text: `select count(*) as open from perp_position
    where symbol = $1 and status = 'OPEN' and lower_ticks >= $2`,
};
const levels = {
  name: 'bench perp levels',
  text: `select max(lower_ticks) as lower, min(upper_ticks) as upper from perp_position
    where symbol = $1 and status = 'OPEN'`,
};

async function countOpen(database: Database): Promise<number> {
  const [row] = await database.reads.query<{ open: bigint }>(openOf, [SYMBOL]);
  return Number(row?.open ?? 0n);
}

export interface TickResult {
  readonly positions: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What one look at a mark costs that crosses none of so many open positions. */
export async function perpTick(
  service: Service,
  database: Database,
  world: TradingWorld,
  proposal: string,
): Promise<TickResult> {
  const pressure = { connections: 64, proposal };
  while ((await countOpen(database)) < POSITIONS) {
    await perpOpens(service, world, { ...pressure, seconds: 3 });
  }
  await database.withClient((client) => client.query('analyze perp_position'));
  return { positions: await countOpen(database), ...(await marksBesideNothing(database)) };
}

/** Looks at a mark above every position that a fall would reach, as the driver of triggers does. */
export async function marksBesideNothing(
  database: Database,
): Promise<Omit<TickResult, 'positions'>> {
  const [level] = await database.reads.query<{ lower: bigint }>(levels, [SYMBOL]);
  const mark = (level?.lower ?? 0n) + 1n;
  const times: number[] = [];
  for (let n = 0; n < TICKS; n += 1) {
    const startedMs = performance.now();
    const values = [[SYMBOL], [mark], [mark], 4_000];
    const rows = await database.reads.query(crossedStatement, values);
    times.push(performance.now() - startedMs);
    if (rows.length > 0) throw new Error('a mark that crosses nothing has crossed something');
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => Number((times[Math.floor(TICKS * share)] ?? 0).toFixed(2));
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** One long of each key under the proposal, at the start mark. */
export async function openLongs(
  service: Service,
  proposal: string,
  keys: readonly string[],
  leverage: string,
): Promise<void> {
  await inParallel(keys.length, (n) => {
    const body = { collateralUsd: '10', leverage };
    return service.call(keys[n] ?? '', 'POST', `/perps/proposals/${proposal}/increase`, body);
  });
}

/** Puts the mark back to where positions are opened. */
export const pinned = (service: Service): Promise<unknown> => pin(service, START_USD);

export interface CrashResult {
  readonly liquidated: number;
  /** From sending the pin until none of them is open. */
  readonly allMs: number;
}

/** Longs at 15 times are crossed by one mark, all at once. */
export async function perpCrash(
  service: Service,
  database: Database,
  { group }: TradingWorld,
  proposal: string,
): Promise<CrashResult> {
  const keys = Array.from({ length: LIQUIDATED }, (_, n) => {
    return (group.members[n % group.members.length] ?? group.leader).apiKey;
  });
  await openLongs(service, proposal, keys, '15');
  return untilLiquidated(service, database);
}

/** Lets the mark fall to where every long at 15 times is liquidated. */
export async function untilLiquidated(service: Service, database: Database): Promise<CrashResult> {
  const [crossed] = await database.reads.query<{ open: bigint; lower: bigint | null }>(openAt, [
    SYMBOL,
    1_500n,
  ]);
  const left = async (): Promise<number> => {
    const values = [SYMBOL, crossed?.lower ?? 0n];
    const [row] = await database.reads.query<{ open: bigint }>(openAbove, values);
    return Number(row?.open ?? 0n);
  };
  const liquidated = Number(crossed?.open ?? 0n);
  const startedMs = performance.now();
  await pin(service, CRASH_USD);
  while ((await left()) > 0) {
    if (performance.now() - startedMs > LIQUIDATION_LIMIT_MS) throw new Error('still open');
    await delay(10);
  }
  return { liquidated, allMs: Math.round(performance.now() - startedMs) };
}

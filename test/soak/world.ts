import type { Recorder, SoakUser } from './recorder.ts';
import type { Stage } from './stage.ts';

const GROUPS = 3;
/** Members of each group; two thirds of them follow its calls. */
const MEMBERS = 50;
/** Users of no group, who join, leave and swap. */
const WANDERERS = 10;
/** Open calls of a group and vertical; the oldest one is closed for a new one. */
export const OPEN_CALLS = 6;
const DEPOSIT_USD = '10000000';
/** Prediction markets are called when they trade on for this long in business time. */
const LASTING_MS = 12 * 3_600_000;

export interface Call {
  readonly id: string;
  /** What is traded: a mint, the slug of a market, a symbol. */
  readonly instrument: string;
}

export interface SoakGroup {
  readonly id: string;
  readonly leader: SoakUser;
  readonly members: readonly SoakUser[];
  readonly spot: Call[];
  readonly predictions: Call[];
  /** Calls of markets that have their result. */
  resolved: Call[];
  readonly perps: Call[];
}

export interface Market {
  readonly eventId: string;
  readonly marketId: string;
}

/** What the load knows of the service; every list has a bound. */
export interface World {
  readonly groups: readonly SoakGroup[];
  readonly wanderers: readonly SoakUser[];
  readonly tokens: readonly string[];
  readonly symbols: readonly string[];
  markets: readonly Market[];
  /** Perpetual positions of a user that may still be open. */
  readonly perpPositions: Map<string, string[]>;
  /** Everybody, leaders included. */
  readonly users: readonly SoakUser[];
}

export async function makeWorld(stage: Stage, recorder: Recorder): Promise<World> {
  let made = 0;
  const user = async (): Promise<SoakUser> => {
    made += 1;
    const body = { username: `soak_${made}`, depositUsd: DEPOSIT_USD };
    return stage.sandbox('POST', '/users', body);
  };
  const groups: SoakGroup[] = [];
  for (let n = 0; n < GROUPS; n += 1) groups.push(await makeGroup(recorder, user));
  const wanderers = await Promise.all(Array.from({ length: WANDERERS }, user));
  const everybody = groups.flatMap(({ leader, members }) => [leader, ...members]);
  const [first] = wanderers as [SoakUser];
  const tokens = await recorder.read(first, '/api/v1/spot/tokens/trending?limit=20');
  const markets = await recorder.read(first, '/api/v1/perps/markets');
  const world: World = {
    ...{ groups, wanderers, users: [...everybody, ...wanderers] },
    tokens: (tokens as { id: string }[]).map(({ id }) => id),
    symbols: (markets as { symbol: string }[]).map(({ symbol }) => symbol).slice(0, 8),
    ...{ markets: [], perpPositions: new Map() },
  };
  await refreshMarkets(stage, recorder, world);
  return world;
}

async function makeGroup(recorder: Recorder, user: () => Promise<SoakUser>): Promise<SoakGroup> {
  const leader = await user();
  const body = { name: 'Soak', groupAccessType: 'PUBLIC' };
  const path = '/api/v1/groups';
  const made = await recorder.write({ kind: 'group', user: leader, method: 'POST', path, body });
  const id: string = made.groupId;
  const member = async (_: unknown, n: number): Promise<SoakUser> => {
    const one = await user();
    const call = { user: one, method: 'POST' } as const;
    await recorder.write({ kind: 'join', ...call, path: `${path}/${id}/join`, body: {} });
    if (n % 3 === 0) return one;
    const follow = { enabled: true, amountUsd: '20', mirrorExits: true };
    await recorder.write({
      ...{ kind: 'auto-buy', ...call },
      ...{ path: `${path}/${id}/auto-buy`, body: follow },
    });
    return one;
  };
  const members = await Promise.all(Array.from({ length: MEMBERS }, member));
  return { id, leader, members, spot: [], predictions: [], resolved: [], perps: [] };
}

interface WireMarket {
  readonly marketTicker: string;
  readonly eventTicker: string;
  readonly yesBid: string | null;
  readonly yesAsk: string | null;
  readonly closeTime: string | null;
}

interface WireProposal {
  readonly id: string;
  readonly marketId: string;
  readonly status: string;
  readonly didWin: boolean;
}

/** Looks which prediction markets trade now, and which calls have their result. */
export async function refreshMarkets(
  stage: Stage,
  recorder: Recorder,
  world: World,
): Promise<void> {
  const { leader } = world.groups[0] as SoakGroup;
  const live = await recorder.read(leader, '/api/v1/predictions/events/live?limit=50');
  const { now } = await stage.sandbox('GET', '/clock');
  const untilMs = Date.parse(now) + LASTING_MS;
  const all = ((live?.events ?? []) as { markets: WireMarket[] }[]).flatMap((one) => one.markets);
  if (all.length > 0) {
    world.markets = all
      .filter(({ yesBid, yesAsk }) => Number(yesBid) > 0.1 && Number(yesAsk ?? 1) < 0.9)
      .filter(({ closeTime }) => closeTime === null || Date.parse(closeTime) > untilMs)
      .map(({ eventTicker, marketTicker }) => ({ eventId: eventTicker, marketId: marketTicker }));
  }
  for (const group of world.groups) {
    const path = `/api/v1/predictions/proposals?groupId=${group.id}&limit=50`;
    const page = await recorder.read(group.leader, path);
    const proposals = ((page ?? []) as { proposal: WireProposal }[]).map((one) => one.proposal);
    const isOver = new Set(
      proposals.filter(({ status }) => status !== 'ACTIVE').map(({ id }) => id),
    );
    const open = group.predictions.filter(({ id }) => !isOver.has(id));
    group.predictions.splice(0, group.predictions.length, ...open);
    group.resolved = proposals
      .filter(({ didWin }) => didWin)
      .slice(0, OPEN_CALLS)
      .map(({ id, marketId }) => ({ id, instrument: marketId }));
  }
}

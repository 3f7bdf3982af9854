import { inFlightKeys } from '../engine/in-flight.ts';
import { type EquityJob, startEquityJob } from '../features/account/index.ts';
import type { FollowVerticals, FollowWorker } from '../features/follow/index.ts';
import { startFollowWorker } from '../features/follow/index.ts';
import {
  type ActionTrade,
  createOrders,
  type Orders,
  type OrderWorker,
  startOrderWorker,
} from '../features/orders/index.ts';
import {
  type OpenInterest,
  type PerpDeps,
  type PerpDriver,
  type PerpIdentities,
  perpFollows,
  perpIdentities,
  readPerpTrades,
  settlePerpOrder,
  startOpenInterest,
  startPerpDriver,
} from '../features/perps/index.ts';
import {
  type PredictionDeps,
  type PredictionIdentities,
  type PredictionWatcher,
  predictionFollows,
  predictionIdentities,
  readPredictionTrades,
  settlePredictionOrder,
  startPredictionWatcher,
} from '../features/predictions/index.ts';
import {
  type ProposalIdentities,
  proposalIdentities,
  readTrades,
  type SpotDeps,
  settleSpotOrder,
  spotFollows,
} from '../features/spot/index.ts';
import { monotonicClock, systemClock } from '../platform/clock.ts';
import { accountDeps } from './accounts.ts';
import type { Services } from './services.ts';
import { type SideWorkers, startSideWorkers } from './side-workers.ts';

/** The verticals wired together: what trades, what settles, what follows. */
export interface Trading {
  readonly spot: SpotDeps;
  readonly proposals: ProposalIdentities;
  readonly predictions: PredictionDeps;
  readonly predictionProposals: PredictionIdentities;
  readonly perps: PerpDeps;
  readonly perpIdentities: PerpIdentities;
  readonly openInterest: OpenInterest;
  readonly orders: Orders;
  readonly verticals: FollowVerticals;
  readonly findTrade: readonly ((id: string) => Promise<ActionTrade | null>)[];
}

export function createTrading(services: Services): Trading {
  const { assets, config, controls, engine, market, regions, stockMarket } = services;
  const { reads } = services.database;
  const spot: SpotDeps = {
    market,
    feeBps: config.spotFeeBps,
    requireTrading: controls.requireTrading,
    requireRegion: regions.requireRegion,
    requireMarket(vertical, nowMs) {
      if (vertical === 'STOCK') stockMarket.requireOpen(nowMs);
    },
    behaviour: controls.behaviour,
  };
  const proposals = proposalIdentities(reads, assets);
  const waitMs = config.orderWaitMs;
  const orders = createOrders({
    engine,
    reads,
    inFlight: inFlightKeys(),
    monotonic: monotonicClock,
    waitMs,
  });
  const spotVertical = {
    ...spotFollows(spot, proposals),
    async trades(ids: readonly string[]) {
      const found = await readTrades({ reads, assets }, ids);
      return new Map([...found].map(([id, { trade }]) => [id, trade]));
    },
  };
  const findSpotTrade = async (id: string): Promise<ActionTrade | null> => {
    const found = (await readTrades({ reads, assets }, [id])).get(id);
    if (!found) return null;
    const { userId, proposalId, createdAt, trade, origin } = found;
    return { userId, proposalId, createdAt, trade, kind: `spot.${origin.toLowerCase()}` };
  };
  const predictions: PredictionDeps = {
    data: services.predictions,
    requireTrading: controls.requireTrading,
    requireRegion: regions.requireRegion,
    behaviour: controls.behaviour,
  };
  const predictionProposals = predictionIdentities(reads);
  const predictionVertical = {
    ...predictionFollows(predictions, predictionProposals),
    async trades(ids: readonly string[]) {
      const found = await readPredictionTrades(reads, ids);
      return new Map([...found].map(([id, { trade }]) => [id, trade]));
    },
  };
  const findPredictionTrade = async (id: string): Promise<ActionTrade | null> => {
    const found = (await readPredictionTrades(reads, [id])).get(id);
    if (!found) return null;
    const { origin, ...trade } = found;
    return { ...trade, kind: `prediction.${origin.toLowerCase()}` };
  };
  const openInterest = startOpenInterest({ reads, data: services.perps, log: services.log });
  const perps: PerpDeps = {
    data: services.perps,
    openInterest: openInterest.lots,
    requireTrading: controls.requireTrading,
    requireRegion: regions.requireRegion,
    behaviour: controls.behaviour,
  };
  const identities = perpIdentities(reads);
  const perpVertical = {
    ...perpFollows(perps, identities, reads),
    async trades(ids: readonly string[]) {
      const found = await readPerpTrades({ reads, perps }, ids);
      return new Map([...found].map(([id, { trade }]) => [id, trade]));
    },
  };
  const findPerpTrade = async (id: string): Promise<ActionTrade | null> => {
    const found = (await readPerpTrades({ reads, perps }, [id])).get(id);
    if (!found) return null;
    const { origin, ...trade } = found;
    return { ...trade, kind: `perp.${origin.toLowerCase()}` };
  };
  return {
    spot,
    proposals,
    predictions,
    predictionProposals,
    perps,
    perpIdentities: identities,
    openInterest,
    orders,
    verticals: {
      SPOT: spotVertical as FollowVerticals[string],
      STOCK: spotVertical as FollowVerticals[string],
      PREDICTION: predictionVertical as FollowVerticals[string],
      PERP: perpVertical as FollowVerticals[string],
    },
    findTrade: [findSpotTrade, findPredictionTrade, findPerpTrade],
  };
}

export interface Workers extends SideWorkers {
  readonly follow: FollowWorker;
  readonly orders: OrderWorker;
  readonly equity: EquityJob;
  readonly markets: PredictionWatcher;
  readonly perps: PerpDriver;
  stop(): Promise<void>;
}

/** Starts the workers of this process; several processes may run them at once. */
export async function startWorkers(services: Services, trading: Trading): Promise<Workers> {
  const { database, engine, log, failpoint, controls } = services;
  const { reads } = database;
  const follow = startFollowWorker({
    engine,
    reads,
    clientConfig: () => database.clientConfig(),
    verticals: trading.verticals,
    log,
    failpoint,
    held: controls.followHeld,
  });
  const { clock, predictions: data, marketStates: states } = services;
  const markets = startPredictionWatcher({ engine, reads, data, states, clock, log });
  const holder = services.ids.next();
  const perps = await startPerpDriver({
    engine,
    database,
    perps: trading.perps,
    clock,
    log,
    holder,
  });
  const settle = settleSpotOrder(trading.spot);
  const orders = startOrderWorker({
    engine,
    reads,
    wallClock: systemClock,
    log,
    settlers: {
      SPOT: settle,
      STOCK: settle,
      PREDICTION: settlePredictionOrder,
      PERP: settlePerpOrder(trading.perps),
    },
    settled: () => {
      trading.orders.wake();
      follow.wake();
      markets.wake();
    },
  });
  const side = startSideWorkers(services);
  const { renewals } = side;
  const equity = startEquityJob({
    ...accountDeps(services),
    database,
    monotonic: monotonicClock,
    settled: async () =>
      !(await Promise.all([markets.due(), perps.due(), renewals.due()])).includes(true),
    log,
  });
  const { housekeeping, agents, withdrawals, notifications } = side;
  clock.onChange(() => {
    const timed = [housekeeping, equity, markets, perps, agents, renewals, withdrawals];
    for (const job of [...timed, notifications]) job.wake();
  });
  const all = { follow, orders, equity, markets, perps, ...side };
  return {
    ...all,
    async stop() {
      await trading.openInterest.stop();
      await Promise.all(Object.values(all).map((worker) => worker.stop()));
    },
  };
}

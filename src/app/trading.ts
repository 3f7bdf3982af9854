import { inFlightKeys } from '../engine/in-flight.ts';
import type { FollowVerticals } from '../features/follow/index.ts';
import { type ActionTrade, createOrders, type Orders } from '../features/orders/index.ts';
import {
  type OpenInterest,
  type PerpDeps,
  type PerpIdentities,
  perpFollows,
  perpIdentities,
  readPerpTrades,
  startOpenInterest,
} from '../features/perps/index.ts';
import {
  type PredictionDeps,
  type PredictionIdentities,
  predictionFollows,
  predictionIdentities,
  readPredictionTrades,
} from '../features/predictions/index.ts';
import {
  type ProposalIdentities,
  proposalIdentities,
  readTrades,
  type SpotDeps,
  spotFollows,
} from '../features/spot/index.ts';
import type { Services } from './services.ts';

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

/** Wires the verticals: what each asks of the service, and what following and actions ask of it. */
export function createTrading(services: Services): Trading {
  const spot = wireSpot(services);
  const predictions = wirePredictions(services);
  const perps = wirePerps(services);
  return {
    spot: spot.deps,
    proposals: spot.proposals,
    predictions: predictions.deps,
    predictionProposals: predictions.proposals,
    perps: perps.deps,
    perpIdentities: perps.identities,
    openInterest: perps.openInterest,
    orders: createOrders({
      engine: services.engine,
      reads: services.database.reads,
      inFlight: inFlightKeys(),
      monotonic: services.surroundings.monotonic,
      waitMs: services.config.orderWaitMs,
    }),
    verticals: {
      SPOT: spot.followed as FollowVerticals[string],
      STOCK: spot.followed as FollowVerticals[string],
      PREDICTION: predictions.followed as FollowVerticals[string],
      PERP: perps.followed as FollowVerticals[string],
    },
    findTrade: [spot.findTrade, predictions.findTrade, perps.findTrade],
  };
}

/** What every vertical asks before it takes an order. */
const gatesOf = ({ controls, regions }: Services) => ({
  requireTrading: controls.requireTrading,
  requireRegion: regions.requireRegion,
  behaviour: controls.behaviour,
});

function wireSpot(services: Services) {
  const { assets, config, market, stockMarket } = services;
  const { reads } = services.database;
  const deps: SpotDeps = {
    ...gatesOf(services),
    market,
    feeBps: config.spotFeeBps,
    requireMarket(vertical, nowMs) {
      if (vertical === 'STOCK') stockMarket.requireOpen(nowMs);
    },
  };
  const proposals = proposalIdentities(reads, assets);
  const { trades, findTrade } = tradesOf('spot', (ids) => readTrades({ reads, assets }, ids));
  return { deps, proposals, followed: { ...spotFollows(deps, proposals), trades }, findTrade };
}

function wirePredictions(services: Services) {
  const { reads } = services.database;
  const deps: PredictionDeps = { ...gatesOf(services), data: services.predictions };
  const proposals = predictionIdentities(reads);
  const { trades, findTrade } = tradesOf('prediction', (ids) => readPredictionTrades(reads, ids));
  const followed = { ...predictionFollows(deps, proposals), trades };
  return { deps, proposals, followed, findTrade };
}

function wirePerps(services: Services) {
  const { reads } = services.database;
  const openInterest = startOpenInterest({
    reads,
    data: services.perps,
    log: services.log,
    turns: services.surroundings.turns,
  });
  const deps: PerpDeps = {
    ...gatesOf(services),
    data: services.perps,
    openInterest: openInterest.lots,
  };
  const identities = perpIdentities(reads);
  const { trades, findTrade } = tradesOf('perp', (ids) =>
    readPerpTrades({ reads, perps: deps }, ids),
  );
  const followed = { ...perpFollows(deps, identities, reads), trades };
  return { deps, identities, openInterest, followed, findTrade };
}

/** A trade as a vertical reads it. */
interface FoundTrade extends Omit<ActionTrade, 'kind'> {
  readonly origin: string;
}

/** The trades of a vertical as results of follows show them, and as actions do. */
function tradesOf(
  vertical: string,
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, FoundTrade>>,
) {
  return {
    async trades(ids: readonly string[]): Promise<ReadonlyMap<string, object>> {
      return new Map([...(await read(ids))].map(([id, { trade }]) => [id, trade]));
    },
    async findTrade(id: string): Promise<ActionTrade | null> {
      const found = (await read([id])).get(id);
      if (!found) return null;
      const { userId, proposalId, createdAt, trade, origin } = found;
      return { userId, proposalId, createdAt, trade, kind: `${vertical}.${origin.toLowerCase()}` };
    },
  };
}

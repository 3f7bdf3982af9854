import { type EquityJob, startEquityJob } from '../features/account/index.ts';
import { type FollowWorker, startFollowWorker } from '../features/follow/index.ts';
import { type OrderWorker, startOrderWorker } from '../features/orders/index.ts';
import { type PerpDriver, settlePerpOrder, startPerpDriver } from '../features/perps/index.ts';
import {
  type PredictionWatcher,
  settlePredictionOrder,
  startPredictionWatcher,
} from '../features/predictions/index.ts';
import { settleSpotOrder } from '../features/spot/index.ts';
import { accountDeps } from './accounts.ts';
import type { Services } from './services.ts';
import { type SideWorkers, startSideWorkers } from './side-workers.ts';
import type { Trading } from './trading.ts';

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
  const { monotonic, turns, wallClock } = services.surroundings;
  const { reads } = database;
  const follow = startFollowWorker({
    engine,
    reads,
    clientConfig: () => database.clientConfig(),
    verticals: trading.verticals,
    log,
    failpoint,
    held: controls.followHeld,
    turns,
  });
  const { clock, predictions: data, marketStates: states } = services;
  const markets = startPredictionWatcher({ engine, reads, data, states, clock, log, turns });
  const holder = services.ids.next();
  const perps = await startPerpDriver({
    engine,
    database,
    perps: trading.perps,
    clock,
    log,
    holder,
    turns,
  });
  const settle = settleSpotOrder(trading.spot);
  const orders = startOrderWorker({
    engine,
    reads,
    wallClock,
    log,
    turns,
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
    monotonic,
    turns,
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

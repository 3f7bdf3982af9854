import { createEngine, type Engine } from '../engine/engine.ts';
import { announcementRows } from '../features/chat/index.ts';
import {
  type Controls,
  createControls,
  openSettings,
  type Settings,
} from '../features/controls/index.ts';
import type { DemoDoor } from '../features/demo/index.ts';
import { followRows } from '../features/follow/index.ts';
import {
  type Authenticator,
  createAuthenticator,
  createIdentity,
  type Identity,
} from '../features/identity/index.ts';
import { type MarketStates, openMarketStates } from '../features/predictions/index.ts';
import { createRegions, openCountryDatabase, type Regions } from '../features/region/index.ts';
import {
  openPins,
  openSharedClock,
  type Pins,
  type SharedClock,
} from '../features/sandbox/index.ts';
import { openSignIn, type SignIn } from '../features/sessions/index.ts';
import { createStockMarket, type StockMarket } from '../features/stocks/index.ts';
import type { Payouts, Withdrawals } from '../features/withdrawals/index.ts';
import { type Assets, openAssets } from '../ledger/assets.ts';
import type { MarketData } from '../market/market.ts';
import type { PerpData } from '../market/perps/perp-data.ts';
import type { PredictionData } from '../market/predictions/data.ts';
import type { BusinessClock } from '../platform/business-clock.ts';
import type { Config } from '../platform/config.ts';
import { type Bus, openBus } from '../platform/db/bus.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type Database, openDatabase } from '../platform/db/pool.ts';
import { failpoints } from '../platform/failpoint.ts';
import { type Ids, uuidV7 } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { engineFigures, showWaiting } from './figures.ts';
import { openMarkets } from './market.ts';
import { pinLoaders } from './pins.ts';
import { createPaperWithdrawals } from './withdrawals.ts';

/** Everything below the features' routes and workers, opened once per process. */
export interface Services {
  /** Open when the demo world has been made or found. */
  readonly demoDoor: DemoDoor;
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly surroundings: Surroundings;
  readonly database: Database;
  readonly bus: Bus;
  readonly settings: Settings;
  readonly clock: BusinessClock;
  readonly sharedClock: SharedClock;
  readonly pins: Pins;
  readonly ids: Ids;
  readonly market: MarketData;
  readonly predictions: PredictionData;
  readonly perps: PerpData;
  readonly marketStates: MarketStates;
  readonly assets: Assets;
  readonly engine: Engine;
  readonly controls: Controls;
  readonly stockMarket: StockMarket;
  readonly regions: Regions;
  readonly authenticator: Authenticator;
  readonly identity: Identity;
  readonly signIn: SignIn;
  readonly withdrawals: Withdrawals;
  readonly payouts: Payouts;
  readonly failpoint: (name: string) => void;
  close(): Promise<void>;
}

/** Opens the database, brings its schema up to date and builds the services on it, in order. */
export async function openServices(
  config: Config,
  { log, metrics, surroundings }: Pick<Services, 'log' | 'metrics' | 'surroundings'>,
): Promise<Services> {
  const { wallClock, monotonic, random, serial } = surroundings;
  const database = await openDatabase({ config, log, serial });
  const failpoint = surroundings.failpoint ?? failpoints(config.failpoints);
  await migrate({ clientConfig: database.clientConfig(), log, failpoint });
  const bus = await openBus(database, log);
  const settings = await openSettings({ database, bus, log });
  const { market, predictions, perps } = await openMarkets(config);
  const replay = replayOf(config, market.coverage() ?? predictions.coverage() ?? perps.coverage());
  const sharedClock = await openSharedClock({ database, bus, wallClock, log, replay });
  const { clock } = sharedClock;
  const ids = uuidV7(clock, random);
  const assets = await openAssets(database);
  await assets.ensure(market.tokens());
  const engine = createEngine({
    context: { clock, wallClock, ids, failpoint, followRows, announcementRows },
    clientConfig: () => database.clientConfig(),
    log,
    elapsedMs: () => monotonic.elapsedMs(),
    observe: engineFigures(metrics),
    serial,
  });
  showWaiting(metrics, engine);
  const loaders = pinLoaders({ market, predictions, perps });
  const pins = await openPins({ engine, database, bus, loaders, clock, log });
  const marketDeps = { engine, database, bus, data: predictions, clock, log };
  const marketStates = await openMarketStates(marketDeps);
  const controls = createControls({ config, settings, engine });
  const stockMarket = createStockMarket({ settings, engine });
  const countryOfAddress = openCountryDatabase();
  const regions = createRegions({ config, settings, engine, countryOfAddress, log });
  const authenticator = createAuthenticator({ database, bus, clock, monotonic, log });
  const identity = createIdentity({ engine, database, bus, authenticator, ids, random });
  const below = { config, database, engine, bus, identity, ids, random, clock, monotonic, log };
  const signIn = await openSignIn({ ...below, wallClock });
  const leaving = { ...below, assets, failpoint, market, surroundings };
  const paperWithdrawals = createPaperWithdrawals(leaving, signIn.sessions);
  return {
    demoDoor: { world: null },
    config,
    log,
    metrics,
    surroundings,
    database,
    bus,
    settings,
    clock,
    sharedClock,
    pins,
    ids,
    market,
    predictions,
    perps,
    marketStates,
    assets,
    engine,
    controls,
    stockMarket,
    regions,
    authenticator,
    identity,
    signIn,
    ...paperWithdrawals,
    failpoint,
    async close() {
      await engine.close();
      signIn.close();
      await authenticator.close();
      await marketStates.close();
      await pins.close();
      await sharedClock.close();
      await settings.close();
      await bus.close();
      await database.close();
    },
  };
}

/** A recording begins where its prices do, unless the configuration says where (contract 17). */
function replayOf(config: Config, coverage: { readonly startMs: number } | null) {
  const startMs = config.replayStartMs ?? coverage?.startMs ?? null;
  return startMs === null ? null : { startMs, speed: config.replaySpeed };
}

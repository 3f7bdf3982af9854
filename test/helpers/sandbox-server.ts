import { pinLoaders } from '../../src/app/pins.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { AppError } from '../../src/errors/app-error.ts';
import { createControls, openSettings } from '../../src/features/controls/index.ts';
import { createAuthenticator, createIdentity } from '../../src/features/identity/index.ts';
import { openMarketStates } from '../../src/features/predictions/index.ts';
import { createRegions } from '../../src/features/region/index.ts';
import {
  type DrainDeps,
  openPins,
  openSharedClock,
  type ReplayPace,
  sandboxAuthenticator,
  sandboxRoutes,
} from '../../src/features/sandbox/index.ts';
import { createStockMarket } from '../../src/features/stocks/index.ts';
import { createMarketData } from '../../src/market/market.ts';
import { openModel } from '../../src/market/model.ts';
import { createPerpData } from '../../src/market/perps/perp-data.ts';
import { openPerpModel } from '../../src/market/perps/perp-model.ts';
import { createPredictionData } from '../../src/market/predictions/data.ts';
import { openPredictionModel } from '../../src/market/predictions/model.ts';
import { monotonicClock } from '../../src/platform/clock.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { noFailpoint } from '../../src/platform/failpoint.ts';
import { createRollingBudget } from '../../src/platform/http/rate-budget.ts';
import { createHttpServer } from '../../src/platform/http/server.ts';
import { uuidV7 } from '../../src/platform/ids.ts';
import type { Backend } from './backend.ts';

const SANDBOX_TOKEN = 'test-token';

const idle: DrainDeps = {
  follows: { wake: () => {}, pending: async () => ({ queued: false, unknown: false }) },
  followHeld: () => false,
  orders: { round: async () => 0, inFlight: async () => false },
  jobs: [],
  monotonic: monotonicClock,
};

/**
 * A process with the sandbox control on the database of a backend, whose clock is the real time.
 * Several of them on one backend are several processes; closing and opening one is a restart.
 */
export async function openSandboxProcess(
  backend: Backend,
  options: { replay?: ReplayPace; drain?: Partial<DrainDeps> } = {},
) {
  const { database, bus, log, random, clock: wallClock } = backend;
  const replay = options.replay ?? null;
  const clock = await openSharedClock({ database, bus, log, wallClock, replay });
  const ids = uuidV7(clock.clock);
  const noFollowers = { statement: { name: 'no followers', text: 'select 1' }, values: [] };
  const engine = createEngine({
    context: {
      clock: clock.clock,
      wallClock,
      ids,
      failpoint: noFailpoint,
      followRows: () => noFollowers,
    },
    clientConfig: () => database.clientConfig(),
    log,
    elapsedMs: () => monotonicClock.elapsedMs(),
  });
  const { source, tokens } = openModel('skein');
  const market = createMarketData(source, tokens);
  const predictions = createPredictionData(openPredictionModel('skein', source));
  const perpSource = openPerpModel('skein', source);
  const perps = createPerpData(perpSource.source, perpSource.markets);
  const loaders = pinLoaders({ market, predictions, perps });
  const pins = await openPins({ engine, database, bus, loaders, clock: clock.clock, log });
  const marketStates = await openMarketStates({
    engine,
    database,
    bus,
    data: predictions,
    clock: clock.clock,
    log,
  });
  const settings = await openSettings({ database, bus, log });
  const config = loadConfig({});
  const controls = createControls({ config, settings, engine });
  const countryOfAddress = () => null;
  const regions = createRegions({ config, settings, engine, countryOfAddress, log });
  const monotonic = monotonicClock;
  const authenticator = createAuthenticator({ database, bus, clock: clock.clock, monotonic, log });
  const identity = createIdentity({ engine, database, bus, authenticator, ids, random });
  const server = createHttpServer({
    log,
    publicUrl: 'http://localhost',
    corsOrigins: [],
    authenticate: authenticator.authenticate,
    sandboxAuthenticate: sandboxAuthenticator(SANDBOX_TOKEN),
    rateBudget: createRollingBudget(monotonicClock),
    health: { live: () => true, ready: () => ({ ready: true }) },
    metricsText: async () => '',
    clock: clock.clock,
  });
  const routes = sandboxRoutes({
    mode: 'paper',
    engine,
    identity,
    controls,
    regions,
    stockMarket: createStockMarket({ settings, engine }),
    market,
    predictions,
    perps,
    perpDriver: { queue: async () => {} },
    marketStates,
    withdrawals: { settle: () => Promise.reject(new AppError('NOT_FOUND')) },
    pins,
    clock,
    wallClock,
    drain: { ...idle, ...options.drain },
    audit: async () => ({ ok: true, checks: [{ name: 'I1', ok: true, detail: '' }] }),
  });
  server.route(...routes);
  await server.ready();

  return {
    clock,
    market,
    predictions,
    pins,
    controls,
    regions,
    authenticator,
    identity,
    engine,
    routes,
    async call(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: object,
      token = SANDBOX_TOKEN,
    ) {
      const answer = await server.app.inject({
        method,
        url: `/sandbox/v1${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(body ? { payload: body } : {}),
      });
      const { data, code, message, details } = answer.json();
      return { status: answer.statusCode, data, code, message, details };
    },
    async close() {
      await server.close();
      await engine.close();
      await authenticator.close();
      await marketStates.close();
      await pins.close();
      await settings.close();
      await clock.close();
    },
  };
}

import { readEvents } from '../features/account/index.ts';
import { readPositions } from '../features/perps/index.ts';
import { type Gateway, openGateway } from '../features/realtime/index.ts';
import type { RateBudget } from '../platform/http/rate-budget.ts';
import type { HttpServer } from '../platform/http/server.ts';
import type { Services } from './services.ts';
import { allCredentials } from './sign-in.ts';
import type { Trading } from './trading.ts';

/** The real-time gateways on the service's own server and port. */
export function createGateway(
  server: HttpServer,
  parts: { services: Services; trading: Trading; rateBudget: RateBudget },
): Gateway {
  const { services, trading, rateBudget } = parts;
  const { clock, config, database, engine, log } = services;
  const { reads } = database;
  const { perps } = trading;
  return openGateway(server.app.server, {
    ...allCredentials(services),
    corsOrigins: config.corsOrigins,
    rateBudget,
    engine,
    reads,
    readEvents: (userId, page) => readEvents({ database }, userId, page),
    market: services.market,
    predictions: services.predictions,
    perps: services.perps,
    openInterest: trading.openInterest.lots,
    readPositions: (ids) => readPositions({ reads, perps, clock }, ids),
    clock,
    log,
  });
}

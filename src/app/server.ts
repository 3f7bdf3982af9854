import { accountRoutes } from '../features/account/index.ts';
import { agentRoutes } from '../features/agents/index.ts';
import { chatRoutes } from '../features/chat/index.ts';
import { consoleDirectory, serveConsole } from '../features/console-files/index.ts';
import { followRoutes } from '../features/follow/index.ts';
import { groupRoutes } from '../features/groups/index.ts';
import { identityRoutes } from '../features/identity/index.ts';
import { notificationRoutes } from '../features/notifications/index.ts';
import { actionRoutes } from '../features/orders/index.ts';
import { ownDataRoutes } from '../features/own-data/index.ts';
import { perpRoutes, perpsInGroups } from '../features/perps/index.ts';
import { portfolioRoutes } from '../features/portfolio/index.ts';
import { predictionRoutes, predictionsInGroups } from '../features/predictions/index.ts';
import { type SpotRouteDeps, spotInGroups, spotRoutes } from '../features/spot/index.ts';
import { stockRoutes } from '../features/stocks/index.ts';
import { isFresh } from '../market/freshness.ts';
import type { RouteContext } from '../platform/http/context.ts';
import type { RateBudget } from '../platform/http/rate-budget.ts';
import type { Route } from '../platform/http/route.ts';
import { createHttpServer, type HttpServer } from '../platform/http/server.ts';
import { accountDeps } from './accounts.ts';
import { mountInApp } from './in-app.ts';
import type { Services } from './services.ts';
import { webhookRules } from './side-workers.ts';
import { allCredentials, mountSignIn, signInRoutes } from './sign-in.ts';
import type { Trading } from './trading.ts';

export interface ServerParts {
  readonly services: Services;
  readonly trading: Trading;
  /** One budget for a key's requests and the messages of its sockets. */
  readonly rateBudget: RateBudget;
  /** Null without a sandbox. */
  readonly sandbox: {
    readonly routes: readonly Route[];
    readonly authenticate: (header: string | undefined) => void;
  } | null;
}

/** The HTTP server of the process with every route of every feature. */
export function createServer(parts: ServerParts): HttpServer {
  const { services, trading, rateBudget, sandbox } = parts;
  const { config, log, metrics, clock } = services;
  const server = createHttpServer({
    log,
    publicUrl: config.publicUrl,
    corsOrigins: config.corsOrigins,
    authenticate: allCredentials(services).authenticate,
    rateBudget,
    health: { live: () => true, ready: () => readiness(services) },
    metricsText: () => metrics.text(),
    sandboxAuthenticate: sandbox?.authenticate,
    clock,
  });
  serveConsole(server, { directory: consoleDirectory(), publicUrl: config.publicUrl });
  mountSignIn(server, services);
  mountInApp(server, services, rateBudget);
  server.route(...apiRoutes(services, trading), ...(sandbox?.routes ?? []));
  return server;
}

/** Routes are served once the schema is there; ready means that prices are fresh, too. */
function readiness({ market, clock }: Services) {
  const now = clock.now();
  const fresh = market.tokens().some(({ mint }) => {
    const quote = market.quote(mint, now);
    return quote !== undefined && isFresh(quote, now);
  });
  return fresh ? { ready: true } : { ready: false, waitingFor: ['prices'] };
}

/** Every route under /api/v1, also what the published OpenAPI document is made of. */
export function apiRoutes(services: Services, trading: Trading): readonly Route[] {
  const { assets, clock, database, engine, market, predictions, regions, stockMarket } = services;
  const { monotonic, random } = services.surroundings;
  const { reads } = database;
  const countryOf = (context: RouteContext): string | null => {
    const { peerAddress, headers } = context;
    return regions.seen({ peerAddress, headers }, context.principal.userId);
  };
  const { spot, orders, proposals, verticals, findTrade } = trading;
  const spotDeps: SpotRouteDeps = {
    spot,
    reads,
    market,
    assets,
    clock,
    orders,
    proposals,
    countryOf,
  };
  const { perps, perpIdentities: identities } = trading;
  return [
    ...identityRoutes(),
    ...signInRoutes(services),
    ...accountRoutes(accountDeps(services)),
    ...ownDataRoutes({ engine, reads, clock, originOf: services.signIn.originOf }),
    ...notificationRoutes({ engine, reads }),
    ...actionRoutes({ reads, findTrade }),
    ...spotRoutes(spotDeps),
    ...stockRoutes({ ...spotDeps, stockMarket }),
    ...predictionRoutes({
      predictions: trading.predictions,
      proposals: trading.predictionProposals,
      data: predictions,
      reads,
      assets,
      clock,
      orders,
      countryOf,
    }),
    ...perpRoutes({ perps, identities, reads, clock, orders, countryOf }),
    ...portfolioRoutes({
      reads,
      market,
      assets,
      clock,
      data: predictions,
      perps,
      engine,
      monotonic,
    }),
    ...groupRoutes({
      database,
      clock,
      engine,
      verticals: [
        spotInGroups(spotDeps),
        predictionsInGroups({ reads, data: predictions, clock }),
        perpsInGroups({ reads, perps, clock }),
      ],
    }),
    ...followRoutes({ reads, verticals }),
    ...chatRoutes({ engine, reads }),
    ...agentRoutes({ engine, reads, rules: webhookRules(services), random }),
  ];
}

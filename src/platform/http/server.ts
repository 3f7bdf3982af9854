import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, assert } from '../../errors/app-error.ts';
import { errorCatalogue } from '../../errors/catalogue.ts';
import type { Clock } from '../clock.ts';
import { uuidV7 } from '../ids.ts';
import { createSampler, type HttpLog, logRequest } from './access-log.ts';
import { installBodyParsers } from './body-parser.ts';
import { createErrorHandler } from './error-handler.ts';
import { createFramework } from './framework.ts';
import { apiGuard, sandboxGuard } from './guards.ts';
import { createHttpMetrics, type HttpMetrics, type RouteFigures } from './http-metrics.ts';
import { type Guard, type Lifecycle, mountRoute, pathOf } from './mount-route.ts';
import { openApiDocument } from './openapi.ts';
import type { Authenticate } from './principal.ts';
import type { RateBudget } from './rate-budget.ts';
import { installReferencePage } from './reference-page.ts';
import type { Auth, Route } from './route.ts';
import { createRouteTable, type RouteTable } from './route-table.ts';
import { securityHeaders } from './security-headers.ts';
import { type Health, installSystemRoutes } from './system-routes.ts';

/** Running requests get this long after `close`; then their connections are cut. */
export const CLOSE_LIMIT_MS = 8_000;

export interface HttpServerOptions {
  log: HttpLog;
  /** Origin that callers use; https adds HSTS. */
  publicUrl: string;
  /** Origins that browsers may call from; none switches CORS off. */
  corsOrigins: readonly string[];
  authenticate: Authenticate;
  rateBudget: RateBudget;
  health: Health;
  /** Prometheus text of the process; the figures of the requests are added to it. */
  metricsText(): Promise<string>;
  /** Throws UNAUTHORIZED; without it there are no sandbox routes. */
  sandboxAuthenticate?: ((header: string | undefined) => void) | undefined;
  clock: Clock;
}

export interface HttpServer {
  /** For what is not a route of the API: sockets, console, sign-in, MCP. */
  readonly app: FastifyInstance;
  /** Adds routes, before `ready`. Sandbox routes are left out where there is no sandbox. */
  route(...routes: readonly Route[]): void;
  /**
   * The refusal for a path that a wildcard route does not want: NOT_FOUND, or METHOD_NOT_ALLOWED
   * with the Allow header set when other methods have the path.
   */
  unmatched(request: FastifyRequest, reply: FastifyReply): AppError;
  ready(): Promise<void>;
  /** Resolves to the origin listened on. */
  listen(address: { host: string; port: number }): Promise<string>;
  openApi(): Record<string, unknown>;
  /** Stops accepting, finishes running requests and closes their connections. */
  close(): Promise<void>;
}

function unmatchedIn(table: RouteTable) {
  return (request: FastifyRequest, reply: FastifyReply): AppError => {
    const methods = table.methodsOf(pathOf(request.url));
    // A route with this very method was not taken for a parameter longer than any: no such thing.
    const isTooLong = methods.includes(request.method);
    if (methods.length === 0 || isTooLong) return new AppError('NOT_FOUND');
    reply.header('allow', methods.join(', '));
    return new AppError('METHOD_NOT_ALLOWED');
  };
}

/** Headers of every answer, and what to do where no route is found: before anything is read. */
function installCommonHooks(
  app: FastifyInstance,
  options: HttpServerOptions,
  unmatched: HttpServer['unmatched'],
  unknown: RouteFigures,
): (reply: FastifyReply, requestId: string) => void {
  const constant = Object.entries(securityHeaders(options.publicUrl));
  const setHeaders = (reply: FastifyReply, requestId: string): void => {
    reply.header('x-request-id', requestId);
    for (const [name, value] of constant) reply.header(name, value);
  };
  app.decorateRequest('principal', null);
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(reply, request.id);
    done();
  });
  if (options.corsOrigins.length > 0) {
    app.register(cors, {
      origin: [...options.corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'],
      exposedHeaders: [
        'X-Request-Id',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
        'Retry-After',
        'X-Next-Cursor',
        'Idempotency-Replayed',
      ],
      maxAge: 600,
    });
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    const refusal = unmatched(request, reply);
    unknown.record(errorCatalogue[refusal.code].httpStatus, reply.elapsedTime);
    done(refusal);
  });
  return setHeaders;
}

/** Counts and times the requests of every route, and logs the failed, the slow and a sample. */
function installRecording(
  app: FastifyInstance,
  options: { log: HttpLog; table: RouteTable; metrics: HttpMetrics; lifecycle: Lifecycle },
): void {
  const { log, table, metrics, lifecycle } = options;
  const isWorthALine = createSampler();
  const recorder = (figures: RouteFigures) => {
    return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      const { elapsedTime: elapsedMs, statusCode: status } = reply;
      figures.record(status, elapsedMs);
      if (isWorthALine(status, elapsedMs)) {
        const { method, id: requestId, principal } = request;
        const userId = principal?.userId ?? null;
        logRequest(log, { requestId, method, route: figures.route, status, elapsedMs, userId });
      }
      // A raw route's answer has no Connection header; its connection is idle once it is sent.
      if (lifecycle.closing) setImmediate(() => app.server.closeIdleConnections());
      done();
    };
  };
  app.addHook('onRoute', (route) => {
    table.add(route.method, route.url);
    const own = route.onResponse ?? [];
    const method = String(route.method);
    const record = recorder(metrics.of(method, route.url));
    route.onResponse = [...(Array.isArray(own) ? own : [own]), record];
  });
}

function guardsOf(options: HttpServerOptions): Record<Auth, Guard | null> {
  const { authenticate, rateBudget, sandboxAuthenticate } = options;
  return {
    api: apiGuard({ authenticate, rateBudget }),
    sandbox: sandboxAuthenticate === undefined ? null : sandboxGuard(sandboxAuthenticate),
    public: null,
  };
}

/**
 * Makes the HTTP server of the process, without a single business route: features add theirs with
 * `route`. Order of refusal (contract 2): 404/405, 401, 429, 413/415/400, 403 scope, handler.
 */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { log, clock } = options;
  const ids = uuidV7(clock);
  const lifecycle: Lifecycle = { closing: false };
  const table = createRouteTable();
  const metrics = createHttpMetrics();
  const unmatched = unmatchedIn(table);
  const handleError = createErrorHandler({ log, ids, lifecycle });
  const app: FastifyInstance = createFramework({
    ids,
    onUnroutable: (error, request, reply) => {
      setHeaders(reply, request.id);
      handleError(error, request, reply);
    },
  });
  app.setErrorHandler(handleError);
  installBodyParsers(app);
  const unknown = metrics.of('ANY', 'unmatched');
  const setHeaders = installCommonHooks(app, options, unmatched, unknown);
  installRecording(app, { log, table, metrics, lifecycle });

  const routes: Route[] = [];
  let document: Record<string, unknown> | undefined;
  let documentJson = '';
  const openApi = () => {
    document ??= openApiDocument(routes);
    return document;
  };
  const { health, metricsText } = options;
  installSystemRoutes(app, {
    health,
    metricsText,
    httpMetrics: metrics,
    openApiJson: () => {
      documentJson ||= JSON.stringify(openApi());
      return documentJson;
    },
  });
  const finishReferencePage = installReferencePage(app);
  const guards = guardsOf(options);
  let whenReady: Promise<void> | undefined;

  const server: HttpServer = {
    app,
    unmatched,
    openApi,
    route(...added) {
      assert(whenReady === undefined, 'routes are added before the server is ready');
      for (const route of added) {
        if (route.auth === 'sandbox' && guards.sandbox === null) continue;
        routes.push(route);
        mountRoute(app, route, { guard: guards[route.auth], lifecycle });
      }
    },
    ready() {
      whenReady ??= Promise.resolve(app.ready()).then(finishReferencePage);
      return whenReady;
    },
    async listen(address) {
      await server.ready();
      return app.listen(address);
    },
    async close() {
      lifecycle.closing = true;
      const limit = setTimeout(() => app.server.closeAllConnections(), CLOSE_LIMIT_MS);
      await app.close();
      clearTimeout(limit);
    },
  };
  return server;
}

import { Type } from 'typebox';
import { AppError } from '../../src/errors/app-error.ts';
import { fixedClock } from '../../src/platform/clock.ts';
import type { HttpLog } from '../../src/platform/http/access-log.ts';
import { answer, page, rawAnswer } from '../../src/platform/http/answer.ts';
import { encodeCursor } from '../../src/platform/http/cursor.ts';
import type { Principal } from '../../src/platform/http/principal.ts';
import { createRollingBudget } from '../../src/platform/http/rate-budget.ts';
import { defineRoute, type Route } from '../../src/platform/http/route.ts';
import {
  cursorQuery,
  idParam,
  limitQuery,
  moneyString,
  nullable,
  oneOf,
  usdcAmount,
} from '../../src/platform/http/schema.ts';
import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
} from '../../src/platform/http/server.ts';

/** A caller with every scope but `groups`, for tests. */
export const trader: Principal = {
  userId: 'user-1',
  idpId: 'idp-1',
  username: 'ada',
  avatar: '',
  walletAddress: 'wallet-1',
  authMethod: 'apiKey',
  scopes: new Set(['read', 'trade']),
  budgetKey: 'key-1',
  apiKey: null,
  sessionId: null,
};

export const BEARER = 'Bearer svc_test';
export const SANDBOX_BEARER = 'Bearer sandbox-token';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  fields: Record<string, unknown>;
  message: string;
}

function memoryLog(): { log: HttpLog; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write = (level: LogLine['level']) => (fields: object, message: string) => {
    lines.push({ level, fields: fields as Record<string, unknown>, message });
  };
  return { log: { info: write('info'), warn: write('warn'), error: write('error') }, lines };
}

const Order = Type.Object(
  { id: Type.String(), amountUsd: moneyString('What was paid.'), note: nullable(Type.String()) },
  { title: 'Order', description: 'One order.' },
);

/** Routes that show every kind of answer; `seen` keeps what the handlers were given. */
export function exampleRoutes(seen: unknown[]): Route[] {
  const order = { id: 'o-1', amountUsd: '25', note: null };
  const common = { scope: 'trade', tag: 'Orders', description: 'For tests.' };
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/me',
      scope: 'none',
      summary: 'Who am I',
      response: Type.Object({ userId: Type.String() }),
      examples: { response: { userId: 'user-1' } },
      handler: ({ principal }) => ({ userId: principal.userId }),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/orders',
      summary: 'Lists orders',
      query: Type.Object({
        limit: limitQuery(50, 200),
        cursor: cursorQuery(),
        side: Type.Optional(oneOf(['BUY', 'SELL'], { description: 'Which side.' })),
        open: Type.Optional(Type.Boolean()),
      }),
      response: Type.Array(Order),
      examples: { response: [order] },
      handler: ({ query }) => {
        seen.push(query);
        return page([order], query.cursor === undefined ? encodeCursor('o-1', 7) : null);
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/orders',
      summary: 'Places an order',
      body: Type.Object({
        amountUsd: usdcAmount('What to pay.'),
        reason: Type.Optional(Type.String({ maxLength: 5 })),
        legs: Type.Optional(Type.Array(Type.Object({ side: Type.String() }))),
      }),
      response: Order,
      status: 201,
      otherStatuses: [202],
      errors: ['INSUFFICIENT_FUNDS', 'PRICE_UNAVAILABLE'],
      examples: { request: { amountUsd: '25' }, response: order },
      handler: async ({ body, idempotency }) => {
        seen.push(body, idempotency);
        return body.reason === 'later'
          ? answer({ ...order, note: 'later' }, { status: 202 })
          : order;
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/orders/{id}/close',
      summary: 'Closes an order',
      params: Type.Object({ id: idParam('The order.') }),
      response: Order,
      examples: { response: order },
      handler: (context) => {
        seen.push(context.body);
        const json = context.serialize({ ...order, id: context.params.id });
        return rawAnswer({ status: 200, json, replayed: true, headers: { 'x-extra': 'yes' } });
      },
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/refusals/{code}',
      scope: 'none',
      summary: 'Refuses',
      params: Type.Object({ code: Type.String({ maxLength: 40 }) }),
      response: Order,
      examples: { response: order },
      handler: ({ params }) => {
        if (params.code === 'bug') throw new Error('select secret from vault');
        if (params.code === 'unprintable') return { id: 'o-1' } as never;
        if (params.code === 'late') return Promise.reject(new TypeError('late bug'));
        throw new AppError(params.code as 'NO_POSITION', { details: { symbol: 'SOL' } });
      },
    }),
    defineRoute({
      ...common,
      method: 'PUT',
      path: '/groups/{id}',
      scope: 'groups',
      summary: 'Needs a scope that the caller has not',
      params: Type.Object({ id: idParam('The group.') }),
      body: Type.Object({ name: Type.String() }),
      response: Order,
      examples: { request: { name: 'a' }, response: order },
      handler: () => order,
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/clock',
      auth: 'sandbox',
      scope: 'none',
      summary: 'The clock',
      response: Type.Object({ now: Type.String() }),
      examples: { response: { now: '' } },
      handler: () => ({ now: 'now' }),
    }),
  ];
}

export interface TestServer {
  server: HttpServer;
  lines: LogLine[];
  seen: unknown[];
  health: { live: boolean; ready: boolean };
}

/** A server with the example routes and the given ones, ready for `inject`. */
export async function testServer(
  overrides: Partial<HttpServerOptions> = {},
  ...routes: readonly Route[]
): Promise<TestServer> {
  const { log, lines } = memoryLog();
  const seen: unknown[] = [];
  const health = { live: true, ready: true };
  const server = createHttpServer({
    log,
    publicUrl: 'http://localhost:3000',
    corsOrigins: [],
    authenticate: (header) => {
      if (header === BEARER) return trader;
      throw new AppError('UNAUTHORIZED');
    },
    rateBudget: createRollingBudget({ elapsedMs: () => 0 }),
    health: {
      live: () => health.live,
      ready: () => ({ ready: health.ready, waitingFor: ['migrations', 'prices'] }),
    },
    metricsText: async () => 'process_up 1\n',
    sandboxAuthenticate: (header) => {
      if (header !== SANDBOX_BEARER) throw new AppError('UNAUTHORIZED');
    },
    clock: fixedClock(Date.UTC(2026, 0, 1)),
    ...overrides,
  });
  server.route(...exampleRoutes(seen), ...routes);
  await server.ready();
  return { server, lines, seen, health };
}

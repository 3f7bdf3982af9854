import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { isId } from '../ids.ts';
import { Answer, RawAnswer, StreamAnswer } from './answer.ts';
import { RouteContext } from './context.ts';
import { JSON_TYPE } from './error-handler.ts';
import { type Idempotency, idempotencyOf } from './idempotency.ts';
import { compileQueryReader, type QuerySchema } from './query.ts';
import { idParamsOf, isWrite, type Route } from './route.ts';
import './request-state.ts';

/** Whether the server is closing: answers then also close their connection. */
export interface Lifecycle {
  closing: boolean;
}

export type Guard = (
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
) => void;

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value;

/** The path of a request as sent, without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

function send(reply: FastifyReply, status: number, result: unknown): void {
  if (result instanceof RawAnswer) {
    if (result.headers !== undefined) reply.headers(result.headers);
    if (result.replayed) reply.header('idempotency-replayed', 'true');
    reply.code(result.status).header('content-type', JSON_TYPE).send(result.json);
  } else if (result instanceof StreamAnswer) {
    reply.headers(result.headers).header('content-type', JSON_TYPE).send(result.stream);
  } else if (result instanceof Answer) {
    if (result.headers !== undefined) reply.headers(result.headers);
    reply.code(result.status ?? status).send({ data: result.data });
  } else {
    if (status !== 200) reply.code(status);
    reply.send({ data: result });
  }
}

/**
 * The last refusals before the handler, in the order of contract 2: shape of the key (400), scope
 * (403), an id that cannot be one (404).
 */
function prepare(
  route: Route,
  idParams: readonly string[],
  request: FastifyRequest,
  keyed: boolean,
): Idempotency | null {
  const header = keyed ? request.raw.headers['idempotency-key'] : undefined;
  const idempotency =
    header === undefined
      ? null
      : idempotencyOf(header, {
          method: request.method,
          path: pathOf(request.url),
          body: request.body,
        });
  if (route.auth === 'api' && route.scope !== 'none') {
    if (request.principal?.scopes.has(route.scope) !== true) {
      throw new AppError('SCOPE_REQUIRED', { details: { scope: route.scope } });
    }
  }
  for (const name of idParams) {
    const value = (request.params as Record<string, string>)[name];
    if (value === undefined || !isId(value)) throw new AppError('NOT_FOUND');
  }
  return idempotency;
}

function handlerOf(route: Route, lifecycle: Lifecycle) {
  const status = route.statuses[0] ?? 200;
  const idParams = idParamsOf(route);
  const keyed = route.auth === 'api' && isWrite(route);
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const idempotency = prepare(route, idParams, request, keyed);
    const context = new RouteContext(request, reply, idempotency);
    const result = route.handler(context);
    if (!isPromise(result)) {
      if (lifecycle.closing) reply.header('connection', 'close');
      send(reply, status, result);
      return;
    }
    result
      .then((value) => {
        if (lifecycle.closing) reply.header('connection', 'close');
        send(reply, status, value);
      })
      .catch((error: unknown) => {
        reply.send(error instanceof Error ? error : new Error(String(error)));
      });
  };
}

function schemaOf(route: Route): NonNullable<RouteShorthandOptions['schema']> {
  const enveloped = {
    type: 'object',
    properties: { data: route.response },
    required: ['data'],
  };
  return {
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(isWrite(route) ? { body: route.body ?? { type: 'object' } } : {}),
    response: Object.fromEntries(route.statuses.map((status) => [status, enveloped])),
  };
}

/** Puts a route on the server: guard, reading, validation, handler, serialiser. */
export function mountRoute(
  app: FastifyInstance,
  route: Route,
  options: { guard: Guard | null; lifecycle: Lifecycle },
): void {
  const { guard, lifecycle } = options;
  const readQuery = route.query ? compileQueryReader(route.query as QuerySchema) : null;
  const write = isWrite(route);
  const prepareParts: Guard = (request, _reply, done) => {
    if (write && request.body === undefined) request.body = {};
    try {
      if (readQuery !== null) request.query = readQuery(request.query as Record<string, unknown>);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { takesBody: route.body !== undefined },
    schema: schemaOf(route),
    ...(guard === null ? {} : { onRequest: guard }),
    ...(write || readQuery !== null ? { preValidation: prepareParts } : {}),
    handler: handlerOf(route, lifecycle),
  });
}

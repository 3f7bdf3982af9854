import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../errors/app-error.ts';
import type { Ids } from '../ids.ts';
import type { HttpLog } from './access-log.ts';
import { errorBody, errorHeaders, internalRefusal, refusalOf } from './error-answer.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers every failure in the one shape of contract 2. What is not a refusal is a bug: its stack
 * goes to the log under the `errorId` of the answer, never into the answer.
 */
export function createErrorHandler(options: {
  log: HttpLog;
  ids: Ids;
  lifecycle: { readonly closing: boolean };
}) {
  const { log, ids, lifecycle } = options;
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const errorId = ids.next();
    let refusal: AppError | null = refusalOf(error);
    if (refusal === null) {
      refusal = internalRefusal();
      // The URL may hold what must not be logged; the template of the route tells as much.
      const route = request.routeOptions?.url ?? 'unmatched';
      const { stack, message } = error instanceof Error ? error : new Error(String(error));
      const { id: requestId, method } = request;
      const fields = { errorId, requestId, method, route, reason: message, stack };
      log.error(fields, 'internal error');
    }
    const body = errorBody(refusal, errorId);
    const headers = errorHeaders(refusal);
    for (const name of Object.keys(headers)) reply.header(name, headers[name]);
    if (lifecycle.closing) reply.header('connection', 'close');
    reply.code(body.statusCode).header('content-type', JSON_TYPE).send(JSON.stringify(body));
  };
}

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyError, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { invalid } from '../../errors/app-error.ts';
import type { Ids } from '../ids.ts';
import { BODY_LIMIT_BYTES } from './body-parser.ts';
import { errorBody } from './error-answer.ts';
import { requestIds } from './request-id.ts';

/** A request must be received whole within this time. */
export const REQUEST_TIMEOUT_MS = 25_000;
/** Longer than the idle timeout of the usual proxies, so that they close first. */
export const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** A refused client may read its answer for this long; then the connection is gone. */
export const REFUSED_LINGER_MS = 2_000;
/** Longest id or slug in a path, encoded; a longer one names nothing. */
export const MAX_PARAM_LENGTH = 512;

const PARSER_PROBLEMS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'headers must be smaller',
  ERR_HTTP_REQUEST_TIMEOUT: 'request must be sent faster',
};

/** Answers what the HTTP parser of Node refuses before there is a request. */
function refuseConnection(ids: Ids) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const problem = PARSER_PROBLEMS[error.code ?? ''] ?? 'request must be valid HTTP';
    const body = JSON.stringify(errorBody(invalid(problem), ids.next()));
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    // A client that never closes its end would keep the connection for ever.
    const lingering = setTimeout(() => socket.destroy(), REFUSED_LINGER_MS);
    socket.once('close', () => clearTimeout(lingering));
  };
}

/** Fastify as this service runs it: own log, own errors, JSON as it was sent and nothing coerced. */
export function createFramework(options: {
  ids: Ids;
  /** Answers a URL that Fastify cannot route at all. */
  onUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void;
}) {
  const nextRequestId = requestIds();
  return fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: (request: IncomingMessage) => nextRequestId(request.headers['x-request-id']),
    requestIdHeader: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: options.onUnroutable,
    clientErrorHandler: refuseConnection(options.ids),
    ajv: {
      customOptions: {
        coerceTypes: false,
        useDefaults: false,
        removeAdditional: false,
        // Every problem of a body is told at once, with the words of its schema.
        allErrors: true,
        verbose: true,
        allowUnionTypes: true,
        keywords: ['x-unit', 'x-must', 'x-clamp', 'x-id'],
      },
    },
  });
}

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assert } from '../../errors/app-error.ts';
import type { Idempotency } from './idempotency.ts';
import type { Principal } from './principal.ts';

/** What a handler knows of its request. Everything but the plain fields is made when it is read. */
export class RouteContext<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The Idempotency-Key of a write and its hashes; null without the header. */
  readonly idempotency: Idempotency | null;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #controller: AbortController | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, idempotency: Idempotency | null) {
    this.params = request.params as Params;
    this.query = request.query as Query;
    this.body = request.body as Body;
    this.idempotency = idempotency;
    this.#request = request;
    this.#reply = reply;
  }

  /** The caller; only routes of the kind `api` have one. */
  get principal(): Principal {
    const { principal } = this.#request;
    assert(principal !== null, 'a handler without an authenticated caller asked for it');
    return principal;
  }

  get requestId(): string {
    return this.#request.id;
  }

  /** Address of the peer of the connection; a proxy's own when there is one. */
  get peerAddress(): string {
    return this.#request.raw.socket.remoteAddress ?? '';
  }

  get headers(): IncomingHttpHeaders {
    return this.#request.raw.headers;
  }

  /** Aborted when the caller hangs up before the answer is sent. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      const { raw } = this.#reply;
      raw.once('close', () => {
        if (!raw.writableFinished) controller.abort();
      });
      this.#controller = controller;
    }
    return this.#controller.signal;
  }

  /** Prints data as the route's answer, envelope included: what is stored for a repeated key. */
  serialize(this: RouteContext, data: unknown, status = 200): string {
    const print = this.#reply.getSerializationFunction(String(status));
    assert(print !== undefined, `the route does not describe an answer with status ${status}`);
    return print({ data });
  }
}

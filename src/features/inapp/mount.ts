import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildSchema } from 'graphql';
import { claimOf } from '../../engine/claim.ts';
import { AppError } from '../../errors/app-error.ts';
import { JSON_TYPE } from '../../platform/http/error-handler.ts';
import { idempotencyOf } from '../../platform/http/idempotency.ts';
import type { Guard } from '../../platform/http/mount-route.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { AccountEnd } from '../own-data/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Withdrawals } from '../withdrawals/index.ts';
import { accountFields } from './account-fields.ts';
import type { InAppContext } from './context.ts';
import { refusedBody, resultBody } from './error-answer.ts';
import { type KeyDeps, keyFields } from './keys.ts';
import { readRequest, runOperation } from './run-operation.ts';
import { signInFields } from './sign-in-fields.ts';
import { typeDefs } from './type-defs.ts';
import { withdrawalFields } from './withdrawal-fields.ts';

const PATH = '/graphql';

export interface InAppDeps extends KeyDeps {
  readonly sessions: Sessions;
  readonly withdrawals: Withdrawals;
  readonly accountEnd: AccountEnd;
  /** Who calls (401) and the budget of the session (429), as on every route of the API. */
  readonly guard: Guard;
  /** Where a request really comes from. */
  readonly originOf: (request: {
    readonly peerAddress: string;
    readonly headers: IncomingHttpHeaders;
  }) => { readonly ip: string | null; readonly userAgent: string | null };
  /** Whether the schema may be asked about itself: in a sandbox, not in production. */
  readonly introspection: boolean;
  readonly ids: Ids;
  readonly log: Log;
}

/** A key, however much it may, does none of this (contract 14). */
const refuseKeys: Guard = (request, _reply, done) => {
  done(request.principal?.authMethod === 'jwt' ? undefined : new AppError('FORBIDDEN'));
};

function contextOf(request: FastifyRequest, deps: InAppDeps): InAppContext {
  const { principal } = request;
  if (principal === null) throw new AppError('UNAUTHORIZED');
  const { method, body, headers } = request;
  const key = headers['idempotency-key'];
  return {
    principal,
    ...deps.originOf({ peerAddress: request.raw.socket.remoteAddress ?? '', headers }),
    idempotency: claimOf(principal.userId, idempotencyOf(key, { method, path: PATH, body })),
  };
}

/**
 * Puts `POST /graphql` on the server (contract 14): for sessions alone, one operation a request. A
 * request that is refused whole answers with the status of its code, and the code is among `errors`
 * as well; what single fields refuse is among `errors` of a 200.
 */
export function mountGraphQl(app: FastifyInstance, deps: InAppDeps): void {
  const schema = buildSchema(typeDefs);
  const resolvers = {
    ...signInFields(deps.sessions),
    ...keyFields(deps),
    ...withdrawalFields(deps.withdrawals),
    ...accountFields(deps.accountEnd),
  };
  const { introspection, ids, log } = deps;

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('content-type', JSON_TYPE);
    try {
      const context = contextOf(request, deps);
      const wish = readRequest(request.body);
      const result = await runOperation(schema, wish, { resolvers, context, introspection });
      reply.send(JSON.stringify(resultBody(result, { ids, log })));
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
      const body = refusedBody(error, ids);
      reply.code(body.statusCode).send(JSON.stringify(body));
    }
  }

  app.route({
    method: 'POST',
    url: PATH,
    config: { takesBody: true },
    onRequest: [deps.guard, refuseKeys],
    handler: async (request, reply) => {
      await answer(request, reply);
      return reply;
    },
  });
}

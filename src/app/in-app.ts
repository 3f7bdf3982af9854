import { mountGraphQl } from '../features/inapp/index.ts';
import { createAccountEnd } from '../features/own-data/index.ts';
import { apiGuard } from '../platform/http/guards.ts';
import type { RateBudget } from '../platform/http/rate-budget.ts';
import type { HttpServer } from '../platform/http/server.ts';
import type { Services } from './services.ts';
import { allCredentials } from './sign-in.ts';

/** Puts `/graphql` on the server: what an interactive session may do and a key never. */
export function mountInApp(server: HttpServer, services: Services, rateBudget: RateBudget): void {
  const { config, database, engine, identity, ids, log, signIn, withdrawals } = services;
  const { sessions } = signIn;
  const { reads } = database;
  const { authenticate } = allCredentials(services);
  mountGraphQl(server.app, {
    identity,
    reads,
    sessions,
    withdrawals,
    accountEnd: createAccountEnd({ engine, reads, sessions, identity }),
    guard: apiGuard({ authenticate, rateBudget }),
    originOf: signIn.originOf,
    introspection: config.sandbox,
    ids,
    log,
  });
}

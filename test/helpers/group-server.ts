import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { groupRoutes } from '../../src/features/groups/index.ts';
import { createAuthenticator, createIdentity } from '../../src/features/identity/index.ts';
import { dollars } from '../../src/money/text.ts';
import { monotonicClock } from '../../src/platform/clock.ts';
import { noFailpoint } from '../../src/platform/failpoint.ts';
import { createRollingBudget } from '../../src/platform/http/rate-budget.ts';
import { createHttpServer } from '../../src/platform/http/server.ts';
import { type Backend, openBackend } from './backend.ts';

export interface Caller {
  readonly userId: string;
  readonly idpId: string;
  readonly apiKey: string;
}

/** The routes of groups on a server and a database of their own, and callers to ask them. */
export type GroupServer = Awaited<ReturnType<typeof openGroupServer>>;

export async function openGroupServer() {
  const backend = await openBackend();
  const { clock, log } = backend;
  const authenticator = createAuthenticator({ ...backend, monotonic: monotonicClock });
  const identity = createIdentity({ ...backend, authenticator });
  const server = createHttpServer({
    log,
    publicUrl: 'http://localhost',
    corsOrigins: [],
    authenticate: authenticator.authenticate,
    rateBudget: createRollingBudget(monotonicClock),
    health: { ready: () => true } as never,
    metricsText: async () => '',
    clock,
  });
  server.route(...groupRoutes({ ...backend, verticals: [] }));
  await server.ready();
  const elsewhere = engineElsewhere(backend);

  async function call(
    method: 'GET' | 'POST' | 'PATCH',
    caller: Caller,
    path: string,
    body: object,
    headers: Record<string, string>,
  ) {
    const answer = await server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${caller.apiKey}`, ...headers },
      ...(method === 'GET' ? {} : { payload: body }),
    });
    const { data, code = null, details } = answer.json();
    const next = answer.headers['x-next-cursor'] as string | undefined;
    const replayed = answer.headers['idempotency-replayed'] === 'true';
    return { status: answer.statusCode, data, code, details, next, replayed };
  }
  const get = (caller: Caller, path: string) => call('GET', caller, path, {}, {});
  const post = (caller: Caller, path: string, body = {}, headers: Record<string, string> = {}) =>
    call('POST', caller, path, body, headers);
  const patch = (caller: Caller, path: string, body = {}) => call('PATCH', caller, path, body, {});

  let users = 0;
  return {
    backend,
    /** The engine of another process on the same database. */
    elsewhere,
    get,
    post,
    patch,
    /** A user with so many dollars; `scopes` null for a full key. */
    async newUser(amount = '100', scopes: readonly string[] | null = null): Promise<Caller> {
      users += 1;
      const { userId, idpId, apiKey } = await identity.createUser({
        username: `user_${users}`,
        mode: 'paper',
        deposit: amount === '0' ? null : { amount: dollars(amount), source: 'sandbox' },
        key: { label: 'test', scopes, expiresAt: null },
      });
      return { userId, idpId, apiKey: apiKey ?? '' };
    },
    /** A further key of a user; `scopes` null for a full one. */
    key: (caller: Caller, scopes: readonly string[] | null) =>
      identity.createKey(caller.userId, { label: 'further', scopes, expiresAt: null }),
    async newGroup(owner: Caller, settings: object = {}): Promise<{ id: string; code: string }> {
      const { data } = await post(owner, '/groups', { name: 'Geese', ...settings });
      return { id: data.groupId, code: data.membership.inviteCode };
    },
    run: (text: string, values: unknown[] = []) =>
      backend.database.withClient((client) => client.query(text, values)),
    async close() {
      await server.close();
      await elsewhere.close();
      await authenticator.close();
      await backend.close();
    },
  };
}

function engineElsewhere({ database, clock, ids, log }: Backend): Engine {
  return createEngine({
    context: {
      clock,
      wallClock: clock,
      ids,
      failpoint: noFailpoint,
      followRows: () => ({ statement: { name: 'none', text: 'select 1' }, values: [] }),
    },
    clientConfig: () => database.clientConfig(),
    log,
    elapsedMs: () => monotonicClock.elapsedMs(),
  });
}

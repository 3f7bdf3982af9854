import { pino } from 'pino';
import { type App, startApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { type Answer, dataOf, type Method, send } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const SANDBOX_TOKEN = 'sandbox-token-of-the-tests';

/** A user of the service with a key, and the means to call the API with it. */
export interface TestUser {
  readonly name: string;
  readonly userId: string;
  readonly idpId: string;
  readonly apiKey: string;
  /** One request under /api/v1. */
  call(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  // biome-ignore lint/suspicious/noExplicitAny: the data of any route.
  get(path: string): Promise<any>;
  /** The data of a POST that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: the data of any route.
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<any>;
}

export interface UserOptions {
  /** Dollars in the wallet, `1000` by default. */
  readonly depositUsd?: string;
  /** Absent: a key with every ordinary scope. */
  readonly scopes?: readonly string[];
}

/** A whole process of the service on a free port, on a database of its own. */
export interface TestApp {
  readonly origin: string;
  readonly app: App;
  readonly database: TestDatabase;
  /** The data of a sandbox call that must succeed; paths are under /sandbox/v1. */
  // biome-ignore lint/suspicious/noExplicitAny: the data of any route.
  sandbox(method: Method, path: string, body?: unknown): Promise<any>;
  user(name: string, options?: UserOptions): Promise<TestUser>;
  /** A user of the other process calls this one: the same key at another origin. */
  at(user: Pick<TestUser, 'name' | 'userId' | 'idpId' | 'apiKey'>): TestUser;
  pin(mint: string, priceUsd: string): Promise<void>;
  /** Fails with what is broken unless every invariant of the ledger holds. */
  audit(): Promise<void>;
  /** Stops the process and starts another on the same database and configuration. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** What is logged of failures; 503 is what tests of trouble ask for. */
const unexpected = {
  write(line: string) {
    if (!line.includes('"status":503')) process.stderr.write(line);
  },
};

/**
 * Starts the service in this process: empty, in the model's world, with the sandbox open. `env`
 * adds to or replaces the configuration; `database` shares that of another process.
 */
export async function startTestApp(
  env: Readonly<Record<string, string>> = {},
  options: { database?: TestDatabase } = {},
): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  const config = loadConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    SKEIN_DEMO: '0',
    SKEIN_SANDBOX_TOKEN: SANDBOX_TOKEN,
    ...env,
  });
  const start = () => startApp(config, { log: pino({ level: 'error' }, unexpected) });
  let app = await start();

  const sandbox: TestApp['sandbox'] = async (method, path, body) => {
    const url = `/sandbox/v1${path}`;
    return dataOf(await send(app.origin, { method, path: url, token: SANDBOX_TOKEN, body }));
  };
  const at: TestApp['at'] = (user) => {
    const call: TestUser['call'] = (method, path, body, headers) =>
      send(app.origin, {
        method,
        path: `/api/v1${path}`,
        token: user.apiKey,
        ...(body === undefined ? {} : { body }),
        ...(headers === undefined ? {} : { headers }),
      });
    return {
      ...user,
      call,
      get: async (path) => dataOf(await call('GET', path)),
      post: async (path, body, headers) => dataOf(await call('POST', path, body, headers)),
    };
  };
  return {
    get origin() {
      return app.origin;
    },
    get app() {
      return app;
    },
    database,
    sandbox,
    at,
    async user(name, { depositUsd = '1000', scopes } = {}) {
      const made = await sandbox('POST', '/users', {
        username: name,
        ...(depositUsd === '0' ? {} : { depositUsd }),
        ...(scopes === undefined ? {} : { scopes }),
      });
      return at({ name, ...made });
    },
    async pin(mint, priceUsd) {
      await sandbox('PUT', `/prices/token/${mint}`, { priceUsd });
    },
    async audit() {
      const { checks } = await sandbox('GET', '/audit');
      const broken = checks.filter((check: { ok: boolean }) => !check.ok);
      if (checks.length === 0 || broken.length > 0) throw new Error(JSON.stringify(broken));
    },
    async restart() {
      await app.stop();
      app = await start();
    },
    async stop() {
      await app.stop();
      if (options.database === undefined) await database.drop();
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { type App, startApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { type CuttingProxy, openCuttingProxy } from '../helpers/cutting-proxy.ts';
import { type Chance, chanceOf } from './chance.ts';
import { type HeldTurns, holdTurns } from './held-turns.ts';
import type { SimDatabase } from './server.ts';
import type { VirtualTime } from './virtual-time.ts';
import { watchWork } from './watched-work.ts';

export const SANDBOX_TOKEN = 'sandbox-token-of-the-simulation';
/** Real time between two looks whether the server has noticed an end. */
const LOOK_INTERVAL_MS = 2;
/** Whoever waits inside a process that has died finds that an hour has passed. */
const AFTERLIFE_MS = 3_600_000;

/** The work that waits for all other work of its process. */
export const SNAPSHOTS = 'equity';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Request {
  readonly method: Method;
  readonly path: string;
  readonly token: string;
  readonly body?: unknown;
  readonly key?: string | undefined;
}

export interface Answer {
  readonly status: number;
  /** Code of a refusal; empty for a success. */
  readonly code: string;
  readonly text: string;
  readonly replayed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the data of any route.
  readonly data: any;
}

/** One process of the service on the simulated machine. */
export interface SimProcess {
  readonly name: string;
  readonly app: App;
  readonly proxy: CuttingProxy;
  /** Resolves when nothing of it is under way, or when it dies. */
  idle(): Promise<unknown>;
  readonly dead: boolean;
  /** Resolves when it dies. */
  readonly ended: Promise<null>;
  /** Batches of commands that changed something. */
  readonly commits: number;
  /** Lets one piece of background work run to its end, or to that of the process. */
  turn(name: string): Promise<void>;
  /** The answer; null when the process died first. */
  send(request: Request): Promise<Answer | null>;
  /** Lets the process die when it reaches a failpoint for the n-th time. */
  dieAt(failpoint: string, n?: number): void;
  /** Takes the failpoint back; true when it had not been reached. */
  spare(): boolean;
  /** Drops the process without grace; resolves when the server has noticed. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface ProcessOptions {
  readonly name: string;
  readonly database: SimDatabase;
  readonly time: VirtualTime;
  readonly seed: number;
}

/** What ends the work of a process at a failpoint. */
class Died extends Error {}

/** How a process dies: whoever waits for it hears of it, nothing of it reaches the database. */
class Life {
  dead = false;
  readonly ended: Promise<null>;
  #end: (nothing: null) => void = () => {};
  #armed: { name: string; left: number } | null = null;
  readonly #cut: () => void;
  #afterMs = 0;

  constructor(cut: () => void) {
    this.#cut = cut;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  arm(armed: { name: string; left: number } | null): boolean {
    const spared = this.#armed !== null;
    this.#armed = armed;
    return spared;
  }

  die(): void {
    this.dead = true;
    this.#armed = null;
    this.#cut();
    this.#end(null);
  }

  reach(name: string): void {
    if (this.#armed?.name !== name) return;
    this.#armed.left -= 1;
    if (this.#armed.left > 0) return;
    this.die();
    throw new Died(name);
  }

  /** Lets whoever still waits inside a dead process give up. */
  afterMs(): number {
    if (this.dead) this.#afterMs += AFTERLIFE_MS;
    return this.#afterMs;
  }
}

function surroundingsOf({ time, seed }: ProcessOptions, turns: HeldTurns, life: Life) {
  const chance: Chance = chanceOf(seed);
  return {
    wallClock: time.wallClock,
    monotonic: { elapsedMs: () => time.monotonic.elapsedMs() + life.afterMs() },
    random: (size: number) => chance.bytes(size),
    turns: turns.turns,
    serial: true,
    failpoint: (name: string) => life.reach(name),
  };
}

function configOf({ name }: ProcessOptions, proxy: CuttingProxy) {
  const { port, user, database: databaseName } = proxy.clientConfig;
  return loadConfig({
    PORT: '0',
    DATABASE_URL: `postgresql://${user}@127.0.0.1:${port}/${databaseName}?application_name=${name}`,
    SKEIN_DEMO: '0',
    SKEIN_SANDBOX_TOKEN: SANDBOX_TOKEN,
    SKEIN_ORDER_WAIT_MS: '0',
    SKEIN_PUBLIC_URL: 'http://127.0.0.1:3000',
  });
}

export async function startProcess(options: ProcessOptions): Promise<SimProcess> {
  const { name, database } = options;
  const turns = holdTurns();
  const proxy = await openCuttingProxy(database.clientConfig);
  let closing: Promise<unknown> = Promise.resolve();
  const life = new Life(() => {
    closing = proxy.close();
    turns.release();
  });
  const surroundings = surroundingsOf(options, turns, life);
  const log = pino({ level: process.env.SKEIN_SIM_LOG ?? 'silent' });
  const app = await startApp(configOf(options, proxy), { log, surroundings });
  const work = watchWork(app.services);
  const idle = () => Promise.race([work.idle(), life.ended]);
  let commits = 0;
  app.services.engine.onCommitted(() => {
    commits += 1;
  });

  const gone = async (): Promise<void> => {
    const sessions = `select 1 from pg_stat_activity
      where application_name = $1 and datname = current_database()`;
    while ((await database.rows(sessions, [name])).length > 0) await pause(LOOK_INTERVAL_MS);
  };
  return {
    name,
    app,
    proxy,
    ended: life.ended,
    idle,
    get dead() {
      return life.dead;
    },
    get commits() {
      return commits;
    },
    async turn(name) {
      const run = name === SNAPSHOTS ? turns.runAmongAll : turns.run;
      await Promise.race([run(name), life.ended]);
      await idle();
    },
    send: (request) => Promise.race([answerOf(app, request), life.ended]),
    dieAt: (failpoint, n = 1) => void life.arm({ name: failpoint, left: n }),
    spare: () => life.arm(null),
    async kill() {
      if (!life.dead) life.die();
      await closing;
      await gone();
      // Nobody waits for the dead; what of it still runs finds no database.
      void app.stop().catch(() => undefined);
    },
    async stop() {
      turns.release();
      await app.stop();
      await proxy.close();
      await gone();
    },
  };
}

async function answerOf(app: App, { method, path, token, body, key }: Request): Promise<Answer> {
  const response = await app.server.app.inject({
    method,
    url: path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const text = response.payload;
  const parsed = JSON.parse(text) as { data?: unknown; code?: string };
  return {
    status: response.statusCode,
    code: parsed.code ?? '',
    text,
    replayed: response.headers['idempotency-replayed'] === 'true',
    data: parsed.data,
  };
}

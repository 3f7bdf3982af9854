import type { TestUser } from '../helpers/app.ts';
import type { Flock } from './flock.ts';
import { checkHistory, type HistoryDeps, type Repeated, type Sent } from './history.ts';

/** How long a client waits for an answer (reliability: client 30 s). */
const CLIENT_LIMIT_MS = 30_000;

/** Where the service is asked at the moment: directly, or through a link that has faults. */
export type Origin = () => string;

/** Several users who write at once, each under keys of its own, and who note what they learn. */
export interface Writers {
  readonly sent: readonly Sent[];
  /** Requests that were answered 2xx so far. */
  readonly done: number;
  /** Lets them finish what they are at. */
  stop(): Promise<void>;
}

export interface WritersOptions {
  readonly users: readonly TestUser[];
  readonly origin: Origin;
  /** The n-th request of a user, counted from 0. */
  readonly request: (user: TestUser, n: number) => { readonly path: string; readonly body: object };
  /** Goes into the keys, so that runs do not meet. */
  readonly name: string;
  /** How long a writer waits for an answer. */
  readonly patienceMs?: number;
  /** Between two requests of a writer. */
  readonly pauseMs?: number;
}

/** Starts them; after an answer that did not come a writer goes on with the next request. */
export function startWriters(options: WritersOptions): Writers {
  const { users, origin, request, name, patienceMs, pauseMs = 0 } = options;
  const sent: Sent[] = [];
  let done = 0;
  let isWriting = true;
  const write = async (user: TestUser): Promise<void> => {
    for (let n = 0; isWriting; n += 1) {
      const { path, body } = request(user, n);
      const what = { key: `${name} ${n}`, userId: user.userId, method: 'POST', path, body };
      const outcome = await ask(origin(), user.apiKey, what, patienceMs)
        .then(({ status, body: answer }) => ({ status, code: codeOf(answer), body: answer }))
        .catch(() => 'unknown' as const);
      sent.push({ ...what, outcome });
      if (outcome === 'unknown' || outcome.status >= 400) await pause(50);
      else done += 1;
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  const writing = users.map(write);
  return {
    sent,
    get done() {
      return done;
    },
    async stop() {
      isWriting = false;
      await Promise.all(writing);
    },
  };
}

/** What the history checker finds, when requests are repeated at `origin`; and what the audit does. */
export async function findingsOf(
  flock: Pick<Flock, 'rows' | 'broken'>,
  users: readonly TestUser[],
  { sent, origin, before }: { sent: readonly Sent[]; origin: string; before: ReadonlySet<string> },
): Promise<string[]> {
  const keys = new Map(users.map(({ userId, apiKey }) => [userId, apiKey]));
  const repeat: HistoryDeps['repeat'] = (one) => ask(origin, keys.get(one.userId) ?? '', one);
  const found = await checkHistory(sent, { rows: flock.rows, repeat, before });
  return [...found, ...(await flock.broken())];
}

/** Sends one request under its key; fails when no whole answer comes. */
export async function ask(
  origin: string,
  apiKey: string,
  { key, method, path, body }: Pick<Sent, 'key' | 'method' | 'path' | 'body'>,
  patienceMs = CLIENT_LIMIT_MS,
): Promise<Repeated> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  });
  const replayed = response.headers.get('idempotency-replayed') === 'true';
  return { status: response.status, body: JSON.parse(await response.text()), replayed };
}

const codeOf = (body: unknown): string | null => (body as { code?: string } | null)?.code ?? null;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

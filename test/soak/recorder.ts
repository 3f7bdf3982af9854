import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { idempotencyOf } from '../../src/platform/http/idempotency.ts';
import { ask, codeOf, type WireAnswer } from './wire.ts';

/** A request is repeated with its key until it answers; one that never does is a finding. */
const REPEAT_LIMIT_MS = 120_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_500;
/** How a single process is asked. */
const PROBE_PAUSE_MS = 50;
const PROBE_LIMIT_MS = 2_000;

export interface SoakUser {
  readonly userId: string;
  readonly apiKey: string;
}

/** A write that has its answer, as small as the check of histories allows. */
export interface SentRow {
  readonly userId: string;
  readonly keyHash: string;
  readonly kind: string;
  readonly status: number;
  readonly code: string | null;
  /** MD5 of the body of the answer, to be compared with the stored one. */
  readonly bodyMd5: string;
  /** The trades or the message that the answer tells of. */
  readonly effectIds: readonly string[];
}

export interface WriteCall {
  /** What the report counts it under. */
  readonly kind: string;
  readonly user: SoakUser;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: object;
  /** Asks this process alone, again and again in short pauses; absent: one and the other. */
  readonly only?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the data of any route.
export type Data = any;

export interface Counts {
  requests: number;
  /** Writes that have a definite answer. */
  writes: number;
  reads: number;
  /** Attempts that got no answer at all. */
  unanswered: number;
  /** Attempts that were told to come again: 429, 503 or IDEMPOTENCY_IN_PROGRESS. */
  toldToWait: number;
  byKind: Record<string, number>;
  byRefusal: Record<string, number>;
}

export interface Recorder {
  readonly counts: Counts;
  /** Writes and reads that wait for their answer. */
  readonly inFlight: number;
  /** What must never happen: an answer 500, a request that is never answered. */
  readonly findings: string[];
  /** Sends a write until it answers and keeps what it answered; the data of a 2xx, else null. */
  write(call: WriteCall): Promise<Data>;
  /** A read, once more when it got no answer; its data, else null. */
  read(user: SoakUser, path: string): Promise<Data>;
  /** The answered writes since the last time. */
  take(): SentRow[];
}

const isDefinite = (answer: WireAnswer): boolean =>
  answer.status < 500 && answer.status !== 429 && codeOf(answer) !== 'IDEMPOTENCY_IN_PROGRESS';

/** The ids of what a write has made, where its answer tells them. */
function effectsOf(kind: string, data: Data): string[] {
  if (kind === 'chat message') return [data.id];
  const closed = (data.results ?? []) as { actionJobId: string | null }[];
  const ids = [data.actionJobId ?? data.trade?.id, ...closed.map((one) => one.actionJobId)];
  return [...new Set(ids)].filter((id) => typeof id === 'string');
}

export function createRecorder(origins: () => readonly string[], run: string): Recorder {
  const counts: Counts = {
    ...{ requests: 0, writes: 0, reads: 0, unanswered: 0, toldToWait: 0 },
    ...{ byKind: {}, byRefusal: {} },
  };
  const findings: string[] = [];
  let rows: SentRow[] = [];
  let inFlight = 0;
  let keys = 0;

  const attempt = async (n: number, call: Parameters<typeof ask>[1], only?: string) => {
    counts.requests += 1;
    const all = origins();
    const origin = only ?? (all[n % all.length] as string);
    try {
      const answer = await ask(origin, call, only === undefined ? undefined : PROBE_LIMIT_MS);
      if (isDefinite(answer)) return answer;
      counts.toldToWait += 1;
      const code = codeOf(answer);
      if (answer.status === 500) findings.push(`${call.method} ${call.path}: ${answer.text}`);
      counts.byRefusal[code] = (counts.byRefusal[code] ?? 0) + 1;
    } catch {
      counts.unanswered += 1;
    }
    return null;
  };

  const untilAnswered = async (n: number, call: Parameters<typeof ask>[1], only?: string) => {
    const beganMs = performance.now();
    for (let tries = 0; ; tries += 1) {
      const answer = await attempt(n + tries, call, only);
      if (answer !== null) return answer;
      if (performance.now() - beganMs > REPEAT_LIMIT_MS) {
        findings.push(`${call.method} ${call.path} with key ${call.key} was never answered`);
        return null;
      }
      const backoffMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10));
      await delay(only === undefined ? backoffMs : PROBE_PAUSE_MS);
    }
  };

  const keep = (call: WriteCall, key: string, answer: WireAnswer): Data => {
    const { kind, user, method, path, body } = call;
    const isDone = answer.status < 300;
    const data = isDone ? (JSON.parse(answer.text) as { data: Data }).data : null;
    const code = isDone ? null : codeOf(answer);
    counts.writes += 1;
    counts.byKind[kind] = (counts.byKind[kind] ?? 0) + 1;
    if (code !== null) counts.byRefusal[code] = (counts.byRefusal[code] ?? 0) + 1;
    rows.push({
      userId: user.userId,
      keyHash: idempotencyOf(key, { method, path, body })?.scopeHash ?? '',
      kind,
      status: answer.status,
      code,
      bodyMd5: hash('md5', answer.text, 'hex'),
      effectIds: isDone ? effectsOf(kind, data) : [],
    });
    return data;
  };

  return {
    counts,
    findings,
    get inFlight() {
      return inFlight;
    },
    async write(call) {
      keys += 1;
      const n = keys;
      const key = `soak ${run} ${n}`;
      const { user, method, path, body, only } = call;
      inFlight += 1;
      try {
        const sent = { method, path, body, key, token: user.apiKey };
        const answer = await untilAnswered(n, sent, only);
        return answer === null ? null : keep(call, key, answer);
      } finally {
        inFlight -= 1;
      }
    },
    async read(user, path) {
      keys += 1;
      const n = keys;
      inFlight += 1;
      try {
        const call = { method: 'GET', path, token: user.apiKey };
        const answer = (await attempt(n, call)) ?? (await attempt(n + 1, call));
        counts.reads += 1;
        if (answer === null || answer.status > 299) return null;
        return (JSON.parse(answer.text) as { data: Data }).data;
      } finally {
        inFlight -= 1;
      }
    },
    take() {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

import { Agent, request } from 'node:http';

/**
 * How long a client waits for an answer before it takes it for lost: longer than the service works
 * on a request. Who repeats earlier, at another process, may be refused while the first one is still
 * on its way and succeeds after all.
 */
const ANSWER_LIMIT_MS = 30_000;

const agent = new Agent({ keepAlive: true, maxSockets: 192 });

export interface WireCall {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body?: object;
  readonly key?: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly text: string;
}

/** One request to one process; rejects when no whole answer comes. */
export function ask(origin: string, call: WireCall, limitMs = ANSWER_LIMIT_MS) {
  const { method, path, token, body, key } = call;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  return new Promise<WireAnswer>((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        clearTimeout(limit);
        const whole = Buffer.concat(chunks).toString();
        if (response.complete) resolve({ status: response.statusCode ?? 0, text: whole });
        else reject(new Error('half an answer'));
      });
      response.once('error', fail);
    });
    const fail = (cause: unknown) => {
      clearTimeout(limit);
      reject(cause);
    };
    const limit = setTimeout(() => sent.destroy(new Error('no answer in time')), limitMs);
    sent.once('error', fail);
    sent.end(text);
  });
}

/** The code of a refusal, or of whatever answered. */
export function codeOf({ status, text }: WireAnswer): string {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? `${status}`;
  } catch {
    return `${status}`;
  }
}

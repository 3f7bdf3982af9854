import { expectDescribed } from '../proofs/shapes.ts';

/** What a call answered; `body` is the parsed JSON, the text where it is none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any route.
  readonly body: any;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Call {
  readonly method: Method;
  readonly path: string;
  readonly token?: string;
  /** Sent as JSON; text is sent as it is. Absent: no body and no content type. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Watch = (call: Call, answer: Answer) => Answer;

let watch: Watch = (_, answer) => answer;

/** Every answer goes through this on its way to the test; for what gathers the coverage table. */
export function watchAnswers(through: Watch): void {
  watch = through;
}

/**
 * One request, over the wire as any client would send it. Whatever it is about, the answer must be
 * the one that the document describes, to the last field and code.
 */
export async function send(origin: string, call: Call): Promise<Answer> {
  const { method, path, token, body, headers = {} } = call;
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, body: parsed(text) };
  expectDescribed(call, answer);
  return watch(call, answer);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The data of an answer that must be a success; fails with the whole refusal otherwise. */
// biome-ignore lint/suspicious/noExplicitAny: answers of any route.
export function dataOf(answer: Answer): any {
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body.data;
}

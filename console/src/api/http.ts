import { ApiError, errorOfAnswer, unreachable } from './api-error.ts';

/** Where the bearer token of the session comes from. */
export interface TokenSource {
  /** The token in memory, renewed when it is about to expire; null when nobody is signed in. */
  current(): Promise<string | null>;
  /** Forgets a token that was refused and gets another; null when the session has ended. */
  renew(refused: string): Promise<string | null>;
}

export interface HttpRequest {
  readonly method: string;
  /** With its query, from the root of the service. */
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One request as JSON. Throws ApiError NETWORK when it fails before there is an answer. */
export async function sendOnce(
  fetch: Fetch,
  { method, url, body, headers, signal }: HttpRequest,
  token: string | null = null,
): Promise<HttpAnswer> {
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  };
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (problem) {
    if (signal?.aborted) throw problem;
    throw unreachable();
  }
  const text = await response.text().catch(() => {
    throw unreachable();
  });
  return { status: response.status, body: parsed(text), headers: response.headers };
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * A request as the signed-in user. A token that is refused is renewed and the request sent once
 * more; a second refusal is told to the caller. Throws ApiError for every answer that is no 2xx.
 */
export async function sendSigned(
  fetch: Fetch,
  tokens: TokenSource,
  request: HttpRequest,
): Promise<HttpAnswer> {
  const token = await tokens.current();
  // Who is signed out would be refused; a page that is about to go need not ask.
  if (token === null) throw new ApiError({ code: 'UNAUTHORIZED', message: 'Sign in first.' });
  let answer = await sendOnce(fetch, request, token);
  if (answer.status === 401) {
    const renewed = await tokens.renew(token);
    if (renewed !== null) answer = await sendOnce(fetch, request, renewed);
  }
  return checked(answer);
}

/** The answer when it is good. Throws ApiError otherwise. */
export function checked(answer: HttpAnswer): HttpAnswer {
  if (answer.status < 200 || answer.status > 299) throw errorOfAnswer(answer.status, answer.body);
  return answer;
}

/** Whether the same request may be sent again after a failure. */
export const mayRetry = (problem: unknown): boolean =>
  problem instanceof ApiError && problem.retryable;

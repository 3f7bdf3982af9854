import { type Fetch, type HttpAnswer, sendSigned, type TokenSource } from './http.ts';
import type { Operations } from './types.generated.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type KeyOf<M extends Method> = Extract<keyof Operations, `${M} ${string}`>;
/** The paths of the API that take a method, as openapi.json names them below /api/v1. */
export type PathOf<M extends Method> = KeyOf<M> extends `${M} ${infer Path}` ? Path : never;

type Operation<M extends Method, P extends string> = `${M} ${P}` extends keyof Operations
  ? Operations[`${M} ${P}`]
  : never;
/** What an operation gives. */
export type DataOf<M extends Method, P extends string> = Operation<M, P>['data'];

type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [K in Name]?: undefined }
  : Record<string, never> extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value };

/** What a call takes: the path's parameters, the query, the body of the operation. */
export type Input<M extends Method, P extends string> = Part<'path', Operation<M, P>['path']> &
  Part<'query', Operation<M, P>['query']> &
  Part<'body', Operation<M, P>['body']> & {
    readonly signal?: AbortSignal | undefined;
    /** Of one action of the user; a retry of the action carries the same. */
    readonly idempotencyKey?: string | undefined;
    /** Another credential than the session's: the operator's sandbox token. */
    readonly bearer?: string | undefined;
  };

type Arguments<M extends Method, P extends string> =
  Record<string, never> extends Input<M, P> ? [input?: Input<M, P>] : [input: Input<M, P>];

/** One page of a list. */
export interface Page<Data> {
  readonly data: Data;
  readonly nextCursor: string | null;
}

type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...input: Arguments<M, P>
) => Promise<DataOf<M, P>>;

/** The REST API of the service, typed by openapi.json. Every failure is an ApiError. */
export interface Rest {
  readonly get: Call<'GET'>;
  readonly post: Call<'POST'>;
  readonly put: Call<'PUT'>;
  readonly patch: Call<'PATCH'>;
  readonly delete: Call<'DELETE'>;
  /** A GET of a long list with the cursor of the page after it. */
  page<P extends PathOf<'GET'>>(
    path: P,
    ...input: Arguments<'GET', P>
  ): Promise<Page<DataOf<'GET', P>>>;
}

interface LooseInput {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly bearer?: string | undefined;
}

/** The address of a call: parameters put in, query added, below /api/v1 but for other roots. */
export function urlOf(path: string, { path: params = {}, query = {} }: LooseInput = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const root = /^\/(?:sandbox|auth)\//.test(filled) ? '' : '/api/v1';
  return `${root}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

/** `newKey` makes the Idempotency-Key of a write that was given none. */
export function createRest(deps: {
  fetch: Fetch;
  tokens: TokenSource;
  newKey: () => string;
}): Rest {
  const { fetch, tokens, newKey } = deps;

  function send(method: Method, path: string, input: LooseInput = {}): Promise<HttpAnswer> {
    const write = method !== 'GET';
    const { bearer } = input;
    const source = bearer === undefined ? tokens : fixedToken(bearer);
    return sendSigned(fetch, source, {
      method,
      url: urlOf(path, input),
      ...(write ? { body: input.body ?? {} } : {}),
      ...(write ? { headers: { 'idempotency-key': input.idempotencyKey ?? newKey() } } : {}),
      signal: input.signal,
    });
  }

  const call =
    <M extends Method>(method: M): Call<M> =>
    async (path, ...[input]) => {
      const { body } = await send(method, path, input as LooseInput | undefined);
      return (body as { data: DataOf<M, typeof path> }).data;
    };

  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
    async page(path, ...[input]) {
      const { body, headers } = await send('GET', path, input as LooseInput | undefined);
      const { data } = body as { data: DataOf<'GET', typeof path> };
      return { data, nextCursor: headers.get('x-next-cursor') };
    },
  };
}

const fixedToken = (token: string): TokenSource => ({
  current: async () => token,
  renew: async () => null,
});

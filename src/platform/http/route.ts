import type { Static, TObject, TSchema } from 'typebox';
import { assert } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { Answer, RawAnswer, StreamAnswer } from './answer.ts';
import type { RouteContext } from './context.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: `api` a key or session under `/api/v1`, counted against its budget; `sandbox` the
 * sandbox token under `/sandbox/v1`, never counted; `public` anybody.
 */
export type Auth = 'api' | 'sandbox' | 'public';

const PREFIXES: Record<Auth, string> = { api: '/api/v1', sandbox: '/sandbox/v1', public: '' };

type NoFields = TObject<Record<never, never>>;
type Result<Data> = Data | Answer<Data> | RawAnswer | StreamAnswer;

export interface RouteSpec<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Response extends TSchema,
> {
  method: Method;
  /** Below the prefix of its kind, parameters in braces: `/spot/proposals/{id}/close`. */
  path: string;
  /** `api` where it is not given. */
  auth?: Auth;
  /** What the key must be allowed, or `none`. */
  scope: string;
  tag: string;
  summary: string;
  description: string;
  /** Made of method and path where it is not given. */
  operationId?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The schema of `data`. */
  response: Response;
  /** Of an answer that says no other; 200 where it is not given. */
  status?: 200 | 201;
  /** Other statuses that the handler may give through `answer`. */
  otherStatuses?: readonly (200 | 201 | 202)[];
  /** Codes that the handler itself can refuse with; those of the HTTP layer are added. */
  errors?: readonly ErrorCode[];
  examples: { request?: Static<Body>; response: Static<Response> };
  handler(
    context: RouteContext<Static<Params>, Static<Query>, Static<Body>>,
  ): Result<Static<Response>> | Promise<Result<Static<Response>>>;
}

/** A route as the server and the reference see it. */
export interface Route {
  readonly method: Method;
  /** With its prefix, parameters in braces. */
  readonly path: string;
  readonly auth: Auth;
  readonly scope: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly operationId: string;
  readonly params: TSchema | undefined;
  readonly query: TSchema | undefined;
  readonly body: TSchema | undefined;
  readonly response: TSchema;
  /** The usual status first. */
  readonly statuses: readonly number[];
  readonly errors: readonly ErrorCode[];
  readonly examples: { readonly request?: unknown; readonly response: unknown };
  readonly handler: (context: RouteContext) => unknown;
}

const fieldsOf = (schema: TSchema | undefined): Record<string, TSchema> =>
  (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};

/** Names of the path parameters that are ids. */
export const idParamsOf = (route: Route): string[] =>
  Object.entries(fieldsOf(route.params))
    .filter(([, field]) => (field as { 'x-id'?: boolean })['x-id'] === true)
    .map(([name]) => name);

export const isWrite = (route: Route): boolean => route.method !== 'GET';

/** `POST /api/v1/spot/proposals/{id}/close` becomes `postSpotProposalsByIdClose`. */
function operationIdOf(method: Method, path: string): string {
  const words = path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (segment.startsWith('{') ? `by-${segment.slice(1, -1)}` : segment))
    .join('-')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return method.toLowerCase() + words.join('');
}

/** Every code the route can answer: its own and those of the HTTP layer, without repetition. */
function errorsOf(spec: RouteSpec<TSchema, TSchema, TSchema, TSchema>, auth: Auth): ErrorCode[] {
  const codes: ErrorCode[] = [];
  if (spec.query || spec.method !== 'GET') codes.push('VALIDATION_FAILED');
  if (auth !== 'public') codes.push('UNAUTHORIZED');
  if (auth === 'api' && spec.scope !== 'none') codes.push('SCOPE_REQUIRED');
  codes.push(...(spec.errors ?? []));
  if (spec.params) codes.push('NOT_FOUND');
  if (spec.method !== 'GET') {
    if (auth === 'api') codes.push('IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED');
    codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  }
  if (auth === 'api') codes.push('RATE_LIMITED');
  codes.push('INTERNAL');
  if (auth === 'api') codes.push('OVERLOADED');
  return [...new Set(codes)];
}

/**
 * Describes a route once: validation, types of the handler, serialiser and reference come from it.
 * The handler gets a context and returns data (sent as `{ data }`), an `answer`, a `page` or a
 * `rawAnswer`; it refuses by throwing AppError.
 */
export function defineRoute<
  Params extends TSchema = NoFields,
  Query extends TSchema = NoFields,
  Body extends TSchema = NoFields,
  Response extends TSchema = TSchema,
>(spec: RouteSpec<Params, Query, Body, Response>): Route {
  const auth = spec.auth ?? 'api';
  const inPath = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const described = Object.keys(fieldsOf(spec.params));
  assert(
    inPath.toSorted().join() === described.toSorted().join(),
    `${spec.method} ${spec.path}: params describe ${described.join()}, the path has ${inPath.join()}`,
  );
  assert(
    spec.method !== 'GET' || spec.body === undefined,
    `${spec.method} ${spec.path}: a GET takes no body`,
  );
  const { handler, status = 200, otherStatuses = [] } = spec;
  const erased = spec as unknown as RouteSpec<TSchema, TSchema, TSchema, TSchema>;
  return {
    method: spec.method,
    path: PREFIXES[auth] + spec.path,
    auth,
    scope: spec.scope,
    tag: spec.tag,
    summary: spec.summary,
    description: spec.description,
    operationId: spec.operationId ?? operationIdOf(spec.method, spec.path),
    params: spec.params,
    query: spec.query,
    body: spec.body,
    response: spec.response,
    statuses: [status, ...otherStatuses.filter((other) => other !== status)],
    errors: errorsOf(erased, auth),
    examples: spec.examples,
    handler: handler as unknown as Route['handler'],
  };
}

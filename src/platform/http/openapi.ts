import { AppError } from '../../errors/app-error.ts';
import { type ErrorCode, errorCatalogue } from '../../errors/catalogue.ts';
import { errorBody } from './error-answer.ts';
import { hoistComponents, type JsonObject } from './openapi-components.ts';
import { isWrite, type Route } from './route.ts';

export const API_VERSION = '1.0.0';

const EXAMPLE_ERROR_ID = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';

const ERROR_SCHEMA: JsonObject = {
  title: 'Error',
  type: 'object',
  description: 'The one body of every refused request.',
  required: ['statusCode', 'error', 'code', 'message', 'retryable', 'details', 'errorId'],
  properties: {
    statusCode: { type: 'integer', description: 'The HTTP status.' },
    error: { type: 'string', description: 'The name of the HTTP status.' },
    code: {
      type: 'string',
      enum: Object.keys(errorCatalogue),
      description: 'What to decide by; the codes are listed at `/error-codes.json`.',
    },
    message: {
      description: 'For people; a list for `VALIDATION_FAILED`, each naming its field.',
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    },
    retryable: {
      type: 'boolean',
      description: 'True only if sending the identical request again is safe and may help.',
    },
    details: { type: 'object', description: 'Machine context; money as strings.' },
    errorId: { type: 'string', description: 'Names this failure in the log of the service.' },
  },
};

const text = (description: string): JsonObject => ({ description, schema: { type: 'string' } });
const whole = (description: string): JsonObject => ({ description, schema: { type: 'integer' } });

const HEADERS: Record<string, JsonObject> = {
  'X-Request-Id': text("The caller's id of the request when it sent one, else the service's."),
  'RateLimit-Limit': whole('Requests that the key may make in any rolling 60 seconds.'),
  'RateLimit-Remaining': whole('Requests left in the window.'),
  'RateLimit-Reset': whole('Seconds until the oldest request leaves the window.'),
  'X-Next-Cursor': text('Where the next page begins; absent on the last one.'),
  'Idempotency-Replayed': text('`true` when this is the stored answer of an earlier request.'),
  'Retry-After': whole('Seconds to wait before the request is sent again.'),
};

const headerRefs = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const BUDGET_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

function exampleOf(code: ErrorCode): JsonObject {
  const problems = code === 'VALIDATION_FAILED' ? ['body.amountUsd is required'] : undefined;
  const refusal = new AppError(code, problems ? { problems } : {});
  const { description } = errorCatalogue[code];
  return { summary: description, value: errorBody(refusal, EXAMPLE_ERROR_ID) };
}

function errorResponses(route: Route): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of route.errors) {
    const { httpStatus } = errorCatalogue[code];
    byStatus.set(httpStatus, [...(byStatus.get(httpStatus) ?? []), code]);
  }
  const responses: JsonObject = {};
  for (const [status, codes] of byStatus) {
    const retryable = codes.some((code) => errorCatalogue[code].retryable);
    responses[status] = {
      description: codes.map((code) => `${code}: ${errorCatalogue[code].description}`).join('\n\n'),
      headers: headerRefs(retryable ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id']),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: Object.fromEntries(
            codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
    };
  }
  return responses;
}

function successResponses(route: Route): JsonObject {
  const names = ['X-Request-Id'];
  if (route.auth === 'api') names.push(...BUDGET_HEADERS);
  if (propertiesOf(route.query).cursor !== undefined) names.push('X-Next-Cursor');
  if (route.auth === 'api' && isWrite(route)) names.push('Idempotency-Replayed');
  const content = {
    'application/json': {
      schema: { type: 'object', required: ['data'], properties: { data: route.response } },
      example: { data: route.examples.response },
    },
  };
  const meanings: Record<number, string> = { 200: 'Done.', 201: 'Made.', 202: 'Accepted.' };
  return Object.fromEntries(
    route.statuses.map((status) => [
      status,
      { description: meanings[status] ?? 'Done.', headers: headerRefs(names), content },
    ]),
  );
}

interface ObjectSchema {
  properties?: Record<string, JsonObject>;
  required?: readonly string[];
}

const propertiesOf = (schema: unknown): Record<string, JsonObject> =>
  (schema as ObjectSchema | undefined)?.properties ?? {};

function parametersOf(route: Route): JsonObject[] {
  const list = (place: 'path' | 'query', schema: unknown): JsonObject[] =>
    Object.entries(propertiesOf(schema)).map(([name, { description, ...field }]) => ({
      name,
      in: place,
      required: place === 'path' || ((schema as ObjectSchema).required ?? []).includes(name),
      description,
      schema: field,
    }));
  const parameters = [...list('path', route.params), ...list('query', route.query)];
  if (route.auth === 'api' && isWrite(route)) {
    parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  }
  return parameters;
}

const SECURITY: Record<Route['auth'], JsonObject[]> = {
  api: [{ Bearer: [] }],
  sandbox: [{ SandboxToken: [] }],
  public: [],
};

function operationOf(route: Route): JsonObject {
  const scope =
    route.auth === 'api' && route.scope !== 'none' ? `\n\nScope: \`${route.scope}\`.` : '';
  const parameters = parametersOf(route);
  const required = ((route.body as ObjectSchema | undefined)?.required ?? []).length > 0;
  const { request } = route.examples;
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description + scope,
    security: SECURITY[route.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? {
          requestBody: {
            required,
            content: {
              'application/json': {
                schema: route.body,
                ...(request === undefined ? {} : { example: request }),
              },
            },
          },
        }
      : {}),
    responses: { ...successResponses(route), ...errorResponses(route) },
  };
}

const IDEMPOTENCY_PARAMETER: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat for 24 hours: the same key and body give the stored answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The OpenAPI 3.1 description of the given routes, without a host (contract 16). */
export function openApiDocument(routes: readonly Route[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = paths[route.path] ?? {};
    paths[route.path] = path;
    path[route.method.toLowerCase()] = operationOf(route);
  }
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  const { document, schemas } = hoistComponents(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Skein',
      version: API_VERSION,
      description: 'Group trading: one API through which people, bots and agents trade together.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths: document,
    components: {
      securitySchemes: {
        Bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key (`svc_…`) or the token of a session, never in the query.',
        },
        SandboxToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of the sandbox, printed at the first start in paper mode.',
        },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_PARAMETER },
      headers: HEADERS,
      examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      schemas: { Error: ERROR_SCHEMA, ...schemas },
    },
  };
}

import { readFileSync } from 'node:fs';

/** The part of a JSON Schema that the published document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly additionalProperties?: unknown;
}

interface Content {
  readonly content?: {
    readonly 'application/json'?: {
      readonly schema: Schema;
      readonly example?: unknown;
      readonly examples?: Readonly<Record<string, unknown>>;
    };
  };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** A route of the document under the name that tests and tables use: `GET /api/v1/me`. */
export interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly examples: Readonly<Record<string, unknown>>;
  };
}

/** The committed document; a test of its own holds that the service publishes the same. */
export const openapi: OpenApi = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
);

export const routes: readonly Route[] = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
  })),
);

const patterns = routes
  .map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
    parameters: route.path.split('{').length,
  }))
  // `/groups/preview` before `/groups/{id}`.
  .toSorted((a, b) => a.parameters - b.parameters);

/** The route that a request reaches; undefined where the document has none. */
export function routeOf(method: string, url: string): Route | undefined {
  const path = url.split('?')[0] ?? '';
  return patterns.find(({ route, pattern }) => route.method === method && pattern.test(path))
    ?.route;
}

/** The last step of a reference is the name of what it refers to. */
const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';

/** The schema itself, and the name of its fields: that of a component, else the one given. */
export function named(schema: Schema, name: string): { schema: Schema; name: string } {
  if (schema.$ref !== undefined) {
    const component = nameOf(schema.$ref);
    return { schema: openapi.components.schemas[component] ?? {}, name: component };
  }
  const inner = schema.anyOf?.find((one) => one.$ref !== undefined);
  return inner === undefined ? { schema, name } : named(inner, name);
}

/** The JSON content of a request or of a response. */
export const contentOf = (part: Content | undefined) => part?.content?.['application/json'];

/** The schema of the body that a route takes; undefined where it takes none. */
export const bodySchema = ({ operation }: Route): Schema | undefined =>
  operation.requestBody?.content?.['application/json']?.schema;

/** The schema of the answer with a status. */
export const answerSchema = ({ operation }: Route, status: number | string): Schema | undefined =>
  operation.responses[status]?.content?.['application/json']?.schema;

/** The codes that a route documents for a status. */
export const codesOf = ({ operation }: Route, status: number | string): string[] =>
  Object.keys(operation.responses[status]?.content?.['application/json']?.examples ?? {});

/** The parameters of a route in its path, its query or its headers. */
export const parametersOf = (
  { operation }: Route,
  place: 'path' | 'query' | 'header',
): Parameter[] =>
  (operation.parameters ?? [])
    .map((one) => ('$ref' in one ? openapi.components.parameters?.[nameOf(one.$ref)] : one))
    .filter((one): one is Parameter => one?.in === place);

/** What stands in a path in the place of a parameter. */
export function pathValue({ path }: Route, parameter: string, url: string): string | undefined {
  const step = path.split('/').indexOf(`{${parameter}}`);
  return url.split('?')[0]?.split('/')[step];
}

/** Every named field of a schema with its values, when it is an enumeration. */
export function fieldsOf(
  start: Schema,
  above: string,
  told = new Map<string, readonly unknown[]>(),
): Map<string, readonly unknown[]> {
  const { schema, name } = named(start, above);
  for (const [property, inner] of Object.entries(schema.properties ?? {})) {
    const field = `${name}.${property}`;
    if (told.has(field)) continue;
    told.set(field, valuesOf(inner));
    fieldsOf(inner, field, told);
  }
  if (schema.items !== undefined) fieldsOf(schema.items, name, told);
  return told;
}

/** The values of an enumeration, or of a list of them; `null` is no value. */
export const valuesOf = ({ enum: values, items }: Schema): readonly unknown[] =>
  (values ?? (items === undefined ? [] : valuesOf(items))).filter((value) => value !== null);

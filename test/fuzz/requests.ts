import type { Json, Operation } from '../e2e/openapi-document.ts';
import { contentOf, resolved } from '../e2e/openapi-document.ts';
import type { Call, Method } from '../helpers/client.ts';
import type { Chance } from './chance.ts';
import { hostileBody, hostileHeaders, hostileText, hostileValue } from './hostile.ts';

/** Values that mean something to the service, by field, parameter, or path up to its first one. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** A field takes a value that fits, one at the edge, or one that nobody expects. */
const FITTING = 0.72;
const NEARLY = 0.14;

const typesOf = ({ type }: Json): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

/** A value of a schema, mostly one that fits. */
function wordOf(schema: Json, name: string, known: Known, chance: Chance): unknown {
  if (chance.likely(1 - FITTING)) {
    return chance.likely(NEARLY / (1 - FITTING)) ? nearly(schema, chance) : hostileValue(chance);
  }
  const meant = known[name];
  if (meant !== undefined && meant.length > 0) return chance.one(meant);
  return fitting(schema, name, known, chance);
}

function fitting(schema: Json, name: string, known: Known, chance: Chance): unknown {
  const { enum: words, examples, properties, required = [], items, minimum, maximum } = schema;
  const types = typesOf(schema);
  if (words) return chance.one(words);
  if (properties) {
    const fields = Object.entries<Json>(properties).filter(([field]) =>
      chance.likely(required.includes(field) ? 0.97 : 0.4),
    );
    return Object.fromEntries(
      fields.map(([field, one]) => [field, wordOf(one, field, known, chance)]),
    );
  }
  if (types.includes('array')) {
    const length = chance.below(4);
    return Array.from({ length }, () => wordOf(items ?? {}, name, known, chance));
  }
  if (examples && chance.likely(0.7)) return chance.one(examples);
  if (types.includes('boolean')) return chance.likely(0.5);
  if (types.includes('integer')) {
    const least = minimum ?? 0;
    return least + chance.below((maximum ?? least + 100) - least + 1);
  }
  if (schema.pattern) return chance.one(['1', '5', '10', '0.5', '25', '100.25', '7.123456']);
  return chance.one(['a', 'SOL', 'a skein of geese', 'https://example.org/goose.png']);
}

/** At the edge of what a schema allows, or just over it. */
function nearly(schema: Json, chance: Chance): unknown {
  const { maxLength, minimum, maximum, enum: words, pattern } = schema;
  const edges: unknown[] = [null, undefined];
  if (maxLength !== undefined) edges.push('y'.repeat(maxLength), 'y'.repeat(maxLength + 1));
  for (const edge of [minimum, maximum]) {
    if (edge !== undefined) edges.push(edge, edge - 1, edge + 1, `${edge}`);
  }
  if (words) edges.push(`${words[0]} `, String(words[0]).toLowerCase());
  if (pattern) edges.push('0', '0.000001', '0.0000001', '-5', `${'9'.repeat(63)}`, '1000000000');
  return chance.one(edges);
}

/** A path with every parameter filled in. */
function pathOf(path: string, known: Known, chance: Chance): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const meant = known[name] ?? known[path.slice(0, path.indexOf('{'))] ?? [];
    const text =
      meant.length > 0 && chance.likely(0.85) ? String(chance.one(meant)) : hostileText(chance);
    return encoded(text.slice(0, 2_000));
  });
}

/** Lone surrogates cannot be encoded; they are sent as the bytes that they would be. */
function encoded(text: string): string {
  return /\p{Surrogate}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text);
}

function queryOf(document: Json, operation: Json, known: Known, chance: Chance): string {
  const pairs = (operation.parameters ?? [])
    .map((parameter: Json) => resolved(document, parameter))
    .filter((parameter: Json) => parameter.in === 'query')
    .filter((parameter: Json) => chance.likely(parameter.required ? 0.97 : 0.4))
    .map(({ name, schema, example }: Json) => {
      const meant = example === undefined ? schema : { examples: [example], ...schema };
      const value = wordOf(meant, name, known, chance);
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      return `${name}=${encoded(text.slice(0, 2_000))}`;
    });
  if (chance.likely(0.05)) pairs.push('__proto__=1', 'limit=1', 'limit=2', '=', '%');
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function bodyOf(document: Json, operation: Json, known: Known, chance: Chance): unknown {
  if (chance.likely(0.08)) return hostileBody(chance);
  const content = contentOf(operation.requestBody);
  const schema = resolved(document, content?.schema);
  if (schema === undefined) return chance.likely(0.3) ? {} : undefined;
  if (content.example && chance.likely(0.4))
    return likeExample(content.example, schema, known, chance);
  const body = fitting(schema, '', known, chance);
  if (chance.likely(0.05)) return { ...(body as object), extra: hostileValue(chance) };
  return body;
}

/** The example with what is there filled in; half the time one field of it is another. */
function likeExample(example: Json, schema: Json, known: Known, chance: Chance): Json {
  const fields = Object.entries<Json>(example).map(([name, value]) => {
    const meant = known[name] ?? [];
    return [name, meant.length > 0 ? chance.one(meant) : value] as const;
  });
  const body: Record<string, unknown> = Object.fromEntries(fields);
  if (chance.likely(0.5)) {
    const [name, one] = chance.one(Object.entries<Json>(schema.properties ?? { any: {} }));
    body[name] = wordOf(one, name, known, chance);
  }
  return body;
}

/** One request to an operation, made from its own description. */
export function requestOf(
  document: Json,
  { method, path, operation }: Operation,
  known: Known,
  chance: Chance,
): Call {
  const body = method === 'GET' ? undefined : bodyOf(document, operation, known, chance);
  return {
    method: method as Method,
    path: `${pathOf(path, known, chance)}${queryOf(document, operation, known, chance)}`,
    ...(body === undefined ? {} : { body }),
    headers: {
      ...(method !== 'GET' && chance.likely(0.3)
        ? { 'idempotency-key': `k${chance.below(40)}` }
        : {}),
      ...(chance.likely(0.06) ? hostileHeaders(chance) : {}),
    },
  };
}

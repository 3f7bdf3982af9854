import { Value } from 'typebox/value';

// biome-ignore lint/suspicious/noExplicitAny: any part of a JSON document.
export type Json = any;

/** The value with every `$ref` of the document replaced by what it names. */
export function resolved(document: Json, value: Json): Json {
  if (Array.isArray(value)) return value.map((one) => resolved(document, one));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.$ref === 'string') {
    const [root, ...steps] = value.$ref.split('/');
    const target = steps.reduce((at: Json, step: string) => at?.[step], document);
    if (root !== '#' || target === undefined) throw new Error(`no ${value.$ref}`);
    return resolved(document, target);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, resolved(document, inner)]),
  );
}

/** The schema with every object closed: what it does not describe must not be there. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, closed(one)]));
  return copy.properties === undefined || 'additionalProperties' in copy
    ? copy
    : { ...copy, additionalProperties: false };
}

/** Where a value does not fit its schema, or holds what the schema does not describe. */
export function problemsOf(schema: Json, value: Json, name: string): string[] {
  return Value.Errors(closed(schema), value).map(
    ({ instancePath, message }) => `${name}${instancePath}: ${message}`,
  );
}

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

export const operationsOf = (document: Json): Operation[] =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

/** The JSON content of a request or of a response. */
export const contentOf = (part: Json): Json => part?.content?.['application/json'];

/** The schema of the answer with a status. */
export const answerSchema = (document: Json, operation: Json, status: number): Json =>
  resolved(document, contentOf(operation.responses[status])?.schema);

import { isDeepStrictEqual } from 'node:util';
import { assert } from '../../errors/app-error.ts';

export type JsonObject = { [key: string]: unknown };

/** Marks of our own schemas that mean nothing to a reader of the document. */
const PRIVATE_KEYS = new Set(['x-must', 'x-clamp', 'x-id']);
const COMPONENT_NAME = /^[A-Z][A-Za-z0-9]*$/;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys whose value is data, not schema: nothing in it is a component. */
const DATA_KEYS = new Set(['example', 'examples', 'default', 'enum', 'const']);

/**
 * Moves every schema with a title that can be a name (`SpotProposal`) into the components and puts
 * a reference in its place, so that a resource is described once. Two different schemas of one
 * title are a mistake.
 */
export function hoistComponents(document: JsonObject): {
  document: JsonObject;
  schemas: Record<string, JsonObject>;
} {
  const schemas: Record<string, JsonObject> = {};

  const reference = (schema: JsonObject, name: string): JsonObject => {
    const types = schema.type;
    const orNull = Array.isArray(types) && types.includes('null');
    const component = orNull ? { ...schema, type: types.find((type) => type !== 'null') } : schema;
    const known = schemas[name];
    assert(
      known === undefined || isDeepStrictEqual(known, component),
      `two different schemas are called ${name}`,
    );
    schemas[name] = component;
    const pointer = { $ref: `#/components/schemas/${name}` };
    return orNull ? { anyOf: [pointer, { type: 'null' }] } : pointer;
  };

  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    const copy: JsonObject = {};
    for (const [key, inner] of Object.entries(value)) {
      if (!PRIVATE_KEYS.has(key)) copy[key] = DATA_KEYS.has(key) ? inner : walk(inner);
    }
    const { title } = copy;
    const named = typeof title === 'string' && COMPONENT_NAME.test(title) && 'type' in copy;
    return named ? reference(copy, title) : copy;
  };

  return { document: walk(document) as JsonObject, schemas };
}

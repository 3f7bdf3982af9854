import { named, type Schema } from './document.ts';

/** The fields that the objects of one answer hold, by the object itself and its key. */
export type FieldsByObject = WeakMap<object, Map<string, string>>;

interface Told {
  field(name: string): void;
  value(name: string, value: unknown): void;
}

/**
 * Walks an answer along its schema and tells each field and each value of an enumeration that is
 * there. A field that is null or an empty list has been told, what would be in it has not.
 */
export function walkAnswer(
  at: { readonly schema: Schema; readonly name: string; readonly value: unknown },
  told: Told,
  byObject: FieldsByObject,
): void {
  if (at.value === null || typeof at.value !== 'object') return;
  const { schema, name } = named(at.schema, at.name);
  if (Array.isArray(at.value)) {
    const { items } = schema;
    if (items === undefined) return;
    for (const value of at.value) {
      if (items.enum?.includes(value)) told.value(name, value);
      walkAnswer({ schema: items, name, value }, told, byObject);
    }
    return;
  }
  const fields = new Map<string, string>();
  for (const [property, inner] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(at.value, property)) continue;
    const field = `${name}.${property}`;
    const value = (at.value as Record<string, unknown>)[property];
    fields.set(property, field);
    told.field(field);
    if (value !== null && inner.enum?.includes(value)) told.value(field, value);
    walkAnswer({ schema: inner, name: field, value }, told, byObject);
  }
  byObject.set(at.value, fields);
}

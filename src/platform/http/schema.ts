import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox';
import { DECIMAL_PATTERN, MAX_DECIMAL_CHARACTERS, USDC_AMOUNT_PATTERN } from '../../money/text.ts';

/**
 * The words that schemas of this service are made of. Each carries description, unit and example,
 * which are validation, types, serialiser and reference page at once. `x-must` is what a caller
 * reads when the value does not fit, after the name of the field.
 */

/** A US dollar amount in an answer: plain notation, up to 18 decimals (contract 1.1). */
export const moneyString = (description: string, example = '25') =>
  Type.String({ description, 'x-unit': 'USD', examples: [example] });

/** An exact decimal in an answer: a price, quantity, ratio or percentage. */
export const decimalString = (description: string, unit?: string, example = '0.5') =>
  Type.String({ description, ...(unit ? { 'x-unit': unit } : {}), examples: [example] });

/** A US dollar amount that moves USDC, in a request: text, at most 6 decimals, not negative. */
export const usdcAmount = (description: string, example = '25') =>
  Type.String({
    description,
    pattern: USDC_AMOUNT_PATTERN,
    maxLength: MAX_DECIMAL_CHARACTERS,
    'x-unit': 'USD',
    'x-must':
      'be a plain decimal string with at most 6 decimals and at most ' +
      `${MAX_DECIMAL_CHARACTERS} characters`,
    examples: [example],
  });

/** Any other exact decimal in a request: text in plain notation. */
export const decimalInput = (description: string, unit?: string, example = '0.5') =>
  Type.String({
    description,
    pattern: DECIMAL_PATTERN,
    maxLength: MAX_DECIMAL_CHARACTERS,
    'x-must': `be a plain decimal string of at most ${MAX_DECIMAL_CHARACTERS} characters`,
    ...(unit ? { 'x-unit': unit } : {}),
    examples: [example],
  });

/** An instant in an answer: ISO 8601 UTC with milliseconds and Z (contract 1.2). */
export const isoInstant = (description: string, example = '2026-01-31T14:30:00.000Z') =>
  Type.String({ description, format: 'date-time', examples: [example] });

const ID_EXAMPLE = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';

/** An id in an answer or a body: opaque text. */
export const id = (description: string) => Type.String({ description, examples: [ID_EXAMPLE] });

/** An id in a path; one that cannot be an id is answered 404, not 400 (contract 1.3). */
export const idParam = (description: string) =>
  Type.String({ description, 'x-id': true, examples: [ID_EXAMPLE] });

/**
 * The schema or null, printed as `type: [..., 'null']`: what OpenAPI 3.1 says and what the
 * serialiser is fastest with. For schemas that have a `type`.
 */
export function nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values, ...rest } = schema as TSchema & { type?: string; enum?: unknown[] };
  if (type === undefined) throw new TypeError('nullable needs a schema with a type');
  return Type.Unsafe<Static<Schema> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  } as TSchema);
}

/** One of the given words. */
export const oneOf = <const Value extends string>(
  values: readonly Value[],
  options: TSchemaOptions,
) => Type.Unsafe<Value>({ type: 'string', enum: [...values], ...options } as TSchema);

/** `limit` of a list: above the maximum it is the maximum, 0, negative or text is refused. */
export const limitQuery = (fallback = 50, maximum = 200) =>
  Type.Optional(
    Type.Integer({
      description: `Rows at most; a larger number counts as ${maximum}.`,
      minimum: 1,
      maximum,
      default: fallback,
      'x-clamp': true,
    }),
  );

/** `cursor` of a list: what the last answer gave in `X-Next-Cursor` (contract 1.8). */
export const cursorQuery = () =>
  Type.Optional(
    Type.String({ description: 'Where to go on: `X-Next-Cursor` of the page before.' }),
  );

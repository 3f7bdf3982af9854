import { invalid } from '../../errors/app-error.ts';

/** The parts of a query parameter's schema that say how its text is read. */
export interface QuerySchema {
  readonly properties?: Record<string, QueryField>;
}

interface QueryField {
  readonly type?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly 'x-clamp'?: boolean;
}

const INTEGER = /^(0|-?[1-9][0-9]*)$/;

/** Reads one parameter, or returns what is wrong with it. */
function readField(
  field: QueryField,
  text: string,
): { value: unknown; problem?: never } | { problem: string; value?: never } {
  if (text.includes('\0')) return { problem: 'must not hold a zero character' };
  if (field.type === 'boolean') {
    if (text === 'true' || text === 'false') return { value: text === 'true' };
    return { problem: 'must be true or false' };
  }
  if (field.type !== 'integer') return { value: text };
  const whole = INTEGER.test(text) ? Number(text) : Number.NaN;
  const least = field.minimum ?? Number.MIN_SAFE_INTEGER;
  if (Number.isNaN(whole) || whole < least) {
    const from = field.minimum === undefined ? '' : ` of at least ${field.minimum}`;
    return { problem: `must be an integer${from}` };
  }
  const most = field.maximum ?? Number.MAX_SAFE_INTEGER;
  if (whole > most && field['x-clamp'] !== true) return { problem: `must be at most ${most}` };
  return { value: Math.min(whole, most) };
}

/**
 * Makes the reader of a route's query: texts become the types of the schema, absent parameters
 * their defaults, unknown ones are dropped (contract 1.5, 18.6). VALIDATION_FAILED.
 */
export function compileQueryReader(
  schema: QuerySchema,
): (query: Record<string, unknown>) => Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {});
  return (query) => {
    const values: Record<string, unknown> = {};
    const problems: string[] = [];
    for (const [name, field] of fields) {
      const text = query[name];
      if (text === undefined) {
        if (field.default !== undefined) values[name] = field.default;
      } else if (typeof text !== 'string') {
        problems.push(`query.${name} must be given once`);
      } else {
        const { value, problem } = readField(field, text);
        if (problem === undefined) values[name] = value;
        else problems.push(`query.${name} ${problem}`);
      }
    }
    if (problems.length > 0) throw invalid(...problems);
    return values;
  };
}

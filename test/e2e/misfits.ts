/** The part of a JSON Schema that misfits are made from. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly 'x-unit'?: string;
}

/** A value that a field must not take; undefined: the field is left out. */
export interface Misfit {
  /** `acceptFees.joiningFee` */
  readonly field: string;
  readonly value: unknown;
}

const LONGEST_DECIMAL = 64;

/** Texts that are no plain decimals (contract 1.1). */
const notDecimals = [
  '',
  ' ',
  ' 1',
  '1 ',
  '1\n',
  '\t1',
  '+1',
  '--1',
  '- 1',
  '.5',
  '5.',
  '.',
  '00.5',
  '01',
  '1e3',
  '1E3',
  '1e-3',
  '0x10',
  '0b1',
  '1_000',
  '1,000',
  '1.000,00',
  '1.2.3',
  '$1',
  'NaN',
  'Infinity',
  'null',
  'one',
  '\uff11',
  '\u0661',
  '\u00b2',
  '1\u00a0',
  `1${'0'.repeat(LONGEST_DECIMAL)}`,
  `0.${'0'.repeat(LONGEST_DECIMAL)}1`,
];
/** Decimals all the same; whether a number may be below zero its field says. */
const negative = ['-1', '-0.5'];
/** More decimals than USDC has, even if they are zeros (contract 18.4). */
const tooFine = ['1.0000001', '1.0000000', '0.0000009'];

const notTexts = [1, 0, -1, 1.5, true, false, [], ['1'], {}, { amount: '1' }];
const notWhole = ['1', '', 1.5, -0.5, true, [], {}, [1]];
const notFlags = ['true', 'false', '', 1, 0, [], {}];

const typesOf = ({ type }: FieldSchema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

const isDecimal = (schema: FieldSchema): boolean =>
  schema.pattern !== undefined || (schema.type === undefined && schema['x-unit'] === 'USD');

function wrongValues(field: string, schema: FieldSchema): unknown[] {
  const types = typesOf(schema);
  const values: unknown[] = types.includes('null') ? [] : [null];
  if (isDecimal(schema)) {
    values.push(...notTexts, ...notDecimals);
    if (!schema.pattern?.startsWith('^-?')) values.push(...negative);
    if (schema['x-unit'] === 'USD' && !/price/i.test(field)) values.push(...tooFine);
    if (/amountUsd$/.test(field)) values.push('0', '0.0', '0.000000');
  } else if (types.includes('string')) {
    values.push(...notTexts);
    if (schema.enum) values.push('', 'nonsense', ...schema.enum.map((word) => `${word} `));
    if (schema.maxLength !== undefined) values.push('x'.repeat(schema.maxLength + 1));
  } else if (types.includes('integer')) {
    values.push(...notWhole);
    if (schema.minimum !== undefined) values.push(schema.minimum - 1);
    if (schema.maximum !== undefined) values.push(schema.maximum + 1);
  } else if (types.includes('boolean')) {
    values.push(...notFlags);
  } else if (types.includes('array')) {
    values.push('x', 1, true, {});
  } else if (types.includes('object')) {
    values.push('x', 1, true, []);
  }
  return values;
}

/** Everything that the fields of a body, at any depth, must not take. */
export function misfitsOf(schema: FieldSchema, above = ''): Misfit[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]): Misfit[] => {
    const path = above === '' ? name : `${above}.${name}`;
    const missing = schema.required?.includes(name) ? [{ field: path, value: undefined }] : [];
    const wrong = wrongValues(path, field).map((value) => ({ field: path, value }));
    const items = field.items
      ? wrongValues(path, field.items).map((value) => ({ field: path, value: [value] }))
      : [];
    return [...missing, ...wrong, ...items, ...misfitsOf(field, path)];
  });
}

/** The body with one field set to a value, or left out. */
export function withField(body: object, { field, value }: Misfit): object {
  const [name = '', ...below] = field.split('.');
  const copy: Record<string, unknown> = { ...body };
  if (below.length > 0) {
    const inner = (copy[name] ?? {}) as object;
    copy[name] = withField(inner, { field: below.join('.'), value });
  } else if (value === undefined) {
    delete copy[name];
  } else {
    copy[name] = value;
  }
  return copy;
}

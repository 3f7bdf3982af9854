import { assert } from '../../errors/app-error.ts';
import type { Column } from './column.ts';

/** Anything that can be part of a key. */
export type Scalar = string | number | bigint;

// biome-ignore lint/suspicious/noExplicitAny: the value type of a column is carried by the table.
export type Columns = Record<string, Column<any>>;

export type RowOf<T> = T extends Table<infer C> ? RowOfColumns<C> : never;
type RowOfColumns<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Column<infer V> ? V : never;
};

/** A prepared statement: its text is sent once per connection under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * A table that commands read and change by key. Its statements are set-based: one round trip for
 * all rows of a batch. The load probes the key index once per row whatever the statistics say
 * (`limit 1` inside LATERAL keeps the planner from turning it into a join).
 */
export interface Table<C extends Columns> {
  readonly name: string;
  readonly columns: C;
  readonly fields: readonly (keyof C & string)[];
  readonly keyFields: readonly (keyof C & string)[];
  /** True for rows that are only ever added. */
  readonly appendOnly: boolean;
  /** What a save carries: the key and, where only some columns ever change, those; else all. */
  readonly savedFields: readonly (keyof C & string)[];
  readonly load: Statement;
  /** Rows by single key in id order, locked against change (`share`) or for change (`update`). */
  readonly lockShare: Statement;
  readonly lockUpdate: Statement;
  readonly save: Statement;
}

// biome-ignore lint/suspicious/noExplicitAny: tables of any shape meet in one batch.
export type AnyTable = Table<any>;

export function defineTable<C extends Columns>(definition: {
  name: string;
  /** What its statements are called where a table is read in a second, narrower form. */
  view?: string;
  columns: C;
  key: readonly (keyof C & string)[];
  appendOnly?: boolean;
  /** For rows that other statements insert: a save updates these columns of existing rows. */
  changing?: readonly (keyof C & string)[];
}): Table<C> {
  const { name, columns, key, view = definition.name } = definition;
  const fields = Object.keys(columns) as (keyof C & string)[];
  const column = (field: keyof C & string) => columns[field] as Column<unknown>;
  const names = fields.map((field) => column(field).sqlName);
  const keyNames = key.map((field) => column(field).sqlName);
  const others = names.filter((sqlName) => !keyNames.includes(sqlName));
  const array = (field: keyof C & string, n: number) => `$${n + 1}::${column(field).sqlType}[]`;
  const firstKey = key[0] as keyof C & string;
  const locked = (mode: string) =>
    `select ${names.join(', ')} from ${name} where ${keyNames[0]} = any(${array(firstKey, 0)})` +
    ` order by ${keyNames[0]} for ${mode}`;
  const { changing } = definition;
  const savedFields = changing ? [...key, ...changing] : fields;
  const arrays = savedFields.map(array).join(', ');
  const insert = `insert into ${name} (${names.join(', ')}) select * from unnest(${arrays})`;
  const onConflict =
    ` on conflict (${keyNames.join(', ')}) do update set ` +
    others.map((sqlName) => `${sqlName} = excluded.${sqlName}`).join(', ');
  const update = (changed: readonly (keyof C & string)[]) => {
    const set = changed.map((field) => column(field).sqlName);
    return (
      `update ${name} t set ${set.map((sqlName) => `${sqlName} = v.${sqlName}`).join(', ')}` +
      ` from unnest(${arrays}) v(${[...keyNames, ...set].join(', ')})` +
      ` where ${keyNames.map((sqlName) => `t.${sqlName} = v.${sqlName}`).join(' and ')}`
    );
  };
  return {
    name,
    columns,
    fields,
    keyFields: key,
    appendOnly: definition.appendOnly ?? false,
    savedFields,
    load: {
      name: `load ${view}`,
      text:
        `select t.* from unnest(${key.map(array).join(', ')})` +
        ` with ordinality v(${keyNames.map((_, n) => `k${n}`).join(', ')}, n)` +
        ` cross join lateral (select ${names.join(', ')} from ${name}` +
        ` where ${keyNames.map((sqlName, n) => `${sqlName} = v.k${n}`).join(' and ')} limit 1) t`,
    },
    lockShare: { name: `share ${view}`, text: locked('share') },
    lockUpdate: { name: `lock ${view}`, text: locked('no key update') },
    save: {
      name: `save ${view}`,
      text: changing ? update(changing) : definition.appendOnly ? insert : insert + onConflict,
    },
  };
}

/** The identity of a row inside a batch. */
export const rowKey = (key: readonly Scalar[]): string => key.join(' ');

/** The key values of a row, in key order. */
export function keyOf(table: AnyTable, row: Record<string, Scalar>): Scalar[] {
  return table.keyFields.map((field) => row[field] as Scalar);
}

/** Turns the arrays that Postgres sends (rowMode array) into row objects. */
export function readRow(table: AnyTable, raw: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < table.fields.length; i += 1) {
    const field = table.fields[i] as string;
    row[field] = table.columns[field].read(raw[i]);
  }
  return row;
}

/** The array parameters that carry the given rows, one array per column. */
export function columnArrays(table: AnyTable, rows: readonly object[]): string[] {
  return table.savedFields.map((field) => {
    const column = table.columns[field];
    const values = rows.map((row) => column.write((row as Record<string, unknown>)[field]));
    return column.bare ? bareLiteral(values) : arrayLiteral(values);
  });
}

/** The array parameters of a load: one array per key field. */
export function keyArrays(table: AnyTable, keys: readonly (readonly Scalar[])[]): string[] {
  return table.keyFields.map((field, n) => {
    const values = keys.map((key) => key[n]);
    return table.columns[field].bare ? bareLiteral(values) : arrayLiteral(values);
  });
}

/** What the text of a bare value is made of; anything else could end the element it stands in. */
const BARE_TEXT = /^[\w.:+-]+$/;

/** The literal of an array whose values need no quotes. */
function bareLiteral(values: readonly unknown[]): string {
  let literal = '{';
  for (let n = 0; n < values.length; n += 1) {
    const value = values[n] ?? 'NULL';
    if (typeof value === 'string') assert(BARE_TEXT.test(value), 'a bare value needs no quotes');
    literal += n === 0 ? value : `,${value}`;
  }
  return `${literal}}`;
}

/** The literal of an array of any values (Postgres manual, 8.15.2): each in quotes. */
export function arrayLiteral(values: readonly unknown[]): string {
  let literal = '{';
  for (let n = 0; n < values.length; n += 1) {
    const value = values[n];
    if (n > 0) literal += ',';
    literal += value === null || value === undefined ? 'NULL' : quoted(String(value));
  }
  return `${literal}}`;
}

/**
 * A backslash before every quote and backslash. JSON.stringify writes just that, twice as fast, for
 * text in which it would escape nothing else: without control characters and halves of surrogates.
 */
const quoted = (text: string): string =>
  ESCAPED_OTHERWISE.test(text) ? `"${text.replace(/[\\"]/g, '\\$&')}"` : JSON.stringify(text);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const ESCAPED_OTHERWISE = /[\u0000-\u001f\ud800-\udfff]/;

/**
 * A read by something other than the primary key. `text` takes one array per key part ($1, $2, …)
 * and answers the 1-based position of the key, then the columns of the row.
 */
export interface Lookup<Row extends object> {
  readonly name: string;
  readonly statement: Statement;
  readonly keySize: number;
  read(raw: readonly unknown[]): Row;
}

// biome-ignore lint/suspicious/noExplicitAny: lookups of any shape meet in one batch.
export type AnyLookup = Lookup<any>;

export function defineLookup<Row extends object>(definition: {
  name: string;
  keySize: number;
  text: string;
  read(raw: readonly unknown[]): Row;
}): Lookup<Row> {
  const { name, keySize, text, read } = definition;
  return { name, keySize, read, statement: { name: `find ${name}`, text } };
}

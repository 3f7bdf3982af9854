import type { Statement } from '../../platform/db/table.ts';

/** Fields of an exported row, each with the SQL that gives it. */
export const jsonOf = (fields: Readonly<Record<string, string>>): string =>
  `json_build_object(${Object.entries(fields)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})::text as json`;

/**
 * A page of a list of a user's own, in the order of a key: each row as finished JSON, since the wire's
 * texts come out of the database exactly. $1 user, $2 after this key, $3 rows.
 */
export const ownList = (
  name: string,
  { key, from, fields }: { key: string; from: string; fields: Readonly<Record<string, string>> },
): Statement => ({
  name: `export ${name}`,
  text: `select ${key} as key, ${jsonOf(fields)} from ${from} and ${key} > $2::uuid
    order by ${key} limit $3::int4`,
});

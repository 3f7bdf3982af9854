import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { removal } from '../../src/engine/batch.ts';
import type { AnyLookup, AnyTable, Statement } from '../../src/platform/db/table.ts';
import { repository, trackedFiles } from './sources.ts';

/** Everything in the sources that is sent to the database under a name. */
export interface Statements {
  readonly tables: readonly AnyTable[];
  readonly lookups: readonly AnyLookup[];
  /** Exported statements, with the file that they stand in. */
  readonly others: readonly (Statement & { readonly path: string })[];
}

const isStatement = (value: unknown): value is Statement => {
  const { name, text } = (value ?? {}) as Partial<Statement>;
  return typeof name === 'string' && typeof text === 'string';
};

/** Imports every file that defines tables, lookups or statements and sorts what it exports. */
export async function collectStatements(): Promise<Statements> {
  const files = trackedFiles().filter(
    ({ path, text }) =>
      /^src\/.*\.ts$/.test(path) &&
      !/\.test\.ts$|\baudit\b|^src\/cli\//.test(path) &&
      /export const \w+(?:: Statement)? =(?:\s*\{| define(?:Table|Lookup))/.test(text),
  );
  const tables: AnyTable[] = [];
  const lookups: AnyLookup[] = [];
  const others: (Statement & { path: string })[] = [];
  for (const { path } of files) {
    const exported: Record<string, unknown> = await import(
      pathToFileURL(join(repository, path)).href
    );
    for (const value of Object.values(exported)) {
      if (typeof value !== 'object' || value === null) continue;
      if ('columns' in value && 'load' in value) tables.push(value as AnyTable);
      else if ('keySize' in value) lookups.push(value as AnyLookup);
      else if (isStatement(value)) others.push({ ...value, path });
    }
  }
  return { tables: [...new Set(tables)], lookups: [...new Set(lookups)], others };
}

/** The statements that the engine makes of a table. */
export const statementsOf = (table: AnyTable): Statement[] => [
  table.load,
  table.save,
  removal(table),
  // Rows are locked by their first key field, which is the whole key of the tables that are.
  ...(table.keyFields.length === 1 ? [table.lockShare, table.lockUpdate] : []),
];

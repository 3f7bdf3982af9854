import { type AnyLookup, type AnyTable, keyOf, rowKey, type Scalar } from '../platform/db/table.ts';
import type { RowWrite, State } from './command.ts';

/** The state as it will be once the given rows are written: for a decision made in two steps. */
export function overlay(state: State, writes: readonly RowWrite[]): State {
  const rows = new Map<AnyTable, Map<string, object>>();
  for (const { table, row } of writes) {
    const changed = rows.get(table) ?? new Map<string, object>();
    rows.set(table, changed.set(rowKey(keyOf(table, row as Record<string, Scalar>)), row));
  }
  const get = (table: AnyTable, ...key: Scalar[]): object | undefined =>
    rows.get(table)?.get(rowKey(key)) ?? state.get(table, ...key);
  return {
    get: get as State['get'],
    find: ((lookup: AnyLookup, ...key: Scalar[]) => state.find(lookup, ...key)) as State['find'],
    wallet: (userId) => state.wallet(userId),
  };
}

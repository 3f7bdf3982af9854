import { type CommandKind, type Outcome, type Ref, ref } from '../../src/engine/command.ts';
import { WorkingSet } from '../../src/engine/working-set.ts';
import { walletTable } from '../../src/ledger/tables.ts';
import { type AnyTable, keyOf, type Scalar } from '../../src/platform/db/table.ts';

/** Ids that count: `00000000-0000-7000-8000-000000000001`, … */
export function countedIds(): { next(): string } {
  let count = 0;
  return {
    next() {
      count += 1;
      return `00000000-0000-7000-8000-${count.toString().padStart(12, '0')}`;
    },
  };
}

/** The id of the n-th thing of a test, apart from those that `countedIds` gives. */
export const testId = (n: number): string =>
  `11111111-1111-7111-8111-${n.toString().padStart(12, '0')}`;

export interface Given {
  /** Business time in milliseconds. */
  readonly now: number;
  readonly rows?: readonly (readonly [AnyTable, object])[];
  readonly found?: readonly { readonly ref: Ref; readonly row: object }[];
}

/**
 * Decides one command without a database, on the engine's own working set: holds what the command
 * says that it needs, filled from the given rows, and applies the outcome. Reading what is not
 * among the needs, or an outcome that does not balance, fails as it would in the engine.
 */
export function decideOn<C>(
  kind: CommandKind<C>,
  command: C,
  given: Given,
): { outcome: Outcome; set: WorkingSet } {
  const { now, rows = [], found = [] } = given;
  const set = new WorkingSet(now);
  const needs = kind.needs(command);
  const needed = [
    ...needs.users.map((userId) => ref(walletTable, userId)),
    ...(needs.update ?? []),
    ...(needs.share ?? []),
    ...(needs.rows ?? []),
  ];
  for (const { source, key } of needed) set.put(source, key, undefined);
  for (const [table, row] of rows) {
    const key = keyOf(table, row as Record<string, Scalar>);
    if (set.has(table, key)) set.put(table, key, row);
  }
  for (const { ref: at, row } of found)
    if (set.has(at.source, at.key)) set.put(at.source, at.key, row);
  const outcome = kind.decide(set, command, { now, realNow: now, ids: countedIds() });
  set.apply(outcome);
  return { outcome, set };
}

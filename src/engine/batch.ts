import { AppError, assert } from '../errors/app-error.ts';
import { type IdempotencyRow, idempotencyTable, walletTable } from '../ledger/tables.ts';
import type { Clock } from '../platform/clock.ts';
import {
  type AnyLookup,
  type AnyTable,
  arrayLiteral,
  columnArrays,
  keyArrays,
  keyOf,
  readRow,
  rowKey,
  type Scalar,
  type Statement,
} from '../platform/db/table.ts';
import type { Failpoint } from '../platform/failpoint.ts';
import type { Ids } from '../platform/ids.ts';
import type {
  Announcement,
  Answer,
  CommandKind,
  DecideContext,
  Idempotency,
  LeaderTrade,
  Needs,
  Outcome,
  Write,
} from './command.ts';
import type { Query, QueryAnswer } from './flight.ts';
import type { LaneConnection } from './lane-connection.ts';
import { WorkingSet } from './working-set.ts';

/** An answer to an Idempotency-Key is kept this long (contract 1.7). */
export const IDEMPOTENCY_AGE_MS = 24 * 60 * 60 * 1000;

export interface Item {
  readonly kind: CommandKind<unknown>;
  readonly command: unknown;
  readonly idempotency: Idempotency | null;
}

export type Decision = { readonly answer: Answer } | { readonly refused: unknown };

export interface BatchContext {
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly ids: Ids;
  readonly failpoint: Failpoint;
  /** The statement that writes the follow rows of a leader's trade. */
  readonly followRows: (trade: LeaderTrade, now: number) => Write;
  /** The statement that keeps announcements; without it they go nowhere. */
  readonly announcementRows?: (announcements: readonly Announcement[], now: number) => Write;
}

/** What a batch decided, what it would save, and the transaction that carries it. */
export interface Decided {
  readonly decisions: Decision[];
  readonly set: WorkingSet;
  readonly transactionId: string;
  readonly now: number;
}

const begin: Statement = { name: 'begin', text: 'begin' };
const commit: Statement = { name: 'commit', text: 'commit' };
const rollback: Statement = { name: 'rollback', text: 'rollback' };
const transactionId: Statement = {
  name: 'transaction id',
  text: 'select pg_current_xact_id()::text',
};

const bare = (statement: Statement): Query => ({ statement, values: [] });

/** First flush of a batch: begin, lock, load; then every command is decided in order. */
export async function decideBatch(
  connection: LaneConnection,
  items: readonly Item[],
  context: BatchContext,
): Promise<Decided> {
  const plan = planReads(items);
  const answers = await connection.run([
    bare(begin),
    bare(transactionId),
    ...plan.map(({ query }) => query),
  ]);
  context.failpoint('engine.after-claim');
  const now = context.clock.now();
  const set = new WorkingSet(now);
  plan.forEach((read, n) => {
    fill(set, read, answers[n + 2] as QueryAnswer);
  });
  const decisions = items.map((item) =>
    decide(item, set, { now, realNow: context.wallClock.now(), ids: context.ids }),
  );
  return { decisions, set, now, transactionId: String(answers[1]?.rows[0]?.[0]) };
}

/** Second flush: saves everything set-based and commits. True when something was saved. */
export async function saveBatch(
  connection: LaneConnection,
  decided: Decided,
  context: BatchContext,
): Promise<boolean> {
  const queries = saves(decided, context);
  if (queries.length === 0) {
    await connection.run([bare(rollback)]);
    return false;
  }
  context.failpoint('engine.before-commit');
  const answers = await connection.run([...queries, bare(commit)]);
  // After a failed statement the reply to commit would be ROLLBACK, without an error of its own.
  assert(answers.at(-1)?.command === 'COMMIT', 'the reply to commit was not COMMIT');
  context.failpoint('engine.after-commit');
  return true;
}

interface Read {
  readonly source: AnyTable | AnyLookup;
  readonly keys: readonly (readonly Scalar[])[];
  readonly query: Query;
}

/** Which rows to lock and load for a batch, each once: wallets, then locked rows, then the rest. */
function planReads(items: readonly Item[]): Read[] {
  const users = new Set<string>();
  const locks = new Map<AnyTable, { exclusive: boolean; ids: Set<string> }>();
  const loads = new Map<AnyTable | AnyLookup, Map<string, readonly Scalar[]>>();
  const load = (source: AnyTable | AnyLookup, key: readonly Scalar[]) => {
    const keys = loads.get(source) ?? new Map<string, readonly Scalar[]>();
    loads.set(source, keys.set(rowKey(key), key));
  };
  const lock = (refs: Needs['share'], exclusive: boolean) => {
    for (const { source, key } of refs ?? []) {
      const table = source as AnyTable;
      const held = locks.get(table) ?? { exclusive: false, ids: new Set<string>() };
      held.exclusive ||= exclusive;
      held.ids.add(key[0] as string);
      locks.set(table, held);
    }
  };
  for (const { kind, command, idempotency } of items) {
    const needs = kind.needs(command);
    for (const user of needs.users) users.add(user);
    lock(needs.update, true);
    lock(needs.share, false);
    for (const { source, key } of needs.rows ?? []) load(source, key);
    if (idempotency) load(idempotencyTable, [idempotency.userId, idempotency.keyHash]);
  }
  const reads: Read[] = [];
  if (users.size > 0) reads.push(lockRead(walletTable, users, true));
  const tables = [...locks].sort(([a], [b]) => (a.name < b.name ? -1 : 1));
  // One mode for all rows of a table in a batch: two modes would be two statements, each in id
  // order, and two batches could then wait for each other crosswise.
  for (const [table, held] of tables) reads.push(lockRead(table, held.ids, held.exclusive));
  for (const [source, keys] of loads) {
    const held = locks.get(source as AnyTable)?.ids;
    const free = [...keys.values()].filter((key) => !held?.has(key[0] as string));
    if (free.length > 0) reads.push(loadRead(source, free));
  }
  return reads;
}

function lockRead(table: AnyTable, ids: ReadonlySet<string>, exclusive: boolean): Read {
  const sorted = [...ids].sort();
  const statement = exclusive ? table.lockUpdate : table.lockShare;
  return {
    source: table,
    keys: sorted.map((id) => [id]),
    query: { statement, values: [arrayLiteral(sorted)] },
  };
}

function loadRead(source: AnyTable | AnyLookup, keys: (readonly Scalar[])[]): Read {
  if ('columns' in source) {
    return { source, keys, query: { statement: source.load, values: keyArrays(source, keys) } };
  }
  const values = Array.from({ length: source.keySize }, (_, n) =>
    arrayLiteral(keys.map((key) => key[n])),
  );
  return { source, keys, query: { statement: source.statement, values } };
}

/** Puts the answer of a read into the set; a key without a row is known to be absent. */
function fill(set: WorkingSet, { source, keys }: Read, answer: QueryAnswer): void {
  for (const key of keys) set.put(source, key, undefined);
  for (const raw of answer.rows) {
    if ('columns' in source) {
      const row = readRow(source, raw);
      set.put(source, keyOf(source, row as Record<string, Scalar>), row);
    } else {
      const key = keys[Number(raw[0]) - 1];
      assert(key, `${source.name} answered a key that was not asked`);
      set.put(source, key, source.read(raw.slice(1)));
    }
  }
}

function decide(item: Item, set: WorkingSet, context: DecideContext): Decision {
  try {
    const replay = replayed(item, set, context.now);
    if (replay) return { answer: replay };
    const outcome = item.kind.decide(set, item.command, context);
    if (outcome.refusal) {
      set.apply(outcome);
      return { refused: outcome.refusal };
    }
    const status = outcome.answer?.status ?? 200;
    const json = outcome.answer ? JSON.stringify({ data: outcome.answer.data }) : '';
    set.apply(
      item.idempotency ? withStoredAnswer(outcome, item, status, json, context.now) : outcome,
    );
    return { answer: { status, json, replayed: false } };
  } catch (refused) {
    return { refused };
  }
}

/** The stored answer of the item's key, if it has one that still counts (contract 1.7). */
function replayed({ idempotency }: Item, set: WorkingSet, now: number): Answer | null {
  if (!idempotency) return null;
  const stored = set.get(idempotencyTable, idempotency.userId, idempotency.keyHash);
  if (!stored || now - stored.createdAt >= IDEMPOTENCY_AGE_MS) return null;
  if (stored.bodyHash !== idempotency.bodyHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return { status: stored.status, json: stored.body, replayed: true };
}

function withStoredAnswer(
  outcome: Outcome,
  { idempotency }: Item,
  status: number,
  body: string,
  now: number,
): Outcome {
  const row: IdempotencyRow = { ...(idempotency as Idempotency), status, body, createdAt: now };
  return { ...outcome, rows: [...(outcome.rows ?? []), { table: idempotencyTable, row }] };
}

function saves({ set, now }: Decided, context: BatchContext): Query[] {
  const queries: Query[] = [];
  for (const { table, keys } of set.removed()) {
    queries.push({ statement: removal(table), values: keyArrays(table, keys) });
  }
  for (const { table, rows } of set.changed()) {
    queries.push({ statement: table.save, values: columnArrays(table, rows) });
  }
  for (const trade of set.leaderTrades) queries.push(context.followRows(trade, now));
  if (set.announcements.length > 0 && context.announcementRows) {
    queries.push(context.announcementRows(set.announcements, now));
  }
  queries.push(...set.writes);
  return queries;
}

/** Takes away the rows of the given keys. One array per key field. */
export function removal(table: AnyTable): Statement {
  const names = table.keyFields.map((field) => table.columns[field].sqlName as string);
  const types = table.keyFields.map((field) => table.columns[field].sqlType as string);
  const arrays = types.map((type, n) => `$${n + 1}::${type}[]`).join(', ');
  return {
    name: `remove ${table.name}`,
    text:
      `delete from ${table.name} t using unnest(${arrays}) v(${names.join(', ')})` +
      ` where ${names.map((sqlName) => `t.${sqlName} = v.${sqlName}`).join(' and ')}`,
  };
}

import { assert } from '../errors/app-error.ts';
import { accountCodes, transferKinds, USDC_ASSET } from '../ledger/accounts.ts';
import {
  type AccountRow,
  accountTable,
  type EntryRow,
  type EventRow,
  entryTable,
  eventTable,
  type WalletRow,
  walletTable,
} from '../ledger/tables.ts';
import type { Posting, Transfer } from '../ledger/transfer.ts';
import { MAX_LEDGER_UNITS } from '../money/fixed.ts';
import { type AnyLookup, type AnyTable, keyOf, rowKey, type Scalar } from '../platform/db/table.ts';
import type {
  Announcement,
  EventDraft,
  GroupSignal,
  LeaderTrade,
  Outcome,
  Ref,
  State,
  Write,
} from './command.ts';

interface Slot {
  row: object | undefined;
  dirty: boolean;
}

/** Undo record of one outcome, so that an outcome that turns out impossible leaves no trace. */
type Undo = () => void;

/**
 * The rows of one batch in memory: loaded once, read by every decision, changed by every outcome
 * in order, saved once. A command sees what the commands before it did.
 */
export class WorkingSet implements State {
  readonly #slots = new Map<AnyTable | AnyLookup, Map<string, Slot>>();
  readonly #removed = new Map<AnyTable, Map<string, readonly Scalar[]>>();
  readonly entries: EntryRow[] = [];
  readonly events: EventRow[] = [];
  readonly leaderTrades: LeaderTrade[] = [];
  readonly announcements: Announcement[] = [];
  readonly signals: GroupSignal[] = [];
  readonly writes: Write[] = [];
  readonly #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  /** Puts a loaded row (or the fact that there is none) into the set. */
  put(source: AnyTable | AnyLookup, key: readonly Scalar[], row: object | undefined): void {
    this.#rowsOf(source).set(rowKey(key), { row, dirty: false });
  }

  has(source: AnyTable | AnyLookup, key: readonly Scalar[]): boolean {
    return this.#slots.get(source)?.has(rowKey(key)) ?? false;
  }

  get = ((source: AnyTable, ...key: Scalar[]): object | undefined =>
    this.#slot(source, key).row) as State['get'];

  find = ((source: AnyLookup, ...key: Scalar[]): object | undefined =>
    this.#slot(source, key).row) as State['find'];

  wallet(userId: string): WalletRow | undefined {
    return this.#slot(walletTable, [userId]).row as WalletRow | undefined;
  }

  /** Applies an outcome as a whole; when it proves impossible (a bug), undoes it and throws. */
  apply(outcome: Outcome): void {
    const undo: Undo[] = [];
    const lengths = [this.entries.length, this.events.length] as const;
    try {
      for (const write of outcome.rows ?? []) this.#write(write.table, write.row, undo);
      for (const gone of outcome.removed ?? []) this.#remove(gone, undo);
      for (const found of outcome.found ?? []) this.#replace(found.ref, found.row, undo);
      for (const moved of outcome.transfers ?? []) this.#move(moved, undo);
      for (const draft of outcome.events ?? []) this.#tell(draft, undo);
    } catch (error) {
      for (const step of undo.reverse()) step();
      this.entries.length = lengths[0];
      this.events.length = lengths[1];
      throw error;
    }
    if (outcome.leaderTrades) this.leaderTrades.push(...outcome.leaderTrades);
    if (outcome.announcements) this.announcements.push(...outcome.announcements);
    if (outcome.signals) this.signals.push(...outcome.signals);
    if (outcome.writes) this.writes.push(...outcome.writes);
  }

  /** The changed rows, table by table. */
  *changed(): Generator<{ table: AnyTable; rows: object[] }> {
    for (const [source, slots] of this.#slots) {
      if (!('columns' in source)) continue;
      const rows: object[] = [];
      for (const slot of slots.values()) if (slot.dirty && slot.row) rows.push(slot.row);
      if (rows.length > 0) yield { table: source, rows };
    }
    if (this.entries.length > 0) yield { table: entryTable, rows: this.entries };
    if (this.events.length > 0) yield { table: eventTable, rows: this.events };
  }

  *removed(): Generator<{ table: AnyTable; keys: (readonly Scalar[])[] }> {
    for (const [table, keys] of this.#removed) {
      const slots = this.#rowsOf(table);
      const gone = [...keys].filter(([key]) => slots.get(key)?.row === undefined);
      if (gone.length > 0) yield { table, keys: gone.map(([, key]) => key) };
    }
  }

  #rowsOf(source: AnyTable | AnyLookup): Map<string, Slot> {
    let slots = this.#slots.get(source);
    if (slots === undefined) {
      slots = new Map();
      this.#slots.set(source, slots);
    }
    return slots;
  }

  #slot(source: AnyTable | AnyLookup, key: readonly Scalar[]): Slot {
    const slot = this.#slots.get(source)?.get(rowKey(key));
    assert(slot, `${source.name} ${rowKey(key)} was not among the needs of the command`);
    return slot;
  }

  #write(table: AnyTable, row: object, undo: Undo[]): void {
    const slots = this.#rowsOf(table);
    const key = rowKey(keyOf(table, row as Record<string, Scalar>));
    const before = slots.get(key);
    assert(!(table.appendOnly && before?.row), `${table.name} ${key} exists and is append-only`);
    slots.set(key, { row, dirty: true });
    undo.push(() => (before ? slots.set(key, before) : slots.delete(key)));
  }

  #remove(gone: Ref, undo: Undo[]): void {
    const table = gone.source as AnyTable;
    const removed = this.#removed.get(table) ?? new Map<string, readonly Scalar[]>();
    this.#removed.set(table, removed);
    const key = rowKey(gone.key);
    if (!removed.has(key)) undo.push(() => removed.delete(key));
    removed.set(key, gone.key);
    this.#replace(gone, undefined, undo);
  }

  #replace(at: Ref, row: object | undefined, undo: Undo[]): void {
    const slots = this.#rowsOf(at.source);
    const key = rowKey(at.key);
    const before = slots.get(key);
    slots.set(key, { row, dirty: false });
    undo.push(() => (before ? slots.set(key, before) : slots.delete(key)));
  }

  #move(transfer: Transfer, undo: Undo[]): void {
    let n = 0;
    for (const posting of transfer.postings) {
      const balanceAfter = posting.userId === undefined ? null : this.#post(posting, undo);
      this.entries.push({
        transferId: transfer.id,
        n,
        kind: transferKinds[transfer.kind],
        account: accountCodes[posting.account],
        userId: posting.userId ?? null,
        assetId: posting.asset,
        amount: posting.amount,
        balanceAfter,
        at: this.#now,
      });
      n += 1;
    }
  }

  /** Moves one user account; asserts that no balance leaves the range of the ledger (I4). */
  #post(posting: Posting & { userId: string }, undo: Undo[]): bigint {
    const { userId, asset, amount } = posting;
    const field = posting.account as 'available' | 'reserved';
    const table = asset === USDC_ASSET ? walletTable : accountTable;
    const key = asset === USDC_ASSET ? [userId] : [userId, asset];
    const current = this.#slot(table, key).row as WalletRow | AccountRow | undefined;
    const row = current ?? { userId, assetId: asset, available: 0n, reserved: 0n };
    assert(current || asset !== USDC_ASSET, `user ${userId} has no wallet`);
    const after = row[field] + amount;
    assert(
      after >= 0n && after <= MAX_LEDGER_UNITS,
      `${table.name} of ${userId} would be ${after}`,
    );
    this.#write(table, { ...row, [field]: after }, undo);
    return after;
  }

  #tell(draft: EventDraft, undo: Undo[]): void {
    const wallet = this.wallet(draft.userId);
    assert(wallet, `user ${draft.userId} has no wallet to number events`);
    const seq = wallet.eventSeq + 1n;
    this.#write(walletTable, { ...wallet, eventSeq: seq }, undo);
    this.events.push({
      userId: draft.userId,
      seq,
      type: draft.type,
      at: this.#now,
      data: JSON.stringify(draft.data),
    });
  }
}

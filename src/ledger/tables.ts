import type { BaseUnits, Usdc } from '../money/fixed.ts';
import { amount, hash, integer, nullable, text, time, uuid } from '../platform/db/column.ts';
import { defineTable, type RowOf } from '../platform/db/table.ts';

/** The USDC account of a user, the event counter and the last seen region: the row every command locks. */
export const walletTable = defineTable({
  name: 'wallet',
  key: ['userId'],
  columns: {
    userId: uuid('user_id'),
    available: amount<Usdc>('available'),
    reserved: amount<Usdc>('reserved'),
    eventSeq: amount<bigint>('event_seq'),
    country: nullable(text('country')),
  },
});
export type WalletRow = RowOf<typeof walletTable>;

/** The account of a user in any asset but USDC. */
export const accountTable = defineTable({
  name: 'account',
  key: ['userId', 'assetId'],
  columns: {
    userId: uuid('user_id'),
    assetId: integer('asset_id'),
    available: amount<BaseUnits>('available'),
    reserved: amount<BaseUnits>('reserved'),
  },
});
export type AccountRow = RowOf<typeof accountTable>;

export const entryTable = defineTable({
  name: 'entry',
  key: ['transferId', 'n'],
  appendOnly: true,
  columns: {
    transferId: uuid('transfer_id'),
    n: integer('n'),
    kind: integer('kind'),
    account: integer('account'),
    userId: nullable(uuid('user_id')),
    assetId: integer('asset_id'),
    amount: amount<bigint>('amount'),
    balanceAfter: nullable(amount<bigint>('balance_after')),
    at: time('at'),
  },
});
export type EntryRow = RowOf<typeof entryTable>;

export const eventTable = defineTable({
  name: 'event',
  key: ['userId', 'seq'],
  appendOnly: true,
  columns: {
    userId: uuid('user_id'),
    seq: amount<bigint>('seq'),
    type: text('type'),
    at: time('at'),
    data: text('data'),
  },
});
export type EventRow = RowOf<typeof eventTable>;

export const idempotencyTable = defineTable({
  name: 'idempotency',
  key: ['userId', 'keyHash'],
  columns: {
    userId: uuid('user_id'),
    keyHash: hash('key_hash'),
    bodyHash: hash('body_hash'),
    status: integer('status'),
    body: text('body'),
    createdAt: time('created_at'),
  },
});
export type IdempotencyRow = RowOf<typeof idempotencyTable>;

export const depositTable = defineTable({
  name: 'deposit',
  key: ['id'],
  appendOnly: true,
  columns: {
    id: uuid('id'),
    userId: uuid('user_id'),
    amount: amount<Usdc>('amount'),
    source: text('source'),
    createdAt: time('created_at'),
  },
});

/** Settings shared by all processes: sandbox controls, trading modes, the clock. */
export const settingTable = defineTable({
  name: 'setting',
  key: ['key'],
  columns: { key: text('key'), value: text('value'), updatedAt: time('updated_at') },
});

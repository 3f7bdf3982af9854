import type { Usdc } from '../../money/fixed.ts';
import { amount, integer, nullable, text, time, uuid } from '../../platform/db/column.ts';
import { defineTable, type RowOf } from '../../platform/db/table.ts';

/** Contract 14: DELAYED and PENDING hold the money, SENT has let it go, the others are final. */
export type WithdrawalStatus =
  | 'DELAYED'
  | 'PENDING'
  | 'SENT'
  | 'CONFIRMED'
  | 'CANCELED'
  | 'RETURNED';

/** USDC on its way out. */
export const withdrawalTable = defineTable({
  name: 'withdrawal',
  key: ['id'],
  columns: {
    id: uuid('id'),
    userId: uuid('user_id'),
    /** Of the account: the sender's must be the same. */
    mode: text('mode'),
    address: text('address'),
    amount: amount<Usdc>('amount'),
    status: text('status'),
    availableAt: time('available_at'),
    signature: nullable(text('signature')),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
    sentAt: nullable(time('sent_at')),
    closedAt: nullable(time('closed_at')),
  },
});
export type WithdrawalRow = RowOf<typeof withdrawalTable>;

/**
 * Who is sending a withdrawal: written before the sender is called, so that a process that ends in
 * between leaves a trace. Each attempt has a greater fence; only the newest may note an outcome.
 */
export const withdrawalSendTable = defineTable({
  name: 'withdrawal_send',
  key: ['withdrawalId'],
  columns: {
    withdrawalId: uuid('withdrawal_id'),
    userId: uuid('user_id'),
    fence: integer('fence'),
    /** IDLE: proven not sent. SENDING: sent or not, nobody knows yet. DONE: noted. */
    state: text('state'),
    /** Real time. */
    leasedUntil: time('leased_until'),
  },
});
export type WithdrawalSendRow = RowOf<typeof withdrawalSendTable>;

import {
  amount,
  bool,
  hash,
  integer,
  nullable,
  text,
  time,
  uuid,
} from '../../platform/db/column.ts';
import { defineLookup, defineTable, type RowOf } from '../../platform/db/table.ts';

/** An order whose venue outcome was not known at once (contract 18.3); its funds stay reserved. */
export const intentTable = defineTable({
  name: 'intent',
  key: ['id'],
  columns: {
    id: uuid('id'),
    userId: uuid('user_id'),
    vertical: text('vertical'),
    kind: text('kind'),
    status: text('status'),
    groupId: nullable(uuid('group_id')),
    proposalId: nullable(uuid('proposal_id')),
    assetId: integer('asset_id'),
    reservedAsset: integer('reserved_asset'),
    reservedAmount: amount<bigint>('reserved_amount'),
    payload: text('payload'),
    dueAt: time('due_at'),
    keyHash: nullable(hash('key_hash')),
    receiptGiven: bool('receipt_given'),
    errorCode: nullable(text('error_code')),
    errorMessage: nullable(text('error_message')),
    tradeId: nullable(uuid('trade_id')),
    answerStatus: nullable(integer('answer_status')),
    answer: nullable(text('answer')),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
  },
});
export type IntentRow = RowOf<typeof intentTable>;

/** Statuses of an intent whose outcome is still to come. */
export const isOpen = (intent: IntentRow): boolean =>
  intent.status === 'SUBMITTED' || intent.status === 'UNKNOWN';

/** An opening order still in flight for (group, asset): it counts as a duplicate (contract 18.3). */
export const openingIntentLookup = defineLookup<{ readonly intentId: string }>({
  name: 'opening intent',
  keySize: 2,
  text: `select v.n, i.id from unnest($1::uuid[], $2::int4[]) with ordinality v(g, a, n)
    cross join lateral (select id from intent
      where group_id = v.g and asset_id = v.a and kind = 'OPEN'
        and status in ('SUBMITTED', 'UNKNOWN') limit 1) i`,
  read: ([intentId]) => ({ intentId: intentId as string }),
});

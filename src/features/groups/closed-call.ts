import type { RowWrite } from '../../engine/command.ts';
import { percentOf, type Ratio, type Usdc } from '../../money/fixed.ts';
import { amount, type Column, fixed18, text, time, uuid } from '../../platform/db/column.ts';
import { defineTable, type RowOf } from '../../platform/db/table.ts';
import type { FollowedVertical } from './tables.ts';

/**
 * How a call ended for its creator, by proposal. The database adds each one to the kept figures of
 * its group in the same transaction.
 */
export const closedCallTable = defineTable({
  name: 'closed_call',
  key: ['proposalId'],
  columns: {
    proposalId: uuid('proposal_id'),
    groupId: uuid('group_id'),
    vertical: text('vertical') as Column<FollowedVertical>,
    creatorId: uuid('creator_id'),
    pnl: amount<Usdc>('pnl'),
    returnPct: fixed18<Ratio>('return_pct'),
    closedAt: time('closed_at'),
  },
});
export type ClosedCallRow = RowOf<typeof closedCallTable>;

/** A call that has ended for its creator. */
export interface CallEnd extends Omit<ClosedCallRow, 'returnPct'> {
  /** What the creator put in, of which the profit or loss is a part. */
  readonly putIn: Usdc;
}

/** The row of a call that has closed: written in the transaction in which it does (contract 9). */
export const closedCall = ({ putIn, ...call }: CallEnd): RowWrite => ({
  table: closedCallTable,
  row: { ...call, returnPct: percentOf(call.pnl, putIn) } satisfies ClosedCallRow,
});

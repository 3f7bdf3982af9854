import { accountCodes, transferKinds } from '../../ledger/accounts.ts';
import type { Statement } from '../../platform/db/table.ts';

/**
 * A page of what a user holds, USDC (asset 0) first, then the other assets that are not at zero.
 * $1 uuid: user; $2 int: the last asset of the page before, -1 for the first; $3 int: rows.
 */
export const holdingsPage: Statement = {
  name: 'holdings page',
  text: `
    select h.asset_id as "assetId", h.available, h.reserved
    from (
      select 0 as asset_id, available, reserved from wallet where user_id = $1
      union all
      select asset_id, available, reserved from account
      where user_id = $1 and available + reserved > 0
    ) h
    where h.asset_id > $2
    order by h.asset_id
    limit $3`,
};
export interface HoldingRow {
  readonly assetId: number;
  readonly available: bigint;
  readonly reserved: bigint;
}

/**
 * A page of a user's posted movements, newest first: what moved the spendable accounts, without
 * reservations and their release; a settled order appears as its trade (contract 18.14).
 * $1 uuid: user; $2 uuid, $3 int: transfer and position of the last row of the page before, the
 * greatest values for the first; $4 int: rows.
 */
export const statementPage: Statement = {
  name: 'ledger statement page',
  text: `
    select transfer_id as "transferId", n, kind, asset_id as "assetId", amount,
      balance_after as "balanceAfter", at
    from entry
    where user_id = $1 and account = ${accountCodes.available}
      and kind not in (${transferKinds.reserve}, ${transferKinds.release})
      and (transfer_id, n) < ($2::uuid, $3::int)
    order by transfer_id desc, n desc
    limit $4`,
};
export interface StatementRow {
  readonly transferId: string;
  readonly n: number;
  readonly kind: number;
  readonly assetId: number;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly at: number;
}

/**
 * A user's events after a number, oldest first, with the bounds of what is kept, in one snapshot.
 * One row with null event columns when there is nothing newer; no row without such a user.
 * $1 uuid: user; $2 bigint: the last number already seen; $3 int: rows.
 */
export const eventsAfter: Statement = {
  name: 'events after',
  text: `
    select w.event_seq as "latestSeq",
      (select min(seq) from event where user_id = $1) as "oldestSeq",
      e.seq, e.type, e.at, e.data
    from wallet w
    left join lateral (
      select seq, type, at, data from event
      where user_id = $1 and seq > $2
      order by seq
      limit $3
    ) e on true
    where w.user_id = $1
    order by e.seq`,
};
export interface EventAfterRow {
  readonly latestSeq: bigint;
  /** Null when no event is kept. */
  readonly oldestSeq: bigint | null;
  readonly seq: bigint | null;
  readonly type: string | null;
  readonly at: number | null;
  readonly data: string | null;
}

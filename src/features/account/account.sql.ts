import { accountCodes, transferKinds } from '../../ledger/accounts.ts';
import type { Asset } from '../../ledger/assets.ts';
import type { Statement } from '../../platform/db/table.ts';

/**
 * A page of what a user holds, USDC (asset 0) first, then the other assets that are not at zero.
 * $1 uuid: user; $2 int: the last asset of the page before, -1 for the first; $3 int: rows.
 */
export const holdingsPage: Statement = {
  name: 'holdings page',
  text: `
    select h.asset_id as id, a.kind, a.mint, a.symbol, a.decimals, h.available, h.reserved
    from (
      select 0 as asset_id, available, reserved from wallet where user_id = $1
      union all
      select asset_id, available, reserved from account
      where user_id = $1 and available + reserved > 0
    ) h
    join asset a on a.id = h.asset_id
    where h.asset_id > $2
    order by h.asset_id
    limit $3`,
};
export interface HoldingRow extends Asset {
  readonly available: bigint;
  readonly reserved: bigint;
}

/**
 * Everything that some users hold, in one snapshot: USDC (asset 0) always, the other assets that are
 * not at zero. $1 uuid[]: users.
 */
export const userHoldings: Statement = {
  name: 'holdings of users',
  text: `
    select h.user_id as "userId", h.asset_id as id, a.kind, a.mint, a.symbol, a.decimals,
      h.available, h.reserved
    from (
      select user_id, 0 as asset_id, available, reserved from wallet where user_id = any($1::uuid[])
      union all
      select user_id, asset_id, available, reserved from account
      where user_id = any($1::uuid[]) and available + reserved > 0
    ) h
    join asset a on a.id = h.asset_id`,
};
export interface UserHoldingRow extends HoldingRow {
  readonly userId: string;
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
    select e.transfer_id as "transferId", e.n, e.kind, a.symbol, a.decimals, e.amount,
      e.balance_after as "balanceAfter", e.at
    from entry e join asset a on a.id = e.asset_id
    where e.user_id = $1 and e.account = ${accountCodes.available}
      and e.kind not in (${transferKinds.reserve}, ${transferKinds.release})
      and (e.transfer_id, e.n) < ($2::uuid, $3::int)
    order by e.transfer_id desc, e.n desc
    limit $4`,
};
export interface StatementRow {
  readonly transferId: string;
  readonly n: number;
  readonly kind: number;
  readonly symbol: string;
  readonly decimals: number;
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

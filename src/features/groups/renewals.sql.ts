import type { Statement } from '../../platform/db/table.ts';

/** Who receives the fees of the group `g`: its creator while an admin, else who joined first. */
const receiver = `select m.user_id from membership m
    where m.group_id = g.id and m.status = 'ACTIVE' and m.is_admin
    order by (m.user_id = g.created_by) desc, m.joined_at, m.user_id limit 1`;

/**
 * Memberships whose subscription is due, the earliest first, with who is to be paid. $1 business
 * time, $2 limit.
 */
export const dueMembershipsStatement: Statement = {
  name: 'due memberships',
  text: `
    select d.group_id as "groupId", d.user_id as "userId", d.due_at as "dueAt",
      d.subscription_status = 'CANCELED' as "ends", p.user_id as "payeeId"
    from (select group_id, user_id, due_at, subscription_status from membership
      where due_at <= $1::timestamptz order by due_at, group_id, user_id limit $2::int4) d
    cross join lateral (select id, created_by from trading_group where id = d.group_id limit 1) g
    left join lateral (${receiver}) p on true
    order by d.due_at, d.group_id, d.user_id`,
};
export interface DueMembership {
  readonly groupId: string;
  readonly userId: string;
  readonly dueAt: number;
  /** Whether it was canceled and ends now. */
  readonly ends: boolean;
  readonly payeeId: string | null;
}

/** Who receives what a join costs now; no row where it costs nothing. $1 group. */
export const joinPayeeStatement: Statement = {
  name: 'join payee',
  text: `
    select p.user_id as "userId" from trading_group g cross join lateral (${receiver}) p
    where g.id = $1::uuid and g.joining_fee + g.subscription_fee > 0`,
};

/** Who receives the fees of a group. $1 group. */
export const feePayeeStatement: Statement = {
  name: 'fee payee',
  text: `
    select p.user_id as "userId" from trading_group g cross join lateral (${receiver}) p
    where g.id = $1::uuid`,
};

/** Who receives what a request to join has accepted; no row where that is nothing. $1 group, $2 user. */
export const requestPayeeStatement: Statement = {
  name: 'request payee',
  text: `
    select p.user_id as "userId" from join_request r
    cross join lateral (select id, created_by from trading_group where id = r.group_id limit 1) g
    cross join lateral (${receiver}) p
    where r.group_id = $1::uuid and r.user_id = $2::uuid
      and r.joining_fee + r.subscription_fee > 0`,
};

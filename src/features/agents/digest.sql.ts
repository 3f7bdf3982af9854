import type { Statement } from '../../platform/db/table.ts';

/** Calls that were opened in a group. $1 group, $2 and $3 timestamptz, from and before. */
export const newCallsStatement: Statement = {
  name: 'calls of a day',
  text: `select (
      (select count(*) from spot_proposal where group_id = $1::uuid
        and created_at >= $2::timestamptz and created_at < $3::timestamptz)
      + (select count(*) from prediction_proposal where group_id = $1::uuid
        and status not in ('PENDING', 'FAILED')
        and created_at >= $2::timestamptz and created_at < $3::timestamptz)
      + (select count(*) from perp_proposal where group_id = $1::uuid
        and created_at >= $2::timestamptz and created_at < $3::timestamptz))::int4 as count`,
};

/**
 * What present members have realised in a group, the most first; those without a realising trade
 * are absent. Perpetuals count price, funding, fees and penalties (contract 8). $1 group, $2 and $3
 * timestamptz, from and before.
 */
export const dayPnlStatement: Statement = {
  name: 'realised of a day',
  text: `
    with realised as (
      select t.user_id, t.pnl from spot_proposal p
      cross join lateral (select user_id, pnl from spot_trade
        where proposal_id = p.id and side = 'SELL'
          and created_at >= $2::timestamptz and created_at < $3::timestamptz offset 0) t
      where p.group_id = $1::uuid
      union all
      select t.user_id, t.pnl from prediction_proposal p
      cross join lateral (select user_id, pnl from prediction_trade
        where proposal_id = p.id and side <> 'BUY'
          and created_at >= $2::timestamptz and created_at < $3::timestamptz offset 0) t
      where p.group_id = $1::uuid
      union all
      select a.user_id, t.pnl from perp_proposal p
      cross join lateral (
        select id, user_id from perp_position where proposal_id = p.id offset 0) a
      cross join lateral (
        select price_pnl + funding - fee - penalty as pnl from perp_trade
        where position_id = a.id
          and created_at >= $2::timestamptz and created_at < $3::timestamptz
        union all
        select amount from perp_funding_payment
        where position_id = a.id
          and created_at >= $2::timestamptz and created_at < $3::timestamptz) t
      where p.group_id = $1::uuid)
    select u.username, r.pnl from (
      select user_id, sum(pnl)::int8 as pnl from realised group by user_id) r
    cross join lateral (select 1 from membership
      where group_id = $1::uuid and user_id = r.user_id and status = 'ACTIVE' limit 1) m
    cross join lateral (select username from app_user where id = r.user_id limit 1) u
    order by r.pnl desc, u.username`,
};

import type { Statement } from '../../platform/db/table.ts';

/** Open perpetual positions of present members in a group, by id. $1 group. */
export const openPerpsStatement: Statement = {
  name: 'open perps of group',
  text: `
    select a.id, a.symbol, a.side, a.liquidation_ticks as "liquidationTicks", u.username
    from perp_proposal p
    cross join lateral (select id, symbol, side, liquidation_ticks, user_id from perp_position
      where proposal_id = p.id and status = 'OPEN' and liquidation_ticks is not null offset 0) a
    cross join lateral (select 1 from membership
      where group_id = $1::uuid and user_id = a.user_id and status = 'ACTIVE' limit 1) m
    cross join lateral (select username from app_user where id = a.user_id limit 1) u
    where p.group_id = $1::uuid
    order by a.id`,
};
export interface OpenPerpRow {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly symbol: string;
  readonly side: string;
  readonly liquidationTicks: bigint;
  readonly username: string;
}

/** Prediction markets in which present members of a group hold shares, by slug. $1 group. */
export const heldMarketsStatement: Statement = {
  name: 'held markets of group',
  text: `
    select p.market_id as "slug", array_agg(distinct u.username order by u.username) as holders
    from prediction_proposal p
    cross join lateral (select user_id from prediction_position
      where proposal_id = p.id and quantity > 0 offset 0) a
    cross join lateral (select 1 from membership
      where group_id = $1::uuid and user_id = a.user_id and status = 'ACTIVE' limit 1) m
    cross join lateral (select username from app_user where id = a.user_id limit 1) u
    where p.group_id = $1::uuid and p.status in ('ACTIVE', 'CLOSED')
    group by p.market_id order by p.market_id`,
};
export interface HeldMarketRow {
  readonly [field: string]: unknown;
  readonly slug: string;
  readonly holders: readonly string[];
}

import type { Statement } from '../../platform/db/table.ts';

/** Groups in which a user is present now. $1 user. */
export const presentGroupsStatement: Statement = {
  name: 'groups of portfolio',
  text: `select group_id as "groupId" from membership where user_id = $1 and status = 'ACTIVE'`,
};

/**
 * A user's trades of all verticals together, newest first: each vertical is read along its own
 * index, no further than the page. $1 user; $2 and $3: instant and id of the last trade of the page
 * before, the latest ones for the first; $4 limit.
 */
export const tradePageStatement: Statement = {
  name: 'trades of user',
  text: ['spot', 'prediction', 'perp']
    .map(
      (vertical) => `(select '${vertical}' as vertical, id, created_at as at from ${vertical}_trade
      where user_id = $1 and (created_at, id) < ($2::timestamptz, $3::uuid)
      order by created_at desc, id desc limit $4)`,
    )
    .join('\n    union all\n    ')
    .concat('\n    order by at desc, id desc limit $4'),
};
export interface TradeRefRow {
  readonly vertical: 'spot' | 'prediction' | 'perp';
  readonly id: string;
  readonly at: number;
}

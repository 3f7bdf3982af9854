import type { Statement } from '../../platform/db/table.ts';
import { AVATAR_LIMIT, positionsAloneStatement } from './read.sql.ts';

/**
 * A user's positions, newest first, each with the versions of the rows that its record is made of:
 * `xmin` is the transaction that has written a row, so a version stands for its values. $1 user,
 * $2 before this id, $3 limit.
 */
const ownPositions = (name: string, condition: string): Statement => ({
  name,
  text: `select p.id, concat_ws(' ', p.version, m.version) as version
    from (
      select id, symbol, xmin as version from perp_position
      where user_id = $1 and id < $2::uuid and ${condition}
      order by id desc limit $3
    ) p
    left join lateral (
      select xmin as version from perp_market where symbol = p.symbol limit 1
    ) m on true
    order by p.id desc`,
});

/** OPEN is open, everything else past (contract 18.21). */
export const ownPerpStatements = {
  open: ownPositions('open perp positions of user', `status = 'OPEN'`),
  past: ownPositions('past perp positions of user', `status <> 'OPEN'`),
  /** Without who takes part. $1 positions. */
  records: positionsAloneStatement,
  /** Members with an open position under each proposal. $1 proposals. */
  crowds: {
    name: 'perp crowds',
    text: `select p.id, c.participants, c.avatars from unnest($1::uuid[]) p(id)
      cross join lateral (
        select (select count(distinct user_id) from perp_position
            where proposal_id = p.id and closed_at is null)::int4 as participants,
          array(select a.avatar from (select distinct user_id from perp_position
            where proposal_id = p.id and closed_at is null order by user_id limit ${AVATAR_LIMIT}) s
            join app_user a on a.id = s.user_id where a.avatar <> '') as avatars
      ) c`,
  },
} as const;

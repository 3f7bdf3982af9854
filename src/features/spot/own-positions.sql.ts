import type { Statement } from '../../platform/db/table.ts';
import { crowdOf, proposalRecordAlone } from './spot.sql.ts';

/**
 * A user's positions, the newest proposal first, each with the versions of the rows that its record
 * is made of: `xmin` is the transaction that has written a row, so a version stands for its values.
 * $1 user, $2 before this proposal, $3 limit.
 */
const ownPositions = (name: string, condition: string): Statement => ({
  name,
  text: `select s.id, concat_ws(' ', s.version, p.version, g.version, u.version) as version
    from (
      select proposal_id as id, group_id, xmin as version from spot_position
      where user_id = $1 and proposal_id < $2::uuid and ${condition}
      order by proposal_id desc limit $3
    ) s
    cross join lateral (
      select creator_id, xmin as version from spot_proposal where id = s.id limit 1
    ) p
    cross join lateral (select xmin as version from trading_group where id = s.group_id limit 1) g
    cross join lateral (select xmin as version from app_user where id = p.creator_id limit 1) u
    order by s.id desc`,
});

/** Holdings above zero are open, also of a closed proposal; flat with history is past (18.21). */
export const ownSpotStatements = {
  open: ownPositions('open spot positions of user', 'quantity > 0'),
  past: ownPositions('past spot positions of user', 'quantity = 0'),
  /** Without who takes part. $1 user, $2 proposals. */
  records: {
    name: 'spot records of user',
    text: `${proposalRecordAlone} where p.id = any($2::uuid[])`,
  },
  /** $1 proposals. */
  crowds: {
    name: 'spot crowds',
    text: `select p.id, c.participants, c.avatars from unnest($1::uuid[]) p(id) ${crowdOf}`,
  },
} as const;

import type { Statement } from '../../platform/db/table.ts';
import { proposalRecord } from './spot.sql.ts';

/**
 * Proposals in which a user has a position, the newest first. The positions of the page are found
 * by their key before anything is joined. $1 user, $2 before this proposal, $3 limit.
 */
const ownPositions = (name: string, condition: string): Statement => ({
  name,
  text: `with mine as materialized (
      select proposal_id from spot_position
      where user_id = $1 and proposal_id < $2::uuid and ${condition}
      order by proposal_id desc limit $3
    )
    ${proposalRecord}
    join mine on mine.proposal_id = p.id
    order by p.id desc`,
});

/** Holdings above zero are open, also of a closed proposal; flat with history is past (18.21). */
export const ownSpotStatements = {
  open: ownPositions('open spot positions of user', 'quantity > 0'),
  past: ownPositions('past spot positions of user', 'quantity = 0'),
} as const;

import type { Statement } from '../../platform/db/table.ts';
import { predictionRecord } from './read.sql.ts';

/** Shares of a side that lost: they neither trade nor pay. */
const isLost = `p.status = 'RESOLVED' and p.result <> 'VOID' and not p.did_win`;

/**
 * Proposals in which a user has a position, the newest first. The positions of the page are found
 * by their key before anything is joined. $1 user, $2 before this proposal, $3 limit.
 */
const ownPositions = (name: string, condition: string): Statement => ({
  name,
  text: `with mine as materialized (
      select s.proposal_id from prediction_position s
      cross join lateral (
        select status, result, did_win from prediction_proposal where id = s.proposal_id limit 1
      ) p
      where s.user_id = $1 and s.proposal_id < $2::uuid and ${condition}
      order by s.proposal_id desc limit $3
    )
    ${predictionRecord}
    join mine on mine.proposal_id = p.id
    order by p.id desc`,
});

/**
 * Shares left that still trade or can be claimed, now or once the market has resolved, are open;
 * sold, claimed and lost ones are past (contract 18.21).
 */
export const ownPredictionStatements = {
  open: ownPositions('open prediction positions of user', `s.quantity > 0 and not (${isLost})`),
  past: ownPositions('past prediction positions of user', `(s.quantity = 0 or (${isLost}))`),
} as const;

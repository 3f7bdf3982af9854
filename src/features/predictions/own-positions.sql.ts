import type { Statement } from '../../platform/db/table.ts';
import { crowdOf, predictionRecordAlone } from './read.sql.ts';

/** Shares of a side that lost: they neither trade nor pay. */
const isLost = `p.status = 'RESOLVED' and p.result <> 'VOID' and not p.did_win`;

/**
 * A user's positions, the newest proposal first, each with the versions of the rows that its record
 * is made of: `xmin` is the transaction that has written a row, so a version stands for its values.
 * $1 user, $2 before this proposal, $3 limit.
 */
const ownPositions = (name: string, condition: string): Statement => ({
  name,
  text: `select s.id, concat_ws(' ', s.version, s.proposal_version, u.version) as version
    from (
      select s.proposal_id as id, p.creator_id, s.xmin as version, p.version as proposal_version
      from prediction_position s
      cross join lateral (
        select creator_id, status, result, did_win, xmin as version
        from prediction_proposal where id = s.proposal_id limit 1
      ) p
      where s.user_id = $1 and s.proposal_id < $2::uuid and ${condition}
      order by s.proposal_id desc limit $3
    ) s
    cross join lateral (select xmin as version from app_user where id = s.creator_id limit 1) u
    order by s.id desc`,
});

/**
 * Shares left that still trade or can be claimed, now or once the market has resolved, are open;
 * sold, claimed and lost ones are past (contract 18.21).
 */
export const ownPredictionStatements = {
  open: ownPositions('open prediction positions of user', `s.quantity > 0 and not (${isLost})`),
  past: ownPositions('past prediction positions of user', `(s.quantity = 0 or (${isLost}))`),
  /** Without who takes part. $1 user, $2 proposals. */
  records: {
    name: 'prediction records of user',
    text: `${predictionRecordAlone} where p.id = any($2::uuid[])`,
  },
  /** $1 proposals. */
  crowds: {
    name: 'prediction crowds',
    text: `select p.id, c.participants, c.avatars from unnest($1::uuid[]) p(id) ${crowdOf}`,
  },
} as const;

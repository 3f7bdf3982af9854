import type { Statement } from '../../platform/db/table.ts';
import type { PerpSide } from '../../venues/paper/perps/units.ts';

/** $1 proposal. */
export const perpProposalIdentityStatement: Statement = {
  name: 'perp proposal identity',
  text: `select id, group_id as "groupId", creator_id as "creatorId", symbol, side, leverage,
      stop_loss_pct::text as "stopLossPct", take_profit_pct::text as "takeProfitPct",
      position_id as "positionId"
    from perp_proposal where id = $1`,
};
export interface ProposalIdentityRow {
  readonly id: string;
  readonly groupId: string;
  readonly creatorId: string;
  readonly symbol: string;
  readonly side: PerpSide;
  readonly leverage: bigint;
  readonly stopLossPct: string | null;
  readonly takeProfitPct: string | null;
  readonly positionId: string;
}

/** $1 position. */
export const perpPositionIdentityStatement: Statement = {
  name: 'perp position identity',
  text: `select p.id, p.user_id as "userId", p.proposal_id as "proposalId", p.group_id as "groupId",
      p.symbol, p.side, p.subaccount, r.position_id = p.id as "isFirst"
    from perp_position p join perp_proposal r on r.id = p.proposal_id where p.id = $1`,
};
export interface PositionIdentityRow {
  readonly id: string;
  readonly userId: string;
  readonly proposalId: string;
  readonly groupId: string;
  readonly symbol: string;
  readonly side: PerpSide;
  readonly subaccount: number;
  readonly isFirst: boolean;
}

/** Open positions of a user under a proposal. $1 proposal, $2 user. */
export const ownOpenPositionsStatement: Statement = {
  name: 'own open perp positions',
  text: `select id from perp_position
    where proposal_id = $1 and user_id = $2 and closed_at is null order by id`,
};

/** What a follow of a proposal has bought for a user and is untouched. $1 proposal, $2 user. */
export const followedPositionStatement: Statement = {
  name: 'followed perp position',
  text: `select id from perp_position
    where proposal_id = $1 and user_id = $2 and followed and closed_at is null order by id limit 1`,
};

/** Lots that stand open in each market, both sides of the house counted once. */
export const openInterestStatement: Statement = {
  name: 'perp open interest',
  text: `select symbol, sum(abs(base_lots))::int8 as lots from perp_position
    where status = 'OPEN' group by symbol`,
};

import type { Statement } from '../../platform/db/table.ts';

/** How every market with a result ended, and what the sandbox has set the others to. */
export const marketOverridesStatement: Statement = {
  name: 'prediction market overrides',
  text: `select market_id as slug, 'resolved' as status, result from prediction_resolution
    union all
    select market_id, status, null from prediction_status s
      where not exists (select 1 from prediction_resolution r where r.market_id = s.market_id)`,
};
export interface MarketOverrideRow {
  readonly slug: string;
  readonly status: string;
  readonly result: string | null;
}

/** Markets of proposals that have not resolved: the index is skipped from one to the next. */
export const openMarketsStatement: Statement = {
  name: 'open prediction markets',
  text: `with recursive m as (
      (select market_id from prediction_proposal where status in ('ACTIVE', 'CLOSED')
        order by market_id limit 1)
      union all
      select (select market_id from prediction_proposal
        where status in ('ACTIVE', 'CLOSED') and market_id > m.market_id
        order by market_id limit 1)
      from m where m.market_id is not null
    )
    select market_id as "marketId" from m where market_id is not null`,
};

/** Proposals to move along with their markets. $1 resolved markets, $2 closed ones, $3 limit. */
export const endedProposalsStatement: Statement = {
  name: 'ended prediction proposals',
  text: `select p.id as "proposalId", p.creator_id as "creatorId", p.group_id as "groupId",
      p.asset_id as "assetId", p.market_id as "marketId"
    from prediction_proposal p
    where (p.market_id = any($1::text[]) and p.status in ('ACTIVE', 'CLOSED'))
      or (p.market_id = any($2::text[]) and p.status = 'ACTIVE')
    limit $3`,
};
export interface EndedProposalRow {
  readonly proposalId: string;
  readonly creatorId: string;
  readonly groupId: string;
  readonly assetId: number;
  readonly marketId: string;
}

/** Resolved proposals whose holders have not all been told. $1 limit. */
export const untoldProposalsStatement: Statement = {
  name: 'untold prediction proposals',
  text: `select id as "proposalId", creator_id as "creatorId" from prediction_proposal
    where status = 'RESOLVED' and not told limit $1`,
};

/** Holders of a proposal who have not been told. $1 proposal, $2 limit. */
export const untoldHoldersStatement: Statement = {
  name: 'untold prediction holders',
  text: `select user_id as "userId" from prediction_position
    where proposal_id = $1 and quantity > 0 and not told limit $2`,
};

/** What is to be claimed for its holders: resolved before $1 and never claimed. $2 limit. */
export const unclaimedStatement: Statement = {
  name: 'unclaimed predictions',
  text: `select s.user_id as "userId", u.idp_id as "idpId", u.username,
      u.wallet_address as "walletAddress", p.id, p.group_id as "groupId",
      p.creator_id as "creatorId", p.market_id as "marketId", p.is_yes as "isYes",
      p.asset_id as "assetId"
    from prediction_position s
    cross join lateral (select * from prediction_proposal where id = s.proposal_id limit 1) p
    join app_user u on u.id = s.user_id
    where s.claimable and s.locked = 0 and p.resolved_at < $1::timestamptz
    limit $2`,
};

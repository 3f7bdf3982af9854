import type { Statement } from '../../platform/db/table.ts';

/** How many avatars stand beside a proposal. */
export const AVATAR_LIMIT = 5;
/** Newest trades shown with one proposal. */
export const TRADE_LIMIT = 200;

export interface ProposalRecord {
  readonly id: string;
  readonly vertical: string;
  readonly group_id: string;
  readonly asset_id: number;
  readonly creator_id: string;
  readonly reason: string | null;
  readonly initial_price: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly closed_at: number | null;
  readonly exit_price: string | null;
  readonly exit_pnl: bigint | null;
  readonly exit_pnl_pct: string | null;
  readonly creator_idp_id: string;
  readonly creator_username: string;
  readonly group_name: string;
  readonly group_image: string;
  readonly participants: number;
  readonly avatars: string[];
  readonly quantity: bigint | null;
  readonly cost: bigint | null;
  readonly round_cost: bigint | null;
  readonly round_bought: bigint | null;
  readonly round_sold: bigint | null;
  readonly round_proceeds: bigint | null;
  readonly realized_pnl: bigint | null;
  readonly realized_cost: bigint | null;
  readonly exited_at: number | null;
}

/** Who has ever held under the proposal `p`. */
export const crowdOf = `cross join lateral (
    select (select count(*) from spot_position where proposal_id = p.id)::int4 as participants,
      array(select a.avatar from (select user_id from spot_position where proposal_id = p.id
        order by user_id limit ${AVATAR_LIMIT}) s join app_user a on a.id = s.user_id
        where a.avatar <> '') as avatars
  ) c`;

const recordWith = (
  crowd: string,
): string => `select p.id, p.vertical, p.group_id, p.asset_id, p.creator_id, p.reason,
    p.initial_price::text, p.created_at, p.updated_at, p.closed_at, p.exit_price::text, p.exit_pnl,
    p.exit_pnl_pct::text, u.idp_id as creator_idp_id, u.username as creator_username,
    g.name as group_name, g.image as group_image, c.participants, c.avatars,
    me.quantity, me.cost, me.round_cost, me.round_bought, me.round_sold, me.round_proceeds,
    me.realized_pnl, me.realized_cost, me.exited_at
  from spot_proposal p
  join app_user u on u.id = p.creator_id
  join trading_group g on g.id = p.group_id
  ${crowd}
  left join spot_position me on me.proposal_id = p.id and me.user_id = $1`;

/** A proposal with its creator, group, participants and the position of the user $1. */
const proposalRecord = recordWith(crowdOf);

/** The same without its participants, who are counted apart. */
export const proposalRecordAlone = recordWith(
  `cross join lateral (select 0 as participants, array[]::text[] as avatars) c`,
);

/** $1 user, $2 proposal. */
export const proposalStatement: Statement = {
  name: 'spot proposal',
  text: `${proposalRecord} where p.id = $2`,
};

/** A group's proposals, newest first. $1 user, $2 group, $3 before this id, $4 limit. */
const groupProposals = (name: string, condition: string): Statement => ({
  name,
  text: `${proposalRecord}
    where p.group_id = $2 and p.id < $3::uuid ${condition}
    order by p.id desc limit $4`,
});

export const groupProposalStatements = {
  all: groupProposals('spot proposals', ''),
  open: groupProposals('open spot proposals', 'and p.closed_at is null'),
  closed: groupProposals('closed spot proposals', 'and p.closed_at is not null'),
} as const;

export interface TradeRecord {
  readonly id: string;
  readonly user_id: string;
  readonly proposal_id: string | null;
  readonly group_id: string | null;
  readonly asset_id: number;
  readonly side: string;
  readonly origin: string;
  readonly quantity: bigint;
  readonly price: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly pnl: bigint;
  readonly cost_out: bigint;
  readonly created_at: number;
  readonly wallet_address: string;
}

const tradeRecord = `select t.id, t.user_id, t.proposal_id, t.group_id, t.asset_id, t.side, t.origin,
    t.quantity, t.price::text, t.gross, t.fee, t.pnl, t.cost_out, t.created_at, u.wallet_address
  from spot_trade t join app_user u on u.id = t.user_id`;

/** Newest trades of a proposal. $1 proposal. */
export const proposalTradesStatement: Statement = {
  name: 'spot proposal trades',
  text: `${tradeRecord} where t.proposal_id = $1 order by t.id desc limit ${TRADE_LIMIT}`,
};

/** Trades by id. $1 ids. */
export const tradesStatement: Statement = {
  name: 'spot trades',
  text: `${tradeRecord} where t.id = any($1::uuid[])`,
};

/** What of a position can be sold. $1 user, $2 proposal. */
export const sellableStatement: Statement = {
  name: 'spot sellable',
  text: `select quantity - locked as sellable from spot_position
    where user_id = $1 and proposal_id = $2`,
};

export interface FoundProposalRecord {
  readonly id: string;
}

/** The open proposal of a group for a token. $1 group, $2 asset. */
export const openProposalStatement: Statement = {
  name: 'open proposal of a token',
  text: `select id from spot_proposal
    where group_id = $1 and asset_id = $2 and closed_at is null`,
};

/** Where a user holds a token of a group: the open proposal, else the newest. $1 user, $2 group, $3 asset. */
export const heldProposalStatement: Statement = {
  name: 'held proposal of a token',
  text: `select p.id from spot_position s join spot_proposal p on p.id = s.proposal_id
    where s.user_id = $1 and s.group_id = $2 and s.asset_id = $3 and s.quantity > s.locked
    order by p.closed_at is null desc, p.id desc limit 1`,
};

import type { Statement } from '../../platform/db/table.ts';

/** How many avatars stand beside a proposal. */
const AVATAR_LIMIT = 5;

export interface PredictionRecord {
  readonly id: string;
  readonly group_id: string;
  readonly creator_id: string;
  readonly event_id: string;
  readonly market_id: string;
  readonly outcome_id: string;
  readonly asset_id: number;
  readonly is_yes: boolean;
  readonly event_title: string | null;
  readonly market_title: string | null;
  readonly event_image_url: string | null;
  readonly reason: string | null;
  readonly status: string;
  readonly result: string | null;
  readonly did_win: boolean;
  readonly created_at: number;
  readonly updated_at: number;
  readonly resolved_at: number | null;
  readonly creator_idp_id: string;
  readonly creator_username: string;
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
  readonly locked: bigint | null;
}

/** Who has ever held under the proposal `p`. */
export const crowdOf = `cross join lateral (
    select (select count(*) from prediction_position where proposal_id = p.id)::int4 as participants,
      array(select a.avatar from (select user_id from prediction_position where proposal_id = p.id
        order by user_id limit ${AVATAR_LIMIT}) s join app_user a on a.id = s.user_id
        where a.avatar <> '') as avatars
  ) c`;

const recordWith = (
  crowd: string,
): string => `select p.id, p.group_id, p.creator_id, p.event_id, p.market_id,
    p.outcome_id, p.asset_id, p.is_yes, p.event_title, p.market_title, p.event_image_url, p.reason,
    p.status, p.result, p.did_win, p.created_at, p.updated_at, p.resolved_at,
    u.idp_id as creator_idp_id, u.username as creator_username, c.participants, c.avatars,
    me.quantity, me.cost, me.round_cost, me.round_bought, me.round_sold, me.round_proceeds,
    me.realized_pnl, me.realized_cost, me.locked
  from prediction_proposal p
  join app_user u on u.id = p.creator_id
  ${crowd}
  left join prediction_position me on me.proposal_id = p.id and me.user_id = $1`;

/** A proposal with its creator, participants and the position of the user $1. */
const predictionRecord = recordWith(crowdOf);

/** The same without its participants, who are counted apart. */
export const predictionRecordAlone = recordWith(
  `cross join lateral (select 0 as participants, array[]::text[] as avatars) c`,
);

/** $1 user, $2 proposal. */
export const predictionStatement: Statement = {
  name: 'prediction proposal',
  text: `${predictionRecord} where p.id = $2`,
};

/**
 * A group's proposals, newest first; what is settling or has failed only for its creator. $1 user,
 * $2 group, $3 before this id, $4 statuses, $5 limit.
 */
export const groupPredictionsStatement: Statement = {
  name: 'prediction proposals of group',
  text: `${predictionRecord}
    where p.group_id = $2 and p.id < $3::uuid and p.status = any($4::text[])
      and (p.status not in ('PENDING', 'FAILED') or p.creator_id = $1)
    order by p.id desc limit $5`,
};

export interface PredictionTradeRecord {
  readonly id: string;
  readonly user_id: string;
  readonly proposal_id: string;
  readonly group_id: string;
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

/** Trades by id. $1 ids. */
export const predictionTradesStatement: Statement = {
  name: 'prediction trades',
  text: `select t.id, t.user_id, t.proposal_id, t.group_id, t.asset_id, t.side, t.origin, t.quantity,
      t.price::text, t.gross, t.fee, t.pnl, t.cost_out, t.created_at, u.wallet_address
    from prediction_trade t join app_user u on u.id = t.user_id where t.id = any($1::uuid[])`,
};

/** What of a position can be sold. $1 user, $2 proposal. */
export const sellableSharesStatement: Statement = {
  name: 'sellable prediction shares',
  text: `select quantity - locked as sellable from prediction_position
    where user_id = $1 and proposal_id = $2`,
};

/** Markets of an event in which a group of the user has a proposal. $1 event, $2 user. */
export const proposedMarketsStatement: Statement = {
  name: 'proposed prediction markets',
  text: `select distinct p.market_id as "marketId" from prediction_proposal p
    join membership m on m.group_id = p.group_id and m.user_id = $2 and m.status = 'ACTIVE'
    where p.event_id = $1 and (p.status not in ('PENDING', 'FAILED') or p.creator_id = $2)`,
};

import type { Statement } from '../../platform/db/table.ts';
import { perpPositionTable, perpTradeTable } from './tables.ts';

export const AVATAR_LIMIT = 5;

/** The columns of a table under the names of its row's fields. */
export const columnsOf = (table: typeof perpPositionTable | typeof perpTradeTable, alias: string) =>
  table.fields
    .map((field) => {
      const column = (table.columns as Record<string, { sqlName: string; sqlType: string }>)[field];
      const text = column?.sqlType === 'numeric' ? '::text' : '';
      return `${alias}.${column?.sqlName}${text} as "${field}"`;
    })
    .join(', ');

const recordWith = (crowd: string): string => `select ${columnsOf(perpPositionTable, 'p')},
    m.funding_index as "marketIndex", c.participants, c.avatars
  from perp_position p
  left join perp_market m on m.symbol = p.symbol
  cross join lateral (${crowd}) c`;

/**
 * A position with its market's funding and who takes part in its proposal now; an owner who has left
 * the group sees nobody (contract 18.29).
 */
const positionRecord = recordWith(`
    select (select count(distinct user_id) from perp_position
        where proposal_id = p.proposal_id and closed_at is null)::int4 as participants,
      array(select a.avatar from (select distinct user_id from perp_position
        where proposal_id = p.proposal_id and closed_at is null
          and exists (select from membership where group_id = p.group_id and user_id = p.user_id
            and status = 'ACTIVE')
        order by user_id limit ${AVATAR_LIMIT}) s
        join app_user a on a.id = s.user_id where a.avatar <> '') as avatars`);

/** $1 position. */
export const perpPositionStatement: Statement = {
  name: 'perp position',
  text: `${positionRecord} where p.id = $1`,
};

/** A user's positions, newest first. $1 user, $2 before this id, $3 group or null, $4 limit. */
const ownPositions = (name: string, condition: string): Statement => ({
  name,
  text: `${positionRecord}
    where p.user_id = $1 and p.id < $2::uuid and ($3::uuid is null or p.group_id = $3::uuid)
      ${condition}
    order by p.id desc limit $4`,
});

export const ownPositionStatements = {
  active: ownPositions('active perp positions', `and p.status = 'OPEN'`),
  past: ownPositions('past perp positions', `and p.status <> 'OPEN'`),
  all: ownPositions('perp positions', ''),
} as const;

/** Positions by id. $1 ids. */
export const positionsByIdStatement: Statement = {
  name: 'perp positions by id',
  text: `${positionRecord} where p.id = any($1::uuid[])`,
};

/** The same without who takes part, who are counted apart. $1 ids. */
export const positionsAloneStatement: Statement = {
  name: 'perp positions alone',
  text: `${recordWith('select 0 as participants, array[]::text[] as avatars')}
    where p.id = any($1::uuid[])`,
};

/** A user's positions under some proposals. $1 user, $2 proposals. */
export const positionsOfProposalsStatement: Statement = {
  name: 'perp positions of proposals',
  text: `${positionRecord} where p.proposal_id = any($2::uuid[]) and p.user_id = $1
    order by p.id desc`,
};

export interface PerpProposalRecord {
  readonly id: string;
  readonly group_id: string;
  readonly creator_id: string;
  readonly creator_idp_id: string;
  readonly symbol: string;
  readonly position_id: string;
  readonly side: string;
  readonly reason: string | null;
  readonly leverage: bigint;
  readonly stop_loss_pct: string | null;
  readonly take_profit_pct: string | null;
  readonly created_at: number;
  readonly closed_at: number | null;
  readonly participants: number;
  readonly total_participants: number;
  readonly avatars: string[];
  /** The creator's positions: what they have realized, and what was put in. */
  readonly exit_pnl: string | null;
  readonly exit_collateral: string | null;
}

const proposalRecord = `select p.id, p.group_id, p.creator_id, u.idp_id as creator_idp_id, p.symbol,
    p.position_id, p.side, p.reason, p.leverage, p.stop_loss_pct::text, p.take_profit_pct::text, p.created_at,
    p.closed_at, c.participants, c.total_participants, c.avatars, e.exit_pnl, e.exit_collateral
  from perp_proposal p
  join app_user u on u.id = p.creator_id
  cross join lateral (
    select (select count(distinct user_id) from perp_position
        where proposal_id = p.id and closed_at is null)::int4 as participants,
      (select count(distinct user_id) from perp_position
        where proposal_id = p.id)::int4 as total_participants,
      array(select a.avatar from (select distinct user_id from perp_position
        where proposal_id = p.id order by user_id limit ${AVATAR_LIMIT}) s
        join app_user a on a.id = s.user_id where a.avatar <> '') as avatars
  ) c
  cross join lateral (
    select sum(price_pnl + funding - fees - penalty)::text as exit_pnl,
      sum(initial_collateral + added_collateral)::text as exit_collateral
    from perp_position where proposal_id = p.id and user_id = p.creator_id
  ) e`;

/** $1 proposal. */
export const perpProposalStatement: Statement = {
  name: 'perp proposal',
  text: `${proposalRecord} where p.id = $1`,
};

/** A group's proposals, newest first. $1 group, $2 before this id, $3 limit. */
const groupProposals = (name: string, condition: string): Statement => ({
  name,
  text: `${proposalRecord} where p.group_id = $1 and p.id < $2::uuid ${condition}
    order by p.id desc limit $3`,
});
export const groupPerpStatements = {
  all: groupProposals('perp proposals of group', ''),
  open: groupProposals('open perp proposals of group', 'and p.closed_at is null'),
  closed: groupProposals('closed perp proposals of group', 'and p.closed_at is not null'),
} as const;

/** Trades by id. $1 ids. */
export const perpTradesStatement: Statement = {
  name: 'perp trades',
  text: `select ${columnsOf(perpTradeTable, 't')} from perp_trade t where t.id = any($1::uuid[])`,
};

/** Positions of some users that are worth something. $1 users. */
export const valuedPositionsStatement: Statement = {
  name: 'valued perp positions',
  text: `select ${columnsOf(perpPositionTable, 'p')}, m.funding_index as "marketIndex"
    from perp_position p
    left join perp_market m on m.symbol = p.symbol
    where p.user_id = any($1::uuid[]) and (p.status = 'OPEN' or p.claimable > 0)`,
};
export interface ValuedPositionRow {
  readonly marketIndex: bigint | null;
}

/** A market's funding rates, newest first. $1 symbol, $2 from, $3 to, $4 limit. */
export const fundingHistoryStatement: Statement = {
  name: 'perp funding history',
  text: `select interval_start as "intervalStart", rate, mark_ticks as "markTicks"
    from perp_funding where symbol = $1 and interval_start between $2 and $3
    order by interval_start desc limit $4`,
};
export interface FundingRow {
  readonly intervalStart: number;
  readonly rate: bigint;
  readonly markTicks: bigint;
}

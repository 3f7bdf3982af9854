import type { Usdc } from '../../money/fixed.ts';
import type { Statement } from '../../platform/db/table.ts';
import type { FundingIndex, Lots, Ticks } from '../../venues/paper/perps/units.ts';

/** Makes the rows of markets that have none. $1 symbols, $2 business time of their first interval. */
export const keepMarketsStatement: Statement = {
  name: 'keep perp markets',
  text: `insert into perp_market (symbol, funding_index, funded_until)
    select symbol, 0, $2::timestamptz from unnest($1::text[]) symbol
    order by symbol on conflict do nothing`,
};

/**
 * Takes the lease on real time; a process that takes it from another raises the fence, so that
 * commands of the one before do nothing. $1 process, $2 lease in milliseconds. No row: another
 * process drives.
 */
export const takeLeaseStatement: Statement = {
  name: 'take perp lease',
  text: `update perp_driver set holder = $1::uuid,
      fence = fence + case when holder = $1::uuid then 0 else 1 end,
      lease_until = clock_timestamp() + $2::int8 * interval '1 millisecond'
    where id = 1 and (holder = $1::uuid or lease_until <= clock_timestamp())
    returning fence, done_until as "doneUntil"`,
};
export interface LeaseRow {
  /** Commands of a driver whose fence is lower do nothing. */
  readonly fence: number;
  /** Business time up to which marks have been looked at; null before the first driver. */
  readonly doneUntil: number | null;
}

/**
 * Keeps the lease and notes up to where marks have been looked at. It is not waited for the disk:
 * what a crash of the database takes back is looked at again. $1 fence, $2 business time, $3 lease
 * in milliseconds. No row: another process drives now.
 */
export const keepLeaseStatement: Statement = {
  name: 'keep perp lease',
  text: `update perp_driver d set done_until = greatest(d.done_until, $2::timestamptz),
      lease_until = clock_timestamp() + $3::int8 * interval '1 millisecond'
    from (select set_config('synchronous_commit', 'off', true)) s
    where d.id = 1 and d.fence = $1 returning d.fence`,
};

/** Gives the lease up at once. $1 process. */
export const dropLeaseStatement: Statement = {
  name: 'drop perp lease',
  text: `update perp_driver set lease_until = '-infinity' where id = 1 and holder = $1::uuid`,
};

/** Business time up to which marks have been looked at. */
export const doneUntilStatement: Statement = {
  name: 'perp driver done',
  text: 'select done_until as "doneUntil" from perp_driver where id = 1',
};

/** A position that a mark may have reached, with what its levels are computed from. */
export interface CrossedRow {
  readonly id: string;
  readonly userId: string;
  readonly proposalId: string;
  readonly symbol: string;
  readonly baseLots: Lots;
  readonly virtualQuote: Usdc;
  readonly collateral: Usdc;
  readonly fundingIndex: FundingIndex;
  readonly stopLossTicks: Ticks | null;
  readonly takeProfitTicks: Ticks | null;
  readonly lowerTicks: Ticks | null;
  readonly upperTicks: Ticks | null;
  /** When it was last traded: what the mark did before says nothing about it. */
  readonly since: number;
}

/**
 * Open positions that the marks of a span reach, market by market: both indexes are read from the
 * end that is crossed, so that positions further away cost nothing. $1 symbols, $2 lowest and
 * $3 highest marks, $4 limit.
 */
export const crossedStatement: Statement = {
  name: 'crossed perp positions',
  text: `select p.id, p.user_id as "userId", p.proposal_id as "proposalId", p.symbol,
      p.base_lots as "baseLots", p.virtual_quote as "virtualQuote", p.collateral,
      p.funding_index as "fundingIndex", p.stop_loss_ticks as "stopLossTicks",
      p.take_profit_ticks as "takeProfitTicks", p.lower_ticks as "lowerTicks",
      p.upper_ticks as "upperTicks", (select t.created_at from perp_trade t
        where t.position_id = p.id order by t.id desc limit 1) as since
    from unnest($1::text[], $2::int8[], $3::int8[]) m(symbol, low, high)
    cross join lateral (
      (select * from perp_position where symbol = m.symbol and status = 'OPEN'
        and lower_ticks is not null and lower_ticks >= m.low
        order by lower_ticks desc limit $4)
      union all
      (select * from perp_position where symbol = m.symbol and status = 'OPEN'
        and upper_ticks is not null and upper_ticks <= m.high
        and (lower_ticks is null or lower_ticks < m.low)
        order by upper_ticks limit $4)
    ) p`,
};

/**
 * Queues what a mark crosses, so that nothing that moves later can hide it. $1 symbol, $2 mark,
 * $3 business time, $4 ticks that levels may be off by.
 */
export const queueTriggersStatement: Statement = {
  name: 'queue perp triggers',
  text: `insert into perp_trigger (position_id, mark_ticks, at)
    select id, $2::int8, $3::timestamptz from perp_position
    where symbol = $1 and status = 'OPEN'
      and (lower_ticks >= $2::int8 - $4::int8 or upper_ticks <= $2::int8 + $4::int8)
    on conflict (position_id) do nothing`,
};

/** Triggers that wait, of instants up to $1. $2 limit. */
export const queuedTriggersStatement: Statement = {
  name: 'queued perp triggers',
  text: `select p.id, p.user_id as "userId", p.proposal_id as "proposalId", p.symbol,
      t.mark_ticks as "markTicks", t.at
    from perp_trigger t
    cross join lateral (select * from perp_position where id = t.position_id limit 1) p
    where t.at <= $1::timestamptz
    order by t.at, p.id limit $2`,
};
export interface QueuedRow {
  readonly id: string;
  readonly userId: string;
  readonly proposalId: string;
  readonly symbol: string;
  readonly markTicks: Ticks;
  readonly at: number;
}

/** The start of the first interval of each market that is not in its index yet. */
export const fundedUntilStatement: Statement = {
  name: 'perp markets funded until',
  text: 'select symbol, funded_until as "fundedUntil" from perp_market',
};
export interface FundedRow {
  readonly symbol: string;
  readonly fundedUntil: number;
}

/** Positions that were opened at an instant or after it. $1 symbols, $2 business time. */
export const openedSinceStatement: Statement = {
  name: 'perp positions opened since',
  text: `select p.id as "positionId", p.user_id as "userId", p.symbol
    from unnest($1::text[]) v(symbol)
    cross join lateral (select id, user_id, symbol from perp_position
      where symbol = v.symbol and status = 'OPEN' and opened_at >= $2::timestamptz) p`,
};

/**
 * Open positions whose funding is not in their collateral and is further from their market's index
 * than they may be. $1 symbols, $2 quote lots per base lot either way, $3 limit.
 */
export const unfundedStatement: Statement = {
  name: 'unfunded perp positions',
  text: `select p.id, p.user_id as "userId", p.symbol
    from unnest($1::text[], $2::int8[]) v(symbol, most)
    cross join lateral (select * from perp_market where symbol = v.symbol limit 1) m
    cross join lateral (
      (select id, user_id, symbol from perp_position where symbol = m.symbol and status = 'OPEN'
        and funding_index < m.funding_index - v.most order by funding_index limit $3)
      union all
      (select id, user_id, symbol from perp_position where symbol = m.symbol and status = 'OPEN'
        and funding_index > m.funding_index + v.most order by funding_index desc limit $3)
    ) p
    limit $3`,
};
export interface UnfundedRow {
  readonly id: string;
  readonly userId: string;
  readonly symbol: string;
}

/**
 * Markets with open positions, the index being skipped from one to the next; with their funding, and
 * whether positions have not settled all of it: those that are furthest behind or ahead tell.
 */
export const openMarketsStatement: Statement = {
  name: 'open perp markets',
  text: `with recursive s as (
      (select symbol from perp_position where status = 'OPEN' order by symbol limit 1)
      union all
      select (select symbol from perp_position where status = 'OPEN' and symbol > s.symbol
        order by symbol limit 1)
      from s where s.symbol is not null
    )
    select m.symbol, m.funding_index as "fundingIndex",
      (select p.funding_index from perp_position p where p.symbol = m.symbol and p.status = 'OPEN'
        order by p.funding_index limit 1) < m.funding_index
      or (select p.funding_index from perp_position p where p.symbol = m.symbol and p.status = 'OPEN'
        order by p.funding_index desc limit 1) > m.funding_index as "isUnsettled"
    from s cross join lateral (select * from perp_market where symbol = s.symbol limit 1) m`,
};
export interface OpenMarketRow {
  readonly symbol: string;
  readonly fundingIndex: FundingIndex;
  readonly isUnsettled: boolean;
}

/**
 * Positions on the other side of a bankruptcy that win at the mark, and would not lose at the
 * bankruptcy price: by profit × leverage as `rankForAdl` orders them, as many as hold the lots.
 * $1 symbol, $2 'LONG' or 'SHORT', $3 what a lot is worth at the mark, $4 funding index, $5 lots
 * closed by the bankruptcy, $6 what for, $7 limit.
 */
export const candidatesStatement: Statement = {
  name: 'perp deleveraging candidates',
  text: `with winner as (
      select p.id, p.user_id, p.proposal_id, abs(p.base_lots) as lots,
        case when p.base_lots > 0 then v.worth * v.worth / (v.cost * v.equity)
          else v.cost / v.equity end as score
      from perp_position p
      cross join lateral (select abs(p.base_lots) * $3::numeric as worth,
        abs(p.virtual_quote)::numeric as cost,
        p.virtual_quote + p.base_lots * $3::numeric as pnl,
        p.collateral + p.virtual_quote + p.base_lots * $3::numeric
          - p.base_lots * ($4::int8 - p.funding_index)::numeric as equity) v
      where p.symbol = $1 and p.side = $2 and p.status = 'OPEN' and v.pnl > 0 and v.equity > 0
        and v.cost > 0
        and p.virtual_quote * $5::numeric + p.base_lots * $6::numeric >= 0
    )
    select id as "positionId", user_id as "userId", proposal_id as "proposalId"
    from (select *, sum(lots) over (order by score desc, id) - lots as before from winner) r
    where before < $5::numeric order by score desc, id limit $7`,
};

/** Take-profits to claim for their owners: closed before $1. $2 limit. */
export const unclaimedPerpsStatement: Statement = {
  name: 'unclaimed perps',
  text: `select id, user_id as "userId" from perp_position
    where claimable > 0 and closed_at < $1::timestamptz limit $2`,
};

export interface OpenInterestRow {
  readonly symbol: string;
  readonly lots: Lots;
}

import type { Statement } from '../../platform/db/table.ts';
import type { Lots } from '../../venues/paper/perps/units.ts';

/** Makes the rows of markets that have none. $1 symbols, $2 business time of their first interval. */
export const keepMarketsStatement: Statement = {
  name: 'keep perp markets',
  text: `insert into perp_market (symbol, funding_index, funded_until)
    select symbol, 0, $2::timestamptz from unnest($1::text[]) symbol
    order by symbol on conflict do nothing`,
};

/**
 * Takes or keeps the lease on real time; a process that takes it over raises the fence, so that
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
  readonly fence: number;
  readonly doneUntil: number | null;
}

/** Gives the lease up at once. $1 process. */
export const dropLeaseStatement: Statement = {
  name: 'drop perp lease',
  text: `update perp_driver set lease_until = '-infinity' where id = 1 and holder = $1::uuid`,
};

/** Notes up to where marks have been looked at. $1 fence, $2 business time. */
export const noteDoneStatement: Statement = {
  name: 'note perp driver',
  text: `update perp_driver set done_until = $2::timestamptz
    where id = 1 and fence = $1 and (done_until is null or done_until < $2::timestamptz)`,
};

/** Business time up to which marks have been looked at. */
export const doneUntilStatement: Statement = {
  name: 'perp driver done',
  text: 'select done_until as "doneUntil" from perp_driver where id = 1',
};

export interface CrossedRow {
  readonly id: string;
  readonly userId: string;
  readonly proposalId: string;
  readonly symbol: string;
  readonly lowerTicks: bigint | null;
  readonly upperTicks: bigint | null;
}

const crossedColumns = `p.id, p.user_id as "userId", p.proposal_id as "proposalId", p.symbol,
  p.lower_ticks as "lowerTicks", p.upper_ticks as "upperTicks"`;

/**
 * Open positions that the marks of a span reach, market by market: both indexes are read from the
 * end that is crossed, so that positions further away cost nothing. $1 symbols, $2 lowest and
 * $3 highest marks, $4 limit.
 */
export const crossedStatement: Statement = {
  name: 'crossed perp positions',
  text: `select ${crossedColumns}
    from unnest($1::text[], $2::int8[], $3::int8[]) m(symbol, low, high)
    cross join lateral (
      (select * from perp_position where symbol = m.symbol and status = 'OPEN'
        and lower_ticks is not null and lower_ticks >= m.low
        order by lower_ticks desc limit $4)
      union all
      (select * from perp_position where symbol = m.symbol and status = 'OPEN'
        and upper_ticks is not null and upper_ticks <= m.high
        order by upper_ticks limit $4)
    ) p
    limit $4`,
};

/** Queues what a mark crosses, so that nothing that moves later can hide it. $1 symbol, $2 mark, $3 business time. */
export const queueTriggersStatement: Statement = {
  name: 'queue perp triggers',
  text: `insert into perp_trigger (position_id, mark_ticks, at)
    select id, $2::int8, $3::timestamptz from perp_position
    where symbol = $1 and status = 'OPEN'
      and (lower_ticks >= $2::int8 or upper_ticks <= $2::int8)
    on conflict (position_id) do nothing`,
};

/** Triggers that wait. $1 limit. */
export const queuedTriggersStatement: Statement = {
  name: 'queued perp triggers',
  text: `select ${crossedColumns}, t.mark_ticks as "markTicks", t.at
    from perp_trigger t
    cross join lateral (select * from perp_position where id = t.position_id limit 1) p
    order by t.at, p.id limit $1`,
};
export interface QueuedRow extends CrossedRow {
  readonly markTicks: bigint;
  readonly at: number;
}

/** The market of the oldest interval that is not in its index yet: the start of that interval. */
export const fundedUntilStatement: Statement = {
  name: 'perp markets funded until',
  text: 'select symbol, funded_until as "fundedUntil" from perp_market',
};
export interface FundedRow {
  readonly symbol: string;
  readonly fundedUntil: number;
}

/** Open positions of markets whose funding is not in their collateral yet. $1 limit. */
export const unfundedStatement: Statement = {
  name: 'unfunded perp positions',
  text: `select p.id, p.user_id as "userId", p.symbol
    from perp_market m
    cross join lateral (
      (select id, user_id, symbol from perp_position where symbol = m.symbol and status = 'OPEN'
        and funding_index < m.funding_index limit $1)
      union all
      (select id, user_id, symbol from perp_position where symbol = m.symbol and status = 'OPEN'
        and funding_index > m.funding_index limit $1)
    ) p
    limit $1`,
};
export interface UnfundedRow {
  readonly id: string;
  readonly userId: string;
  readonly symbol: string;
}

/** Markets with open positions: the index is skipped from one to the next. */
export const openSymbolsStatement: Statement = {
  name: 'open perp symbols',
  text: `with recursive s as (
      (select symbol from perp_position where status = 'OPEN' order by symbol limit 1)
      union all
      select (select symbol from perp_position where status = 'OPEN' and symbol > s.symbol
        order by symbol limit 1)
      from s where s.symbol is not null
    )
    select symbol from s where symbol is not null`,
};

/**
 * Positions on the other side of a market that may win, those with the most leverage by their
 * entry first. $1 symbol, $2 'LONG' or 'SHORT', $3 limit.
 */
export const candidatesStatement: Statement = {
  name: 'perp deleveraging candidates',
  text: `select id as "positionId", user_id as "userId", proposal_id as "proposalId"
    from perp_position
    where symbol = $1 and side = $2 and status = 'OPEN'
    order by abs(virtual_quote)::numeric / greatest(collateral, 1) desc, id limit $3`,
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

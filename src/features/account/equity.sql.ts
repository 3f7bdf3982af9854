import type { Statement } from '../../platform/db/table.ts';

/** Newest hour whose snapshots are taken, as hours since 1970, in the shared settings. */
export const EQUITY_HOUR_KEY = 'equity:hour';

/** Snapshots removed by one statement. */
export const THINNED_ROWS = 10_000;

/** Writes the hour before the first one that this service takes. $1 hour, $2 now. */
export const keepFirstHour: Statement = {
  name: 'keep first equity hour',
  text: `insert into setting (key, value, updated_at) values ('${EQUITY_HOUR_KEY}', $1, $2)
    on conflict (key) do nothing`,
};

export const equityHour: Statement = {
  name: 'equity hour',
  text: `select value from setting where key = '${EQUITY_HOUR_KEY}'`,
};

/** Takes the hours that are due for this transaction alone; no row while another one has them. */
export const claimEquityHour: Statement = {
  name: 'claim equity hour',
  text: `select value from setting where key = '${EQUITY_HOUR_KEY}' for update skip locked`,
};

/** Notes the newest hour. $1 hour, $2 now. */
export const noteEquityHour: Statement = {
  name: 'note equity hour',
  text: `update setting set value = $1, updated_at = $2 where key = '${EQUITY_HOUR_KEY}'`,
};
export interface EquityHourRow {
  readonly value: string;
}

/**
 * Users with a wallet in the order of their ids; agents have none. $1 after this id, $2 made by
 * then, $3 limit.
 */
export const equityUsers: Statement = {
  name: 'equity users',
  text: `select w.user_id as id, u.created_at as "createdAt" from wallet w
    cross join lateral (select created_at from app_user where id = w.user_id limit 1) u
    where w.user_id > $1::uuid and u.created_at <= $2::timestamptz
    order by w.user_id limit $3`,
};
export interface EquityUserRow {
  readonly id: string;
  readonly createdAt: number;
}

/** Net deposits of some users up to now; no row for one without any. $1 users. */
export const netDepositsOfUsers: Statement = {
  name: 'net deposits of users',
  text: `select user_id as "userId", sum(amount)::text as "netDeposits" from cash_flow
    where user_id = any($1::uuid[]) group by user_id`,
};
export interface NetDepositsRow {
  readonly userId: string;
  readonly netDeposits: string;
}

/** Writes snapshots, in order. $1 users, $2 instants, $3 values, $4 net deposits, $5 of a midnight. */
export const insertSnapshots: Statement = {
  name: 'insert equity snapshots',
  text: `insert into equity_snapshot (user_id, at, value, net_deposits, is_daily)
    select * from unnest($1::uuid[], $2::timestamptz[], $3::numeric[], $4::numeric[], $5::bool[])
    on conflict (user_id, at) do nothing`,
};

/** Removes the oldest of the hourly snapshots from before $1. */
export const thinSnapshots: Statement = {
  name: 'thin equity snapshots',
  text: `delete from equity_snapshot where ctid = any(array(
    select ctid from equity_snapshot where not is_daily and at < $1::timestamptz
    order by at limit ${THINNED_ROWS}))`,
};

/**
 * Of a user: the number of the newest event, net deposits up to now, the oldest snapshot, and for
 * each instant the newest snapshot at or before it. $1 user, $2 instants; a row per instant in order.
 */
export const equityBases: Statement = {
  name: 'equity bases',
  text: `select w.event_seq as "seq",
      (select coalesce(sum(amount), 0) from cash_flow where user_id = $1)::text as "netDeposits",
      (select at from equity_snapshot where user_id = $1 order by at limit 1) as "firstAt",
      s.at, s.value::text, s.net_deposits::text as "baseDeposits"
    from wallet w
    cross join unnest($2::timestamptz[]) with ordinality i(at, n)
    left join lateral (
      select at, value, net_deposits from equity_snapshot
      where user_id = $1 and at <= i.at order by at desc limit 1
    ) s on true
    where w.user_id = $1
    order by i.n`,
};
export interface EquityBaseRow {
  readonly seq: bigint;
  readonly netDeposits: string;
  readonly firstAt: number | null;
  /** Null where there is no snapshot. */
  readonly at: number | null;
  readonly value: string | null;
  readonly baseDeposits: string | null;
}

/**
 * The last snapshot of each stretch of a span, oldest first. $1 user, $2 after, $3 before, $4 length
 * of a stretch in milliseconds, counted back from $3.
 */
export const equityHistory: Statement = {
  name: 'equity history',
  text: `select distinct on (b.stretch) s.at, s.value::text, s.net_deposits::text as "netDeposits"
    from equity_snapshot s
    cross join lateral (
      select floor(extract(epoch from $3::timestamptz - s.at) * 1000 / $4::int8) as stretch
    ) b
    where s.user_id = $1 and s.at > $2::timestamptz and s.at < $3::timestamptz
    order by b.stretch desc, s.at desc`,
};
export interface EquityPointRow {
  readonly at: number;
  readonly value: string;
  readonly netDeposits: string;
}

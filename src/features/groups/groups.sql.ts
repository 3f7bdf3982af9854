import { usdc } from '../../money/fixed.ts';
import type { AnyTable, Columns, RowOf, Statement, Table } from '../../platform/db/table.ts';
import type { MemberProfile } from './lookups.ts';
import type { PerformanceSums } from './performance.ts';
import { groupTable, type MemberType, membershipTable } from './tables.ts';

/** The columns of a table under the names of its row's fields, each with the given prefix. */
const fieldList = (table: AnyTable, alias: string, prefix: string): string =>
  table.fields
    .map((field) => `${alias}.${table.columns[field].sqlName} as "${prefix}${field}"`)
    .join(', ');

/** Reads the row of a table from a record that `fieldList` named. */
function rowFrom<C extends Columns>(
  table: Table<C>,
  record: Readonly<Record<string, unknown>>,
  prefix: string,
): RowOf<Table<C>> {
  const row: Record<string, unknown> = {};
  for (const field of table.fields) {
    row[field] = (table.columns[field] as AnyTable['columns'][string]).read(record[prefix + field]);
  }
  return row as RowOf<Table<C>>;
}

export type GroupRecord = Readonly<Record<string, unknown>>;
export const groupFrom = (record: GroupRecord) => rowFrom(groupTable, record, '');
export const memberFrom = (record: GroupRecord) => rowFrom(membershipTable, record, 'm.');
export const profileFrom = (record: GroupRecord) => record as unknown as MemberProfile;

/** Sums of one group as the statements below print them: exact, money in 1e-6 dollars. */
interface SumsRecord {
  readonly closedCount: number;
  readonly winCount: number;
  readonly allTimePnl: string;
  readonly pnl7Days: string;
  readonly pnl30Days: string;
  readonly biggestWin: string;
  readonly biggestLoss: string;
  readonly returnSum: string;
  readonly returnSquareSum: string;
  readonly tradeCount: number;
  readonly memberCount: number;
  readonly participantCount: number;
  readonly rank: number;
}

/** The sums of a record; prediction calls are counted once there are such proposals. */
export function sumsFrom(record: GroupRecord): PerformanceSums {
  const sums = record as unknown as SumsRecord;
  return {
    closedCount: sums.closedCount,
    winCount: sums.winCount,
    allTimePnl: usdc(BigInt(sums.allTimePnl)),
    pnl7Days: usdc(BigInt(sums.pnl7Days)),
    pnl30Days: usdc(BigInt(sums.pnl30Days)),
    biggestWin: usdc(BigInt(sums.biggestWin)),
    biggestLoss: usdc(BigInt(sums.biggestLoss)),
    returnSum: BigInt(sums.returnSum),
    returnSquareSum: BigInt(sums.returnSquareSum),
    tradeCount: sums.tradeCount,
    predictionCount: 0,
    memberCount: sums.memberCount,
    participantCount: sums.participantCount,
    rank: sums.rank,
  };
}

/**
 * For each group of `page(id)`: sums over its closed calls, counts, and its rank by all-time PnL
 * among all groups (equal groups share a rank). `$1` is the business time.
 */
const SUMS = `
  cross join lateral (
    select count(*)::int4 as "closedCount",
      (count(*) filter (where exit_pnl > 0))::int4 as "winCount",
      coalesce(sum(exit_pnl), 0)::text as "allTimePnl",
      coalesce(sum(exit_pnl) filter (where closed_at > $1::timestamptz - interval '7 days'), 0)::text
        as "pnl7Days",
      coalesce(sum(exit_pnl) filter (where closed_at > $1::timestamptz - interval '30 days'), 0)::text
        as "pnl30Days",
      greatest(max(exit_pnl), 0)::text as "biggestWin",
      least(min(exit_pnl), 0)::text as "biggestLoss",
      round(coalesce(sum(exit_pnl_pct), 0) * 1e18)::text as "returnSum",
      round(coalesce(sum(exit_pnl_pct * exit_pnl_pct), 0) * 1e36)::text as "returnSquareSum"
    from spot_proposal
    where group_id = page.id and closed_at is not null and exit_pnl is not null) calls
  cross join lateral (
    select count(*)::int4 as "tradeCount" from spot_proposal p
    join spot_trade t on t.proposal_id = p.id where p.group_id = page.id) trades
  cross join lateral (
    select count(*)::int4 as "memberCount",
      (count(*) filter (where exists (select 1 from spot_position h
        where h.user_id = f.user_id and h.group_id = f.group_id)))::int4 as "participantCount"
    from membership f where f.group_id = page.id and f.status = 'ACTIVE') members
  join (
    select g2.id, (rank() over (order by coalesce(sum(p2.exit_pnl), 0) desc))::int4 as rank
    from trading_group g2
    left join spot_proposal p2 on p2.group_id = g2.id and p2.closed_at is not null
    group by g2.id) ranks on ranks.id = page.id`;

const SUM_FIELDS = 'calls.*, trades.*, members.*, ranks.rank';

/**
 * A page of a user's groups, the latest joined first. $2 user, $3 timestamptz and $4 uuid: the
 * last row of the page before (null at the start), $5 limit.
 */
export const groupsOfUser: Statement = {
  name: 'groups of user',
  text: `
    with page as (
      select g.*, m.member_type, m.joined_at from membership m
      join trading_group g on g.id = m.group_id
      where m.user_id = $2::uuid and m.status = 'ACTIVE'
        and ($3::timestamptz is null or (m.joined_at, m.group_id) < ($3::timestamptz, $4::uuid))
      order by m.joined_at desc, m.group_id desc limit $5::int4)
    select ${fieldList(groupTable, 'page', '')}, page.member_type as "memberType",
      page.joined_at as "joinedAt", ${SUM_FIELDS}, (
        select count(*) from chat_message c
        where c.group_id = page.id and c.deleted_at is null and c.sender_id <> $2::uuid
          and c.created_at > greatest(page.joined_at, (select last_read_at from chat_read r
            where r.group_id = page.id and r.user_id = $2::uuid)))::int4 as "unreadCount"
    from page ${SUMS}
    order by page.joined_at desc, page.id desc`,
};
export interface GroupOfUserRow extends GroupRecord {
  readonly id: string;
  readonly memberType: MemberType;
  readonly joinedAt: number;
  /** Messages of others since the member joined or has read. */
  readonly unreadCount: number;
}

/** One group with its sums. $2 group id. */
export const groupWithSums: Statement = {
  name: 'group with sums',
  text: `
    with page as (select * from trading_group where id = $2::uuid)
    select ${fieldList(groupTable, 'page', '')}, ${SUM_FIELDS} from page ${SUMS}`,
};

/** What outsiders may see of a group before they join. $1 uuid group id or null, $2 text code. */
export const groupPreview: Statement = {
  name: 'group preview',
  text: `
    select ${fieldList(groupTable, 'g', '')},
      (select count(*) from membership
        where group_id = g.id and status = 'ACTIVE')::int4 as "memberCount"
    from trading_group g
    where g.id = coalesce($1::uuid, (select group_id from membership
      where invite_code = $2::text and status = 'ACTIVE'))`,
};

/** Whether a user is a present member, and admin. $1 group id, $2 user id. */
export const presentMember: Statement = {
  name: 'present member',
  text: `
    select m.is_admin as "isAdmin", g.subscription_period as "period" from membership m
    join trading_group g on g.id = m.group_id
    where m.group_id = $1::uuid and m.user_id = $2::uuid and m.status = 'ACTIVE'`,
};

/**
 * A page of a group's present members, the earliest joined first. $1 group id, $2 timestamptz and
 * $3 uuid: the last row of the page before (null at the start), $4 limit.
 */
export const membersOfGroup: Statement = {
  name: 'members of group',
  text: `
    select ${fieldList(membershipTable, 'm', 'm.')}, u.idp_id as "idpId", u.username, u.avatar,
      u.wallet_address as "walletAddress"
    from membership m join app_user u on u.id = m.user_id
    where m.group_id = $1::uuid and m.status = 'ACTIVE'
      and ($2::timestamptz is null or (m.joined_at, m.user_id) > ($2::timestamptz, $3::uuid))
    order by m.joined_at, m.user_id limit $4::int4`,
};

/** A user by idp id. $1 text. */
export const userByIdpId: Statement = {
  name: 'user by idp id',
  text: 'select id from app_user where idp_id = $1::text',
};

/** The group of a present member's invite code. $1 text. */
export const groupOfInvite: Statement = {
  name: 'group of invite',
  text: `select group_id as "groupId" from membership where invite_code = $1::text and status = 'ACTIVE'`,
};

/**
 * Who receives the fees of a group that has any: its creator while an admin, else the admin who
 * joined first. $1 group id.
 */
export const feePayee: Statement = {
  name: 'fee payee',
  text: `
    select m.user_id as "userId" from trading_group g
    join membership m on m.group_id = g.id and m.status = 'ACTIVE' and m.is_admin
    where g.id = $1::uuid and g.joining_fee + g.subscription_fee > 0
    order by (m.user_id = g.created_by) desc, m.joined_at, m.user_id limit 1`,
};

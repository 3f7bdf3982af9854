import type { AnyTable, Columns, RowOf, Statement, Table } from '../../platform/db/table.ts';
import { FIGURE_FIELDS, figuresOf } from './figures.sql.ts';
import type { MemberProfile } from './lookups.ts';
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
      page.joined_at as "joinedAt", ${FIGURE_FIELDS}, (
        select count(*) from chat_message c
        where c.group_id = page.id and c.deleted_at is null and c.sender_id <> $2::uuid
          and c.created_at > greatest(page.joined_at, (select last_read_at from chat_read r
            where r.group_id = page.id and r.user_id = $2::uuid)))::int4 - (
        select count(*) from chat_mute x
        join chat_message c on c.group_id = x.group_id and c.sender_id = x.muted_id
        where x.user_id = $2::uuid and x.group_id = page.id
          and c.cause_id is null and c.deleted_at is null
          and c.created_at > greatest(page.joined_at, (select last_read_at from chat_read r
            where r.group_id = page.id and r.user_id = $2::uuid)))::int4 as "unreadCount"
    from page ${figuresOf('page.id', '$1::timestamptz')}
    order by page.joined_at desc, page.id desc`,
};
export interface GroupOfUserRow extends GroupRecord {
  readonly id: string;
  readonly memberType: MemberType;
  readonly joinedAt: number;
  /** Messages of others since the member joined or has read, without those of muted senders. */
  readonly unreadCount: number;
}

/** One group with its sums. $2 group id. */
export const groupWithSums: Statement = {
  name: 'group with sums',
  text: `
    with page as (select * from trading_group where id = $2::uuid)
    select ${fieldList(groupTable, 'page', '')}, ${FIGURE_FIELDS}
    from page ${figuresOf('page.id', '$1::timestamptz')}`,
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
    select is_admin as "isAdmin" from membership
    where group_id = $1::uuid and user_id = $2::uuid and status = 'ACTIVE'`,
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

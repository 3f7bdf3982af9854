import { type Usdc, usdc } from '../../money/fixed.ts';
import { defineLookup } from '../../platform/db/table.ts';

/** What member objects show of a user. */
export interface MemberProfile {
  readonly idpId: string;
  readonly username: string;
  readonly avatar: string;
  readonly walletAddress: string;
}

/** By user id. */
export const profileLookup = defineLookup<MemberProfile>({
  name: 'member profile',
  keySize: 1,
  text: `select v.n, u.idp_id, u.username, u.avatar, u.wallet_address
    from unnest($1::uuid[]) with ordinality v(id, n)
    cross join lateral (select idp_id, username, avatar, wallet_address
      from app_user where id = v.id limit 1) u`,
  read: ([idpId, username, avatar, walletAddress]) =>
    ({ idpId, username, avatar, walletAddress }) as MemberProfile,
});

/** How many admins a group has, by group id; exact only while the group row is locked. */
export const adminCountLookup = defineLookup<{ readonly count: number }>({
  name: 'group admins',
  keySize: 1,
  text: `select v.n, a.count from unnest($1::uuid[]) with ordinality v(id, n)
    cross join lateral (select count(*)::int4 as count from membership
      where group_id = v.id and status = 'ACTIVE' and is_admin) a`,
  read: ([count]) => ({ count: count as number }),
});

/** The present member who owns an invite code, by code (contract 18.25). */
export const inviteLookup = defineLookup<{ readonly groupId: string }>({
  name: 'invite code',
  keySize: 1,
  text: `select v.n, m.group_id from unnest($1::text[]) with ordinality v(code, n)
    cross join lateral (select group_id from membership
      where invite_code = v.code and status = 'ACTIVE' limit 1) m`,
  read: ([groupId]) => ({ groupId: groupId as string }),
});

/**
 * What follows of a member have put into a group's calls on the latest day that has any (days
 * since 1970-01-01), by (member, group): all that are made or still at their venue.
 */
export const followedDayLookup = defineLookup<{ readonly day: number; readonly amount: Usdc }>({
  name: 'followed day',
  keySize: 2,
  text: `select v.n, f.day, f.amount from unnest($1::uuid[], $2::uuid[]) with ordinality v(u, g, n)
    cross join lateral (
      select (extract(epoch from coalesce(settled_at, created_at))::int8 / 86400)::int4 as day,
        sum(amount)::int8 as amount
      from follow where follower_id = v.u and group_id = v.g and status in ('FILLED', 'UNKNOWN')
      group by 1 order by 1 desc limit 1) f`,
  read: ([day, amount]) => ({ day: day as number, amount: usdc(amount as bigint) }),
});

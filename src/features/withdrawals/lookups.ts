import { defineLookup } from '../../platform/db/table.ts';
import { WITHDRAWALS_PER_DAY } from './limits.ts';

/** A withdrawal that counts against the daily limit. */
export interface RecentWithdrawal {
  readonly id: string;
  /** Business time. */
  readonly at: number;
  readonly amount: bigint;
}

/** The newest withdrawals of a user that were neither canceled nor returned. Key: user. */
export const recentWithdrawals = defineLookup<{ readonly recent: readonly RecentWithdrawal[] }>({
  name: 'recent withdrawals',
  keySize: 1,
  text: `select v.n, r.recent from unnest($1::uuid[]) with ordinality v(u, n)
    cross join lateral (
      select coalesce(json_agg(json_build_array(w.id,
        (extract(epoch from w.created_at) * 1000)::int8, w.amount::text)), '[]')::text as recent
      from (select id, created_at, amount from withdrawal
        where user_id = v.u and status not in ('CANCELED', 'RETURNED')
        order by id desc limit ${WITHDRAWALS_PER_DAY}) w) r`,
  read: ([recent]) => ({
    recent: (JSON.parse(recent as string) as [string, number, string][]).map(
      ([id, at, amount]) => ({ id, at, amount: BigInt(amount) }),
    ),
  }),
});

/**
 * When an address is or was past its delay for a user; one that was canceled before does not count.
 * Key: user, address.
 */
export const knownAddress = defineLookup<{ readonly knownAt: number }>({
  name: 'known address',
  keySize: 2,
  text: `select v.n, w.available_at from unnest($1::uuid[], $2::text[]) with ordinality v(u, a, n)
    cross join lateral (select available_at from withdrawal
      where user_id = v.u and address = v.a
        and not (status = 'CANCELED' and closed_at < available_at)
      order by available_at limit 1) w`,
  read: ([knownAt]) => ({ knownAt: knownAt as number }),
});

/** Whose deposit address it is. Key: address. */
export const depositAddress = defineLookup<{ readonly userId: string }>({
  name: 'deposit address',
  keySize: 1,
  text: `select v.n, u.id from unnest($1::text[]) with ordinality v(a, n)
    cross join lateral (select id from app_user where wallet_address = v.a limit 1) u`,
  read: ([userId]) => ({ userId: userId as string }),
});

/** Whether an account is paper or live. Key: user. */
export const accountMode = defineLookup<{ readonly mode: string }>({
  name: 'account mode',
  keySize: 1,
  text: `select v.n, u.mode from unnest($1::uuid[]) with ordinality v(u, n)
    cross join lateral (select mode from app_user where id = v.u limit 1) u`,
  read: ([mode]) => ({ mode: mode as string }),
});

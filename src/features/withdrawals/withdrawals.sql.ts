import type { Statement } from '../../platform/db/table.ts';
import type { WithdrawalStatus } from './tables.ts';

const columns = `id, user_id as "userId", mode, address, amount, status,
  available_at as "availableAt", signature, created_at as "createdAt", updated_at as "updatedAt",
  sent_at as "sentAt", closed_at as "closedAt"`;

/** A page of a user's withdrawals, newest first. $1 user, $2 before this id, $3 rows. */
export const withdrawalsPage: Statement = {
  name: 'withdrawals page',
  text: `select ${columns} from withdrawal where user_id = $1::uuid and id < $2::uuid
    order by id desc limit $3::int4`,
};

/** One withdrawal. $1 id. */
export const withdrawalOfId: Statement = {
  name: 'withdrawal of id',
  text: `select ${columns} from withdrawal where id = $1::uuid`,
};

/** What a user has withdrawn since an instant, 1e-6 dollars. $1 user, $2 after. */
export const withdrawnSince: Statement = {
  name: 'withdrawn since',
  text: `select coalesce(sum(amount), 0)::int8 as amount from withdrawal
    where user_id = $1::uuid and created_at > $2::timestamptz
      and status not in ('CANCELED', 'RETURNED')`,
};

/** Delays that are over, in order. $1 business time, $2 rows. */
export const dueReleases: Statement = {
  name: 'due withdrawals',
  text: `select id, user_id as "userId" from withdrawal
    where status = 'DELAYED' and available_at <= $1::timestamptz
    order by available_at, id limit $2::int4`,
};

/** Attempts to send that have not been noted. $1 leased until then, $2 rows. */
export const openSends: Statement = {
  name: 'open withdrawal sends',
  text: `select withdrawal_id as id, user_id as "userId" from withdrawal_send
    where state = 'SENDING' and leased_until <= $1::timestamptz
    order by leased_until limit $2::int4`,
};

/** Withdrawals of a mode that are to be sent next and that nobody sends. $1 mode, $2 rows. */
export const waitingWithdrawals: Statement = {
  name: 'waiting withdrawals',
  text: `select w.id, w.user_id as "userId" from withdrawal w
    left join lateral (select state from withdrawal_send where withdrawal_id = w.id limit 1) s on true
    where w.status = 'PENDING' and w.mode = $1 and s.state is distinct from 'SENDING'
    order by w.id limit $2::int4`,
};

/** Withdrawals of a mode that were sent and are not final. $1 mode, $2 after this id, $3 rows. */
export const sentWithdrawals: Statement = {
  name: 'sent withdrawals',
  text: `select w.id, w.user_id as "userId", w.mode, w.address, w.amount::text as amount,
      s.fence as attempt
    from withdrawal w
    cross join lateral (select fence from withdrawal_send where withdrawal_id = w.id limit 1) s
    where w.status = 'SENT' and w.mode = $1 and w.id > $2::uuid
    order by w.id limit $3::int4`,
};

export interface OfWithdrawalRow {
  readonly id: string;
  readonly userId: string;
  readonly [column: string]: unknown;
}

export interface WithdrawalPageRow {
  readonly id: string;
  readonly userId: string;
  readonly mode: string;
  readonly address: string;
  readonly amount: bigint;
  readonly status: WithdrawalStatus;
  readonly availableAt: number;
  readonly signature: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly sentAt: number | null;
  readonly closedAt: number | null;
  readonly [column: string]: unknown;
}

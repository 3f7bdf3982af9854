import { defineLookup, type Statement } from '../../platform/db/table.ts';

/** What an account still has beside its USDC, counted. */
export interface Remains {
  /** Tokens and stocks that are held. */
  readonly assets: number;
  /** Prediction positions that still trade or can be claimed; shares that have lost do not count. */
  readonly predictions: number;
  /** Perpetual positions that are open or have proceeds to claim. */
  readonly perps: number;
  /** Orders whose venue has not answered. */
  readonly orders: number;
  /** Withdrawals that are not final. */
  readonly withdrawals: number;
  /** Groups that the user is in. */
  readonly groups: number;
}

/** By user. */
export const remainsLookup = defineLookup<Remains>({
  name: 'remains of account',
  keySize: 1,
  text: `select v.n, r.assets, r.predictions, r.perps, r.orders, r.withdrawals, r.groups
    from unnest($1::uuid[]) with ordinality v(u, n)
    cross join lateral account_remains(v.u) r`,
  read: ([assets, predictions, perps, orders, withdrawals, groups]) =>
    ({ assets, predictions, perps, orders, withdrawals, groups }) as Remains,
});

/** The groups that a user is in. $1 user. */
export const ownGroupsStatement: Statement = {
  name: 'groups of leaving user',
  text: `select group_id as "groupId" from membership
    where user_id = $1::uuid and status = 'ACTIVE' order by group_id`,
};

/** Takes a person out of the rows that stay. $1 user, $2 business time, $3 real time. */
export const forgetUserStatement: Statement = {
  name: 'forget user',
  text: 'select forget_user($1::uuid, $2::timestamptz, $3::timestamptz)',
};

/** How a deleted user is called. $1 user. */
export const nameOfUserStatement: Statement = {
  name: 'name of deleted user',
  text: `select u.username, d.at from deleted_user d join app_user u on u.id = d.user_id
    where d.user_id = $1::uuid`,
};

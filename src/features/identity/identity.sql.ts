import { defineLookup, type Statement } from '../../platform/db/table.ts';

/** Who has a username already (folded to lower case). Key: username. */
export const userOfName = defineLookup<{ readonly id: string }>({
  name: 'user of name',
  keySize: 1,
  text:
    'select v.n, u.id from unnest($1::text[]) with ordinality v(username, n)' +
    ' cross join lateral (select id from app_user where username = v.username limit 1) u',
  read: ([id]) => ({ id: id as string }),
});

/** A key that is not revoked, with its user, by the hash of its secret. $1 text: 64 hex digits. */
export const keyOfHash: Statement = {
  name: 'api key of hash',
  text: `
    select k.id, k.label, k.prefix, k.scopes,
      k.created_at as "createdAt", k.expires_at as "expiresAt", a.last_used_at as "lastUsedAt",
      u.id as "userId", u.idp_id as "idpId", u.username, u.avatar,
      u.wallet_address as "walletAddress"
    from api_key k
    join app_user u on u.id = k.user_id
    left join api_key_use a on a.key_id = k.id
    where k.secret_hash = $1 and k.revoked_at is null`,
};
export interface KeyOfHashRow {
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly userId: string;
  readonly idpId: string;
  readonly username: string;
  readonly avatar: string;
  readonly walletAddress: string;
}

/** Whose key it is. $1 uuid: the key. */
export const ownerOfKey: Statement = {
  name: 'owner of api key',
  text: 'select user_id as "userId" from api_key where id = $1',
};
export interface OwnerOfKeyRow {
  readonly userId: string;
}

/** Which of these keys were revoked. $1 uuid[]: keys. */
export const revokedAmong: Statement = {
  name: 'revoked api keys',
  text: 'select id from api_key where id = any($1::uuid[]) and revoked_at is not null',
};
export interface RevokedAmongRow {
  readonly id: string;
}

/** Notes when keys were last used. $1 uuid[]: keys, each once; $2 timestamptz[]: when. */
export const saveKeyUse: Statement = {
  name: 'save api key use',
  text: `
    insert into api_key_use (key_id, last_used_at)
    select * from unnest($1::uuid[], $2::timestamptz[])
    on conflict (key_id) do update
      set last_used_at = greatest(api_key_use.last_used_at, excluded.last_used_at)`,
};

/** Keys of a user that were revoked, the newest first. $1 uuid: user. */
export const endedKeys: Statement = {
  name: 'ended keys of user',
  text: `
    select id from api_key where user_id = $1 and revoked_at is not null
    order by id desc limit 1000`,
};

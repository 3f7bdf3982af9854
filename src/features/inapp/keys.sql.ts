import type { Statement } from '../../platform/db/table.ts';

const columns = `k.id, k.user_id as "userId", k.label, k.prefix, k.scopes,
  k.created_at as "createdAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
  u.last_used_at as "lastUsedAt"`;
const use = `left join lateral (select last_used_at from api_key_use where key_id = k.id limit 1) u
  on true`;

/** The newest keys of a user. $1 user, $2 rows. */
export const keysOfUser: Statement = {
  name: 'api keys of user',
  text: `select ${columns} from api_key k ${use} where k.user_id = $1::uuid
    order by k.id desc limit $2::int4`,
};

/** One key. $1 id. */
export const keyOfId: Statement = {
  name: 'api key of id',
  text: `select ${columns} from api_key k ${use} where k.id = $1::uuid`,
};
export interface KeyRow {
  readonly id: string;
  readonly userId: string;
  readonly label: string;
  readonly prefix: string;
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly [column: string]: unknown;
}

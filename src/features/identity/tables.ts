import { nullable, text, time, uuid } from '../../platform/db/column.ts';
import { defineTable, type RowOf } from '../../platform/db/table.ts';

/** A person or bot with a wallet; the mode is fixed when the row is written. */
export const userTable = defineTable({
  name: 'app_user',
  key: ['id'],
  columns: {
    id: uuid('id'),
    idpId: text('idp_id'),
    username: text('username'),
    avatar: text('avatar'),
    walletAddress: text('wallet_address'),
    mode: text('mode'),
    createdAt: time('created_at'),
  },
});
export type UserRow = RowOf<typeof userTable>;

/** An API key; the secret itself is nowhere, only its SHA-256. */
export const apiKeyTable = defineTable({
  name: 'api_key',
  key: ['id'],
  columns: {
    id: uuid('id'),
    userId: uuid('user_id'),
    label: text('label'),
    prefix: text('prefix'),
    secretHash: text('secret_hash'),
    scopes: text('scopes'),
    createdAt: time('created_at'),
    expiresAt: nullable(time('expires_at')),
    revokedAt: nullable(time('revoked_at')),
  },
});
export type ApiKeyRow = RowOf<typeof apiKeyTable>;

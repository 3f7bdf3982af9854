import bs58 from 'bs58';
import type { CommandKind } from '../../engine/command.ts';
import type { Engine } from '../../engine/engine.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Usdc } from '../../money/fixed.ts';
import type { Bus } from '../../platform/db/bus.ts';
import type { Database } from '../../platform/db/pool.ts';
import { type Ids, isId } from '../../platform/ids.ts';
import { type IssuedKey, issueKey, type RandomBytes } from './api-key.ts';
import { type Authenticator, KEY_REVOKED } from './authenticator.ts';
import { type CreateKeyCommand, createKey, type NewKey } from './create-key.ts';
import { createUser } from './create-user.ts';
import { endedKeys, type OwnerOfKeyRow, ownerOfKey } from './identity.sql.ts';
import { type RevokeKeyCommand, revokeKey } from './revoke-key.ts';

const ADDRESS_BYTES = 32;

export interface KeyWish {
  readonly label: string;
  /** Null for all ordinary scopes; `groups:pay` only by name. */
  readonly scopes: readonly string[] | null;
  /** Business time in milliseconds; null for a key that never expires. */
  readonly expiresAt: number | null;
}

export interface UserWish {
  /** Of a user whose id is fixed already: the wish may then be repeated without harm. */
  readonly userId?: string;
  readonly username: string;
  /** Fixed for the life of the account. */
  readonly mode: 'paper' | 'live';
  readonly deposit: { readonly amount: Usdc; readonly source: string } | null;
  /** The first key; null for none. */
  readonly key: KeyWish | null;
}

/** What an interactive session or the sandbox may do with users and keys; API keys may not. */
export interface Identity {
  /**
   * Makes a user with wallet, deposit and key, all or nothing; the secret of the key is told only
   * here. VALIDATION_FAILED as the command `createUser`.
   */
  createUser(wish: UserWish): Promise<{ userId: string; idpId: string; apiKey: string | null }>;
  /**
   * Gives a user a key, through `createKey` or a command that does more. NOT_FOUND without such a
   * user; VALIDATION_FAILED as `createKey`.
   */
  createKey(
    userId: string,
    wish: KeyWish,
    kind?: CommandKind<CreateKeyCommand>,
  ): Promise<{ id: string; apiKey: string }>;
  /**
   * Ends a key in every process, through `revokeKey` or a command that does more. NOT_FOUND without
   * such a key.
   */
  revokeKey(keyId: string, kind?: CommandKind<RevokeKeyCommand>): Promise<{ id: string }>;
  /** Tells every process that all keys of a user have ended, as their rows say already. */
  tellEnded(userId: string): Promise<void>;
}

export interface IdentityDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly authenticator: Pick<Authenticator, 'revoked'>;
  readonly ids: Ids;
  readonly random: RandomBytes;
}

export function createIdentity(deps: IdentityDeps): Identity {
  const { engine, database, bus, authenticator, ids, random } = deps;
  const toStore = (wish: KeyWish, issued: IssuedKey): NewKey => ({ ...wish, ...issued.stored });
  return {
    async createUser({ userId = ids.next(), username, mode, deposit, key }) {
      const issued = key && issueKey(random);
      const answer = await engine.submit(
        createUser,
        {
          userId,
          username,
          mode,
          // A paper wallet lives in the ledger alone: no private key belongs to its address.
          walletAddress: bs58.encode(random(ADDRESS_BYTES)),
          deposit,
          key: key && issued && toStore(key, issued),
        },
        { userId },
      );
      const { data } = JSON.parse(answer.json) as { data: { userId: string; idpId: string } };
      return { ...data, apiKey: issued?.secret ?? null };
    },
    async createKey(userId, wish, kind = createKey) {
      if (!isId(userId)) throw new AppError('NOT_FOUND', { message: 'No such user.' });
      const issued = issueKey(random);
      const command = { userId, ...toStore(wish, issued) };
      const answer = await engine.submit(kind, command, { userId });
      const { data } = JSON.parse(answer.json) as { data: { id: string } };
      return { id: data.id, apiKey: issued.secret };
    },
    async revokeKey(keyId, kind = revokeKey) {
      const owners = isId(keyId)
        ? await database.reads.query<OwnerOfKeyRow>(ownerOfKey, [keyId])
        : [];
      const userId = owners[0]?.userId;
      if (userId === undefined) throw new AppError('NOT_FOUND', { message: 'No such key.' });
      await engine.submit(kind, { userId, keyId }, { userId });
      authenticator.revoked(keyId);
      await database.withClient((client) => bus.publish(client, KEY_REVOKED, keyId));
      return { id: keyId };
    },
    async tellEnded(userId) {
      const ended = await database.reads.query<{ id: string }>(endedKeys, [userId]);
      for (const { id } of ended) authenticator.revoked(id);
      await database.withClient(async (client) => {
        for (const { id } of ended) await bus.publish(client, KEY_REVOKED, id);
      });
    },
  };
}

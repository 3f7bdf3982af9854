import type { CommandKind } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { isId } from '../../platform/ids.ts';
import {
  type CreateKeyCommand,
  createKey,
  type Identity,
  type RevokeKeyCommand,
  revokeKey,
  scopesOf,
} from '../identity/index.ts';
import { type Caller, securityEvent } from '../sessions/index.ts';
import { requireInstant } from './instant.ts';
import { type KeyRow, keyOfId, keysOfUser } from './keys.sql.ts';
import { MAX_ROWS } from './limits.ts';

export interface KeyDeps {
  readonly identity: Pick<Identity, 'createKey' | 'revokeKey'>;
  readonly reads: ReadPool;
}

/** A key as its owner sees it: never its secret. */
const keyObject = (row: KeyRow) => ({
  id: row.id,
  label: row.label,
  prefix: row.prefix,
  scopes: [...scopesOf(row.scopes)],
  createdAt: isoTime(row.createdAt),
  lastUsedAt: isoOrNull(row.lastUsedAt),
  expiresAt: isoOrNull(row.expiresAt),
  revokedAt: isoOrNull(row.revokedAt),
});

const isoOrNull = (atMs: number | null): string | null => (atMs === null ? null : isoTime(atMs));

/** The command that makes a key, with its line in the security log. */
const createLogged = ({ ip, userAgent }: Caller): CommandKind<CreateKeyCommand> => ({
  ...createKey,
  decide(state, command, context) {
    const made = createKey.decide(state, command, context);
    const { userId, label, prefix } = command;
    const scopes = command.scopes?.join(' ') ?? 'all';
    const details = { prefix, label, scopes };
    const logged = securityEvent(
      { userId, kind: 'key_created', ip, userAgent, details },
      { id: context.ids.next(), now: context.now },
    );
    return { ...made, rows: [...(made.rows ?? []), logged] };
  },
});

/** The command that ends a key, with its line in the security log unless it has ended before. */
const revokeLogged = ({ ip, userAgent }: Caller): CommandKind<RevokeKeyCommand> => ({
  ...revokeKey,
  decide(state, command, context) {
    const ended = revokeKey.decide(state, command, context);
    if (!ended.rows) return ended;
    const { userId, keyId } = command;
    const logged = securityEvent(
      { userId, kind: 'key_revoked', ip, userAgent, details: { keyId } },
      { id: context.ids.next(), now: context.now },
    );
    return { ...ended, rows: [...ended.rows, logged] };
  },
});

/** What a session does with the keys of its user. */
export function keyFields({ identity, reads }: KeyDeps) {
  async function readOwn({ principal }: Caller, id: string): Promise<KeyRow> {
    const [row] = isId(id) ? await reads.query<KeyRow>(keyOfId, [id]) : [];
    if (row?.userId !== principal.userId) {
      throw new AppError('NOT_FOUND', { message: 'No such key.' });
    }
    return row;
  }
  return {
    async apiKeys(_args: object, { principal }: Caller) {
      const rows = await reads.query<KeyRow>(keysOfUser, [principal.userId, MAX_ROWS]);
      return rows.map(keyObject);
    },
    /** VALIDATION_FAILED for a label, scope or expiry that does not fit. */
    async createApiKey(
      wish: { label: string; scopes?: readonly string[] | null; expiresAt?: string | null },
      caller: Caller,
    ) {
      const { label, scopes = null, expiresAt = null } = wish;
      const made = await identity.createKey(
        caller.principal.userId,
        {
          label,
          scopes,
          expiresAt: expiresAt === null ? null : requireInstant('expiresAt', expiresAt),
        },
        createLogged(caller),
      );
      return { secret: made.apiKey, apiKey: keyObject(await readOwn(caller, made.id)) };
    },
    /** NOT_FOUND for another user's key. */
    async revokeApiKey({ id }: { id: string }, caller: Caller) {
      await readOwn(caller, id);
      await identity.revokeKey(id, revokeLogged(caller));
      return keyObject(await readOwn(caller, id));
    },
  };
}

import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { AppError, invalid } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { StoredSecret } from './api-key.ts';
import { scopeColumn, scopesOf } from './scopes.ts';
import { type ApiKeyRow, apiKeyTable, userTable } from './tables.ts';

/** Longest label of a key. */
export const MAX_KEY_LABEL_CHARACTERS = 64;

export interface NewKey extends StoredSecret {
  readonly label: string;
  /** Null for all ordinary scopes (contract 3). */
  readonly scopes: readonly string[] | null;
  /** Business time in milliseconds; null for a key that never expires. */
  readonly expiresAt: number | null;
}

export interface CreateKeyCommand extends NewKey {
  readonly userId: string;
}

/**
 * Everything a new key changes: its row and the owner's event. VALIDATION_FAILED for a label that
 * is too long, an unknown scope, an empty list of scopes or an expiry that has passed.
 */
export function keyOutcome(
  userId: string,
  key: NewKey,
  at: { readonly id: string; readonly now: number },
): Required<Pick<Outcome, 'rows' | 'events'>> {
  if (key.label.length > MAX_KEY_LABEL_CHARACTERS) {
    throw invalid(`label is longer than ${MAX_KEY_LABEL_CHARACTERS} characters`);
  }
  if (key.expiresAt !== null && key.expiresAt <= at.now) {
    throw invalid('expiresAt must be in the future');
  }
  const row: ApiKeyRow = {
    id: at.id,
    userId,
    label: key.label,
    prefix: key.prefix,
    secretHash: key.secretHash,
    scopes: scopeColumn(key.scopes),
    createdAt: at.now,
    expiresAt: key.expiresAt,
    revokedAt: null,
  };
  return {
    rows: [{ table: apiKeyTable, row }],
    events: [
      {
        userId,
        type: 'api_key_created',
        data: {
          id: row.id,
          label: row.label,
          prefix: row.prefix,
          scopes: [...scopesOf(row.scopes)],
          expiresAt: row.expiresAt === null ? null : isoTime(row.expiresAt),
        },
      },
    ],
  };
}

/**
 * Gives a user an API key. Answers `{ id }`, 201; the secret is known only to who issued it.
 * NOT_FOUND without such a user; VALIDATION_FAILED as `keyOutcome`.
 */
export const createKey: CommandKind<CreateKeyCommand> = {
  name: 'create key',
  needs: ({ userId }) => ({ users: [userId], rows: [ref(userTable, userId)] }),
  decide(state, command, { now, ids }) {
    if (!state.get(userTable, command.userId)) {
      throw new AppError('NOT_FOUND', { message: 'No such user.' });
    }
    const id = ids.next();
    return {
      ...keyOutcome(command.userId, command, { id, now }),
      answer: { status: 201, data: { id } },
    };
  },
};

import { type CommandKind, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { apiKeyTable, userTable } from './tables.ts';

export interface RevokeKeyCommand {
  readonly userId: string;
  readonly keyId: string;
}

/**
 * Ends a key for good; a key that is revoked already stays as it is. Answers `{ id }`, 200.
 * NOT_FOUND when the user has no such key.
 */
export const revokeKey: CommandKind<RevokeKeyCommand> = {
  name: 'revoke key',
  // A batch saves its tables in the order in which its commands first name them, and a key refers
  // to its user: whoever names the keys names the users before them.
  needs: ({ userId, keyId }) => ({
    users: [userId],
    rows: [ref(userTable, userId), ref(apiKeyTable, keyId)],
  }),
  decide(state, { userId, keyId }, { now }) {
    const key = state.get(apiKeyTable, keyId);
    if (key?.userId !== userId) throw new AppError('NOT_FOUND', { message: 'No such key.' });
    const answer = { status: 200, data: { id: keyId } };
    if (key.revokedAt !== null) return { answer };
    return {
      rows: [{ table: apiKeyTable, row: { ...key, revokedAt: now } }],
      events: [{ userId, type: 'api_key_revoked', data: { id: keyId, prefix: key.prefix } }],
      answer,
    };
  },
};

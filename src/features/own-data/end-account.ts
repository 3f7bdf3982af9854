import type { Engine } from '../../engine/engine.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import type { Identity } from '../identity/index.ts';
import type { Caller, Sessions } from '../sessions/index.ts';
import { deleteAccount, GroupsChanged } from './delete-account.ts';
import { nameOfUserStatement, ownGroupsStatement } from './remains.ts';

/** Tries of a deletion whose user joins groups meanwhile. */
export const MAX_DELETION_TRIES = 5;

export interface DeletedAccount {
  readonly id: string;
  /** How others see the user from now on. */
  readonly username: string;
  readonly deletedAt: string;
}

export interface AccountEndDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly reads: ReadPool;
  readonly sessions: Pick<Sessions, 'profile' | 'requirePassword' | 'verifyTotp' | 'tellEnded'>;
  readonly identity: Pick<Identity, 'tellEnded'>;
}

/** Ends accounts for good. */
export interface AccountEnd {
  /**
   * Deletes the caller's account. The password is needed where there is one, a code where a second
   * factor is enrolled. FORBIDDEN (password), SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID,
   * RATE_LIMITED, and as the command `deleteAccount`.
   */
  end(
    caller: Caller,
    wish: { readonly totp: string | null; readonly password: string | null },
  ): Promise<DeletedAccount>;
}

export function createAccountEnd(deps: AccountEndDeps): AccountEnd {
  const { engine, reads, sessions, identity } = deps;

  async function submit(userId: string, step: number | null, email: string | null): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const rows = await reads.query<{ groupId: string }>(ownGroupsStatement, [userId]);
      const groupIds = rows.map(({ groupId }) => groupId);
      try {
        await engine.submit(deleteAccount, { userId, groupIds, step, email }, { userId });
        return;
      } catch (problem) {
        if (!(problem instanceof GroupsChanged) || tries >= MAX_DELETION_TRIES) throw problem;
      }
    }
  }

  return {
    async end(caller, { totp, password }) {
      const { userId } = caller.principal;
      await sessions.requirePassword(caller, password);
      const { email, totpEnabled } = await sessions.profile(userId);
      if (totpEnabled && totp === null) throw new AppError('SECOND_FACTOR_REQUIRED');
      const step = totpEnabled ? (await sessions.verifyTotp(userId, totp ?? '')).step : null;
      await submit(userId, step, email);
      await sessions.tellEnded(userId);
      await identity.tellEnded(userId);
      const [row] = await reads.query<{ username: string; at: number }>(nameOfUserStatement, [
        userId,
      ]);
      assert(row, 'a deleted account is noted as such');
      return { id: userId, username: row.username, deletedAt: isoTime(row.at) };
    },
  };
}

import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { settingTable, type WalletRow, walletTable } from '../../ledger/tables.ts';

export interface RegionCommand {
  readonly userId: string;
  /** ISO 3166-1; null: not known. */
  readonly country: string | null;
}

/** The setting that fixes a user's region in the sandbox. */
export const regionKey = (userId: string): string => `region:${userId}`;

/**
 * Fixes where a user is (sandbox), null meaning "not known": it counts before header and address,
 * and at once for follows. Answers `{ userId, country }`, 200. NOT_FOUND without such a user.
 */
export const setRegion: CommandKind<RegionCommand> = {
  name: 'set region',
  needs: ({ userId }) => ({ users: [userId], rows: [ref(settingTable, regionKey(userId))] }),
  decide(state, { userId, country }, { now }) {
    const wallet = state.wallet(userId);
    if (!wallet) throw new AppError('NOT_FOUND', { message: 'No such user.' });
    const value = JSON.stringify(country);
    const moved = walletMoves(wallet, country);
    return {
      ...moved,
      rows: [
        ...(moved.rows ?? []),
        { table: settingTable, row: { key: regionKey(userId), value, updatedAt: now } },
      ],
      answer: { status: 200, data: { userId, country } },
    };
  },
};

/**
 * Keeps where a user was last seen, for the follows that are made while the user is away. Changes
 * nothing when it is known already. Answers `{ userId, country }`, 200. NOT_FOUND without such a
 * user.
 */
export const seenRegion: CommandKind<RegionCommand> = {
  name: 'seen region',
  needs: ({ userId }) => ({ users: [userId] }),
  decide(state, { userId, country }) {
    const wallet = state.wallet(userId);
    if (!wallet) throw new AppError('NOT_FOUND', { message: 'No such user.' });
    return {
      ...walletMoves(wallet, country),
      answer: { status: 200, data: { userId, country } },
    };
  },
};

function walletMoves(wallet: WalletRow, country: string | null): Outcome {
  if (wallet.country === country) return {};
  return {
    rows: [{ table: walletTable, row: { ...wallet, country } }],
    events: [{ userId: wallet.userId, type: 'region.changed', data: { country } }],
  };
}

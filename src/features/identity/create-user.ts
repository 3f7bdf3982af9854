import { type CommandKind, ref } from '../../engine/command.ts';
import { invalid } from '../../errors/app-error.ts';
import { type WalletRow, walletTable } from '../../ledger/tables.ts';
import { type Usdc, usdc } from '../../money/fixed.ts';
import { depositOutcome } from '../account/index.ts';
import { keyOutcome, type NewKey } from './create-key.ts';
import { userOfName } from './identity.sql.ts';
import { type UserRow, userTable } from './tables.ts';

/** 3-30 characters of letters, digits and underscore; letters are folded to lower case. */
const USERNAME = /^[A-Za-z0-9_]{3,30}$/;

export interface CreateUserCommand {
  /** The id of the new user. */
  readonly userId: string;
  readonly username: string;
  readonly mode: 'paper' | 'live';
  /** The address of the user's deposit wallet, base58. */
  readonly walletAddress: string;
  /** What the wallet starts with; null for an empty one. */
  readonly deposit: { readonly amount: Usdc; readonly source: string } | null;
  /** The user's first key, if any. */
  readonly key: NewKey | null;
}

const fold = (username: string): string => username.toLowerCase();

/**
 * Makes a user with a wallet, and with it the first deposit and the first key when they are given:
 * all or nothing. Answers `{ userId, idpId }`, 201. A user who is there already stays as they are
 * (200), so that a sign-up that was cut off is finished by repeating it. VALIDATION_FAILED for a
 * username that does not fit or is taken (contract 18.28), and as `depositOutcome` and `keyOutcome`.
 */
export const createUser: CommandKind<CreateUserCommand> = {
  name: 'create user',
  needs: ({ userId, username }) => ({
    users: [userId],
    rows: [ref(userTable, userId), ref(userOfName, fold(username))],
  }),
  decide(state, command, { now, ids }) {
    const { userId, mode, walletAddress, key } = command;
    const there = state.get(userTable, userId);
    if (there) return { answer: { status: 200, data: { userId, idpId: there.idpId } } };
    if (!USERNAME.test(command.username)) {
      throw invalid('username must be 3 to 30 letters, digits or underscores');
    }
    const username = fold(command.username);
    if (state.find(userOfName, username)) throw invalid('username is taken');
    const idpId = `idp_${userId}`;
    const user: UserRow = {
      id: userId,
      idpId,
      username,
      avatar: '',
      walletAddress,
      mode,
      createdAt: now,
    };
    const wallet: WalletRow = {
      userId,
      available: usdc(0n),
      reserved: usdc(0n),
      eventSeq: 0n,
      country: null,
    };
    const deposited =
      command.deposit &&
      depositOutcome({ userId, ...command.deposit }, wallet, { id: ids.next(), now });
    const keyed = key && keyOutcome(userId, key, { id: ids.next(), now });
    return {
      rows: [
        { table: userTable, row: user },
        { table: walletTable, row: wallet },
        ...(deposited?.rows ?? []),
        ...(keyed?.rows ?? []),
      ],
      found: [{ ref: ref(userOfName, username), row: { id: userId } }],
      transfers: deposited?.transfers ?? [],
      events: [
        { userId, type: 'account_created', data: { userId, username, walletAddress } },
        ...(deposited?.events ?? []),
        ...(keyed?.events ?? []),
      ],
      answer: { status: 201, data: { userId, idpId } },
    };
  },
};

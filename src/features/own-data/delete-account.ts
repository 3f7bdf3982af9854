import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import type { WalletRow } from '../../ledger/tables.ts';
import { formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { NO_ID } from '../../platform/ids.ts';
import { endMembershipNeeds, endMemberships } from '../groups/index.ts';
import {
  mail,
  securityEvent,
  useTotpStep as spendTotpStep,
  totpStepRef,
} from '../sessions/index.ts';
import { forgetUserStatement, type Remains, remainsLookup } from './remains.ts';

export interface DeleteAccount {
  readonly userId: string;
  /** The groups that the user is in, as they were read. */
  readonly groupIds: readonly string[];
  /** Of the code of the second factor; null where none is enrolled. */
  readonly step: number | null;
  /** Where to confirm it to; null where no address is known. */
  readonly email: string | null;
}

/** The user has joined a group since the groups were read: the command must be made anew. */
export class GroupsChanged extends AppError {
  constructor() {
    super('OVERLOADED', { retryAfterSeconds: 1 });
  }
}

/** ACCOUNT_NOT_EMPTY unless nothing of value is left, in the wallet or on its way. */
function requireEmpty(wallet: WalletRow | undefined, remains: Remains | undefined): void {
  const { available = 0n, reserved = 0n } = wallet ?? {};
  const { groups: _groups, ...counts } = remains ?? { groups: 0 };
  const isEmpty = available === 0n && reserved === 0n;
  if (isEmpty && Object.values(counts).every((count) => count === 0)) return;
  throw new AppError('ACCOUNT_NOT_EMPTY', {
    details: {
      cashUsd: formatUsdc(available as WalletRow['available']),
      reservedUsd: formatUsdc(reserved as WalletRow['reserved']),
      ...counts,
    },
  });
}

/**
 * Ends an account for good: memberships end, keys and sessions are revoked, and what tells of the
 * person goes: e-mail, name, picture, what was written in chats. The ledger, trades and calls stay
 * under the name `deleted_<n>`. Answers `{ userId }`, 200. ACCOUNT_NOT_EMPTY, LAST_ADMIN,
 * SECOND_FACTOR_INVALID for a code that was used, and GroupsChanged.
 */
export const deleteAccount: CommandKind<DeleteAccount> = {
  name: 'account.delete',
  needs({ userId, groupIds }) {
    const { update, rows } = endMembershipNeeds(userId, groupIds);
    return {
      users: [userId],
      update,
      rows: [...rows, ref(remainsLookup, userId), totpStepRef(userId)],
    };
  },
  decide(state, { userId, groupIds, step, email }, { now, realNow, ids }): Outcome {
    const remains = state.find(remainsLookup, userId);
    requireEmpty(state.wallet(userId), remains);
    const { ended, ...left } = endMemberships(state, { userId, groupIds }, now);
    if (remains?.groups !== ended) throw new GroupsChanged();
    const used = step === null ? [] : [spendTotpStep(state, userId, step)];
    const logged = securityEvent(
      { userId, kind: 'account_deleted', ip: null, userAgent: null },
      { id: ids.next(), now },
    );
    // Under no user: everything under this one is taken away.
    const told =
      email === null
        ? []
        : [
            mail(
              { userId: NO_ID, recipient: email, ...farewell },
              { id: ids.next(), now: realNow },
            ),
          ];
    return {
      rows: [...left.rows, ...used, logged, ...told],
      found: left.found,
      events: [...left.events, { userId, type: 'account.deleted', data: { userId } }],
      writes: [
        { statement: forgetUserStatement, values: [userId, isoTime(now), isoTime(realNow)] },
      ],
      answer: { status: 200, data: { userId } },
    };
  },
};

const farewell = {
  subject: 'Your account was deleted',
  body:
    'Your account was deleted, as its owner asked while signed in. What told of you is gone; the ' +
    'books of the service stay without your name.\n\nSkein',
};

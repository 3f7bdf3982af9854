import {
  type CommandKind,
  type DecideContext,
  type Outcome,
  ref,
  type State,
} from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { isMember, requireActiveGroup } from './access.ts';
import { type AcceptedFees, chargeFee, feesOf, joiningCost, requireAccepted } from './group-fee.ts';
import { newInviteCode } from './invite-code.ts';
import { inviteLookup, profileLookup } from './lookups.ts';
import { membershipEvent, membershipObject } from './member-object.ts';
import { newMembership } from './new-membership.ts';
import {
  type GroupRow,
  groupTable,
  type JoinRequestRow,
  joinRequestTable,
  membershipTable,
} from './tables.ts';

export interface JoinCommand {
  readonly userId: string;
  /** Null: the group of the invite code, which nobody owns. */
  readonly groupId: string | null;
  readonly inviteCode: string | null;
  readonly acceptFees: AcceptedFees | null;
  /** Whether the credential may move money to other people: a session, or scope `groups:pay`. */
  readonly mayPay: boolean;
  /** The admin who receives fees, as read before; null for a free group. */
  readonly payeeId: string | null;
}

/**
 * Joins a group (contract 9): PUBLIC at once; PRIVATE with the code of a present member; PRIVATE
 * without a code files a join request. Answers `{ status, membership? }`, 200. Refuses with
 * NOT_FOUND, ALREADY_MEMBER, FORBIDDEN (group not active, or fees and a key without
 * `groups:pay`), INVITE_INVALID, JOIN_REQUEST_PENDING, FEES_CHANGED, INSUFFICIENT_FUNDS.
 */
export const joinGroup: CommandKind<JoinCommand> = {
  name: 'join group',
  needs({ userId, groupId, inviteCode, payeeId }) {
    const invite = inviteCode === null ? [] : [ref(inviteLookup, inviteCode)];
    if (groupId === null) return { users: [userId], rows: invite };
    const payee = payeeId === null ? [] : [payeeId];
    return {
      users: [userId, ...payee],
      share: [ref(groupTable, groupId)],
      rows: [
        ...invite,
        ...[userId, ...payee].map((id) => ref(membershipTable, groupId, id)),
        ref(joinRequestTable, groupId, userId),
        ref(profileLookup, userId),
      ],
    };
  },
  decide(state, command, context) {
    if (command.groupId === null) throw new AppError('INVITE_INVALID');
    const group = state.get(groupTable, command.groupId);
    if (!group) throw new AppError('NOT_FOUND', { message: 'No such group.' });
    if (isMember(state.get(membershipTable, group.id, command.userId))) {
      throw new AppError('ALREADY_MEMBER');
    }
    requireActiveGroup(group);
    const paid = joiningCost(group) > 0n;
    if (paid && !command.mayPay) {
      throw new AppError('FORBIDDEN', {
        message: 'Joining moves fees to another person: it needs a session or scope groups:pay.',
        details: { scope: 'groups:pay' },
      });
    }
    const invited = isInvited(state, group, command.inviteCode);
    const request = state.get(joinRequestTable, group.id, command.userId);
    if (!invited && request?.status === 'PENDING') throw new AppError('JOIN_REQUEST_PENDING');
    if (paid) requireAccepted(group, command.acceptFees);
    return invited
      ? enter(state, { ...command, group, fees: feesOf(group) }, context)
      : fileRequest(group, command, context);
  },
};

/** Whether the door is open: a PUBLIC group, or a valid code. INVITE_INVALID for another code. */
function isInvited(state: State, group: GroupRow, inviteCode: string | null): boolean {
  if (group.accessType === 'PUBLIC') return true;
  if (inviteCode === null) return false;
  if (state.find(inviteLookup, inviteCode)?.groupId === group.id) return true;
  throw new AppError('INVITE_INVALID');
}

/** Somebody who is let into a group now. */
export interface Entry {
  readonly group: GroupRow;
  readonly userId: string;
  readonly payeeId: string | null;
  /** What the user has accepted and pays now, and later for further periods. */
  readonly fees: AcceptedFees;
  /** Set where an admin lets the user in. */
  readonly byAdmin?: boolean;
}

/** The join itself: charges what was accepted, settles a waiting request. As `chargeFee` refuses. */
export function enter(state: State, entry: Entry, { now, ids }: DecideContext): Outcome {
  const { group, userId, payeeId, fees } = entry;
  const profile = state.find(profileLookup, userId);
  assert(profile, `user ${userId} has no profile`);
  const before = state.get(membershipTable, group.id, userId);
  const inviteCode = newInviteCode(ids);
  const member = newMembership({ group, userId, inviteCode, now, fees, before });
  const request = state.get(joinRequestTable, group.id, userId);
  const approved =
    request?.status === 'PENDING'
      ? [{ table: joinRequestTable, row: { ...request, status: 'APPROVED' } }]
      : [];
  const payment = {
    id: ids.next(),
    groupId: group.id,
    payerId: userId,
    payeeId,
    kind: 'JOIN',
    ...fees,
    period: { start: now, end: member.nextChargeAt },
    byPayer: !entry.byAdmin,
  } as const;
  const fee = chargeFee(state, payment, now);
  const view = { member, profile, now };
  return {
    transfers: fee.transfers,
    rows: [{ table: membershipTable, row: member }, ...approved, ...fee.rows],
    found: [{ ref: ref(inviteLookup, inviteCode), row: { groupId: group.id } }],
    events: [...fee.events, membershipEvent(view)],
    answer: {
      status: 200,
      data: { status: 'JOINED', membership: membershipObject(view, group) },
    },
  };
}

/** What the user accepts now is what an approval charges, whatever the group asks by then. */
function fileRequest(
  group: GroupRow,
  { userId, mayPay }: JoinCommand,
  { now }: DecideContext,
): Outcome {
  const row = {
    groupId: group.id,
    userId,
    status: 'PENDING',
    createdAt: now,
    ...feesOf(group),
    mayPay,
  } satisfies JoinRequestRow;
  return {
    rows: [{ table: joinRequestTable, row }],
    events: [{ userId, type: 'join_request.filed', data: { groupId: group.id } }],
    answer: { status: 200, data: { status: 'REQUESTED', membership: null } },
  };
}

import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { requireActiveGroup, requireAdmin, requireCanEnter } from './access.ts';
import { feesOf, joiningCost } from './group-fee.ts';
import { enter } from './join.ts';
import { profileLookup } from './lookups.ts';
import { groupTable, type JoinRequestRow, joinRequestTable, membershipTable } from './tables.ts';

export interface AnswerRequest {
  readonly groupId: string;
  /** Who answers. */
  readonly userId: string;
  /** Who has asked to join; null when there is no such user. */
  readonly requesterId: string | null;
  readonly action: 'approve' | 'reject';
  /** The admin who receives fees, as read before; null where nothing is to be paid. */
  readonly payeeId: string | null;
}

/**
 * Answers a request to join (contract 9 and 18.11). An approval charges what the requester accepted
 * when filing it, whatever the group asks by now. Answers `{ status }`, 200. Refuses with
 * NOT_GROUP_MEMBER, ADMIN_REQUIRED, SUBSCRIPTION_REQUIRED, NOT_FOUND (no request waits), FORBIDDEN
 * (group not active, or filed without the right to pay), INSUFFICIENT_FUNDS: the request then waits
 * on, and what the requester holds is not told.
 */
export const answerRequest: CommandKind<AnswerRequest> = {
  name: 'answer join request',
  needs({ groupId, userId, requesterId, payeeId }) {
    const others = [requesterId, payeeId].filter((id) => id !== null);
    const asked = requesterId === null ? [] : [requesterId];
    return {
      users: [userId, ...others],
      share: [ref(groupTable, groupId)],
      rows: [
        ...[userId, ...others].map((id) => ref(membershipTable, groupId, id)),
        ...asked.flatMap((id) => [ref(joinRequestTable, groupId, id), ref(profileLookup, id)]),
      ],
    };
  },
  decide(state, { groupId, userId, requesterId, action, payeeId }, context) {
    requireCanEnter(requireAdmin(state.get(membershipTable, groupId, userId)));
    const group = state.get(groupTable, groupId);
    const request =
      requesterId === null ? undefined : state.get(joinRequestTable, groupId, requesterId);
    if (!group || request?.status !== 'PENDING') {
      throw new AppError('NOT_FOUND', { message: 'No such request.' });
    }
    if (action === 'reject') {
      const row: JoinRequestRow = { ...request, status: 'REJECTED' };
      return answered(request, 'REJECTED', { rows: [{ table: joinRequestTable, row }] });
    }
    requireActiveGroup(group);
    requireRightToPay(request);
    const entry = { group, userId: request.userId, payeeId, fees: feesOf(request), byAdmin: true };
    return answered(request, 'APPROVED', enter(state, entry, context));
  },
};

/** The scope of the key counted when the fees were accepted: an approval pays for nobody else. */
function requireRightToPay(request: JoinRequestRow): void {
  if (request.mayPay || joiningCost(request) === 0n) return;
  throw new AppError('FORBIDDEN', {
    message: 'The request was filed without the right to pay fees; it must be filed again.',
  });
}

const answered = (
  { groupId, userId }: JoinRequestRow,
  status: 'APPROVED' | 'REJECTED',
  outcome: Outcome,
): Outcome => ({
  ...outcome,
  events: [
    ...(outcome.events ?? []),
    status === 'APPROVED'
      ? { userId, type: 'join_request.approved', data: { groupId } }
      : { userId, type: 'join_request.rejected', data: { groupId } },
  ],
  answer: { status: 200, data: { status } },
});

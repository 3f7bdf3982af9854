import { AppError } from '../../errors/app-error.ts';
import type { GroupRow, MemberGate } from './tables.ts';

/** Whether the row is a present membership; rows stay after leaving. */
export const isMember = <Row extends MemberGate>(row: Row | undefined): row is Row =>
  row?.status === 'ACTIVE';

/** The membership, when it is a present one. Refuses with NOT_GROUP_MEMBER. */
export function requireMember<Row extends MemberGate>(row: Row | undefined): Row {
  if (!isMember(row)) throw new AppError('NOT_GROUP_MEMBER');
  return row;
}

/** Refuses with NOT_GROUP_MEMBER, then LEADER_REQUIRED (spot, stocks, perps, contract 18.2). */
export function requireLeaderOrAdmin<Row extends MemberGate>(row: Row | undefined): Row {
  const member = requireMember(row);
  if (member.memberType !== 'LEADER' && !member.isAdmin) throw new AppError('LEADER_REQUIRED');
  return member;
}

/** Refuses with NOT_GROUP_MEMBER, then LEADER_REQUIRED (predictions, contract 18.2). */
export function requireLeader<Row extends MemberGate>(row: Row | undefined): Row {
  const member = requireMember(row);
  if (member.memberType !== 'LEADER') throw new AppError('LEADER_REQUIRED');
  return member;
}

/** Refuses with NOT_GROUP_MEMBER, then ADMIN_REQUIRED. */
export function requireAdmin<Row extends MemberGate>(row: Row | undefined): Row {
  const member = requireMember(row);
  if (!member.isAdmin) throw new AppError('ADMIN_REQUIRED');
  return member;
}

/** Refuses a suspended member with SUBSCRIPTION_REQUIRED: every write but exits (contract 18.11). */
export function requireCanEnter(member: MemberGate): void {
  if (member.suspended) throw new AppError('SUBSCRIPTION_REQUIRED');
}

/**
 * Refuses new proposals, joins and follows of a group that is set inactive, with FORBIDDEN
 * (contract 18.29); exits never ask this.
 */
export function requireActiveGroup(group: GroupRow): void {
  if (group.isActive) return;
  throw new AppError('FORBIDDEN', {
    message: 'The group is not active: it takes no new proposals and no new members.',
    details: { groupId: group.id, isActive: false },
  });
}

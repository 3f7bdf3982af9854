export {
  requireActiveGroup,
  requireAdmin,
  requireCanEnter,
  requireLeader,
  requireLeaderOrAdmin,
  requireMember,
} from './access.ts';
export { type ClosedCallRow, closedCall, closedCallTable } from './closed-call.ts';
export { type CreateGroupCommand, createGroup, type NewGroup } from './create-group.ts';
export { endMembershipNeeds, endMemberships } from './end-memberships.ts';
export { groupRef } from './group-object.ts';
export { newGroupOf } from './inputs.ts';
export { type JoinCommand, joinGroup } from './join.ts';
export { isPresentMember } from './member-check.ts';
export { type Renewals, startRenewals } from './renewals.ts';
export { type GroupRouteDeps, groupRoutes } from './routes.ts';
export { type AutoBuySwitch, type SetAutoBuyCommand, setAutoBuy } from './set-auto-buy.ts';
export {
  type FollowedVertical,
  type GroupRow,
  groupTable,
  type MemberGate,
  type MembershipRow,
  memberGateTable,
  membershipTable,
} from './tables.ts';
export type { CallsWish, GroupPnl, GroupVertical } from './vertical.ts';

import { type CommandKind, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import type { Ratio, Usdc } from '../../money/fixed.ts';
import { requireCanEnter, requireMember } from './access.ts';
import { followedDayLookup, profileLookup } from './lookups.ts';
import { memberObject, membershipEvent } from './member-object.ts';
import { type MembershipRow, membershipTable } from './tables.ts';

/** The follow settings that a switch may carry; what is absent takes its default (contract 9). */
export interface FollowSettings {
  readonly mirrorExits: boolean;
  /** Comma list of FollowedVertical; empty means all. */
  readonly verticals: string;
  readonly maxLeverage: Ratio | null;
  readonly dailyLimit: Usdc | null;
}

export type AutoBuySwitch =
  | { readonly enabled: true; readonly amount: Usdc; readonly settings: FollowSettings }
  | {
      readonly enabled: false;
      /** Null keeps the amount. */
      readonly amount: Usdc | null;
      /** Only what was sent; the rest is kept for the next time. */
      readonly settings: Partial<FollowSettings>;
    };

export interface SetAutoBuyCommand {
  readonly groupId: string;
  readonly userId: string;
  readonly autoBuy: AutoBuySwitch;
}

/**
 * Sets how the caller follows the group's calls. Answers the Group member, 200. Refuses with
 * NOT_GROUP_MEMBER and, for switching on, SUBSCRIPTION_REQUIRED; an amount below the floor of a
 * trade is taken, its follows are skipped (contract 18.4).
 */
export const setAutoBuy: CommandKind<SetAutoBuyCommand> = {
  name: 'set auto-buy',
  needs: ({ groupId, userId }) => ({
    users: [userId],
    rows: [
      ref(membershipTable, groupId, userId),
      ref(profileLookup, userId),
      ref(followedDayLookup, userId, groupId),
    ],
  }),
  decide(state, { groupId, userId, autoBuy }, { now }) {
    const before = requireMember(state.get(membershipTable, groupId, userId));
    if (autoBuy.enabled) requireCanEnter(before);
    const profile = state.find(profileLookup, userId);
    assert(profile, `membership of ${userId} in ${groupId} hangs in the air`);
    const member: MembershipRow = {
      ...before,
      ...autoBuy.settings,
      ...budgetOf(before, autoBuy.settings, state.find(followedDayLookup, userId, groupId)),
      autoBuyEnabled: autoBuy.enabled,
      autoBuyAmount: autoBuy.amount ?? before.autoBuyAmount,
      updatedAt: now,
    };
    const view = { member, profile, now };
    return {
      rows: [{ table: membershipTable, row: member }],
      events: [membershipEvent(view)],
      answer: { status: 200, data: memberObject({ ...view, showInviteCode: true }) },
    };
  },
};

/**
 * Follows count what they spend only while there is a limit; the first limit starts from what they
 * have spent so far on their latest day.
 */
function budgetOf(
  before: MembershipRow,
  { dailyLimit = null }: Partial<FollowSettings>,
  followed: { readonly day: number; readonly amount: Usdc } | undefined,
): Partial<MembershipRow> {
  if (before.dailyLimit !== null || dailyLimit === null || !followed) return {};
  return { spentDay: followed.day, spent: followed.amount };
}

import { ref } from '../../src/engine/command.ts';
import { feesOf } from '../../src/features/groups/group-fee.ts';
import {
  adminCountLookup,
  inviteLookup,
  profileLookup,
} from '../../src/features/groups/lookups.ts';
import { newMembership } from '../../src/features/groups/new-membership.ts';
import {
  type GroupRow,
  groupTable,
  type JoinRequestRow,
  joinRequestTable,
  type MembershipRow,
  membershipTable,
} from '../../src/features/groups/tables.ts';
import { type WalletRow, walletTable } from '../../src/ledger/tables.ts';
import { usdc } from '../../src/money/fixed.ts';
import { dollars } from '../../src/money/text.ts';
import { type Given, testId } from './state.ts';

export const NOW = Date.UTC(2026, 0, 31, 14, 30);
export const GROUP = testId(100);
export const ADA = testId(1);
export const BOB = testId(2);
export const CYD = testId(3);

export const groupRow = (change: Partial<GroupRow> = {}): GroupRow => ({
  id: GROUP,
  name: 'Geese',
  description: '',
  image: 'https://example.org/goose.png',
  header: '',
  joiningFee: usdc(0n),
  subscriptionFee: usdc(0n),
  subscriptionPeriod: 'MONTHLY',
  accessType: 'PRIVATE',
  defaultMemberType: 'MEMBER',
  isActive: true,
  createdBy: ADA,
  createdAt: NOW,
  updatedAt: NOW,
  ...change,
});

export const memberRow = (userId: string, change: Partial<MembershipRow> = {}): MembershipRow => ({
  ...newMembership({
    group: groupRow(),
    userId,
    inviteCode: `code-${userId.slice(-2)}`,
    now: NOW,
    fees: groupRow(),
    before: undefined,
  }),
  ...change,
});

/** A request to join for free, unless it says otherwise. */
export const requestRow = (
  userId: string,
  change: Partial<JoinRequestRow> = {},
): JoinRequestRow => ({
  groupId: GROUP,
  userId,
  status: 'PENDING',
  createdAt: NOW,
  ...feesOf(groupRow()),
  mayPay: false,
  ...change,
});

export const adminRow = (userId: string): MembershipRow =>
  memberRow(userId, { memberType: 'LEADER', isAdmin: true });

const walletRow = (userId: string): WalletRow => ({
  userId,
  available: dollars('100'),
  reserved: usdc(0n),
  eventSeq: 0n,
  country: null,
});

/** A group, its members and everybody's wallet of $100, as the commands find them. */
export function given(
  members: readonly MembershipRow[],
  change: {
    group?: Partial<GroupRow>;
    request?: JoinRequestRow;
    wallets?: readonly WalletRow[];
  } = {},
): Given {
  const present = members.filter((member) => member.status === 'ACTIVE');
  const users = [ADA, BOB, CYD];
  return {
    now: NOW,
    rows: [
      [groupTable, groupRow(change.group)],
      ...users.map((userId) => [walletTable, walletRow(userId)] as const),
      ...(change.wallets ?? []).map((row) => [walletTable, row] as const),
      ...members.map((member) => [membershipTable, member] as const),
      ...(change.request ? [[joinRequestTable, change.request] as const] : []),
    ],
    found: [
      {
        ref: ref(adminCountLookup, GROUP),
        row: { count: present.filter((member) => member.isAdmin).length },
      },
      ...present.map((member) => ({
        ref: ref(inviteLookup, member.inviteCode),
        row: { groupId: member.groupId },
      })),
      ...users.map((userId) => ({
        ref: ref(profileLookup, userId),
        row: {
          idpId: `idp_${userId}`,
          username: `user_${userId.slice(-1)}`,
          avatar: '',
          walletAddress: `wallet_${userId.slice(-1)}`,
        },
      })),
    ],
  };
}

/** What a refused decision is expected to throw. */
export const refusal = (code: string, more: object = {}) => ({ code, ...more });

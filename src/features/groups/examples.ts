const GROUP = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
const at = '2026-01-31T14:30:00.000Z';

export const memberExample = {
  userIdpId: 'idp_01920f3c-7a2b-7c4d-9e66-1b2c3d4e5f60',
  groupId: GROUP,
  username: 'ada',
  avatar: '',
  inviteCode: '7k2m9qv4xt1w',
  memberType: 'LEADER' as const,
  isAdmin: true,
  subscriptionStatus: 'NONE' as const,
  nextChargeAt: '2026-02-28T14:30:00.000Z',
  autoBuyEnabled: true,
  autoBuyAmountUsd: '25',
  mirrorExits: false,
  verticals: ['SPOT' as const, 'STOCK' as const],
  maxLeverage: null,
  dailyLimitUsd: '100',
  createdAt: at,
  updatedAt: at,
};

const membershipExample = {
  ...memberExample,
  mainWalletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  group: { uniqueId: GROUP, name: 'Geese', image: '' },
};

export const createdGroupExample = { groupId: GROUP, membership: membershipExample };
export const joinExample = { status: 'JOINED' as const, membership: membershipExample };
export const payingMemberExample = {
  ...memberExample,
  memberType: 'MEMBER' as const,
  isAdmin: false,
  subscriptionStatus: 'ACTIVE' as const,
};
export const waitingRequest = {
  userId: '01920f3c-7a2b-7c4d-9e66-1b2c3d4e5f61',
  username: 'bob',
  avatar: '',
  createdAt: at,
};
export const approvedExample = { status: 'APPROVED' as const };
export const leaderboardLine = {
  rank: 1,
  userIdpId: memberExample.userIdpId,
  username: 'ada',
  avatar: '',
  memberType: 'LEADER' as const,
  isAdmin: true,
  pnlUsd: '120.5',
  realizedPnlUsd: '80',
  unrealizedPnlUsd: '40.5',
};
export const successExample = { success: true };

export const groupExample = {
  uniqueId: GROUP,
  name: 'Geese',
  description: 'We fly in formation.',
  image: '',
  header: '',
  joiningFee: '5',
  subscriptionFee: '10',
  subscriptionPeriod: 'MONTHLY' as const,
  isActive: true,
  groupAccessType: 'PRIVATE' as const,
  defaultMemberType: 'MEMBER' as const,
  performancePnl: { allTimePnl: '120.5', pnl7Days: '10', pnl30Days: '45.25' },
  performanceRank: 1,
  winRate: '66.5',
  avgReturn: '4.2',
  volatility: '11.75',
  biggestWin: '80',
  biggestLoss: '-15.5',
  participationRate: '50',
  tradeCount: 42,
  predictionCount: 7,
  memberCount: 12,
  createdAt: at,
  updatedAt: at,
};

export const groupOfUserExample = {
  ...groupExample,
  memberType: 'LEADER' as const,
  unreadCount: 0,
};

export const previewExample = {
  groupId: GROUP,
  name: 'Geese',
  image: '',
  memberCount: 12,
  groupAccessType: 'PRIVATE' as const,
  joiningFee: '5',
  subscriptionFee: '10',
  subscriptionPeriod: 'MONTHLY' as const,
};

const acceptFees = {
  joiningFee: '5',
  subscriptionFee: '10',
  subscriptionPeriod: 'MONTHLY' as const,
};
export const newGroupRequest = { name: 'Geese', groupAccessType: 'PRIVATE' as const };
export const groupChangeRequest = { description: 'We fly in formation.', subscriptionFee: '12' };
export const approveRequest = { action: 'approve' as const };
export const subscriptionRequest = { action: 'pay' as const };
export const joinRequest = { inviteCode: '7k2m9qv4xt1w', acceptFees };
export const promoteRequest = { to: 'ADMIN' as const };
export const autoBuyRequest = {
  enabled: true,
  amountUsd: '25',
  verticals: ['SPOT' as const, 'STOCK' as const],
  dailyLimitUsd: '100',
};

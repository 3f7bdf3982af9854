import { Type } from 'typebox';
import {
  decimalString,
  id,
  isoInstant,
  moneyString,
  nullable,
  oneOf,
} from '../../platform/http/schema.ts';
import { FOLLOWED_VERTICALS } from './member-object.ts';

export const period = () =>
  oneOf(['MONTHLY', 'WEEKLY'], { description: 'How often the subscription renews.' });
export const accessType = () =>
  oneOf(['PUBLIC', 'PRIVATE'], { description: 'Whether anybody may join without being invited.' });
export const memberType = (description: string) => oneOf(['MEMBER', 'LEADER'], { description });
export const inviteCode = (description: string) =>
  Type.String({ description, examples: ['7k2m9qv4xt1w'] });
export const flag = (description: string) => Type.Boolean({ description });
const count = (description: string, example = 3) =>
  Type.Integer({ description, examples: [example] });
export const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });
const rate = (description: string, example = '66.5') =>
  decimalString(description, 'percent', example);

export const vertical = () => oneOf(FOLLOWED_VERTICALS, { description: 'A kind of trade.' });

const memberFields = {
  userIdpId: text('The member at the identity provider.', 'idp_01920f3c'),
  groupId: id('The group.'),
  username: text('Unique name of the member.', 'ada'),
  avatar: text('Address of the picture, or "".', ''),
  inviteCode: inviteCode('The code that the member invites with; "" for others than admins.'),
  memberType: memberType('What the member may do: leaders make calls.'),
  isAdmin: flag('Whether the member manages the group.'),
  subscriptionStatus: oneOf(['NONE', 'ACTIVE', 'PAST_DUE', 'CANCELED'], {
    description: 'NONE where nothing is charged.',
  }),
  nextChargeAt: isoInstant(
    'Next renewal, of a past due one the next try; where canceled, the end. Free ones renew at 0.',
  ),
  autoBuyEnabled: flag("Whether the member follows the group's calls."),
  autoBuyAmountUsd: moneyString('What each follow spends; "0" until it is set.'),
  mirrorExits: flag("Whether leaders' exits are followed too."),
  verticals: Type.Array(vertical(), { description: 'Kinds of trades that are followed.' }),
  maxLeverage: nullable(
    decimalString('Highest leverage of a follow; null: no limit.', undefined, '3'),
  ),
  dailyLimitUsd: nullable(
    moneyString('Most that follows spend in a UTC day; null: no limit.', '100'),
  ),
  createdAt: isoInstant('When the member joined.'),
  updatedAt: isoInstant('Last change.'),
};

export const memberSchema = Type.Object(memberFields, {
  title: 'GroupMember',
  description: 'A user in a group.',
});

const membershipSchema = Type.Object(
  {
    ...memberFields,
    mainWalletAddress: text(
      'Deposit wallet of the member.',
      '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    ),
    group: Type.Object(
      {
        uniqueId: id('The group.'),
        name: text('Its name.', 'Geese'),
        image: text('Address of its picture, or "".', ''),
      },
      { title: 'GroupRef', description: 'The group in short.' },
    ),
  },
  { title: 'Membership', description: 'The own membership.' },
);

const groupFields = {
  uniqueId: id('The group.'),
  name: text('Its name.', 'Geese'),
  description: text('What it is about, or "".', 'We fly in formation.'),
  image: text('Address of its picture, or "".', ''),
  header: text('Address of its header picture, or "".', ''),
  joiningFee: moneyString('Paid once, whole dollars.', '0'),
  subscriptionFee: moneyString('Paid each period, whole dollars.', '0'),
  subscriptionPeriod: period(),
  isActive: flag('An inactive group takes no new proposals, joins or follows.'),
  groupAccessType: accessType(),
  defaultMemberType: memberType('What those who join become.'),
  performancePnl: Type.Object(
    {
      allTimePnl: moneyString('Since the beginning.', '120.5'),
      pnl7Days: moneyString('Calls closed in the last 7 days.', '10'),
      pnl30Days: moneyString('Calls closed in the last 30 days.', '45.25'),
    },
    { description: "Profit and loss of the leaders' closed calls." },
  ),
  performanceRank: count('Place among all groups by all-time PnL.', 1),
  winRate: rate('Closed calls with a profit.'),
  avgReturn: rate('Mean return of the closed calls.', '4.2'),
  volatility: rate('Standard deviation of those returns.', '11.75'),
  biggestWin: moneyString('Best closed call, "0" without one.', '80'),
  biggestLoss: moneyString('Worst closed call, "0" without one.', '-15.5'),
  participationRate: rate('Members who ever held a position in the group.', '50'),
  tradeCount: count('Trades in the group, of all verticals.', 42),
  predictionCount: count('Prediction calls of the group.', 7),
  memberCount: count('Present members.', 12),
  createdAt: isoInstant('When it was made.'),
  updatedAt: isoInstant('Last change of its settings.'),
};

export const groupSchema = Type.Object(groupFields, {
  title: 'Group',
  description: 'A copy-trade group with its performance.',
});

export const groupOfUserSchema = Type.Object(
  {
    ...groupFields,
    memberType: memberType('What the caller is in it.'),
    unreadCount: count('Chat messages that the caller has not read.', 0),
  },
  { title: 'GroupOfUser', description: 'A group that the caller is in.' },
);

export const previewSchema = Type.Object(
  {
    groupId: id('The group.'),
    name: text('Its name.', 'Geese'),
    image: text('Address of its picture, or "".', ''),
    memberCount: count('Present members.', 12),
    groupAccessType: accessType(),
    joiningFee: moneyString('Paid once, whole dollars.', '0'),
    subscriptionFee: moneyString('Paid each period, whole dollars.', '0'),
    subscriptionPeriod: period(),
  },
  { title: 'GroupPreview', description: 'A group as those who may join see it.' },
);

export const createdGroupSchema = Type.Object(
  { groupId: id('The new group.'), membership: membershipSchema },
  { title: 'CreatedGroup', description: 'A new group and the membership of its creator.' },
);

export const joinAnswerSchema = Type.Object(
  {
    status: oneOf(['JOINED', 'REQUESTED'], {
      description: 'REQUESTED: an admin will approve or reject.',
    }),
    membership: nullable(membershipSchema),
  },
  { title: 'JoinAnswer', description: 'What came of the wish to join.' },
);

export const successSchema = Type.Object(
  { success: flag('Always true; refusals are errors.') },
  { title: 'Success', description: 'It is done.' },
);

export const joinRequestSchema = Type.Object(
  {
    userId: id('Who wants to join.'),
    username: text('Unique name.', 'bob'),
    avatar: text('Address of the picture, or "".', ''),
    createdAt: isoInstant('When it was filed.'),
  },
  { title: 'JoinRequest', description: 'A request to join that waits for an answer.' },
);

export const requestAnswerSchema = Type.Object(
  { status: oneOf(['APPROVED', 'REJECTED'], { description: 'What became of the request.' }) },
  { title: 'RequestAnswer', description: 'The answer to a request to join.' },
);

export const leaderboardLineSchema = Type.Object(
  {
    rank: count('Place; members who have made the same share it.', 1),
    userIdpId: text('The member at the identity provider.', 'idp_01920f3c'),
    username: text('Unique name of the member.', 'ada'),
    avatar: text('Address of the picture, or "".', ''),
    memberType: memberType('What the member may do: leaders make calls.'),
    isAdmin: flag('Whether the member manages the group.'),
    pnlUsd: moneyString('Realized and unrealized together; decides the place.', '120.5'),
    realizedPnlUsd: moneyString('Of what was sold, claimed, reduced or closed.', '80'),
    unrealizedPnlUsd: moneyString('Of what is open, at present prices.', '40.5'),
  },
  { title: 'LeaderboardLine', description: 'A member and what it has made in the group.' },
);

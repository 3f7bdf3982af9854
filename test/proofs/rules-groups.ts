import type { Source } from './rule.ts';

export const groupsRules: readonly Source[] = [
  {
    source: 'contract 9',
    rules: {
      "/groups lists the caller's groups with memberType and unreadCount": [
        'src/features/groups/routes.test.ts > a group is made, previewed, joined with a code, listed and left',
        'test/e2e/chat-changes.test.ts > are the messages of others since the member has joined or read',
      ],
      'A name of 1 to 60, description of at most 500': [
        'src/features/groups/inputs.test.ts > limits count characters, not code units, and are inclusive',
        'src/features/groups/inputs.test.ts > %j is refused',
      ],
      'Image and header are https URLs': [
        'test/e2e/groups-settings.test.ts > a group shows what it was made with, in its own answer and in the list of its members',
        'src/features/groups/inputs.test.ts > %j is refused',
      ],
      'Fees are whole dollars, 0 by default': [
        'src/features/groups/inputs.test.ts > %j is refused',
        'src/features/groups/inputs.test.ts > a new group takes its defaults',
      ],
      'PRIVATE, MONTHLY and MEMBER by default': [
        'src/features/groups/inputs.test.ts > a new group takes its defaults',
        'test/e2e/groups-membership.test.ts > who makes a group is its leader and admin; a group is PRIVATE unless it says otherwise',
      ],
      'The creator is LEADER with isAdmin': [
        'test/e2e/groups-membership.test.ts > who makes a group is its leader and admin; a group is PRIVATE unless it says otherwise',
      ],
      'A group is shown to members': [
        'test/e2e/groups-membership.test.ts > a group that does not exist: 404 to join, not a member to everything else',
        'test/e2e/groups-membership.test.ts > members see each other; codes only their owner and admins, money settings of all',
      ],
      'Settings are changed by admins': [
        'test/e2e/groups-settings.test.ts > every setting is changed by itself, and all of them back at once',
        'src/features/groups/settings.test.ts > only admins change settings',
        'src/features/groups/settings.test.ts > every setting can be changed, alone or together; what is absent stays',
      ],
      'PUBLIC joins at once': [
        'test/e2e/groups-membership.test.ts > a PUBLIC group is joined at once, and once only',
      ],
      'PRIVATE with a code joins, without one files a request': [
        'test/e2e/groups-membership.test.ts > a PRIVATE group opens to the code of any member, by id or by the code alone',
        'test/e2e/groups-membership.test.ts > without a code a PRIVATE group gets a request, one at a time; a code still opens it',
      ],
      'Joining by the code alone': [
        'test/e2e/groups-membership.test.ts > a PRIVATE group opens to the code of any member, by id or by the code alone',
      ],
      'A preview by id or by code shows name, size and fees': [
        'test/e2e/groups-membership.test.ts > a preview shows outsiders name, size and fees, by id or by code, and nothing else',
      ],
      'subscription: pay, cancel, resume': [
        'test/e2e/groups-settings.test.ts > a paid group is joined by its code alone with fees that are %s, canceled, resumed and paid',
        'src/features/groups/subscriptions.test.ts > paying within the seven days pays the month that is due; paying again changes nothing',
        'src/features/groups/subscriptions.test.ts > a cancellation can be taken back while the paid month runs',
        'src/features/groups/subscriptions.test.ts > a canceled subscription runs to the end of the paid month, then the membership ends',
      ],
      'An own invite code can be replaced': [
        'src/features/groups/settings.test.ts > an invite code that was replaced opens the group no more, the new one does',
      ],
      'The last admin cannot leave: LAST_ADMIN': [
        'test/e2e/groups-membership.test.ts > the last admin cannot leave; with another admin it can, and a member always',
        'src/features/groups/races.test.ts > two admins who leave at the same time, here and in another process: one stays',
      ],
      'Members, by pages': [
        'src/features/groups/reads.test.ts > long lists come in pages without gaps or repetitions',
        'test/e2e/groups-membership.test.ts > members see each other; codes only their owner and admins, money settings of all',
      ],
      'Join requests are shown to admins': [
        'test/e2e/groups-settings.test.ts > who wants to join is shown with name and instant, page by page, and let in or not',
        'src/features/groups/requests.test.ts > admins see who wants to join, the oldest request first, page by page',
      ],
      'A request is approved (default) or rejected by admins': [
        'src/features/groups/requests.test.ts > an approval lets the user in, by user id or idp id, once',
        'src/features/groups/requests.test.ts > a rejection leaves the user out, who may ask again',
      ],
      'Promote, demote and kick take the user id or the idp id': [
        'src/features/groups/routes.test.ts > members are promoted, demoted and kicked by user id or idp id',
      ],
      'promote to LEADER, or ADMIN; demote one step; no change is 200': [
        'test/e2e/groups-roles.test.ts > up by promote, down one step at a time, and a step that changes nothing answers as it is',
        'src/features/groups/roles.test.ts > promote makes a LEADER; with to ADMIN also an admin',
        'src/features/groups/roles.test.ts > demote takes one step at a time: admin, then LEADER, then nothing',
      ],
      'Kicking oneself is 400': [
        'src/features/groups/roles.test.ts > kick removes an admin too, ends the invite code, and refuses oneself',
      ],
      'Proposals of a group over all verticals': [
        'test/e2e/groups-calls.test.ts > the proposals of a group are those of its verticals, as each vertical shows them',
        'test/e2e/groups-calls.test.ts > pages go over all verticals together, without gap or repetition',
      ],
      'Leaderboard by realized and unrealized PnL': [
        'test/e2e/groups-calls.test.ts > members stand by what they have made, realized and not, over all verticals',
        'test/e2e/groups-calls.test.ts > equal members share a place and keep their order over pages; who has left is not listed',
      ],
      "Performance is that of the leaders' closed calls": [
        'test/e2e/groups-performance.test.ts > closed calls of all verticals make the figures of their group, to the last digit',
        'src/features/groups/performance.test.ts > rates of three calls: +10 %, +20 %, -15 %',
      ],
      'winRate, avgReturn, volatility, biggestWin, biggestLoss': [
        'src/features/groups/performance.test.ts > rates of three calls: +10 %, +20 %, -15 %',
        'test/e2e/groups-performance.test.ts > closed calls of all verticals make the figures of their group, to the last digit',
      ],
      'performancePnl all time, 7 and 30 days': [
        'test/e2e/groups-performance.test.ts > closed calls of all verticals make the figures of their group, to the last digit',
      ],
      'Membership has mainWalletAddress and group': [
        'test/e2e/openapi.test.ts > describes the answers that the service really gives, to the last field',
        'test/e2e/groups-membership.test.ts > who makes a group is its leader and admin; a group is PRIVATE unless it says otherwise',
      ],
      'subscriptionStatus NONE, ACTIVE, PAST_DUE, CANCELED': [
        'src/features/groups/renewals.test.ts > who cannot pay is PAST_DUE, tried again every day, and charged as soon as there is money',
        'src/features/groups/subscriptions.test.ts > a canceled subscription runs to the end of the paid month, then the membership ends',
        'test/e2e/groups-membership.test.ts > who makes a group is its leader and admin; a group is PRIVATE unless it says otherwise',
      ],
      'Fees move USDC from member to admin': [
        'test/e2e/groups-fees.test.ts > the joining fee and the first period go from the member to the admin, to the cent',
        'src/features/groups/renewals.test.ts > a month after month is charged at its instant, neither before nor twice',
      ],
      'A failed renewal: PAST_DUE, tried daily, suspended after 7 days': [
        'src/features/groups/renewals.test.ts > who cannot pay is PAST_DUE, tried again every day, and charged as soon as there is money',
        'src/features/groups/renewals.test.ts > a weekly renewal that fails is suspended when its week is over, also in one leap',
        'src/features/groups/subscription.test.ts > seven tries a day apart keep a membership open, the eighth suspends it',
      ],
      "There is no route to discover other people's groups": [
        'test/e2e/validation.test.ts > knows every operation of the service',
        'test/e2e/groups-membership.test.ts > a preview shows outsiders name, size and fees, by id or by code, and nothing else',
      ],
      "Follow rows are written in the transaction of the leader's trade, for those who follow at that instant":
        [
          'test/e2e/follow-opening.test.ts > every member with auto-buy at that instant follows, each with the own amount, no one else',
          'test/e2e/follow-leader-pending.test.ts > a call is followed when its opening buy is final, by those who follow at that instant',
          'test/faults/kill-points.test.ts > a process killed at $point loses and doubles nothing',
        ],
      'The leader does not follow itself; one row of a trade and follower': [
        'test/e2e/follow-opening.test.ts > every member with auto-buy at that instant follows, each with the own amount, no one else',
        'test/e2e/follow-two-processes.test.ts > two processes on one database share the work of following and never double it',
        'src/features/follow/claim.test.ts > workers that claim at once share the rows; none is made twice',
      ],
      "Fixed size; perps as collateral at the leader's leverage, capped": [
        'test/e2e/follow-opening.test.ts > every member with auto-buy at that instant follows, each with the own amount, no one else',
        'test/e2e/perps-follow.test.ts > puts the fixed amount in as collateral, at the leverage of the leader',
        'test/e2e/perps-follow.test.ts > keeps to what the market allows of the size',
      ],
      "Guard: 2 % against the leader's fill, 5 points in predictions": [
        'test/e2e/follow-price-guard.test.ts > above it the follow is skipped, by the smallest step',
        'test/e2e/predictions-follow.test.ts > a follow is filled up to five points above the fill of the leader',
        'test/e2e/predictions-follow.test.ts > above them it is skipped, by the finest step of a price',
        'test/e2e/perps-follow.test.ts > buys a $side up to 2 % worse than the leader, and better at any price',
      ],
      'The floors of manual trades': [
        'test/e2e/follow-skips.test.ts > BELOW_MINIMUM: under the floor of a manual trade, $1, and not rounded up to it',
        'test/e2e/predictions-follow-skips.test.ts > BELOW_MINIMUM: under $4, and not rounded up to it',
        'test/e2e/perps-follow-skips.test.ts > BELOW_MINIMUM: under $5, or under a lot',
      ],
      'Deadline of 60 s': [
        'test/e2e/follow-skips.test.ts > EXPIRED: 60 seconds are time enough, a millisecond more is too late',
        'test/e2e/predictions-follow-skips.test.ts > EXPIRED: 60 seconds are time enough, a millisecond more is too late',
        'test/e2e/perps-follow-skips.test.ts > EXPIRED: 60 seconds are time enough, a millisecond more is too late',
      ],
      'Skip codes in order of precedence': [
        'src/features/follow/execute.test.ts > %s before %s',
        'test/e2e/follow-skips.test.ts > of several reasons the first of the published order is given',
        'test/e2e/predictions-follow-skips.test.ts > of several reasons the first of the published order is given',
        'test/e2e/perps-follow-skips.test.ts > of several reasons the first of the published order is given',
      ],
      LEFT_GROUP: [
        'test/e2e/follow-skips.test.ts > LEFT_GROUP: kicked, or left, while the follow waits',
      ],
      DISABLED: [
        'test/e2e/follow-skips.test.ts > DISABLED: auto-buy switched off while the follow waits',
      ],
      SUBSCRIPTION_REQUIRED: [
        'test/e2e/groups-suspended.test.ts > follows of a suspended member are skipped and say why',
        'test/e2e/perps-follow-skips.test.ts > LEFT_GROUP, DISABLED, SUBSCRIPTION_REQUIRED, GEO_RESTRICTED: the member has changed',
      ],
      VERTICAL_OFF: [
        'test/e2e/follow-skips.test.ts > VERTICAL_OFF: the member follows other kinds of trades',
      ],
      GEO_RESTRICTED: [
        'test/e2e/follow-skips.test.ts > GEO_RESTRICTED: the region last seen of the member is barred',
        'test/e2e/predictions-follow-skips.test.ts > GEO_RESTRICTED: the region last seen of the member is blocked, or may only close',
      ],
      PROPOSAL_CLOSED: [
        'test/e2e/follow-skips.test.ts > PROPOSAL_CLOSED: the leader closed before the follow was made',
        'test/e2e/perps-follow-skips.test.ts > PROPOSAL_CLOSED: the leader was out before the follow was made',
      ],
      TRADING_HALTED: ['test/e2e/follow-skips.test.ts > TRADING_HALTED: the switch is %s'],
      MARKET_NOT_ACTIVE: [
        'test/e2e/predictions-follow-skips.test.ts > MARKET_NOT_ACTIVE: the market pauses; a pause does not close the call',
        'test/e2e/stocks-follow.test.ts > skips what the market or the region does not allow, in the order of precedence',
      ],
      BELOW_MINIMUM: [
        'test/e2e/follow-skips.test.ts > BELOW_MINIMUM: under the floor of a manual trade, $1, and not rounded up to it',
      ],
      DAILY_LIMIT: [
        'test/e2e/follow-skips.test.ts > DAILY_LIMIT: what follows spend in a UTC day stays within it',
      ],
      POSITION_LIMIT: [
        'test/e2e/perps-follow-skips.test.ts > POSITION_LIMIT: all subaccounts of the member are in use',
      ],
      INSUFFICIENT_FUNDS: [
        'test/e2e/follow-skips.test.ts > INSUFFICIENT_FUNDS: the wallet holds a unit less than the amount',
      ],
      PRICE_MOVED: [
        'test/e2e/follow-price-guard.test.ts > above it the follow is skipped, by the smallest step',
        'test/e2e/predictions-follow.test.ts > above them it is skipped, by the finest step of a price',
      ],
      NO_LIQUIDITY: [
        'test/e2e/follow-skips.test.ts > NO_LIQUIDITY: the venue cannot fill the amount within its price bound',
      ],
      EXPIRED: [
        'test/e2e/follow-skips.test.ts > EXPIRED: 60 seconds are time enough, a millisecond more is too late',
      ],
      POSITION_TOUCHED: [
        'test/e2e/follow-exits.test.ts > a position touched while its exit waits is skipped with the reason',
        'test/e2e/predictions-follow-exits.test.ts > a position touched while its exit waits is skipped with the reason',
      ],
      'VENUE_UNAVAILABLE and PRICE_UNAVAILABLE are tried again until the deadline': [
        'test/e2e/follow-retries.test.ts > a venue that is down is tried again until it works',
        'test/e2e/follow-retries.test.ts > a price that is too old is waited for, and the follow made when there is one again',
        'test/e2e/follow-retries.test.ts > tried until the deadline, then EXPIRED',
      ],
      'An outcome not known stays UNKNOWN with the money held': [
        'test/e2e/follow-unknown.test.ts > %s: the money is held while nothing is known, then the follow is FILLED',
        'test/e2e/predictions-follow-unknown.test.ts > %s: the money is held while nothing is known, then the follow is FILLED',
      ],
      'FAILED with a reason': [
        'test/e2e/follow-unknown.test.ts > unknown, then failed: FAILED, the money is back, and so is the budget of the day',
        'test/e2e/follow-isolation.test.ts > the venue rejects three orders: three members FAIL with the reason, the rest are filled',
      ],
      'No back-fill of older calls': [
        'test/e2e/follow-opening.test.ts > who was too late for one call follows the next, and nothing of the past is bought',
        'test/e2e/predictions-follow.test.ts > who begins to follow after the call does not catch up with it',
      ],
      'Never rounded up past the amount': [
        'test/e2e/follow-skips.test.ts > BELOW_MINIMUM: under the floor of a manual trade, $1, and not rounded up to it',
        'test/e2e/predictions-follow-skips.test.ts > BELOW_MINIMUM: under $4, and not rounded up to it',
      ],
      "One follower's failure never touches another": [
        'test/e2e/follow-isolation.test.ts > one member for every reason not to follow, and all others follow all the same',
        'test/e2e/follow-isolation.test.ts > the venue rejects three orders: three members FAIL with the reason, the rest are filled',
      ],
      'mirrorExits: closes and partial sales are mirrored as the same fraction': [
        'test/e2e/follow-exits.test.ts > a partial sale and the close take the same fraction of what the follow still holds',
        'test/e2e/predictions-follow-exits.test.ts > a part of the sale and the close take the same part of what the follow still holds',
        'test/e2e/perps-follow-exits.test.ts > a reduction and the close take the same fraction of what the follow still holds',
      ],
      'A position touched by hand is left alone': [
        'test/e2e/follow-exits.test.ts > a position that the member has %s by hand is left alone',
        'test/e2e/perps-follow-exits.test.ts > leaves a position alone that the member has reduced or added to by hand',
        'test/e2e/predictions-follow-exits.test.ts > a position that the member has %s by hand is left alone',
      ],
      'History: own, newest first, cursor': [
        'test/e2e/follow-history.test.ts > the history is newest first, one entry for each call',
        'test/e2e/follow-history.test.ts > pages join to the whole, none empty, none repeated',
        'test/e2e/follow-history.test.ts > it is the own history: strangers are refused, former members still read it',
      ],
      'auto-buy: amountUsd is required when enabled': [
        'src/features/groups/inputs.test.ts > auto-buy on with %j is refused',
        'test/e2e/validation.test.ts > every field of every body',
      ],
      'mirrorExits, verticals, maxLeverage, dailyLimitUsd': [
        'src/features/groups/inputs.test.ts > switching on sets what is absent to its default',
        'test/e2e/perps-follow.test.ts > keeps to the highest leverage that a member allows',
        'test/e2e/follow-skips.test.ts > DAILY_LIMIT: what follows spend in a UTC day stays within it',
        'test/e2e/follow-skips.test.ts > VERTICAL_OFF: the member follows other kinds of trades',
      ],
    },
  },
  {
    source: 'specification "Groups"',
    rules: {
      'Group proposals and agents are for members': [
        'test/e2e/groups-calls.test.ts > who has left reads nothing of the group but the calls in which something is still held',
        'test/e2e/agents.test.ts > members see every built-in agent, outsiders none',
      ],
      "auto-buy is the caller's own setting": [
        'src/features/groups/set-auto-buy.test.ts > switched on with all settings, then off keeping them',
        'src/features/groups/routes.test.ts > auto-buy settings are kept',
      ],
      'promote and kick are for admins': [
        'test/e2e/groups-roles.test.ts > only admins promote, demote and kick; leaders do not',
      ],
    },
  },
  {
    source: 'specification "States and transitions"',
    rules: {
      'MEMBER → LEADER by promote': [
        'test/e2e/groups-roles.test.ts > up by promote, down one step at a time, and a step that changes nothing answers as it is',
      ],
      'A kicked member is removed': [
        'test/e2e/groups-roles.test.ts > kicked is out: nothing is shown any more, nothing bought, but the own position can be sold',
      ],
    },
  },
  {
    source: 'contract 18.9',
    rules: {
      'The guard of a follow is one-sided': [
        'test/e2e/follow-price-guard.test.ts > a better price is always taken',
        'test/e2e/predictions-follow.test.ts > a better price is always taken',
        'test/e2e/perps-follow.test.ts > buys a $side up to 2 % worse than the leader, and better at any price',
      ],
      'Mirrored exits have no price guard': [
        'test/e2e/follow-exits.test.ts > exits have no price guard: a fall of the price does not stop them',
        'test/e2e/predictions-follow-exits.test.ts > exits have no price guard: a fall of the price does not stop them',
        'test/e2e/perps-follow-exits.test.ts > has no price guard, and what is too small for a lot is left',
      ],
      'Verticals SPOT, STOCK, PREDICTION, PERP; sides BUY, SELL, LONG, SHORT, CLOSE': [
        'test/e2e/follow-history.test.ts > a mirrored exit is an entry of its own, with the sale',
        'test/e2e/stocks-follow.test.ts > follows the opening of a stock, and its exits, like a token',
        'test/e2e/predictions-follow.test.ts > every member who follows buys at the fixed size, once; nobody else does',
        'test/e2e/perps-follow.test.ts > buys a $side up to 2 % worse than the leader, and better at any price',
        'test/e2e/perps-follow-exits.test.ts > a reduction and the close take the same fraction of what the follow still holds',
      ],
    },
  },
  {
    source: 'contract 18.10',
    rules: {
      'Who left or was kicked sells, reduces and claims but buys no more': [
        'test/e2e/groups-roles.test.ts > kicked is out: nothing is shown any more, nothing bought, but the own position can be sold',
        'test/e2e/perps-access.test.ts > who has left or was kicked reduces and claims, but enters nothing more',
        'test/e2e/predictions-access.test.ts > who has left or was kicked sells, but buys, proposes and closes no more',
        'test/e2e/follow-manual-sale.test.ts > a member who was kicked still sells what follows bought, but buys no more',
      ],
      'Closing twice: PROPOSAL_CLOSED': [
        'test/e2e/refusals.test.ts > takes no entries and no second close after the close, but sales',
        'test/e2e/predictions-access.test.ts > closing is for leaders and admins; the creator sells out with it',
        'test/e2e/perps-close.test.ts > closes the position of the creator and takes no more entries',
      ],
      'Closing without a position: closed, no trade': [
        'test/e2e/predictions-access.test.ts > closes without a sale where the creator holds nothing, or less than the venue takes',
        'test/e2e/stocks-hours.test.ts > still closes a proposal whose creator holds nothing',
        'test/e2e/chat-automatic.test.ts > tells of a close without a sale, and of none of the trades between',
      ],
    },
  },
  {
    source: 'contract 18.11',
    rules: {
      'A paid join carries acceptFees equal to the present values, else FEES_CHANGED': [
        'test/e2e/groups-fees.test.ts > FEES_CHANGED: accepted was %s',
        'src/features/groups/join.test.ts > fees that were not accepted exactly are refused with the current ones',
      ],
      'Joining fee and first period are charged at join or approval': [
        'test/e2e/groups-fees.test.ts > the joining fee and the first period go from the member to the admin, to the cent',
        'src/features/groups/requests.test.ts > an approval charges what was accepted when filing, whatever the group asks by then',
      ],
      'INSUFFICIENT_FUNDS refuses the join': [
        'test/e2e/groups-fees.test.ts > INSUFFICIENT_FUNDS: a unit too little, nothing moves, nobody has joined',
      ],
      'An approved request that cannot pay stays pending': [
        'src/features/groups/requests.test.ts > where the money is missing the approval is refused, the request waits, the wallet stays secret',
      ],
      'Fees stay as accepted until new ones are accepted': [
        'src/features/groups/renewals.test.ts > changed fees are for those who join from now on; members go on with what they accepted',
        'src/features/groups/subscriptions.test.ts > a member who accepts the present fees pays those from then on',
      ],
      'Paying needs groups:pay, which is given by name only; else FORBIDDEN': [
        'test/e2e/leaked-key.test.ts > nothing has gone from the victim to anybody, and between users only fees by own hand',
        'test/e2e/groups-fees.test.ts > a key without groups:pay is refused before its acceptFees are looked at',
        'src/features/identity/scopes.test.ts > groups:pay is given by name only',
        'src/features/groups/subscriptions.test.ts > a leaked key without groups:pay can neither join, pay nor resume: FORBIDDEN, nothing moves',
      ],
      'A session pays what a key may not': [
        'test/e2e/in-app-only.test.ts > a session pays what a key may not',
      ],
      'A suspended member reads, sells, reduces, claims, closes, leaves, switches auto-buy off': [
        'test/e2e/groups-suspended.test.ts > sales, reductions and claims go on',
        'test/e2e/groups-suspended.test.ts > who is suspended makes no entry of any kind, and reads as before',
        'src/features/groups/set-auto-buy.test.ts > a suspended member may only switch it off, an outsider nothing',
        'src/features/groups/roles.test.ts > a suspended admin may not manage members but may leave',
      ],
      'pay lifts the suspension': [
        'test/e2e/groups-suspended.test.ts > pay lifts the suspension at once, for trades and for follows',
      ],
      'CANCELED runs to the end of the period, then the membership ends': [
        'src/features/groups/subscriptions.test.ts > a canceled subscription runs to the end of the paid month, then the membership ends',
      ],
    },
  },
  {
    source: 'contract 18.25',
    rules: {
      'Invite codes are per member and valid while the inviter is one': [
        'src/features/groups/join.test.ts > codes of nobody, of another group or of someone who left are refused',
        'src/features/groups/roles.test.ts > kick removes an admin too, ends the invite code, and refuses oneself',
      ],
      'Codes are shown to their owner and to admins, else ""': [
        'test/e2e/groups-membership.test.ts > members see each other; codes only their owner and admins, money settings of all',
      ],
    },
  },
  {
    source: 'contract 18.29',
    rules: {
      'An ex-member reads the proposals of positions still held and nothing else': [
        'test/e2e/groups-calls.test.ts > who has left reads nothing of the group but the calls in which something is still held',
        'test/e2e/proposals-read.test.ts > shows an ex-member the proposals still held, without the others, and nothing else',
        'test/e2e/predictions-read.test.ts > shows who has left what is still held, and nothing else of the group',
        'test/e2e/perps-read.test.ts > counts who takes part, shows their faces, and hides them from those who have left',
      ],
      'isActive false: no proposals, joins or follows; exits go on': [
        'test/e2e/access-matrix.test.ts > a group that is not active takes no calls and nobody new; everything else goes on',
        'test/e2e/groups-calls.test.ts > a group that is set inactive takes no new calls and no new members; exits go on',
        'test/e2e/perps-access.test.ts > a group that is not active takes no proposals; exits go on',
        'test/e2e/predictions-access.test.ts > a group that is not active takes no proposals; exits go on',
      ],
    },
  },
];

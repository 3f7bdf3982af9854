import type { Source } from './rule.ts';

export const predictionsRules: readonly Source[] = [
  {
    source: 'contract 7',
    rules: {
      'Search needs q; 20, at most 50; cursor 0': [
        'test/e2e/predictions-discovery.test.ts > search takes 20 unless told otherwise, 50 at most, and needs its words',
        'test/e2e/predictions-discovery.test.ts > search finds events with every word, in any case, the best first, on a single page',
      ],
      'Live events by volume of 24 h with an offset cursor': [
        'test/e2e/predictions-discovery.test.ts > live lists what trades by the volume of 24 h',
        'test/e2e/predictions-discovery.test.ts > live pages by offset without overlap until there is no next one',
      ],
      'A category, and a subcategory before it': [
        'test/e2e/predictions-discovery.test.ts > live takes a category, and a subcategory before it',
      ],
      'An event by slug, numeric id, conditionId, token id or legacy alias': [
        'test/e2e/predictions-discovery-event.test.ts > an event answers to its slug, to every id of it and of its markets, and to its old names',
      ],
      'A book of both sides, best first, with tick and minimum': [
        'test/e2e/predictions-discovery-event.test.ts > a book has its best levels first, on the tick, and NO mirrors YES',
      ],
      'History of 1h, 6h, 1d, 1w, max': [
        'test/e2e/predictions-discovery-event.test.ts > the history of %s ends now and goes no further back',
        'test/e2e/predictions-discovery-event.test.ts > the whole history begins with the event; a day is what is shown otherwise',
      ],
      'Proposals of a group by status, with userPosition': [
        'test/e2e/predictions-read.test.ts > lists the calls of a group by status, newest first',
      ],
      'One proposal for members: position, market, creator, rest': [
        'test/e2e/predictions-read.test.ts > shows a call with its market, its creator and what the reader has in it',
      ],
      'A proposal: all fields but reason are required': [
        'test/e2e/validation.test.ts > every field of every body',
        'test/e2e/predictions-orders.test.ts > a reason has at most 500 characters and need not be',
      ],
      'A proposal answers 201 with proposal, trade, pending, actionJobId': [
        'test/e2e/predictions-orders.test.ts > shows an opening whole: proposal, trade and action',
      ],
      '202 and a null trade when pending': [
        'test/e2e/predictions-pending.test.ts > answers a receipt and fills later, at the price of submission',
      ],
      'Predicting is for members': [
        'test/e2e/predictions-access.test.ts > predicting is for members',
      ],
      'Close is for leaders and admins, makes the proposal sell-only': [
        'test/e2e/predictions-access.test.ts > closing is for leaders and admins; the creator sells out with it',
        'test/e2e/predictions-access.test.ts > an admin who does not lead cannot propose, but close',
      ],
      "Close sells the creator's position when the creator closes": [
        'test/e2e/predictions-access.test.ts > closing is for leaders and admins; the creator sells out with it',
        'test/e2e/predictions-access.test.ts > a leader who is not the creator closes, and sells nothing of anybody',
      ],
      'A quote of a buy or a sale': [
        'test/e2e/predictions-quotes.test.ts > shows all of a buy, and changes nothing',
        'test/e2e/predictions-quotes.test.ts > shows all of a sale, sized by the rules of a sale, and changes nothing',
      ],
      'A claim after resolution, once': [
        'test/e2e/predictions-transitions.test.ts > → RESOLVED YES: the winners claim a dollar a share, once; the losers nothing',
        'test/e2e/predictions-transitions-claims.test.ts > a claim is one with its key',
      ],
      'Prices and volumes are decimal strings': [
        'test/e2e/predictions-discovery.test.ts > shows every number as a plain decimal string and every date to the millisecond',
      ],
      "The event route shows active markets with a two-sided book, and those the caller's groups call":
        [
          'test/e2e/predictions-discovery-event.test.ts > shows only markets that trade both ways, and those in which a group of the caller calls',
        ],
      'Positions are FIFO lots of a user and proposal': [
        'src/features/predictions/lots.test.ts > lots follow the naive queue: shares exactly, cost less than one unit off per sale',
        'test/e2e/predictions-read.test.ts > values a position as it is bought, sold in part and sold out',
      ],
      'new → PENDING, visible to its creator alone': [
        'test/e2e/predictions-pending-calls.test.ts > PENDING is for the eyes of its creator alone',
      ],
      'PENDING → ACTIVE when the fill is known': [
        'test/e2e/predictions-pending.test.ts > answers a receipt and fills later, at the price of submission',
      ],
      'PENDING → FAILED: nothing bought, money back, FUNDING_REFUNDED': [
        'test/e2e/predictions-pending.test.ts > gives everything back when the venue turns out to have failed',
        'test/e2e/predictions-pending-calls.test.ts > FAILED is no call: nobody follows, the money is back, the group may propose again',
      ],
      'new → ACTIVE when filled at once': [
        'test/e2e/predictions-orders.test.ts > shows an opening whole: proposal, trade and action',
      ],
      'ACTIVE → CLOSED when a leader closes': [
        'test/e2e/predictions-access.test.ts > closing is for leaders and admins; the creator sells out with it',
      ],
      'ACTIVE → CLOSED when the market stops': [
        'test/e2e/predictions-transitions.test.ts > ACTIVE → CLOSED when the market stops trading: sell-only, and nothing sells meanwhile',
      ],
      'ACTIVE or CLOSED → RESOLVED with result, didWin, resolvedAt': [
        'test/e2e/predictions-transitions.test.ts > → RESOLVED YES: the winners claim a dollar a share, once; the losers nothing',
        'test/e2e/predictions-transitions.test.ts > CLOSED → RESOLVED: a call that its leader has closed resolves, too',
      ],
      'RESOLVED and FAILED are final': [
        'test/e2e/predictions-sandbox.test.ts > resolves a market once; nothing changes it then',
        'test/e2e/predictions-transitions-model.test.ts > what was resolved by hand stays so when the model would have ended it',
        'test/e2e/predictions-pending-calls.test.ts > FAILED is no call: nobody follows, the money is back, the group may propose again',
      ],
      'didWin is false until resolved; VOID pays 0.5 and didWin is false': [
        'test/e2e/predictions-transitions.test.ts > → RESOLVED VOID: half a dollar a share on both sides, and nobody has won',
        'test/e2e/predictions-orders.test.ts > shows an opening whole: proposal, trade and action',
      ],
      'BUY: all-in, contracts floored to hundredths, level by level within the bound, else NO_LIQUIDITY':
        [
          'test/e2e/predictions-orders-book.test.ts > fills $side of a market of tick $tick level by level: $named.marketId',
          'test/e2e/predictions-orders-book.test.ts > fills whole or not at all: beyond the bound there is no liquidity',
          'src/venues/paper/prediction-fills.test.ts > is maximal and affordable in books of any depth',
        ],
      'Minimums: $4, then max($1, minOrderSize × ask)': [
        'test/e2e/predictions-rules-buy.test.ts > rule 1 comes before rule 2',
        'test/e2e/predictions-rules-buy.test.ts > rule 2: without a pin the minimum is at the best ask of the side',
        'src/venues/paper/prediction-sizing.test.ts > at an ask of %s and %s shares',
      ],
      'SELL sizes are floored to hundredths': [
        'test/e2e/predictions-rules-sell.test.ts > rule 5: what the amount comes to is rounded down to hundredths of a share',
      ],
      "Fee = shares × rate × p(1−p) per level at the market's own rate": [
        'test/e2e/predictions-orders-pinned.test.ts > $amountUsd for YES $isYes at $pin: $shares, fee $fee',
        "test/e2e/predictions-orders-pinned.test.ts > takes the market's own fee rate",
        'src/venues/paper/prediction-level.test.ts > %s shares at %s and a rate of %s',
      ],
      'Payout 1, 0 or 0.5 a share': [
        'src/features/predictions/claim.test.ts > %s pays the holder of a YES (%s) %s dollars',
        'test/e2e/predictions-transitions.test.ts > → RESOLVED VOID: half a dollar a share on both sides, and nobody has won',
      ],
      'Winning positions that nobody claimed are claimed by a daily job, sub-minimum ones too': [
        'test/e2e/predictions-transitions-claims.test.ts > what nobody claims is claimed at the first midnight that follows',
        'test/e2e/predictions-rules-sell.test.ts > rule 6: a position below the minimum cannot be sold and settles by itself',
      ],
    },
  },
  {
    source: 'specification "Predictions"',
    rules: {
      '1. Buy of at least $4, else AMOUNT_BELOW_MINIMUM': [
        'test/e2e/predictions-rules-buy.test.ts > rule 1: a buy is at least $4',
      ],
      '2. Buy of the venue minimum, else MIN_ORDER_SIZE naming it in dollars': [
        'test/e2e/predictions-rules-buy.test.ts > rule 2: at %s, YES %s, a buy is worth 5 shares, which the refusal names',
      ],
      '3. No second ACTIVE or PENDING proposal of an outcome in a group': [
        'test/e2e/predictions-rules-buy.test.ts > rule 3: one ACTIVE proposal of an outcome in a group',
        'test/e2e/predictions-pending-calls.test.ts > PENDING counts as a duplicate of its outcome, for every leader of the group',
      ],
      '4. Creation is subject to regions': [
        'test/e2e/predictions-rules-buy.test.ts > rule 4: from a %s country (%s) nothing is bought, everything is sold',
      ],
      '5. The amount of a sale is a target at the current price, capped at the position': [
        'test/e2e/predictions-rules-sell.test.ts > rule 5: the amount is a target, turned into shares at the price of the moment',
        'test/e2e/predictions-rules-sell.test.ts > rule 5: it is capped at the position',
      ],
      '6. A sub-minimum part is raised to the minimum': [
        'test/e2e/predictions-rules-sell.test.ts > rule 6: a sale of $%s, less than 5 shares, is raised to 5',
      ],
      '6. A part that leaves less than the minimum takes all': [
        'test/e2e/predictions-rules-sell.test.ts > rule 6: a sale that would leave less than 5 shares takes them all',
      ],
      '6. A position below the minimum is POSITION_BELOW_MIN and settles at resolution': [
        'test/e2e/predictions-rules-sell.test.ts > rule 6: a position below the minimum cannot be sold and settles by itself',
      ],
      'A proposal takes references, never titles': [
        'test/e2e/predictions-discovery-event.test.ts > is not found by any other name, nor before it begins',
        'test/e2e/validation.test.ts > every field of every body',
      ],
      'Proposing is for leaders only': [
        'test/e2e/predictions-access.test.ts > proposing is for leaders of the group, as they are at the moment',
        'test/e2e/predictions-access.test.ts > an admin who does not lead cannot propose, but close',
      ],
      'Exactly one of amountUsd and max; with max amountUsd is passed over': [
        'test/e2e/predictions-rules-sell.test.ts > max sells everything and does not look at the amount',
        'test/e2e/predictions-rules-sell.test.ts > wants the amount or max: true',
      ],
    },
  },
  {
    source: 'contract 18.2',
    rules: {
      'Predictions need LEADER': [
        'test/e2e/predictions-access.test.ts > an admin who does not lead cannot propose, but close',
      ],
      'Spot, stock and perp proposals LEADER or admin': [
        'test/e2e/groups-roles.test.ts > roles count at once: who may call, who may not',
        'test/e2e/perps-access.test.ts > proposing is for leaders and admins of the group, as they are at the moment',
        'test/e2e/refusals.test.ts > refuses by membership and role',
      ],
      'Agents, promote, demote, kick, settings, join requests need admin': [
        'test/e2e/agents.test.ts > only an admin with the scope switches agents',
        'test/e2e/groups-roles.test.ts > only admins promote, demote and kick; leaders do not',
        'src/features/groups/settings.test.ts > only admins change settings',
        'src/features/groups/requests.test.ts > only admins answer: a member, a stranger and a nobody are told why',
      ],
      'The opening trades of leaders and of admins are followed': [
        'test/e2e/perps-follow.test.ts > follows every leader and admin but nobody’s joins and additions',
        'test/e2e/follow-opening.test.ts > every member with auto-buy at that instant follows, each with the own amount, no one else',
      ],
    },
  },
  {
    source: 'contract 18.7',
    rules: {
      'Fee per level rounds half-up to 5 decimals': [
        'src/venues/paper/prediction-level.test.ts > %s shares at %s and a rate of %s',
      ],
      'A BUY takes the most hundredths with cost + fee within amountUsd; the rest stays': [
        'src/venues/paper/prediction-fills.test.ts > is maximal and affordable in books of any depth',
        'src/venues/paper/prediction-fills.test.ts > is the one that a purchase of one hundredth after the other ends at',
        'test/e2e/predictions-orders-pinned.test.ts > $amountUsd for YES $isYes at $pin: $shares, fee $fee',
      ],
      'totalCostUsd of a BUY is what left the wallet, venueFeeUsd the fee; of a SELL the gross': [
        'test/e2e/predictions-orders.test.ts > shows an opening whole: proposal, trade and action',
        'test/e2e/predictions-orders-book.test.ts > fills $side of a market of tick $tick level by level: $named.marketId',
        'test/e2e/portfolio-trades.test.ts > lists every trade as it was answered, newest first in its own list',
      ],
      'tradeType BUY, SELL, CLAIM': [
        'test/e2e/predictions-transitions.test.ts > → RESOLVED YES: the winners claim a dollar a share, once; the losers nothing',
        'test/e2e/portfolio-trades.test.ts > lists every trade as it was answered, newest first in its own list',
      ],
      'The minimum in dollars has no fee in it': [
        'test/e2e/predictions-rules-buy.test.ts > rule 2: the minimum has no fee in it, so that less than 5 shares can come of it',
      ],
      'A sale after resolution: MARKET_NOT_ACTIVE': [
        'test/e2e/predictions-transitions.test.ts > → RESOLVED YES: the winners claim a dollar a share, once; the losers nothing',
      ],
      'A claim of a lost position: NOT_CLAIMABLE': [
        'test/e2e/predictions-transitions.test.ts > → RESOLVED YES: the winners claim a dollar a share, once; the losers nothing',
        'src/features/predictions/claim.test.ts > a losing side has nothing to claim',
      ],
      'participantCount counts members who ever held': [
        'test/e2e/proposals-read.test.ts > counts the members who ever held, and shows each reader the own position',
      ],
    },
  },
  {
    source: 'contract 18.30',
    rules: {
      'resolve touches the named market; YES in a negRisk event ends the others with NO': [
        'test/e2e/predictions-transitions.test.ts > of an event of which one market wins, YES ends the others with NO',
        'test/e2e/predictions-transitions.test.ts > %s of one of them leaves the others trading',
      ],
    },
  },
];

import type { Source } from './rule.ts';

export const perpsRules: readonly Source[] = [
  {
    source: 'contract 8',
    rules: {
      'Markets, and one by its symbol': [
        'test/e2e/perps-markets.test.ts > lists every market with every field in its form',
        'test/e2e/perps-markets.test.ts > shows a market by its symbol in any case of letters, as it was recorded',
      ],
      'Candles of the mark': [
        'test/e2e/read-details.test.ts > candles of a mark every %s stand on that grid',
        'test/e2e/perps-markets.test.ts > draws candles of the mark, of pins exactly',
      ],
      'Funding of a market': [
        'test/e2e/read-details.test.ts > funding lies between the instants asked for, both counted',
        'test/e2e/perps-markets.test.ts > tells what funding was paid and what the running interval comes to',
      ],
      'Proposals of a group by status': [
        'test/e2e/perps-read.test.ts > lists the proposals of a group, newest first, by status and pages',
      ],
      "One proposal with the caller's positions": [
        'test/e2e/perps-read.test.ts > shows one proposal with what the reader has under it',
      ],
      'A proposal is for leaders and admins; 201': [
        'test/e2e/perps-access.test.ts > proposing is for leaders and admins of the group, as they are at the moment',
        'test/e2e/perps-open.test.ts > opens a long: the answer, the position, the proposal, the account',
      ],
      'A quote takes the body of a proposal without groupId': [
        'test/e2e/perps-quotes.test.ts > quotes a pinned market to the last field',
        'test/e2e/perps-quotes.test.ts > sizes at the bound, fills above the top, and gives an order what it has quoted',
      ],
      'Joining makes a new position on the same side': [
        'test/e2e/perps-open.test.ts > joins a proposal on its side, with a size and a leverage of one’s own',
      ],
      'Joining is for members': ['test/e2e/perps-access.test.ts > joining is for members'],
      'Close is for the creator: own positions, locks out joiners, leaves followers alone': [
        'test/e2e/perps-close.test.ts > closes the position of the creator and takes no more entries',
        'test/e2e/perps-close.test.ts > closes all positions that the creator has under it, each with its result',
        'test/e2e/perps-close.test.ts > leaves followers alone who do not mirror exits, and sells what others follow',
        'test/e2e/perps-close.test.ts > is for the creator alone, also after leaving the group',
      ],
      'Positions by filter active, past, all and by groupId': [
        'test/e2e/perps-read.test.ts > lists positions that are open, past, or all, newest first',
        'test/e2e/perps-read.test.ts > lists positions of a group, by pages',
      ],
      'One own position': [
        'test/e2e/perps-read.test.ts > shows one position to its owner, another’s to nobody',
      ],
      'Triggers are set, moved and removed (null)': [
        'test/e2e/perps-triggers-set.test.ts > sets, moves and removes; what is not named stays',
      ],
      'Reduce wants reduceFraction and isFullClose': [
        'test/e2e/validation.test.ts > every field of every body',
        'test/e2e/perps-reduce.test.ts > refuses what is no fraction, and a full close of a part',
      ],
      'Add takes margin only, or margin and size': [
        'test/e2e/perps-add.test.ts > adds margin only: the size stays, the triggers go by all that was put in',
        'test/e2e/perps-add.test.ts > adds size: the entry is the average, the triggers are placed anew',
      ],
      'Claim drains a take-profit': [
        'test/e2e/perps-claim.test.ts > keeps the proceeds of a take-profit until they are claimed',
      ],
      'Close-side fields are filled on a full close, else null': [
        'test/e2e/perps-reduce.test.ts > closes a part, whose result stays with the collateral',
        'test/e2e/perps-reduce.test.ts > closes everything: result, wallet, position, proposal',
      ],
      'stopLossPct and takeProfitPct are percents of collateral; prices are derived': [
        'test/e2e/perps-triggers.test.ts > are placed by the collateral: %s',
        'src/venues/paper/perps/triggers.test.ts > %s lots: %s at %s hundredths of a percent is %s',
      ],
      'OPEN → CLOSED by USER': [
        'test/e2e/perps-reduce.test.ts > closes everything: result, wallet, position, proposal',
        'test/e2e/perps-close.test.ts > closes the position of the creator and takes no more entries',
      ],
      'OPEN → CLOSED by STOP_LOSS': [
        'test/e2e/perps-triggers.test.ts > stop the loss at their tick, not before, and pay at once',
      ],
      'OPEN → CLOSED by TAKE_PROFIT': [
        'test/e2e/perps-triggers.test.ts > take the profit at their tick, not before',
      ],
      'OPEN → CLOSED by MARKET_DELISTED': 'live venues',
      'OPEN → LIQUIDATED': [
        'test/e2e/perps-liquidation.test.ts > reduces a $side below maintenance at the book, with fee and penalty',
        'test/e2e/perps-liquidation.test.ts > takes a position over below the backstop, for a haircut and no fee',
      ],
      'OPEN → ADL_CLOSED': [
        'test/e2e/perps-liquidation-losses.test.ts > a loss is met by closing winners at the bankruptcy price, those of most leverage first',
      ],
      'isClaimable: closed by take-profit and not claimed yet': [
        'test/e2e/perps-claim.test.ts > keeps the proceeds of a take-profit until they are claimed',
        'test/e2e/perps-claim.test.ts > claims nothing else',
      ],
      'All other closes pay at once': [
        'test/e2e/perps-triggers.test.ts > stop the loss at their tick, not before, and pay at once',
        'test/e2e/perps-reduce.test.ts > closes everything: result, wallet, position, proposal',
      ],
      'Subaccount 1 to 100 of a user, recycled only when empty and drained': [
        'test/e2e/perps-open-limits.test.ts > gives every position the lowest index that is free, up to 100',
        'test/e2e/perps-open-limits.test.ts > keeps the index of a take-profit until it is claimed',
      ],
    },
  },
  {
    source: 'specification "Perpetuals"',
    rules: {
      'Reducing is for the owner and subject to regions': [
        'test/e2e/perps-reduce.test.ts > is asked for by the owner only, and answers a key once',
        'test/e2e/perps-access.test.ts > %s is barred from every order',
      ],
      'Claim answers claimedAt and the result': [
        'test/e2e/perps-claim.test.ts > keeps the proceeds of a take-profit until they are claimed',
      ],
      'claimed: claimedAt is set, proceeds go to the wallet': [
        'test/e2e/perps-claim.test.ts > keeps the proceeds of a take-profit until they are claimed',
      ],
    },
  },
  {
    source: 'contract 18.8',
    rules: {
      'Sizes are unsigned': [
        'test/e2e/perps-open.test.ts > opens a long: the answer, the position, the proposal, the account',
        'test/e2e/perps-open.test.ts > follows the mark with everything that is live, long and short',
      ],
      "Leverage as sent, from 1 to the tier's maximum, 2 decimals": [
        'test/e2e/perps-open-refused.test.ts > takes a leverage of two decimals from 1 to what the market allows',
        'test/e2e/perps-open-refused.test.ts > refuses a leverage of %s',
      ],
      'lots = floor(collateral × leverage ÷ lot at the bound)': [
        'test/e2e/perps-open.test.ts > sizes %s',
        'src/venues/paper/perps/sizing.test.ts > at %s hundredths is %s lots',
        'test/e2e/perps-quotes.test.ts > sizes at the bound, fills above the top, and gives an order what it has quoted',
      ],
      'The fee comes out of the collateral, rounded up': [
        'test/e2e/perps-open.test.ts > rounds the fee up to a millionth',
        'test/e2e/perps-open.test.ts > opens a long: the answer, the position, the proposal, the account',
      ],
      'An opening is tested by leverage against the cap at its size': [
        'test/e2e/perps-open-refused.test.ts > allows less of a size between two tiers',
      ],
      'Trigger = entry ± pct × collateral ÷ size, rounded to the tick as said': [
        'test/e2e/perps-triggers.test.ts > are placed by the collateral: %s',
        'src/venues/paper/perps/triggers.test.ts > %s lots: %s at %s hundredths of a percent is %s',
      ],
      'isFullClose true wants the fraction 1; fraction 1 alone closes all': [
        'test/e2e/perps-reduce.test.ts > takes the fraction 1 for all, whether it is called a full close or not',
        'test/e2e/perps-reduce.test.ts > refuses what is no fraction, and a full close of a part',
      ],
      'Default fees 3.5 and 0.5 bps': [
        'test/e2e/perps-open.test.ts > opens a long: the answer, the position, the proposal, the account',
        'test/e2e/perps-markets.test.ts > shows a market by its symbol in any case of letters, as it was recorded',
      ],
      'Below maintenance: market-reduce by steps until safe': [
        'test/e2e/perps-liquidation.test.ts > reduces a $side below maintenance at the book, with fee and penalty',
        'test/e2e/perps-liquidation.test.ts > closes no more of a large one than it takes to be safe again',
        'test/e2e/perps-liquidation.test.ts > goes on step by step at once where one does not do',
      ],
      'Each step pays the fee and a penalty of 50 bps, at most what is left, to the insurance fund':
        [
          'test/e2e/perps-liquidation.test.ts > reduces a $side below maintenance at the book, with fee and penalty',
          'src/venues/paper/perps/liquidation.test.ts > the penalty is at most what is left',
        ],
      'What is left at zero lots returns, status LIQUIDATED': [
        'test/e2e/perps-liquidation.test.ts > reduces a $side below maintenance at the book, with fee and penalty',
        'src/venues/paper/perps/liquidation.test.ts > is closed by steps, and the rest goes back',
      ],
      'Backstop: taken over whole at mark with a haircut of 100 to 400 bps by size': [
        'test/e2e/perps-liquidation.test.ts > takes a position over below the backstop, for a haircut and no fee',
        'test/e2e/perps-liquidation.test.ts > takes a haircut of %s',
      ],
      'Liquidations fill at the book, at the pin under a pin': [
        'test/e2e/perps-recorded.test.ts > a liquidation is dated and filled where the mark met it',
        'test/e2e/perps-liquidation.test.ts > reduces a $side below maintenance at the book, with fee and penalty',
      ],
      'The insurance fund starts at 0': [
        'test/e2e/perps-liquidation-losses.test.ts > a loss that nobody has won is the house’s',
        'test/e2e/perps-liquidation-losses.test.ts > the insurance fund comes first',
      ],
      'High risk or negative: closed at the bankruptcy price, nothing returns': [
        'test/e2e/perps-liquidation.test.ts > closes what is at high risk at the price at which nothing is left',
      ],
      'A shortfall is met by the fund, then deleveraging, then the house': [
        'test/e2e/perps-liquidation-losses.test.ts > the insurance fund comes first',
        'test/e2e/perps-liquidation-losses.test.ts > a loss is met by closing winners at the bankruptcy price, those of most leverage first',
        'test/e2e/perps-liquidation-losses.test.ts > a loss that nobody has won is the house’s',
      ],
      'Funding is zero while mark and oracle are equal': [
        'src/market/perps/perp-data.test.ts > is nothing while mark and oracle are equal, and that of a pin while it is pinned',
        'src/venues/paper/perps/funding.test.ts > stands while mark and oracle are equal',
      ],
    },
  },
  {
    source: 'contract 18.24',
    rules: {
      'Joiners and followers inherit the percentages': [
        'test/e2e/perps-triggers.test.ts > belong to each position: joiners inherit the percentages, not the prices',
        'test/e2e/perps-follow.test.ts > puts the fixed amount in as collateral, at the leverage of the leader',
      ],
      "A leader's liquidation is never mirrored": [
        'test/e2e/perps-liquidation.test.ts > ends the call with the position of the leader, and is never mirrored',
      ],
      'A trigger of the leader is mirrored to those without one of their own': [
        'test/e2e/perps-follow-exits.test.ts > a trigger of the leader is mirrored to those without triggers of their own',
      ],
      'takeProfitPct > 0, 0 < stopLossPct ≤ 100': [
        'test/e2e/perps-triggers-set.test.ts > refuses %j',
        'test/e2e/perps-open-refused.test.ts > refuses %j',
      ],
      'A trigger that is crossed already is 400': [
        'test/e2e/perps-triggers-set.test.ts > refuses what the mark has crossed already, and changes nothing then',
        'test/e2e/perps-open-refused.test.ts > refuses a stop loss that would fire at once',
      ],
      'A trigger on a closed position: NO_POSITION': [
        'test/e2e/perps-triggers-set.test.ts > is for the owner of an open position',
      ],
    },
  },
  {
    source: 'contract 2',
    rules: {
      'Perp collateral of at least $5': [
        'test/e2e/perps-open-refused.test.ts > takes collateral of $5 and more',
      ],
      'The open interest cap of a market': [
        'test/e2e/perps-open-refused.test.ts > stops at the cap of open interest',
      ],
      'REDUCE_TOO_SMALL: a fraction that is no lot': [
        'test/e2e/perps-reduce.test.ts > closes whole lots, rounded down, and at least one',
      ],
    },
  },
];

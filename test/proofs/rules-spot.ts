import type { Source } from './rule.ts';

export const spotRules: readonly Source[] = [
  {
    source: 'contract 5',
    rules: {
      'Search by q: symbol, name or mint; 20, at most 50': [
        'test/e2e/tokens.test.ts > finds tokens by symbol, name and mint, the exact symbol first',
        'test/e2e/validation.test.ts > every parameter of every query',
      ],
      'Trending tokens': [
        'test/e2e/tokens.test.ts > knows at least 40 tokens and lists those that move',
      ],
      'A token: price, change, volume, liquidity, tags': [
        'test/e2e/tokens.test.ts > shows a token with its pinned price in full precision',
      ],
      'Candles of 1m, 5m, 15m, 1h, 1d from and to, at most 1,000': [
        'test/e2e/tokens.test.ts > draws candles on a grid, oldest first, that contain their own prices',
        'test/e2e/tokens.test.ts > gives the newest 1,000 candles of a span at most, and the span exactly',
      ],
      'Proposals of a group by status, newest first': [
        'test/e2e/proposals-read.test.ts > pages through a group, newest first, without gaps or repeats while it grows',
      ],
      'One proposal is for members': [
        'test/e2e/proposals-read.test.ts > shows strangers nothing, and nobody what does not exist',
      ],
      'A proposal opens with groupId, contractAddress and amountUsd; 201 with proposal and trade': [
        'test/e2e/orders.test.ts > $name',
        'test/e2e/proposals-read.test.ts > shows everything of a proposal as the specification has it',
      ],
      "A spot proposal's reason has at most 500 characters": [
        'test/e2e/validation.test.ts > every field of every body',
      ],
      'Buying is for members': ['test/e2e/refusals.test.ts > refuses by membership and role'],
      'A sale is amountUsd or max, exactly one': [
        'test/e2e/sale-size.test.ts > a sale of %s wants the amount or max: true',
        'test/e2e/quote.test.ts > is refused like the order, and wants exactly one of both kinds',
      ],
      "Closing is for the creator and sells all of the creator's position": [
        'test/e2e/refusals.test.ts > refuses by membership and role',
        'test/e2e/spot-exactness.test.ts > %s',
      ],
      'A swap has USDC on exactly one side, by name or mint': [
        'test/e2e/swap.test.ts > takes USDC by name or by mint, on exactly one side',
      ],
      'A swap is personal, answers raw amounts and fee, and shows in holdings': [
        'test/e2e/swap.test.ts > buys and sells for oneself, exactly, and leaves a statement',
        'test/e2e/portfolio-positions.test.ts > is empty before the first trade, and a swap is a holding, not a position',
      ],
      'A refused swap is an ordinary coded error': [
        'test/e2e/swap.test.ts > sells no more than swaps have bought: what is held in proposals is sold there',
        'test/e2e/orders-refused.test.ts > $name',
      ],
      'A quote moves nothing and is what an order gets': [
        'test/e2e/quote.test.ts > is what a buy and a sale then get under a pin',
        'test/e2e/quote.test.ts > is what an order then gets at a frozen instant of the walking market',
        'test/e2e/quote.test.ts > names the least that can be traded, and that least trades',
      ],
      'tradeType is BUY or SELL': [
        'test/e2e/proposals-read.test.ts > shows everything of a proposal as the specification has it',
        'test/e2e/portfolio-trades.test.ts > lists every trade as it was answered, newest first in its own list',
      ],
      'BUY: amountUsd leaves the wallet with the fee in it; fee rounds up; tokens are floored': [
        'test/e2e/spot-exactness.test.ts > %s',
        'src/features/spot/book.test.ts > a purchase: the wallet pays exactly the amount, each step rounds by less than a unit',
      ],
      'SELL: tokens = floor(amount ÷ bid), capped at the position; gross floored, fee rounded up, the wallet gets the rest':
        [
          'test/e2e/spot-exactness.test.ts > %s',
          'src/features/spot/book.test.ts > a sale: the wallet gets the floored proceeds less the fee, dust is one unit per rounding',
          'src/venues/paper/spot.test.ts > sizes a sale by the bid',
        ],
      'Default fee 50 bps, configurable': [
        'test/e2e/spot-exactness.test.ts > charges a fee of %s bps where it is so configured',
      ],
      'Rounding is against the trader by less than 1e-6 a step, into dust; the books balance': [
        'src/features/spot/book.test.ts > a fee is the exact share rounded up, of which at most one unit is dust',
        'src/features/spot/random-trading.test.ts > whatever people and the venue do, every invariant holds (seed %i)',
        'src/venues/paper/spot.test.ts > never gives a better price than the quote',
      ],
      'Average cost: a sale takes floor6(cost × q ÷ Q), all of it when q = Q': [
        'src/features/spot/position.test.ts > average cost follows the naive model, less than one unit off per sale',
        'test/e2e/spot-exactness.test.ts > %s',
      ],
      'A round runs from zero to zero; figures of the current, else the last round': [
        'src/features/spot/position.test.ts > end at zero and begin with the next buy; results add up over all of them',
        'test/e2e/portfolio-positions.test.ts > brings a position back when it is bought again',
      ],
      'realizedPnlUsd over all rounds, its percent of the cost taken out': [
        'src/features/spot/position.test.ts > end at zero and begin with the next buy; results add up over all of them',
        'test/e2e/spot-exactness.test.ts > %s',
      ],
      'pnlUsd of a SELL is its part, of a BUY 0': ['test/e2e/spot-exactness.test.ts > %s'],
      'unrealizedPnlUsd = value − remaining cost': [
        'test/e2e/spot-exactness.test.ts > %s',
        'test/e2e/proposals-read.test.ts > counts the members who ever held, and shows each reader the own position',
      ],
      'userExitedAt is set at zero and cleared by a buy': [
        'test/e2e/spot-exactness.test.ts > %s',
        'test/e2e/portfolio-positions.test.ts > brings a position back when it is bought again',
      ],
      'A rest worth less than 0.000001 USDC is sold with the sale': [
        'test/e2e/spot-exactness.test.ts > %s',
      ],
      "exitPriceUsd, exitPnlUsd, exitPnlPct of a closed proposal are the creator's": [
        'test/e2e/spot-exactness.test.ts > %s',
      ],
      'A closed proposal takes no buys; holders may still sell': [
        'test/e2e/refusals.test.ts > takes no entries and no second close after the close, but sales',
        'test/e2e/stocks-orders.test.ts > sells what is held under a closed proposal, also after leaving',
      ],
      'One open proposal of a token and group': [
        'test/e2e/refusals.test.ts > names the open proposal of the same token',
        'test/e2e/races.test.ts > opens one proposal of a token and closes it once',
      ],
    },
  },
  {
    source: 'specification "Spot and stocks"',
    rules: {
      'A spot proposal is for leaders and admins': [
        'test/e2e/refusals.test.ts > refuses by membership and role',
        'test/e2e/groups-roles.test.ts > roles count at once: who may call, who may not',
      ],
      'Close is for the creator, sells the full position and returns the trade': [
        'test/e2e/refusals.test.ts > refuses by membership and role',
        'test/e2e/orders.test.ts > $name',
      ],
      '/spot/stocks: marketStatus, nextOpen, stocks': [
        'test/e2e/stocks-catalogue.test.ts > lists every stock and fund with the state of their market',
        'test/e2e/stocks-hours.test.ts > at %s the market is %s',
      ],
    },
  },
  {
    source: 'specification "States and transitions"',
    rules: {
      'A closed spot proposal has closedAt': [
        'test/e2e/spot-exactness.test.ts > %s',
        'test/e2e/orders-pending.test.ts > answers a receipt and fills later, at the price of submission',
      ],
      'Stock market status OPEN, PAUSED, CLOSED; nextOpen is null when open': [
        'test/e2e/stocks-hours.test.ts > at %s the market is %s',
        'src/features/stocks/status.test.ts > at %s with the override %s the market is %s until %s',
      ],
    },
  },
  {
    source: 'contract 6',
    rules: {
      'Stocks are filtered by q and kind': [
        'test/e2e/stocks-catalogue.test.ts > filters by kind and by part of ticker, symbol or name, the exact ticker first',
      ],
      'One stock with marketStatus and nextOpen': [
        "test/e2e/stocks-catalogue.test.ts > finds one stock by ticker or the issuer's symbol in any case",
      ],
      'A ticker buy goes into the open proposal, or opens it for leaders and admins': [
        'test/e2e/stocks-orders.test.ts > opens with the first buy of a leader, then everybody buys into it',
      ],
      'A plain member without an open proposal: LEADER_REQUIRED': [
        'test/e2e/stocks-orders.test.ts > opens with the first buy of a leader, then everybody buys into it',
        'test/e2e/stocks-orders.test.ts > refuses what is too small, too dear, unknown or not of the group',
      ],
      'A ticker sale answers proposal and trade': [
        'test/e2e/stocks-orders.test.ts > sells at average cost and shows the proposal',
      ],
      'A spot proposal takes a ticker in the place of a mint': [
        'test/e2e/stocks-orders.test.ts > takes a ticker in the place of a mint',
      ],
      "The underlying is canonical, the issuer's symbol resolves, in any case": [
        "test/e2e/stocks-catalogue.test.ts > finds one stock by ticker or the issuer's symbol in any case",
      ],
      'Sessions 24/5 with pauses, holidays, early closes': [
        'test/e2e/stocks-hours.test.ts > at %s the market is %s',
        'src/market/stocks/sessions.test.ts > agree with the written rules in every minute',
        'src/market/stocks/sessions.test.ts > agrees day by day',
      ],
      'The operator may override to PAUSED, CLOSED or OPEN': [
        'test/e2e/stocks-hours.test.ts > lets the operator pause or close it while a session runs',
        'test/e2e/stocks-hours.test.ts > lets the operator open it, over a restart, and gives it back to the calendar',
      ],
      'Not OPEN: MARKET_NOT_ACTIVE with nextOpen': [
        'test/e2e/stocks-hours.test.ts > takes no order while the market is closed, tokens trade on',
      ],
      'minTradeUsd, 1 by default': [
        'test/e2e/stocks-orders.test.ts > refuses what is too small, too dear, unknown or not of the group',
        'src/features/spot/deps.test.ts > the smallest buy of a stock is what its entry says: %s',
      ],
      'Amounts are raw token units; the price is per token': [
        'test/e2e/stocks-orders.test.ts > opens with the first buy of a leader, then everybody buys into it',
        'test/e2e/stocks-catalogue.test.ts > has one pin for the stock and its token',
      ],
      'A share multiplier is catalogue data': [
        'src/market/stocks/catalogue.test.ts > are tagged, of nine decimals, and make sense to the model',
      ],
    },
  },
  {
    source: 'contract 18.12',
    rules: {
      'Intervals include their first instant and exclude their last': [
        'test/e2e/stocks-hours.test.ts > at %s the market is %s',
        'src/market/stocks/sessions.test.ts > include their first instant and exclude their last',
      ],
      'Short pauses are PAUSED, all else not open is CLOSED': [
        'test/e2e/stocks-hours.test.ts > at %s the market is %s',
      ],
      'A holiday and the night into it do not trade, its evening opens the next night': [
        'src/market/stocks/sessions.test.ts > leave out the day and the night into it; its evening opens the next night',
        'test/e2e/stocks-hours.test.ts > at %s the market is %s',
      ],
      'Early close: regular to 12:59, then 13:01 to 16:59': [
        'src/market/stocks/sessions.test.ts > end the regular session at 12:59 and the late one at 16:59',
        'test/e2e/stocks-hours.test.ts > at %s the market is %s',
      ],
      "Under PAUSED or CLOSED nextOpen is the calendar's next start, under OPEN null": [
        'test/e2e/stocks-hours.test.ts > lets the operator pause or close it while a session runs',
        'src/features/stocks/status.test.ts > at %s with the override %s the market is %s until %s',
      ],
      'The calendar covers 2024 to 2028': [
        'src/market/stocks/sessions.test.ts > are 2024 to 2028; outside of them nothing opens',
      ],
    },
  },
  {
    source: 'contract 18.3',
    rules: {
      'An order waits for the venue, then answers 202 with its usual keys, pending and actionJobId':
        [
          'test/e2e/orders-pending.test.ts > answers a receipt and fills later, at the price of submission',
          'test/e2e/predictions-pending.test.ts > answers a receipt and fills later, at the price of submission',
          'test/e2e/perps-pending.test.ts > answers a receipt and fills later, at the price of submission',
          'test/e2e/stocks-venue.test.ts > fills late at the price of submission, whatever market and price have become',
        ],
      'The wait is SKEIN_ORDER_WAIT_MS': [
        'test/e2e/orders.test.ts > waits for the venue as long as it may',
        'test/e2e/perps-pending.test.ts > waits for the venue as long as it may, and answers as usual',
        'test/e2e/predictions-pending-calls.test.ts > waits for the venue as long as it may',
      ],
      'Usual answers carry pending false and actionJobId': [
        'test/e2e/orders.test.ts > $name',
        'test/e2e/predictions-orders.test.ts > shows an opening whole: proposal, trade and action',
      ],
      'A spot or perp proposal appears when its outcome is known': [
        'test/e2e/orders-pending.test.ts > answers a receipt and fills later, at the price of submission',
        'test/e2e/perps-pending.test.ts > answers a receipt and fills later, at the price of submission',
      ],
      'An intent counts as a duplicate for the same token or outcome': [
        'test/e2e/orders.test.ts > counts an opening in flight as a duplicate, and its money as spent',
        'test/e2e/predictions-pending-calls.test.ts > PENDING counts as a duplicate of its outcome, for every leader of the group',
        'test/e2e/stocks-venue.test.ts > counts an opening in flight as a duplicate with nothing to buy into yet',
      ],
    },
  },
  {
    source: 'contract 18.22',
    rules: {
      'Bounds of manual orders: spot and stocks 1 %, perps 2 %, predictions 5 points': [
        'test/e2e/refusals.test.ts > does not fill beyond the price bound of an unpinned market',
        'test/e2e/perps-open-refused.test.ts > fills within the price bound or not at all',
        'test/e2e/predictions-orders-book.test.ts > fills whole or not at all: beyond the bound there is no liquidity',
        'test/e2e/predictions-quotes.test.ts > has the bound of an order',
      ],
      'Orders are filled whole or not at all': [
        'test/e2e/predictions-orders-book.test.ts > fills whole or not at all: beyond the bound there is no liquidity',
        'test/e2e/perps-open-refused.test.ts > fills within the price bound or not at all',
        'test/e2e/refusals.test.ts > does not fill beyond the price bound of an unpinned market',
      ],
      'maxSlippageBps tightens or widens the bound, at most 2,000': [
        'test/e2e/slippage.test.ts > every order of a token: opening, buy, sale, quote',
        'test/e2e/slippage.test.ts > every order of a perpetual',
        'test/e2e/refusals.test.ts > does not fill beyond the price bound of an unpinned market',
        'test/e2e/validation.test.ts > every field of every body',
        'test/e2e/predictions-orders-book.test.ts > fills whole or not at all: beyond the bound there is no liquidity',
      ],
      'What rounds to no unit is AMOUNT_BELOW_MINIMUM with the cost of one': [
        'test/e2e/refusals.test.ts > names the cost of one unit when an amount rounds to none',
        'test/e2e/perps-open-refused.test.ts > takes what buys a lot',
      ],
    },
  },
  {
    source: 'contract 18.23',
    rules: {
      'max: true passes over amountUsd, max: false counts amountUsd, both absent is 400': [
        'test/e2e/sale-size.test.ts > a sale of %s wants the amount or max: true',
        'test/e2e/sale-size.test.ts > with max: true a sale of %s does not look at the amount',
        'test/e2e/sale-size.test.ts > with max: false a sale of %s counts the amount',
        'test/e2e/predictions-rules-sell.test.ts > max sells everything and does not look at the amount',
        'test/e2e/predictions-rules-sell.test.ts > wants the amount or max: true',
      ],
    },
  },
  {
    source: 'contract 18.27',
    rules: {
      'Stock tokens carry the tag stock': [
        'test/e2e/stocks-catalogue.test.ts > has the stocks among the tokens too, with a tag',
      ],
      'Whole numbers, flags, JSON texts and decimals of a PerpMarket': [
        'test/e2e/perps-markets.test.ts > lists every market with every field in its form',
      ],
    },
  },
  {
    source: 'contract 18.28',
    rules: {
      'A ticker buy that opens is 201, another 200, always proposal and trade': [
        'test/e2e/stocks-orders.test.ts > opens with the first buy of a leader, then everybody buys into it',
      ],
      'PAUSED does not close a proposal': [
        'test/e2e/sale-size.test.ts > a pause of the market closes no proposal: it trades on afterwards',
        'test/e2e/predictions-transitions.test.ts > a paused market refuses every order and closes nothing',
      ],
    },
  },
];

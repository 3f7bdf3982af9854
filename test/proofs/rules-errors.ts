import type { Source } from './rule.ts';

export const errorsRules: readonly Source[] = [
  {
    source: 'contract 2',
    rules: {
      'Every refusal has one shape of seven fields': [
        'test/e2e/refusals.test.ts > answers every refusal in one shape',
        'src/platform/http/refusals.test.ts > a refusal has exactly the one shape',
      ],
      'message is a list of problems for validation, else a text': [
        'test/e2e/validation.test.ts > every field of every body',
        'src/platform/http/requests.test.ts > a body that does not fit is 400 with every problem: %j',
      ],
      'retryable only where nothing has moved and a repeat may help': [
        'src/errors/catalogue.test.ts > only answers that moved nothing and may change are retryable',
      ],
      'Stack traces, SQL and secrets never appear': [
        'src/platform/http/refusals.test.ts > a bug is 500 without its cause; the cause is in the log under the errorId',
        'src/platform/log.test.ts > %s',
      ],
      'The catalogue in code, the published one and the page are equal': [
        'src/errors/catalogue.test.ts > catalogue, published document and reference page hold the same codes',
        'src/platform/http/roots.test.ts > /error-codes.json is the catalogue',
      ],
      'UNAUTHORIZED: missing, malformed, unknown, revoked, expired; WWW-Authenticate: Bearer': [
        'test/e2e/refusal-order.test.ts > knows nobody without a good key in the header',
        'test/e2e/refusal-order.test.ts > forgets a key that is revoked or has expired',
      ],
      'SCOPE_REQUIRED names the scope': [
        'test/e2e/refusal-order.test.ts > asks each scope of its own routes',
      ],
      'NOT_GROUP_MEMBER does not tell whether the group exists': [
        'test/e2e/access-matrix.test.ts > whoever may not is told so in these words, and nothing happens',
        'test/e2e/refusals.test.ts > refuses by membership and role',
        'test/e2e/groups-membership.test.ts > a group that does not exist: 404 to join, not a member to everything else',
      ],
      'GEO_RESTRICTED names the country': [
        'test/e2e/groups-switches.test.ts > the refusal names the country',
        'src/features/region/region-rules.test.ts > requireRegion names the country',
      ],
      'METHOD_NOT_ALLOWED with Allow': [
        'test/e2e/identity.test.ts > answers a method that a path does not have with those that it has',
        'src/platform/http/refusals.test.ts > an unknown path is 404, a known path with another method 405 with Allow',
      ],
      'AMOUNT_BELOW_MINIMUM tells minimumUsd and amountUsd': [
        'test/e2e/refusals.test.ts > says what is missing and what the least is',
        'test/e2e/perps-open-refused.test.ts > takes collateral of $5 and more',
        'test/e2e/predictions-rules-buy.test.ts > rule 1: a buy is at least $4',
      ],
      "MIN_ORDER_SIZE names the market's minimum in message and details": [
        'test/e2e/predictions-rules-buy.test.ts > rule 2: at %s, YES %s, a buy is worth 5 shares, which the refusal names',
      ],
      'INSUFFICIENT_FUNDS tells required, available and currency': [
        'test/e2e/refusals.test.ts > says what is missing and what the least is',
        'test/e2e/perps-open-refused.test.ts > takes no more than the wallet has',
      ],
      'MARKET_NOT_ACTIVE tells marketStatus and nextOpen': [
        'test/e2e/stocks-hours.test.ts > takes no order while the market is closed, tokens trade on',
        'test/e2e/predictions-transitions.test.ts > a paused market refuses every order and closes nothing',
      ],
      'PRICE_UNAVAILABLE when there is no fresh price': [
        'test/e2e/refusals.test.ts > refuses an old price, and knows a pin for a fresh one',
        'test/e2e/perps-recorded.test.ts > nothing is traded at a price that is too old',
      ],
      'DUPLICATE_PROPOSAL names the open proposal': [
        'test/e2e/refusals.test.ts > names the open proposal of the same token',
        'test/e2e/predictions-rules-buy.test.ts > rule 3: one ACTIVE proposal of an outcome in a group',
      ],
      'LEVERAGE_OUT_OF_RANGE tells maxLeverage': [
        'test/e2e/perps-open-refused.test.ts > refuses a leverage of %s',
      ],
      'POSITION_LIMIT: all 100 subaccounts in use': [
        'test/e2e/perps-open-limits.test.ts > gives every position the lowest index that is free, up to 100',
      ],
      'TRADING_HALTED is retryable': [
        'test/e2e/groups-switches.test.ts > halted: neither in nor out, to be tried again; reduce-only: out',
        'src/features/controls/controls.test.ts > a refusal names the mode and may be tried again',
      ],
      'VENUE_UNAVAILABLE is retryable and nothing has moved': [
        'test/e2e/orders-refused.test.ts > is refused by a venue in mode %s, and nothing moves',
        'test/e2e/predictions-pending.test.ts > is refused by a venue in mode %s, and nothing moves',
      ],
      'OVERLOADED: load is shed before any effect': [
        'src/engine/engine.test.ts > a full lane and a closing engine refuse before any effect',
        'src/platform/db/pool.test.ts > refuses with OVERLOADED when no place is free for a second',
      ],
      'INTERNAL: errorId is in the log': [
        'src/platform/http/refusals.test.ts > a bug is 500 without its cause; the cause is in the log under the errorId',
      ],
      'FUNDING_REFUNDED is the error of an order that failed in flight': [
        'test/e2e/orders-pending.test.ts > gives the money back when the venue turns out to have failed',
        'test/e2e/predictions-pending.test.ts > gives everything back when the venue turns out to have failed',
      ],
      "ORDER_REJECTED tells the venue's reason": [
        'test/e2e/orders-refused.test.ts > is refused by a venue in mode %s, and nothing moves',
      ],
      'SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, WITHDRAWAL_LIMIT, ADDRESS_INVALID of withdrawals':
        [
          'test/e2e/withdrawals-refused.test.ts > without a second factor nothing is withdrawn',
          'test/e2e/withdrawals-refused.test.ts > a wrong code is refused, and another one’s',
          'test/e2e/withdrawals-refused.test.ts > no more than the limit leaves in any 24 hours, canceled ones aside',
          'test/e2e/withdrawals-refused.test.ts > addresses that cannot receive are refused',
        ],
      'Refusals come in the published order, from route to business': [
        'test/e2e/refusal-order.test.ts > refuses route before caller, caller before shape, shape before scope',
        'test/e2e/refusal-order.test.ts > refuses the key before the region, the region before what is unknown',
        'test/e2e/perps-access.test.ts > refuses in order: shape, scope, region, what is not there, membership, role, business',
        'test/e2e/predictions-access-order.test.ts > refuses in order: shape, scope, region, what is not there, membership, role, business',
        'src/platform/http/refusals.test.ts > refuses in the order of the contract',
      ],
      'A proposal of a group that the caller is not in: NOT_GROUP_MEMBER': [
        'test/e2e/proposals-read.test.ts > shows strangers nothing, and nobody what does not exist',
        'test/e2e/predictions-read.test.ts > shows strangers nothing, and nobody what does not exist',
      ],
      "Another user's perp position or action: 404": [
        'test/e2e/perps-read.test.ts > shows one position to its owner, another’s to nobody',
        'test/e2e/orders.test.ts > shows an action to its owner alone',
      ],
      'Joining a group that does not exist: 404': [
        'test/e2e/groups-membership.test.ts > a group that does not exist: 404 to join, not a member to everything else',
      ],
    },
  },
  {
    source: 'specification "Errors"',
    rules: {
      'Both shapes of the specification are in the one body': [
        'test/e2e/refusals.test.ts > answers every refusal in one shape',
      ],
      'Status 400 for validation and business, 401, 403, 429': [
        'test/e2e/refusal-order.test.ts > refuses route before caller, caller before shape, shape before scope',
        'test/e2e/refusal-order.test.ts > lets 1,200 requests of a key through in 60 seconds',
      ],
      'The complete list of codes is published': [
        'src/errors/catalogue.test.ts > catalogue, published document and reference page hold the same codes',
        'src/platform/http/roots.test.ts > /error-codes.json is the catalogue',
      ],
      'FORBIDDEN: a key on /graphql': [
        'test/e2e/graphql-access.test.ts > no credential and a bad one are 401, a key is 403, whatever is asked',
        'test/e2e/in-app-only.test.ts > a key is refused, a session is not: %s',
      ],
    },
  },
  {
    source: 'specification "Versioning"',
    rules: {
      '1. The prefix is /api/v1, the description 1.0.0 in OpenAPI 3.1.0': [
        'test/e2e/openapi.test.ts > describes every operation and every parameter',
      ],
      '2. Older identifiers of events still resolve': [
        'test/e2e/predictions-discovery-event.test.ts > an event answers to its slug, to every id of it and of its markets, and to its old names',
      ],
      '2. Legacy proposals may hold older identifiers, which resolve': [
        'test/e2e/predictions-discovery-event.test.ts > an event answers to its slug, to every id of it and of its markets, and to its old names',
        'src/market/predictions/model.test.ts > of a venue of old lead to a few events',
      ],
      '3. What the document promises does not change unnoticed': [
        'test/e2e/openapi.test.ts > is the committed file; `npm run build && npm run openapi` brings it up to date',
      ],
    },
  },
  {
    source: 'specification "Limits"',
    rules: {
      'Request rate: 1,200 requests in a rolling 60 s per key, the next is 429': [
        'test/e2e/refusal-order.test.ts > lets 1,200 requests of a key through in 60 seconds',
        'src/platform/http/rate-budget.test.ts > admits 1,200 requests in 60 s and the next one when the first has left the window',
        'src/platform/http/rate-budget.test.ts > agrees with a plain list at every request, and never admits more than the limit (I21)',
      ],
      'Request rate: reported on /me as limit and windowSeconds': [
        'test/e2e/account.test.ts > says who calls and how much is left of the budget',
        'src/features/account/routes.test.ts > /me tells of the key and needs no scope; the account needs read',
      ],
      'Prediction buy minimum: $4': [
        'test/e2e/predictions-rules-buy.test.ts > rule 1: a buy is at least $4',
      ],
      'Prediction buy minimum: and that of the venue, usually 5 contracts': [
        'test/e2e/predictions-rules-buy.test.ts > rule 2: at %s, YES %s, a buy is worth 5 shares, which the refusal names',
      ],
      'Prediction sell minimum: that of the venue': [
        'test/e2e/predictions-rules-sell.test.ts > rule 6: a sale of $%s, less than 5 shares, is raised to 5',
      ],
      'reduceFraction: in (0, 1]': [
        'test/e2e/perps-reduce.test.ts > refuses what is no fraction, and a full close of a part',
        'test/e2e/perps-reduce.test.ts > takes the fraction 1 for all, whether it is called a full close or not',
      ],
      'Prediction proposal reason: at most 500 characters': [
        'test/e2e/predictions-orders.test.ts > a reason has at most 500 characters and need not be',
      ],
      'Event search and live `limit`: 20, at most 50': [
        'test/e2e/predictions-discovery.test.ts > search takes 20 unless told otherwise, 50 at most, and needs its words',
        'test/e2e/predictions-discovery.test.ts > live pages by offset without overlap until there is no next one',
      ],
      'Chat page size: at most 200 messages': [
        'test/e2e/chat-paging.test.ts > has 50 messages, at most 200',
      ],
      'Stock trade minimum: minTradeUsd of the stock': [
        'test/e2e/stocks-orders.test.ts > refuses what is too small, too dear, unknown or not of the group',
        'src/features/spot/deps.test.ts > the smallest buy of a stock is what its entry says: %s',
      ],
    },
  },
];

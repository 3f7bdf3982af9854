import type { Source } from './rule.ts';

export const accountRules: readonly Source[] = [
  {
    source: 'contract 3',
    rules: {
      '/me: authMethod, apiKey, username, avatar, idpId, scopes of a key': [
        'test/e2e/identity.test.ts > shows who calls to the last field, and nothing of the key but what names it',
        'src/features/account/routes.test.ts > /me tells of the key and needs no scope; the account needs read',
        'test/e2e/account.test.ts > says who calls and how much is left of the budget',
      ],
      'authMethod jwt with a null apiKey for a session': [
        'test/e2e/sessions-revoked.test.ts > a token of the sandbox is a real session: it trades, is listed and is revoked',
        'test/e2e/sign-in-flow.test.ts > a sign-up begins with its confirmation: a user with the paper deposit, signed in',
      ],
      'A key is svc_ and 43 base62 characters of 256 bits': [
        'src/features/identity/api-key.test.ts > the least and the greatest 256 bits make 43 base62 characters',
        'src/features/identity/api-key.test.ts > only Bearer and one whole key are a header',
      ],
      'Only its SHA-256 is stored; prefix is its first ten characters': [
        'src/features/identity/authenticator.test.ts > a secret is stored as its hash alone',
        'src/features/identity/api-key.test.ts > a hash is the SHA-256 of the whole key',
        'src/features/identity/api-key.test.ts > different bits make different keys, each a valid header with its own prefix',
      ],
      'Found by hash, then from memory': [
        'src/features/identity/authenticator.test.ts > a key proves its user after one read, and from then on from memory',
      ],
      'Revoked everywhere within a second': [
        'src/features/identity/authenticator.test.ts > a revoked key is refused in every process and its listeners are told',
        'test/e2e/refusal-order.test.ts > forgets a key that is revoked or has expired',
        'src/features/account/routes.test.ts > a revoked key is refused on the next request',
      ],
      'Sockets of a revoked key are closed within a second': [
        'test/e2e/sockets-account.test.ts > sockets of a revoked key are closed within a second, those of another key stay',
      ],
      'lastUsedAt is written at most once a minute': [
        'src/features/identity/authenticator.test.ts > the last use is brought up to date once a minute and written on close',
      ],
      'Scopes: read, trade:spot, trade:predictions, trade:perps, groups, chat': [
        'src/features/identity/scopes.test.ts > a key without a list has the six ordinary scopes and may not pay groups',
        'test/e2e/refusal-order.test.ts > asks each scope of its own routes',
      ],
      'A key without a list has all six': [
        'src/features/identity/scopes.test.ts > a key without a list has the six ordinary scopes and may not pay groups',
      ],
      'The limit is per key over a rolling 60 s': [
        'test/e2e/refusal-order.test.ts > lets 1,200 requests of a key through in 60 seconds',
        'src/platform/http/rate-budget.test.ts > agrees with a plain list at every request, and never admits more than the limit (I21)',
      ],
      'A key in the query is never read': [
        'src/platform/http/refusals.test.ts > a key in the query is not read',
        'test/e2e/refusal-order.test.ts > knows nobody without a good key in the header',
        'test/e2e/sockets-account.test.ts > a wrong token is refused; one in the query counts for nothing',
      ],
    },
  },
  {
    source: 'specification "What the service does"',
    rules: {
      '1. A key moves funds into positions, but neither withdraws nor manages keys: there is no route':
        [
          'test/e2e/identity.test.ts > has no route by which a key takes money out or makes other keys',
          'test/e2e/access-matrix.test.ts > every operation of the document has a row, and every row is one of them',
        ],
      '2. Successful answers are wrapped in data': [
        'src/platform/http/requests.test.ts > data is sent in its envelope, printed by the schema of the route',
      ],
      '3. Money is a decimal string in dollars, in and out': [
        'test/e2e/validation.test.ts > every field of every body',
        'src/money/text.test.ts > is what decimal.js prints in plain notation',
        'test/e2e/openapi.test.ts > describes the answers that the service really gives, to the last field',
      ],
      '4. Percentages, ratios, prices, leverage and sizes are decimal strings': [
        'test/e2e/perps-read.test.ts > writes numbers as plain decimal text, the smallest and the largest',
        'test/e2e/predictions-discovery.test.ts > shows every number as a plain decimal string and every date to the millisecond',
        'test/e2e/perps-markets.test.ts > lists every market with every field in its form',
      ],
      '5. Timestamps are ISO 8601, base lots are strings, counts integers': [
        'test/e2e/perps-read.test.ts > dates by the clock of the service',
        'test/e2e/openapi.test.ts > describes the answers that the service really gives, to the last field',
        'test/e2e/portfolio-answers.test.ts > answers what the document describes, to the last field',
      ],
      '6. Prediction data, messages and agents are passed through inside data': [
        'test/e2e/predictions-discovery-event.test.ts > shows an event whole',
        'test/e2e/agents.test.ts > members see every built-in agent, outsiders none',
        'test/e2e/chat-messages.test.ts > is answered whole, and stands in the list as it was answered',
      ],
      '1. Withdrawals and keys in an interactive session': [
        'test/e2e/withdrawals-flow.test.ts > a withdrawal to a new address waits a day, is sent and is confirmed',
        'test/e2e/graphql-keys.test.ts > a key is made with scopes and expiry; its secret is told once',
        'test/e2e/in-app-only.test.ts > a key is refused, a session is not: %s',
      ],
    },
  },
  {
    source: 'specification "Authentication"',
    rules: {
      '1. Every request carries Authorization: Bearer with a key svc_…': [
        'test/e2e/refusal-order.test.ts > knows nobody without a good key in the header',
        'src/features/identity/api-key.test.ts > only Bearer and one whole key are a header',
      ],
      '2. The key is read from the header only': [
        'src/platform/http/refusals.test.ts > a key in the query is not read',
        'test/e2e/refusal-order.test.ts > knows nobody without a good key in the header',
      ],
      '3. The key identifies the user and may read, trade, manage groups and chat': [
        'test/e2e/account.test.ts > says who calls and how much is left of the budget',
        'test/e2e/refusal-order.test.ts > asks each scope of its own routes',
      ],
      '4. The key may not withdraw nor manage keys': [
        'test/e2e/identity.test.ts > has no route by which a key takes money out or makes other keys',
        'test/e2e/leaked-key.test.ts > nothing has gone from the victim to anybody, and between users only fees by own hand',
      ],
      '5. Keys are valid for REST and sockets': [
        'test/e2e/sockets-account.test.ts > a key is taken from the Authorization header as well',
      ],
      '5. Keys are refused on /graphql with 403 FORBIDDEN': [
        'test/e2e/graphql-access.test.ts > no credential and a bad one are 401, a key is 403, whatever is asked',
        'test/e2e/in-app-only.test.ts > a key is refused, a session is not: %s',
      ],
      '6. Sockets take the key from auth.token or the header, never the query': [
        'test/e2e/sockets-account.test.ts > a key is taken from the Authorization header as well',
        'test/e2e/sockets-account.test.ts > a wrong token is refused; one in the query counts for nothing',
      ],
      '7. /me reports metadata only, never the secret': [
        'test/e2e/identity.test.ts > shows who calls to the last field, and nothing of the key but what names it',
        'test/e2e/account.test.ts > says who calls and how much is left of the budget',
        'src/features/account/routes.test.ts > /me tells of the key and needs no scope; the account needs read',
      ],
      '8. Keys may be scoped, expire, be revoked': [
        'test/e2e/refusal-order.test.ts > forgets a key that is revoked or has expired',
        'test/e2e/refusal-order.test.ts > asks each scope of its own routes',
        'src/features/identity/authenticator.test.ts > a key ends at its expiry by business time, also when it is in memory',
      ],
      '9. 401, 403 and 429': [
        'test/e2e/refusal-order.test.ts > knows nobody without a good key in the header',
        'test/e2e/refusals.test.ts > refuses by membership and role',
        'test/e2e/refusal-order.test.ts > lets 1,200 requests of a key through in 60 seconds',
      ],
      '10. Role rules': [
        'test/e2e/access-matrix.test.ts > whoever may not is told so in these words, and nothing happens',
        'test/e2e/access-matrix.test.ts > whoever may gets through, with no other scope than the one',
        'test/e2e/refusals.test.ts > refuses by membership and role',
        'test/e2e/predictions-access.test.ts > proposing is for leaders of the group, as they are at the moment',
        'test/e2e/perps-access.test.ts > proposing is for leaders and admins of the group, as they are at the moment',
        'test/e2e/groups-roles.test.ts > only admins promote, demote and kick; leaders do not',
        'test/e2e/agents.test.ts > only an admin with the scope switches agents',
      ],
    },
  },
  {
    source: 'contract 4',
    rules: {
      'total = cash + reserved + the four values': [
        'test/e2e/account.test.ts > adds up: cash, reserved and every holding at its price, rounded down once',
        'src/features/account/routes.test.ts > the account is the sum of cash, reservations and holdings',
      ],
      'cash is spendable USDC, reserved what orders in flight hold': [
        'test/e2e/account.test.ts > is worth the same while an order is in flight',
      ],
      'stocksValueUsd apart from spotValueUsd': [
        'test/e2e/stocks-orders.test.ts > values stocks apart from tokens',
      ],
      predictionsValueUsd: [
        'test/e2e/predictions-read-account.test.ts > an account is worth its cash and its shares of both sides at the price of the moment',
      ],
      perpsValueUsd: [
        'test/e2e/perps-open.test.ts > opens a long: the answer, the position, the proposal, the account',
        'test/e2e/perps-claim.test.ts > keeps the proceeds of a take-profit until they are claimed',
      ],
      'deposit: walletAddress, token, tokenMint, network': [
        'test/e2e/identity.test.ts > shows where to send USDC, the same in both places',
      ],
      'Balances with USDC first; price null where there is none': [
        'test/e2e/account.test.ts > pages balances and holdings with USDC first',
        'src/features/account/routes.test.ts > balances come with USDC first and null where there is no price',
      ],
      'Holdings: positions and nextCursor, 50, at most 200': [
        'test/e2e/account.test.ts > pages balances and holdings with USDC first',
        'src/features/account/routes.test.ts > positions are what was bought, page by page',
      ],
      '/account/pnl over 24h by default; 7d, 30d, all add window fields': [
        'test/e2e/account-pnl.test.ts > takes the snapshot of the full hour at or before the window, and leaves deposits out',
        'test/e2e/account-pnl.test.ts > is all that was deposited against all there is, while the account is younger than a window',
      ],
      'Change leaves net deposits out, percent of value then + net deposits, 0 when that is 0': [
        'test/e2e/account-pnl.test.ts > takes the snapshot of the full hour at or before the window, and leaves deposits out',
        'test/e2e/account-pnl.test.ts > is all that was deposited against all there is, while the account is younger than a window',
      ],
      '/account/pnl/history: window and points (at most 500)': [
        'test/e2e/read-details.test.ts > the history of an account goes back %s',
        'test/e2e/account-pnl.test.ts > shows the snapshot a window begins with, every hour since, and now',
        'test/e2e/validation.test.ts > every parameter of every query',
      ],
      '/account/ledger: every movement newest first with a cursor': [
        'test/e2e/account.test.ts > tells the whole story in the statement and in the events, page by page',
        'test/e2e/predictions-read-account.test.ts > the statement tells every movement of dollars and shares, newest first',
      ],
      '/actions/{id}: own ones only': [
        'test/e2e/orders.test.ts > shows an action to its owner alone',
      ],
      'Action states SUBMITTED, UNKNOWN, SETTLED, FAILED': [
        'test/e2e/orders-pending.test.ts > answers a receipt and fills later, at the price of submission',
        'test/e2e/orders-pending.test.ts > gives the money back when the venue turns out to have failed',
        'test/e2e/perps-pending.test.ts > answers a receipt and fills later, at the price of submission',
      ],
      'Action state QUEUED, of an order that waits to be sent': 'live venues',
    },
  },
  {
    source: 'contract 18.28',
    rules: {
      'Usernames: 3 to 30 of a-z, 0-9, _, unique, case folded': [
        'src/features/identity/create-user.test.ts > a username is folded to lower case, and one that is taken is refused',
        'src/features/identity/create-user.test.ts > the username %j is refused',
      ],
    },
  },
  {
    source: 'contract 18.21',
    rules: {
      'Spot and stocks: held is open even when closed, flat with history is past': [
        'test/e2e/portfolio-positions.test.ts > keeps a spot position open while tokens are held, and past once they are sold',
        'test/e2e/portfolio-positions.test.ts > lists a stock with the tokens',
      ],
      'Predictions: shares that trade or can be claimed are open': [
        'test/e2e/portfolio-positions.test.ts > keeps shares open until they are sold, claimed or lost',
      ],
      'Perps: OPEN is open, all else past': [
        'test/e2e/portfolio-positions.test.ts > files perpetual positions by their status',
      ],
      'Winning shares count 1, VOID 0.5, losing 0': [
        'test/e2e/predictions-read-account.test.ts > after the end winning shares count 1, VOID ones 0.5, lost ones nothing',
      ],
      'Unclaimed take-profits count in perpsValueUsd': [
        'test/e2e/perps-claim.test.ts > keeps the proceeds of a take-profit until they are claimed',
      ],
      'Unclaimed take-profits are claimed after 7 days': [
        'test/e2e/perps-claim.test.ts > claims for those who have not in seven days',
      ],
    },
  },
  {
    source: 'contract 10',
    rules: {
      '/positions and /positions/past over all verticals': [
        'test/e2e/portfolio-positions.test.ts > keeps a spot position open while tokens are held, and past once they are sold',
        'test/e2e/portfolio-positions.test.ts > goes on page by page in every vertical, each position once',
      ],
      '/trades: 50, at most 200, newest first, cursor': [
        'test/e2e/portfolio-trades.test.ts > lists every trade as it was answered, newest first in its own list',
        'test/e2e/portfolio-trades.test.ts > loses nothing and repeats nothing while trades go on between its pages',
      ],
      'Perp trades by action OPEN, ADD, REDUCE, CLOSE, LIQUIDATION, ADL': [
        'test/e2e/perps-trades.test.ts > shows every field of an opening, an addition and a reduction',
        'test/e2e/perps-trades.test.ts > shows a liquidation and the deleveraging that met its loss',
        'test/e2e/portfolio-trades.test.ts > lists every trade as it was answered, newest first in its own list',
      ],
    },
  },
  {
    source: 'specification "CrossVerticalPositions"',
    rules: {
      'perps, spot and predictions in one answer': [
        'test/e2e/portfolio-answers.test.ts > answers what the document describes, to the last field',
      ],
    },
  },
];

import type { Source } from './rule.ts';

export const finePrintRules: readonly Source[] = [
  {
    source: 'contract 18.1',
    rules: {
      'Quotients that do not end are half-even at 18 decimals, what ends is exact': [
        'src/money/fixed.test.ts > agrees with decimal.js',
        'src/money/fixed.test.ts > halves go to the even neighbour',
      ],
    },
  },
  {
    source: 'contract 18.4',
    rules: {
      'No leading zeros in money input': [
        'test/e2e/validation.test.ts > every field of every body',
      ],
      'More than 6 decimals as typed are refused even if zeros': [
        'test/e2e/validation.test.ts > every field of every body',
      ],
      'An auto-buy amount below a floor is accepted, its follows are skipped BELOW_MINIMUM': [
        'test/e2e/follow-skips.test.ts > BELOW_MINIMUM: under the floor of a manual trade, $1, and not rounded up to it',
        'test/e2e/predictions-follow-skips.test.ts > BELOW_MINIMUM: under $4, and not rounded up to it',
      ],
    },
  },
  {
    source: 'contract 18.5',
    rules: {
      'Every authenticated request counts, refused ones too, except the 429': [
        'test/e2e/refusal-order.test.ts > lets 1,200 requests of a key through in 60 seconds',
        'src/platform/http/rate-budget.test.ts > agrees with a plain list at every request, and never admits more than the limit (I21)',
      ],
    },
  },
  {
    source: 'contract 18.6',
    rules: {
      'A limit above the maximum counts as the maximum': [
        'test/e2e/validation.test.ts > counts a limit above the maximum as the maximum and passes over what it does not know',
        'src/platform/http/requests.test.ts > the query is read by its schema: defaults, clamped limit, unknown parameters dropped',
      ],
      'A limit of 0, below, or text is 400': [
        'test/e2e/validation.test.ts > every parameter of every query',
      ],
    },
  },
  {
    source: 'contract 18.14',
    rules: {
      '/error-codes.json: version and errors with code, httpStatus, description, retryable': [
        'src/platform/http/roots.test.ts > /error-codes.json is the catalogue',
        'src/errors/catalogue.test.ts > catalogue, published document and reference page hold the same codes',
      ],
      'The ledger is entries and nextCursor, of posted movements only': [
        'test/e2e/account.test.ts > tells the whole story in the statement and in the events, page by page',
        'src/features/account/routes.test.ts > the statement shows movements newest first, without reservations, page by page',
      ],
      '/account/events is events and latestSeq': [
        'test/e2e/account.test.ts > tells the whole story in the statement and in the events, page by page',
        'src/features/account/routes.test.ts > events are read on after a number, with the bounds of what is kept',
      ],
      'limit of /trades counts rows over all verticals': [
        'test/e2e/portfolio-trades.test.ts > loses nothing and repeats nothing while trades go on between its pages',
      ],
      'Personal swaps stand in swaps': [
        'test/e2e/portfolio-answers.test.ts > answers what the document describes, to the last field',
        'test/e2e/portfolio-trades.test.ts > lists every trade as it was answered, newest first in its own list',
      ],
      't of candles and all passed dates are ISO with milliseconds': [
        'test/e2e/tokens.test.ts > draws candles on a grid, oldest first, that contain their own prices',
        'test/e2e/predictions-discovery.test.ts > shows every number as a plain decimal string and every date to the millisecond',
      ],
      'Tags of events are slug and label': [
        'test/e2e/predictions-discovery-event.test.ts > shows an event whole',
      ],
    },
  },
  {
    source: 'contract 18.16',
    rules: {
      '/me needs no scope': [
        'src/features/account/routes.test.ts > /me tells of the key and needs no scope; the account needs read',
        'test/e2e/refusal-order.test.ts > asks each scope of its own routes',
      ],
      'Other GETs and quotes need read': [
        'test/e2e/refusal-order.test.ts > asks each scope of its own routes',
        'test/e2e/quote.test.ts > needs no more than the right to read and takes nobody else for the owner',
        'test/e2e/predictions-quotes.test.ts > needs no more than the right to read',
      ],
      'Sockets need read to connect, chat to speak': [
        'test/e2e/sockets-rights.test.ts > a key without the scope read hears nothing on %s',
        'test/e2e/sockets-chat.test.ts > a key without the scope chat hears and may not speak',
        'test/e2e/access-matrix.test.ts > the chat gateway refuses as the routes do',
      ],
      'MCP tools need the scope of their route': 'MCP',
      'Spot and stock writes need trade:spot': [
        'test/e2e/access-matrix.test.ts > a key that has every scope but the one is refused, also in the hands of the keeper',
        'test/e2e/refusal-order.test.ts > asks each scope of its own routes',
      ],
      'Prediction writes need trade:predictions': [
        'test/e2e/predictions-access-order.test.ts > every write wants the scope of predictions',
      ],
      'Perp writes need trade:perps': [
        'test/e2e/perps-access.test.ts > every write wants the scope of perpetuals, every read that of reading',
      ],
      'Group writes and auto-buy need groups': [
        'test/e2e/access-matrix.test.ts > a key that has every scope but the one is refused, also in the hands of the keeper',
        'test/e2e/refusal-order.test.ts > asks each scope of its own routes',
      ],
      'Chat writes need chat': [
        'test/e2e/chat-messages.test.ts > needs the scope: read to read, chat to write',
      ],
      '/me of a full key lists all six': [
        'src/features/account/routes.test.ts > /me tells of the key and needs no scope; the account needs read',
        'src/features/identity/scopes.test.ts > a key without a list has the six ordinary scopes and may not pay groups',
      ],
    },
  },
  {
    source: 'contract 18.19',
    rules: {
      'A field without a question mark is never null': [
        'test/e2e/openapi.test.ts > describes the answers that the service really gives, to the last field',
        'test/e2e/portfolio-answers.test.ts > answers what the document describes, to the last field',
        'test/e2e/stocks-catalogue.test.ts > lists every stock and fund with the state of their market',
      ],
      'autoBuyAmountUsd is 0 until set': [
        'test/e2e/groups-membership.test.ts > who makes a group is its leader and admin; a group is PRIVATE unless it says otherwise',
      ],
      'priceChange24h is 0 when unknown': [
        'src/features/stocks/catalogue.test.ts > what is not known of a stock is "0"',
      ],
      "A paper txSignature is paper_ and the trade's id": [
        'test/e2e/predictions-orders.test.ts > shows an opening whole: proposal, trade and action',
        'test/e2e/proposals-read.test.ts > shows everything of a proposal as the specification has it',
      ],
      'nextChargeAt of a free membership is its next renewal at zero': [
        'src/features/groups/renewals.test.ts > a free membership renews at nothing: no movement, no event, no row that changes',
        'src/features/groups/subscription.test.ts > what is shown is the next renewal, the next try, or what has been due',
      ],
      "A trade's walletAddress is the deposit wallet of its user": [
        'test/e2e/predictions-orders.test.ts > shows an opening whole: proposal, trade and action',
        'test/e2e/proposals-read.test.ts > shows everything of a proposal as the specification has it',
      ],
    },
  },
  {
    source: 'contract 18.20',
    rules: {
      'A route without a body accepts none, an empty one or {} with or without a type': [
        'test/e2e/perps-close.test.ts > takes no body, an empty one, or {}',
        'src/platform/http/requests.test.ts > a route without a body accepts: %s',
      ],
    },
  },
  {
    source: 'contract 18.26',
    rules: {
      'Every array list takes limit (50, at most 200) and cursor and answers X-Next-Cursor': [
        'src/features/groups/reads.test.ts > long lists come in pages without gaps or repetitions',
        'test/e2e/account.test.ts > pages balances and holdings with USDC first',
        'test/e2e/perps-markets.test.ts > lists them by pages',
        'test/e2e/follow-history.test.ts > pages join to the whole, none empty, none repeated',
      ],
      'A cursor that does not decode is 400': [
        'src/platform/http/cursor.test.ts > refuses what it did not give out: %s',
        'src/features/account/routes.test.ts > cursors that no list gave out are refused',
        'test/e2e/validation.test.ts > every parameter of every query',
      ],
    },
  },
  {
    source: 'contract 18.31',
    rules: {
      'Skip codes are listed with the kind skip, the others with error': [
        'src/errors/catalogue.test.ts > codes that never answer a request have no HTTP status',
        'src/platform/http/roots.test.ts > /error-codes.json is the catalogue',
      ],
    },
  },
  {
    source: 'contract 18.32',
    rules: {
      'IDEMPOTENCY_IN_PROGRESS is retryable': [
        'src/errors/catalogue.test.ts > only answers that moved nothing and may change are retryable',
      ],
      'STREAM_RESET is in the catalogue as kind stream': [
        'src/errors/catalogue.test.ts > codes that never answer a request have no HTTP status',
      ],
      'Events older than 7 days of business time are pruned hourly': [
        'test/e2e/sandbox-restart.test.ts > events of more than seven days are gone when an hour of business time begins',
        'test/e2e/sockets-account.test.ts > what is older than the events kept is STREAM_RESET with the oldest number',
      ],
      'A full key without groups:pay is FORBIDDEN before its acceptFees are looked at': [
        'test/e2e/groups-fees.test.ts > a key without groups:pay is refused before its acceptFees are looked at',
      ],
      'A second claim is NOT_CLAIMABLE': [
        'src/features/predictions/claim.test.ts > a second claim is NOT_CLAIMABLE, one after everything was sold NO_POSITION',
        'test/e2e/predictions-transitions.test.ts > → RESOLVED YES: the winners claim a dollar a share, once; the losers nothing',
      ],
      'The gap before a day that does not trade is CLOSED': [
        'test/e2e/stocks-hours.test.ts > at %s the market is %s',
      ],
      "Deleting another's message is ADMIN_REQUIRED": [
        "test/e2e/chat-changes.test.ts > of another's message is for admins",
      ],
      'A mirrored exit sells the same fraction of what the follow bought and still holds': [
        'test/e2e/follow-exits.test.ts > a partial sale and the close take the same fraction of what the follow still holds',
        'test/e2e/predictions-follow-exits.test.ts > a part of the sale and the close take the same part of what the follow still holds',
        'test/e2e/perps-follow-exits.test.ts > a reduction and the close take the same fraction of what the follow still holds',
      ],
      'payoutUsd of a sale quote is the net proceeds, minimumUsd the least that can be sold': [
        'test/e2e/predictions-quotes.test.ts > shows all of a sale, sized by the rules of a sale, and changes nothing',
      ],
    },
  },
];

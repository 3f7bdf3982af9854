import type { Source } from './rule.ts';

export const operationRules: readonly Source[] = [
  {
    source: 'contract 12',
    rules: {
      'Country from the header of a trusted proxy, then the local database, else unknown': [
        'src/features/region/regions.test.ts > header of a trusted proxy, then address, else unknown',
        'src/features/region/address.test.ts > the local database knows public addresses of both families and no private ones',
        'src/features/region/address.test.ts > peer %s with X-Forwarded-For %s is caller %j',
      ],
      'Unknown is allowed unless strict': [
        'src/features/region/region-rules.test.ts > strict bars an unknown country from everything and changes nothing for known ones',
        'test/e2e/groups-switches.test.ts > nothing is barred for a user whose region is not known',
      ],
      'open, close-only, blocked per vertical': [
        'src/features/region/region-rules.test.ts > blocked wins over close-only, and each list belongs to its vertical',
        'test/e2e/perps-access.test.ts > where only closing is allowed, reductions and closes pass',
      ],
      'Blocked: perps openings, joins, reductions, additions and closes of calls': [
        'test/e2e/perps-access.test.ts > %s is barred from every order',
      ],
      'Blocked: prediction openings and predict': [
        'test/e2e/predictions-rules-buy.test.ts > rule 4: from a %s country (%s) nothing is bought, everything is sold',
      ],
      'Close-only lets reductions and closes pass': [
        'test/e2e/perps-access.test.ts > where only closing is allowed, reductions and closes pass',
      ],
      'Never gated: GETs, prediction sale, close, claim, perp claim, triggers': [
        'test/e2e/predictions-rules-buy.test.ts > rule 4: from a %s country (%s) nothing is bought, everything is sold',
        'test/e2e/perps-claim.test.ts > is open to everyone: in a barred region, halted, suspended, out of the group',
        'test/e2e/perps-triggers-set.test.ts > is gated by nothing',
        'test/e2e/predictions-transitions-claims.test.ts > a claim is never gated: by membership, region or the kill switch',
      ],
      'Default lists': [
        'src/platform/config.test.ts > bars the regions of contract 12',
        'src/features/region/region-rules.test.ts > by default %s is barred from %j',
      ],
      'Stocks are blocked in the US': [
        'test/e2e/stocks-follow.test.ts > bars buys and proposals of stocks in the United States, nothing else',
      ],
      'SKEIN_GEO_… and the other variables': [
        'src/platform/config.test.ts > reads numbers, lists, instants and origins',
        'src/platform/config.test.ts > %s=%j',
        'test/e2e/refusals.test.ts > bars countries, but never a sale or a close',
      ],
      'A follow of a user whose last region is barred: GEO_RESTRICTED': [
        'test/e2e/follow-skips.test.ts > GEO_RESTRICTED: the region last seen of the member is barred',
        'src/features/region/regions.test.ts > the last seen country is kept once, and an unknown one overwrites nothing',
      ],
    },
  },
  {
    source: 'contract 14',
    rules: {
      'POST /graphql: an API key is 403 FORBIDDEN, no or a bad session 401': [
        'test/e2e/graphql-access.test.ts > no credential and a bad one are 401, a key is 403, whatever is asked',
        'test/e2e/in-app-only.test.ts > a key is refused, a session is not: %s',
      ],
      'Only POST and only JSON, within the limits of every body': [
        'test/e2e/graphql-access.test.ts > only POST and only JSON',
        'test/e2e/graphql-access.test.ts > a body that is too large or no JSON is refused as everywhere',
      ],
      'viewer: id, idpId, username, avatar, email, totpEnabled, passkeys': [
        'test/e2e/graphql-access.test.ts > a session sees who it is',
        'test/e2e/sign-in-passkey.test.ts > an enrolment takes one good answer to its own challenge',
      ],
      'apiKeys, createApiKey (secret once) and revokeApiKey': [
        'test/e2e/graphql-keys.test.ts > a key is made with scopes and expiry; its secret is told once',
        'test/e2e/graphql-keys.test.ts > without a list it has every ordinary scope; paying others must be named',
        'test/e2e/graphql-keys.test.ts > a revoked key ends at once in all processes, and only its owner revokes it',
      ],
      'sessions and revokeSession': [
        'test/e2e/graphql-access.test.ts > sessions are listed and signed out, each only by its owner',
        'test/e2e/sessions-revoked.test.ts > a revoked session is refused in every process, its sockets are closed, others stay',
      ],
      'withdrawals, withdraw and cancelWithdrawal': [
        'test/e2e/withdrawals-flow.test.ts > a withdrawal to a new address waits a day, is sent and is confirmed',
        'test/e2e/withdrawals-flow.test.ts > a withdrawal is canceled while it waits; the money is back and the address stays new',
        'test/e2e/withdrawals-flow.test.ts > withdrawals are paged from the newest on',
      ],
      'securityLog, by pages': [
        'test/e2e/graphql-keys.test.ts > the log is paged from the newest on, without a gap, and is one’s own',
        'test/e2e/sign-in-second-factor.test.ts > the security log tells its owner what was done, and no secret',
      ],
      'Withdrawals: DELAYED (24 h for a new address), PENDING, SENT, CONFIRMED, CANCELED, RETURNED':
        [
          'test/e2e/withdrawals-flow.test.ts > a withdrawal to a new address waits a day, is sent and is confirmed',
          'test/e2e/withdrawals-flow.test.ts > what comes back is spendable again, whether it had left or not',
          'src/features/withdrawals/decides.test.ts > the delay ends at its instant and not before',
        ],
      'A new address is told of by a notice': [
        'test/e2e/withdrawals-flow.test.ts > who is asked for a new address is told by mail',
      ],
      'A daily limit by configuration': [
        'test/e2e/withdrawals-refused.test.ts > no more than the limit leaves in any 24 hours, canceled ones aside',
        'src/features/withdrawals/decides.test.ts > what left in the last 24 hours counts against the limit, to the millisecond',
      ],
      'The second factor is required, and a code works once': [
        'test/e2e/withdrawals-refused.test.ts > without a second factor nothing is withdrawn',
        'test/e2e/withdrawals-refused.test.ts > a code works once, one after another and at two processes at once',
        'test/e2e/sign-in-second-factor.test.ts > two sign-ins with one code at once: one of them',
      ],
      'A withdrawal is sent at most once, also through kill -9': [
        'test/faults/kill-withdrawals.test.ts > a process killed at $point of a payment pays once',
        'src/features/withdrawals/payouts.test.ts > whatever happens, it is paid at most once and exactly when the money has left',
      ],
      'Depth and cost are limited (400)': [
        'test/e2e/graphql-access.test.ts > what is refused whole is 400 by status, code and every error',
        'src/features/inapp/run-operation.test.ts > a list costs what stands below it for every row that may come',
        'src/features/inapp/run-operation.test.ts > fragments within fragments cannot make the measuring itself expensive',
      ],
      'No introspection in production': [
        'test/e2e/graphql-access.test.ts > without a sandbox the schema says nothing about itself',
      ],
      'Errors carry extensions.code of the catalogue': [
        'test/e2e/graphql-access.test.ts > a field that refuses names its code, and the others answer',
      ],
      'Sign-in under /auth by e-mail and password': [
        'test/e2e/sign-in-flow.test.ts > a sign-up begins with its confirmation: a user with the paper deposit, signed in',
        'test/e2e/sign-in-flow.test.ts > the cookie gets the next token until the session is signed out',
        'test/e2e/sign-in-enumeration.test.ts > a sign-in with a wrong password, an unknown and an unconfirmed address is answered alike',
      ],
      'Sign-in by passkey': [
        'test/e2e/sign-in-passkey.test.ts > a passkey signs in without a name, a password or a code, and once per challenge',
      ],
      'Sign-in with TOTP': [
        'test/e2e/sign-in-second-factor.test.ts > with an authenticator the password alone signs nobody in; a code does, once',
        'src/features/sessions/totp.test.ts > RFC 6238, appendix B: the last six of the eight digits for SHA-1',
      ],
      'Or any OIDC issuer by configuration': [
        'test/e2e/sign-in-oidc.test.ts > the first token of a subject makes the user, every later one finds it',
        'test/e2e/sign-in-oidc.test.ts > another audience, issuer, subject or key is refused',
        'test/e2e/sign-in-oidc-flow.test.ts > the first sign-in makes the user, a later one in another browser finds it',
        'test/e2e/sign-in-oidc-flow.test.ts > an ID token that is wrong in anything signs nobody in',
      ],
      'The service checks issuer-signed JWTs alone': [
        'test/e2e/session-security.test.ts > only the algorithm of the service counts, and only its key',
        'test/e2e/session-security.test.ts > a token with a changed part is refused',
        'test/e2e/sign-in-oidc.test.ts > a token that is signed with a secret or not at all is refused',
      ],
      'A session JWT works on REST with authMethod jwt and a budget of its own': [
        'test/e2e/sessions-revoked.test.ts > a token of the sandbox is a real session: it trades, is listed and is revoked',
        'test/e2e/sessions-revoked.test.ts > a session has a budget of its own, beside that of the keys of its user',
      ],
    },
  },
  {
    source: 'contract 15',
    rules: {
      'Bearer of the sandbox token, else 401; the token is printed or configured': [
        'src/features/sandbox/sandbox.test.ts > every route has examples that fit, and none answers without the token',
        'src/features/sandbox/token.test.ts > only the token itself opens the sandbox',
        'src/features/sandbox/token.test.ts > a configured token counts and is written nowhere',
      ],
      'Absent in live mode (404)': 'live venues',
      'POST /users: id, idpId, key, deposit, scopes': [
        'src/features/sandbox/sandbox.test.ts > users come with a key and a deposit',
      ],
      'Deposits land in the wallet': [
        'src/features/sandbox/sandbox.test.ts > users come with a key and a deposit',
        'src/features/account/deposit.test.ts > a deposit comes from outside into the spendable balance, with its row and event',
      ],
      'Keys with scopes and an end; revoked': [
        'src/features/sandbox/sandbox.test.ts > keys are made, end at their time and are revoked',
      ],
      'POST /sessions: a session of the identity provider': [
        'test/e2e/sessions-revoked.test.ts > a token of the sandbox is a real session: it trades, is listed and is revoked',
      ],
      'PUT /follow holds and releases the workers': [
        'src/features/sandbox/sandbox.test.ts > venues, switches, follows and regions are set, also for other processes',
        'src/features/sandbox/drain.test.ts > held follows do not count, those in flight do',
      ],
      'PUT /withdrawals/{id} settles a paper withdrawal: SENT, CONFIRMED, RETURNED': [
        'test/e2e/withdrawals-flow.test.ts > a withdrawal to a new address waits a day, is sent and is confirmed',
        'test/e2e/withdrawals-flow.test.ts > what comes back is spendable again, whether it had left or not',
        'test/e2e/withdrawals-refused.test.ts > the sandbox settles only what there is, with its own token',
      ],
      'The clock freezes, is set and advances; timers between run in order': [
        'src/features/sandbox/sandbox.test.ts > the clock is read, stopped, moved and let go on',
        'test/e2e/account-pnl.test.ts > makes up for a long leap: the hours of its last day and the midnights before',
        'src/features/groups/renewals.test.ts > a leap of the clock over months charges each of them once, in order',
        'src/features/perps/catch-up.test.ts > one jump over days does what going through them in small steps does',
      ],
      'Prices are pinned until DELETE; oracleUsd apart': [
        'src/features/sandbox/sandbox.test.ts > a token is pinned exactly and unpinned',
        'test/e2e/perps-markets.test.ts > refuses pins between two ticks, and knows oracles apart from marks',
        'test/e2e/predictions-sandbox.test.ts > unpinning gives the market back to its own book',
      ],
      'resolve and status of a prediction market': [
        'test/e2e/predictions-sandbox.test.ts > resolves a market once; nothing changes it then',
        'test/e2e/predictions-sandbox.test.ts > sets a status and takes it back',
      ],
      'Stock status override; null gives it back': [
        'test/e2e/stocks-hours.test.ts > lets the operator open it, over a restart, and gives it back to the calendar',
      ],
      'Behaviours: ok, down, slow, reject, no-liquidity, unknown-then-filled, unknown-then-failed, pending':
        [
          'test/e2e/orders.test.ts > $name',
          'test/e2e/orders-pending.test.ts > $name',
          'test/e2e/orders-refused.test.ts > is refused by a venue in mode %s, and nothing moves',
        ],
      'Region of a user': [
        'src/features/region/regions.test.ts > the sandbox fixes the region of a user, unknown included, everywhere and over restarts',
      ],
      'drain returns when nothing is due': [
        'src/features/sandbox/drain.test.ts > it pushes everything until all of it is done, also what comes out of it',
        'src/features/sandbox/drain.test.ts > with nothing to do it returns at once',
      ],
      'audit: every invariant': [
        'src/features/sandbox/sandbox.test.ts > drain and audit answer',
        'src/ledger/audit.test.ts > every check has a change that breaks it',
      ],
      'Pinned is exact: no spread, no end, fees apply': [
        'test/e2e/spot-exactness.test.ts > %s',
        'test/e2e/predictions-orders-pinned.test.ts > a pin has no spread and no end',
        'test/e2e/perps-open.test.ts > opens a long: the answer, the position, the proposal, the account',
      ],
      'NO fills at 1 − p': [
        'test/e2e/predictions-orders-pinned.test.ts > $amountUsd for YES $isYes at $pin: $shares, fee $fee',
        'test/e2e/predictions-rules-sell.test.ts > rule 5: a NO position sells at 1 less the price of YES',
      ],
      'Unpinned: a modelled book': [
        'test/e2e/quote.test.ts > is what an order then gets at a frozen instant of the walking market',
        'test/e2e/predictions-orders-book.test.ts > fills $side of a market of tick $tick level by level: $named.marketId',
        'test/e2e/perps-quotes.test.ts > sizes at the bound, fills above the top, and gives an order what it has quoted',
      ],
      'Pins of perps off the tick are refused': [
        'test/e2e/perps-markets.test.ts > refuses pins between two ticks, and knows oracles apart from marks',
      ],
      'A pin of a token and of its stock are one': [
        'test/e2e/stocks-catalogue.test.ts > has one pin for the stock and its token',
      ],
      'Candles go on with the pin': [
        'test/e2e/tokens.test.ts > goes on with the pinned price',
        'test/e2e/perps-markets.test.ts > draws candles of the mark, of pins exactly',
        'test/e2e/predictions-discovery-event.test.ts > the history goes on with a pin, and with the payout of what has resolved',
      ],
      'Triggers that a pin crosses are queued before the PUT answers': [
        'test/e2e/perps-triggers.test.ts > are carried out for a pin that has gone again',
        'src/features/perps/driver.test.ts > what a pin has queued is carried out at the pin, whatever has been pinned since',
      ],
      'Sandbox users have an unknown region': [
        'test/e2e/groups-switches.test.ts > nothing is barred for a user whose region is not known',
      ],
      'The usual envelope and errors; 200, users and keys 201': [
        'src/features/sandbox/sandbox.test.ts > users come with a key and a deposit',
        'src/features/sandbox/sandbox.test.ts > keys are made, end at their time and are revoked',
      ],
      'The calls are in openapi.json under their own tag': [
        'test/docs/reference.test.ts > the page of the API holds the routes of the running service',
        'test/e2e/openapi.test.ts > describes every operation and every parameter',
      ],
      'They cost no budget': [
        'src/platform/http/requests.test.ts > sandbox routes take the token of the sandbox alone and cost no budget',
      ],
      'Pins, clock, behaviours, regions and overrides survive a restart': [
        'src/features/sandbox/pins.test.ts > a pin counts when it is answered, then in other processes and after a restart',
        'src/features/sandbox/shared-clock.test.ts > an offset survives a restart and goes on with real time while the service is down',
        'test/e2e/predictions-sandbox.test.ts > pins, statuses and results survive a restart',
        'test/e2e/sandbox-restart.test.ts > pins, clock, behaviours, regions and overrides are there after a restart',
      ],
      'Business time follows the clock; rates, leases and timeouts real time': [
        'src/features/sandbox/shared-clock.test.ts > an offset survives a restart and goes on with real time while the service is down',
        'test/e2e/idempotency.test.ts > frees a key 24 hours of business time after its use',
        'src/features/identity/authenticator.test.ts > a key ends at its expiry by business time, also when it is in memory',
      ],
      'Setting the clock back is refused': [
        'src/features/sandbox/shared-clock.test.ts > a step back is refused and changes nothing',
        'src/platform/business-clock.test.ts > it is not set back, nor beyond the year 9999',
      ],
      'Unfreezing goes on from the frozen instant': [
        'test/e2e/clock.test.ts > a clock that was stopped moves from exactly where it is shown',
        'src/platform/business-clock.test.ts > frozen it stands, advances by hand and goes on from where it stands',
      ],
      'count is the number of submissions, then ok': [
        'test/e2e/orders-refused.test.ts > affects as many orders as it is told to, then none',
        'test/e2e/predictions-pending.test.ts > a script affects as many orders as it says, then none',
      ],
      'delayMs is when an outcome becomes known (1,000)': [
        'test/e2e/orders-pending.test.ts > answers a receipt and fills later, at the price of submission',
        'test/e2e/orders.test.ts > waits for the venue as long as it may',
        'test/e2e/identity.test.ts > the sandbox says what it has done, field by field',
      ],
      'Fills are at the price of submission': [
        'test/e2e/orders-pending.test.ts > answers a receipt and fills later, at the price of submission',
        'test/e2e/perps-pending.test.ts > answers a receipt and fills later, at the price of submission',
        'test/e2e/predictions-pending.test.ts > answers a receipt and fills later, at the price of submission',
      ],
    },
  },
  {
    source: 'contract 16',
    rules: {
      '/openapi.json 3.1, complete with examples': [
        'test/e2e/openapi.test.ts > gives examples that fit their schemas',
        'src/platform/http/roots.test.ts > /openapi.json is 3.1 without a host and describes every route',
      ],
      '/docs': [
        'src/platform/http/roots.test.ts > /docs works without the internet, under a policy that forbids it',
      ],
      '/error-codes.json': ['src/platform/http/roots.test.ts > /error-codes.json is the catalogue'],
      '/healthz and /readyz': [
        'src/platform/http/roots.test.ts > /healthz and /readyz tell apart alive and ready',
      ],
      '/metrics': [
        'src/platform/http/roots.test.ts > /metrics counts by route template, method and status',
        'src/platform/metrics.test.ts > prints its own figures and those of the process',
      ],
      '/mcp': 'MCP',
      '/ the web console': [
        'src/features/console-files/serve.test.ts > every address of the console is its one page, never kept, under a strict policy',
        'src/features/console-files/serve.test.ts > files are sent as they are, hashed ones for ever, packed where that is taken',
        'test/browser/pages.test.ts > the entrance',
        'test/browser/flow.test.ts > a follower sees a call made over REST, live',
      ],
    },
  },
  {
    source: 'contract 17',
    rules: {
      'A start without database, network or configuration': [
        'test/e2e/audit-embedded.test.ts > the audit starts the embedded database of a service that does not run',
        'src/platform/config.test.ts > needs no variable at all (contract 17)',
        'src/platform/db/embedded.test.ts > makes a database with checksums and UTC, reachable through its socket only',
        'src/features/demo/demo.test.ts > the first start makes a leader and two followers, later ones find them with their keys',
      ],
      'A demo with a leader, two followers and keys at the first start': [
        'src/features/demo/demo.test.ts > the first start makes a leader and two followers, later ones find them with their keys',
      ],
      'Variables with defaults by --help and in the docs': [
        'src/platform/config.test.ts > lists every variable with its default',
        'test/docs/reference.test.ts > the configuration page is the one written from the table of variables',
      ],
      'An unknown or malformed value stops the start': [
        'src/platform/config.test.ts > names all problems at once, unknown variables and arguments among them',
        'src/platform/config.test.ts > %s=%j',
      ],
      'PORT, HOST and SKEIN_DATA_DIR': [
        'src/platform/config.test.ts > needs no variable at all (contract 17)',
        'src/platform/db/embedded.test.ts > makes a database with checksums and UTC, reachable through its socket only',
      ],
      DATABASE_URL: [
        'src/platform/config.test.ts > reads numbers, lists, instants and origins',
        'src/platform/db/pool.test.ts > keeps the options of the address beside its own',
        'test/faults/start-together.test.ts > processes that start at once on an empty database make one service',
      ],
      REDIS_URL: 'several processes with Redis',
      SKEIN_SANDBOX_TOKEN: [
        'src/features/sandbox/token.test.ts > a configured token counts and is written nowhere',
      ],
      SKEIN_DEMO: [
        'src/platform/config.test.ts > needs no variable at all (contract 17)',
        'src/features/demo/demo.test.ts > where others came first there is no demo; a demo with others stays one',
      ],
      'SKEIN_MODE is stamped on each account; live is refused without a live venue': [
        'src/platform/config.test.ts > refuses live mode, since no live venue is configured',
      ],
      'SKEIN_MODE live and its accounts': 'live venues',
      SKEIN_PUBLIC_URL: [
        'src/features/sessions/origin.test.ts > the cookie is secure and bound to its host where the service is reached by https',
        "test/e2e/session-security.test.ts > the cookie is the service's alone: not for scripts, other sites, plain http or other hosts",
        'test/e2e/session-security.test.ts > %s refuses what another site makes a browser send',
      ],
      'SKEIN_PAPER_DEPOSIT_USD of a sign-up': [
        'test/e2e/sign-in-flow.test.ts > a sign-up begins with its confirmation: a user with the paper deposit, signed in',
      ],
      'SKEIN_PAPER_DEPOSIT_USD of the demo': [
        'src/features/demo/demo.test.ts > without a deposit the wallets are empty',
      ],
      SKEIN_SMTP_URL: [
        'test/e2e/sign-in-mail.test.ts > mail goes out by the mail server, and its text is then forgotten',
        'test/e2e/sign-in-mail.test.ts > mail that is refused waits, and goes out later',
        'test/e2e/sign-in-mail.test.ts > there is no outbox page beside a mail server, and the outbox needs its token',
      ],
      'SKEIN_TRADING_… and npm run ops, in all processes at once': [
        'src/features/controls/controls.test.ts > what one process sets counts there at once, then in the others, and after a restart',
        'src/features/controls/controls.test.ts > the switch of the command line is heard by running processes',
        'src/cli/ops.test.ts > a switch is written and heard by running processes',
        'test/e2e/groups-switches.test.ts > halted: neither in nor out, to be tried again; reduce-only: out',
      ],
      'SKEIN_MARKET_DATA replays recorded markets': [
        'src/market/replay.test.ts > goes open, nearer extreme, other extreme, close, in exact recorded decimals',
        'src/market/perps/perp-replay.test.ts > are the path of the candle on the nearest tick, and the oracle is the mark',
        'src/market/predictions/recorded-source.test.ts > is active between its start and its end, then closed',
      ],
      'npm run import converts candles, Gamma events and books, perps': [
        'src/cli/import.test.ts > stocks are imported; a refused row is an exit code of 1',
        'src/cli/import.test.ts > prediction markets are imported, histories with the token that is given',
        'src/market/import-candles.test.ts > writes what the replay reads, in plain exact decimals',
        'src/market/perps/import-perps.test.ts > writes candles and funding rates as the replay reads them',
      ],
      'SKEIN_REPLAY_START and _SPEED; business time is recorded time': [
        'src/features/sandbox/shared-clock.test.ts > a replay begins at its start, keeps its pace and is shared',
        'src/platform/business-clock.test.ts > a replay runs at its speed from its start, in whole milliseconds',
      ],
      '/readyz when migrated and fresh; one line ready http://…': [
        'src/platform/http/roots.test.ts > /healthz and /readyz tell apart alive and ready',
        'test/faults/graceful-stop.test.ts > SIGTERM with requests in flight answers what runs, exits 0 and loses nothing',
      ],
      'SIGTERM and SIGINT: what runs is finished, exit 0 within 10 s': [
        'test/faults/graceful-stop.test.ts > SIGTERM with requests in flight answers what runs, exits 0 and loses nothing',
        'src/platform/shutdown.test.ts > runs the steps backwards on %s, exit 0',
      ],
      'kill -9 loses nothing acknowledged': [
        'test/faults/kill-points.test.ts > a process killed at $point loses and doubles nothing',
        'test/faults/kill-in-flight.test.ts > orders that were in flight at their venue when the process was killed are settled once',
        'test/faults/kill-perps.test.ts > a process killed at $point carries out what a pin has crossed once, or not at all',
        'test/faults/kill-predictions-points.test.ts > a process killed at $point loses and doubles no prediction',
        'src/platform/db/embedded.test.ts > is running again by itself after kill -9 of the server, with every committed row',
      ],
      'npm run audit: exit 1 and a list when one fails': [
        'src/cli/audit.test.ts > a broken one: what is broken and by whom, exit code 1',
        'src/cli/audit.test.ts > a sound database: every invariant on a line, exit code 0',
      ],
      'npm run bench writes bench/results.json': [
        'test/docs/bench.test.ts > npm run bench measures every figure of the page and writes them to bench/results.json',
      ],
    },
  },
  {
    source: 'contract 18.17',
    rules: {
      '40 tokens': [
        'test/e2e/tokens.test.ts > knows at least 40 tokens and lists those that move',
        'src/market/tokens.test.ts > are at least 44, each with a mint of 32 bytes of its own',
      ],
      '40 stocks of which 10 ETFs, AAPL, TSLA, NVDA, SPY, QQQ': [
        'src/market/stocks/catalogue.test.ts > are 48 stocks and 16 funds, the well known among them',
      ],
      '40 events with 100 markets, minimum size 5 and fees': [
        'src/market/predictions/model.test.ts > are at least 40 with 110 active markets, of all kinds',
        'test/e2e/predictions-discovery.test.ts > has markets of several sizes and fees, negRisk ones among them',
      ],
      'The recorded perp markets with BTC, ETH, SOL, HYPE, GOLD, SKR, PUMP, NVDA': [
        'src/market/perps/perp-catalogue.test.ts > are 44 with unique symbols, asset ids and accounts',
        'test/e2e/perps-markets.test.ts > shows what is odd about other markets',
      ],
    },
  },
  {
    source: 'contract 18.18',
    rules: {
      'npm run audit starts the embedded database': [
        'test/e2e/audit-embedded.test.ts > the audit starts the embedded database of a service that does not run',
      ],
    },
  },
  {
    source: 'contract 18.32',
    rules: {
      'GET /clock: now, frozen, offsetMs': [
        'src/features/sandbox/sandbox.test.ts > the clock is read, stopped, moved and let go on',
      ],
      'Setting back or pinning off the tick: VALIDATION_FAILED': [
        'src/features/sandbox/shared-clock.test.ts > a step back is refused and changes nothing',
        'test/e2e/perps-markets.test.ts > refuses pins between two ticks, and knows oracles apart from marks',
        'test/e2e/predictions-sandbox.test.ts > pins YES between 0 and 1 with four decimals, and NO with it',
      ],
    },
  },
];

import { Type } from 'typebox';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { formatUsdc } from '../../money/text.ts';
import { page } from '../../platform/http/answer.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { cursorQuery, limitQuery } from '../../platform/http/schema.ts';
import type { AccountDeps } from './deps.ts';
import { readEvents } from './events.ts';
import * as examples from './examples.ts';
import { NETWORK, readBalances, readPositions } from './holdings.ts';
import { pnlRoutes } from './pnl-routes.ts';
import {
  accountSchema,
  balanceSchema,
  depositAddressSchema,
  eventsSchema,
  holdingsSchema,
  statementSchema,
} from './schemas.ts';
import { readStatement } from './statement.ts';
import { readAccountValue } from './value.ts';

const tag = 'Account';
const pageQuery = Type.Object({ limit: limitQuery(), cursor: cursorQuery() });
const DEFAULT_LIMIT = 50;

/** The reads of the caller's own account (contract 4, and the stream of contract 13 over REST). */
export function accountRoutes(deps: AccountDeps): readonly Route[] {
  return [
    accountRoute(deps),
    depositAddressRoute(deps),
    balancesRoute(deps),
    holdingsRoute(deps),
    statementRoute(deps),
    eventsRoute(deps),
    ...pnlRoutes(deps),
  ];
}

const depositAddressOf = ({ assets }: AccountDeps, { walletAddress }: Principal) => {
  const { symbol, mint } = assets.byId(USDC_ASSET);
  return { walletAddress, token: symbol, tokenMint: mint, network: NETWORK };
};

const accountRoute = (deps: AccountDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/account',
    scope: 'read',
    tag,
    summary: 'What the account is worth',
    description:
      'Spendable USDC, USDC held for orders in flight and the value of everything held, in US ' +
      'dollars at present prices. The total is the sum of all of them.',
    response: accountSchema,
    examples: { response: examples.accountExample },
    async handler({ principal }) {
      const { cash, reserved, parts, total } = await readAccountValue(deps, principal.userId);
      return {
        totalValueUsd: formatUsdc(total),
        cashBalanceUsd: formatUsdc(cash),
        spotValueUsd: formatUsdc(parts.spotValueUsd),
        stocksValueUsd: formatUsdc(parts.stocksValueUsd),
        predictionsValueUsd: formatUsdc(parts.predictionsValueUsd),
        perpsValueUsd: formatUsdc(parts.perpsValueUsd),
        reservedUsd: formatUsdc(reserved),
        deposit: depositAddressOf(deps, principal),
      };
    },
  });

const depositAddressRoute = (deps: AccountDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/account/deposit-address',
    scope: 'read',
    tag,
    summary: 'Where to send USDC',
    description: 'The address whose USDC lands in the wallet of the caller.',
    response: depositAddressSchema,
    examples: { response: examples.depositAddressExample },
    handler: ({ principal }) => depositAddressOf(deps, principal),
  });

const balancesRoute = (deps: AccountDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/account/balances',
    scope: 'read',
    tag,
    summary: 'Balances of every token, USDC first',
    description:
      'What the wallet holds, in base units and in whole tokens, with present prices where there ' +
      'are any. Tokens at zero are left out, USDC never is.',
    query: pageQuery,
    response: Type.Array(balanceSchema),
    examples: { response: examples.balancesExample },
    async handler({ principal, query: { limit = DEFAULT_LIMIT, cursor } }) {
      const { balances, nextCursor } = await readBalances(deps, principal.userId, {
        limit,
        cursor,
      });
      return page(balances, nextCursor);
    },
  });

const holdingsRoute = (deps: AccountDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/account/positions',
    scope: 'read',
    tag,
    summary: 'Tokens and stocks held',
    description: 'What was bought and is held, over all groups and swaps; USDC is not among it.',
    query: pageQuery,
    response: holdingsSchema,
    examples: { response: examples.holdingsExample },
    async handler({ principal, query: { limit = DEFAULT_LIMIT, cursor } }) {
      const held = await readPositions(deps, principal.userId, { limit, cursor });
      return page(held, held.nextCursor);
    },
  });

const statementRoute = (deps: AccountDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/account/ledger',
    scope: 'read',
    tag,
    summary: 'Statement of the account',
    description:
      'Every movement of USDC and tokens in and out of the wallet, newest first. Reservations for ' +
      'orders in flight are not movements and are not shown; the order appears when it is settled.',
    query: pageQuery,
    response: statementSchema,
    examples: { response: examples.statementExample },
    async handler({ principal, query: { limit = DEFAULT_LIMIT, cursor } }) {
      const statement = await readStatement(deps, principal.userId, { limit, cursor });
      return page(statement, statement.nextCursor);
    },
  });

const eventsRoute = (deps: AccountDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/account/events',
    scope: 'read',
    tag,
    summary: 'Events of the account after a number',
    description:
      'The same stream as the `/account` socket: fills, follows, positions, balances, in the order ' +
      'of their numbers, kept for 7 days. Read on with `after` = the last `seq` until it is ' +
      '`latestSeq`.',
    query: Type.Object({
      after: Type.Optional(
        Type.Integer({ description: 'Number of the last event seen.', minimum: 0, default: 0 }),
      ),
      limit: limitQuery(),
    }),
    response: eventsSchema,
    examples: { response: examples.eventsExample },
    handler: ({ principal, query: { after = 0, limit = DEFAULT_LIMIT } }) =>
      readEvents(deps, principal.userId, { after, limit }),
  });

import { Type } from 'typebox';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import type { AccountDeps } from './deps.ts';
import { presentChange, readChanges, readPnlHistory } from './pnl.ts';
import * as examples from './pnl-examples.ts';
import {
  DEFAULT_POINTS,
  pnlHistorySchema,
  pnlSchema,
  pointsField,
  windowField,
} from './pnl-schemas.ts';

const tag = 'Account';

/** What the account has gained or lost (contract 4). */
export const pnlRoutes = (deps: AccountDeps): readonly Route[] => [
  pnlRoute(deps),
  historyRoute(deps),
];

const pnlRoute = (deps: AccountDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/account/pnl',
    scope: 'read',
    tag,
    summary: 'Change of the account',
    description:
      'Value now less value then and less what was deposited in between, in dollars and in percent ' +
      'of value then plus those deposits. `then` is the snapshot of the full hour at or before the ' +
      'beginning of the window. With `window` also over that window.',
    query: Type.Object({ window: Type.Optional(windowField) }),
    response: pnlSchema,
    examples: { response: examples.pnl },
    async handler({ principal, query: { window } }) {
      const asked = window === undefined ? (['24h'] as const) : (['24h', window] as const);
      const [day, other] = (await readChanges(deps, principal.userId, asked)).map(presentChange);
      return {
        absoluteChange24h: day?.absolute ?? '0',
        percentChange24h: day?.percent ?? '0',
        ...(window === undefined || other === undefined
          ? {}
          : { window, absoluteChange: other.absolute, percentChange: other.percent }),
      };
    },
  });

const historyRoute = (deps: AccountDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/account/pnl/history',
    scope: 'read',
    tag,
    summary: 'Value of the account over time',
    description:
      'Oldest first: the snapshot with which the window begins, snapshots of full hours spread ' +
      'over it, and now. Snapshots are kept hourly for 31 days, then those of midnight (UTC).',
    query: Type.Object({ window: Type.Optional(windowField), points: Type.Optional(pointsField) }),
    response: pnlHistorySchema,
    examples: { response: examples.history },
    handler: ({ principal, query: { window = '24h', points = DEFAULT_POINTS } }) =>
      readPnlHistory(deps, principal.userId, { window, points }),
  });

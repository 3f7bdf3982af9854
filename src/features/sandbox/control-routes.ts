import { Type } from 'typebox';
import { AppError, invalid } from '../../errors/app-error.ts';
import { country as countryParser } from '../../platform/config/parsers.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { id, nullable, oneOf } from '../../platform/http/schema.ts';
import { isId } from '../../platform/ids.ts';
import { DEFAULT_VENUE_DELAY_MS, venueModes } from '../../venues/behaviour.ts';
import { TRADING_MODES, VERTICALS } from '../controls/index.ts';
import { STOCK_STATUSES } from '../stocks/index.ts';
import type { SandboxDeps } from './deps.ts';
import { SANDBOX_TAG as tag } from './tag.ts';

/** Longest scripted delay of a venue's answer. */
const MAX_VENUE_DELAY_MS = 3_600_000;
const MAX_COUNT = 1_000_000;
const USER = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';

const vertical = oneOf(VERTICALS, { description: 'What is traded.', examples: ['spot'] });
const params = Type.Object({ vertical });

/** Venues, regions, kill switches and follow workers. */
export const controlRoutes = (deps: SandboxDeps): readonly Route[] => [
  followRoute(deps),
  behaviourRoute(deps),
  regionRoute(deps),
  tradingRoute(deps),
  stockStatusRoute(deps),
];

const holdSchema = Type.Object({
  hold: Type.Boolean({ description: '`true` holds them, `false` lets them go on.' }),
});

const followRoute = ({ controls }: SandboxDeps): Route =>
  defineRoute({
    method: 'PUT',
    path: '/follow',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Hold or release follows',
    description:
      'Held, no further follow is begun; calls still queue them. Deadlines go on, so that a ' +
      'follow that is held too long expires.',
    body: holdSchema,
    response: holdSchema,
    examples: { request: { hold: true }, response: { hold: true } },
    async handler({ body: { hold } }) {
      await controls.setFollowHold(hold);
      return { hold };
    },
  });

const modeSchema = oneOf(venueModes, {
  description: 'How the venue answers an order.',
  examples: ['unknown-then-filled'],
});
const delaySchema = Type.Integer({
  description: 'When a slow, pending or unknown answer becomes known, in real milliseconds.',
  minimum: 0,
  maximum: MAX_VENUE_DELAY_MS,
  default: DEFAULT_VENUE_DELAY_MS,
});

const behaviourRoute = ({ controls }: SandboxDeps): Route =>
  defineRoute({
    method: 'PUT',
    path: '/venues/{vertical}/behaviour',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Script trouble of a venue',
    description:
      'How the paper venue treats the next `count` orders; then it is `ok` again. Without a count ' +
      'until it is changed. Late fills are at the price of submission.',
    params,
    body: Type.Object({
      mode: modeSchema,
      delayMs: Type.Optional(delaySchema),
      count: Type.Optional(
        Type.Integer({ description: 'Orders that are affected.', minimum: 1, maximum: MAX_COUNT }),
      ),
    }),
    response: Type.Object({
      vertical,
      mode: modeSchema,
      delayMs: delaySchema,
      count: nullable(Type.Integer({ description: 'Null: until it is changed.' })),
    }),
    examples: {
      request: { mode: 'unknown-then-filled', delayMs: 500, count: 1 },
      response: { vertical: 'spot', mode: 'unknown-then-filled', delayMs: 500, count: 1 },
    },
    async handler({ params: named, body }) {
      const { mode, delayMs = DEFAULT_VENUE_DELAY_MS, count = null } = body;
      const behaviour = { mode, delayMs, count };
      await controls.setBehaviour(named.vertical, behaviour);
      return { vertical: named.vertical, ...behaviour };
    },
  });

const countrySchema = nullable(
  Type.String({
    description: 'Country by ISO 3166-1 of two letters; null: not known.',
    examples: ['US'],
  }),
);

const regionRoute = ({ regions }: SandboxDeps): Route =>
  defineRoute({
    method: 'PUT',
    path: '/region',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Fix the region of a user',
    description: 'Counts before header and address, for requests and for follows.',
    body: Type.Object({ userId: id('Id of the user.'), country: countrySchema }),
    response: Type.Object({ userId: id('Id of the user.'), country: countrySchema }),
    errors: ['NOT_FOUND'],
    examples: {
      request: { userId: USER, country: 'US' },
      response: { userId: USER, country: 'US' },
    },
    async handler({ body: { userId, country } }) {
      if (!isId(userId)) throw new AppError('NOT_FOUND', { message: 'No such user.' });
      const code = country === null ? null : countryParser.parse(country);
      if (code === undefined) throw invalid(`country must be one of ${countryParser.allowed}`);
      await regions.setRegion(userId, code);
      return { userId, country: code };
    },
  });

const tradingModeSchema = oneOf(TRADING_MODES, {
  description: '`reduce-only` refuses openings, `halted` refuses all orders.',
  examples: ['halted'],
});

const tradingRoute = ({ controls }: SandboxDeps): Route =>
  defineRoute({
    method: 'PUT',
    path: '/trading/{vertical}',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Set the kill switch of a vertical',
    description: "The operator's switch; takes effect in all processes.",
    params,
    body: Type.Object({ mode: tradingModeSchema }),
    response: Type.Object({ vertical, mode: tradingModeSchema }),
    examples: { request: { mode: 'halted' }, response: { vertical: 'spot', mode: 'halted' } },
    async handler({ params: named, body: { mode } }) {
      await controls.setTradingMode(named.vertical, mode);
      return { vertical: named.vertical, mode };
    },
  });

const stockStatusSchema = nullable(
  oneOf(STOCK_STATUSES, {
    description: 'Overrides the session calendar; null: the calendar counts.',
    examples: ['PAUSED'],
  }),
);

const stockStatusRoute = ({ stockMarket }: SandboxDeps): Route =>
  defineRoute({
    method: 'PUT',
    path: '/stocks/status',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Open, pause or close the stock market',
    description: 'Counts in all processes and survives a restart.',
    body: Type.Object({ marketStatus: stockStatusSchema }),
    response: Type.Object({ marketStatus: stockStatusSchema }),
    examples: { request: { marketStatus: 'PAUSED' }, response: { marketStatus: 'PAUSED' } },
    async handler({ body: { marketStatus } }) {
      await stockMarket.setStatus(marketStatus);
      return { marketStatus };
    },
  });

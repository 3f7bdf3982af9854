import { Type } from 'typebox';
import { AppError } from '../../errors/app-error.ts';
import type { Token } from '../../market/instruments.ts';
import { formatPrice, formatRatio, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { page } from '../../platform/http/answer.ts';
import { beforeId, cutPage } from '../../platform/http/cursor.ts';
import { instantOf } from '../../platform/http/instant.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { cursorQuery, idParam, limitQuery, oneOf } from '../../platform/http/schema.ts';
import { isPresentMember } from '../groups/index.ts';
import * as examples from './examples.ts';
import { presentRecord, readProposalTrades } from './read.ts';
import { knownToken, type SpotRouteDeps } from './route-deps.ts';
import { candleSchema, proposalWithPositionSchema, tokenSchema } from './schemas.ts';
import { groupProposalStatements, type ProposalRecord, proposalStatement } from './spot.sql.ts';

const tag = 'Spot';
const DEFAULT_LIMIT = 50;
const mintParams = Type.Object({
  mint: Type.String({ description: 'Mint address.', examples: [examples.token.id] }),
});

export const spotReadRoutes = (deps: SpotRouteDeps): readonly Route[] => [
  searchRoute(deps),
  trendingRoute(deps),
  tokenRoute(deps),
  candlesRoute(deps),
  listRoute(deps),
  proposalRoute(deps),
];

function presentToken(deps: SpotRouteDeps, token: Token) {
  const now = deps.clock.now();
  const stats = deps.market.stats(token.mint, now);
  const mid = deps.market.quote(token.mint, now)?.mid;
  const { volume24h, liquidity, priceChange24hPct } = stats;
  return {
    id: token.mint,
    symbol: token.symbol,
    name: token.name,
    logoUrl: token.logoUrl,
    decimals: token.decimals,
    verified: token.verified,
    priceUsd: mid === undefined ? null : formatPrice(mid),
    priceChange24hPct: priceChange24hPct === null ? null : formatRatio(priceChange24hPct),
    volume24hUsd: volume24h === null ? null : formatUsdc(volume24h),
    liquidityUsd: liquidity === null ? null : formatUsdc(liquidity),
    tags: [...token.tags],
  };
}

const searchRoute = (deps: SpotRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/spot/tokens/search',
    scope: 'read',
    tag,
    summary: 'Find tokens',
    description: 'By symbol, name or mint; an exact symbol first, then verified and deeper ones.',
    query: Type.Object({
      q: Type.String({ description: 'Symbol, name or mint.', minLength: 1, maxLength: 64 }),
      limit: limitQuery(20, 50),
    }),
    response: Type.Array(tokenSchema),
    examples: { response: [examples.token] },
    handler: ({ query }) =>
      deps.market.findTokens(query.q, query.limit ?? 20).map((token) => presentToken(deps, token)),
  });

const trendingRoute = (deps: SpotRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/spot/tokens/trending',
    scope: 'read',
    tag,
    summary: 'Tokens that move',
    description: 'By 24 h volume, weighted with the size of the 24 h move.',
    query: Type.Object({ limit: limitQuery(20, 50) }),
    response: Type.Array(tokenSchema),
    examples: { response: [examples.token] },
    handler: ({ query }) =>
      deps.market
        .trending(query.limit ?? 20, deps.clock.now())
        .map((token) => presentToken(deps, token)),
  });

const tokenRoute = (deps: SpotRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/spot/tokens/{mint}',
    scope: 'read',
    tag,
    summary: 'One token',
    description: 'Price, change, volume and depth now.',
    params: mintParams,
    response: tokenSchema,
    errors: ['TOKEN_NOT_FOUND'],
    examples: { response: examples.token },
    handler: ({ params }) => presentToken(deps, knownToken(deps, { mint: params.mint }).token),
  });

const intervals = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
} as const;
const MAX_CANDLES = 1_000;
const DEFAULT_CANDLES = 300;

const candlesRoute = (deps: SpotRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/spot/tokens/{mint}/candles',
    scope: 'read',
    tag,
    summary: 'Candles of a token',
    description: 'Oldest first; the newest 1,000 of the span, or the last 300 without `from`.',
    params: mintParams,
    query: Type.Object({
      interval: oneOf(Object.keys(intervals) as (keyof typeof intervals)[], {
        description: 'Length of a candle.',
        examples: ['15m'],
      }),
      from: Type.Optional(Type.String({ description: 'First start, ISO 8601.' })),
      to: Type.Optional(Type.String({ description: 'Last start, ISO 8601; now when absent.' })),
    }),
    response: Type.Array(candleSchema),
    errors: ['TOKEN_NOT_FOUND'],
    examples: { response: [examples.candle] },
    handler({ params, query }) {
      const { token } = knownToken(deps, { mint: params.mint });
      const nowMs = deps.clock.now();
      const intervalMs = intervals[query.interval];
      const toMs = instantOf(query.to, 'query.to') ?? nowMs;
      const fromMs = instantOf(query.from, 'query.from') ?? toMs - DEFAULT_CANDLES * intervalMs;
      const range = { intervalMs, fromMs, toMs, limit: MAX_CANDLES, nowMs };
      return deps.market.candles(token.mint, range).map((candle) => ({
        t: isoTime(candle.atMs),
        open: formatPrice(candle.open),
        high: formatPrice(candle.high),
        low: formatPrice(candle.low),
        close: formatPrice(candle.close),
        volume: candle.volume,
      }));
    },
  });

const listRoute = (deps: SpotRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/spot/proposals',
    scope: 'read',
    tag,
    summary: "A group's proposals",
    description: "Newest first, each with the caller's position. Members only.",
    query: Type.Object({
      groupId: Type.String({ description: 'The group.', minLength: 1, maxLength: 64 }),
      status: Type.Optional(
        oneOf(['open', 'closed', 'all'], { description: 'Which ones.', default: 'all' }),
      ),
      limit: limitQuery(),
      cursor: cursorQuery(),
    }),
    response: Type.Array(proposalWithPositionSchema),
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: [examples.proposalWithPosition] },
    async handler({ principal, query }) {
      const { groupId, status = 'all', limit = DEFAULT_LIMIT, cursor } = query;
      const before = beforeId(cursor);
      if (!(await isPresentMember(deps.reads, groupId, principal.userId)))
        throw new AppError('NOT_GROUP_MEMBER');
      const records = await deps.reads.query<ProposalRecord>(groupProposalStatements[status], [
        principal.userId,
        groupId,
        before,
        limit + 1,
      ]);
      const { kept, nextCursor } = cutPage(records, limit, ({ id }) => [id]);
      return page(
        kept.map((record) => presentRecord(deps, record, { trades: null, others: true })),
        nextCursor,
      );
    },
  });

const proposalRoute = (deps: SpotRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/spot/proposals/{id}',
    scope: 'read',
    tag,
    summary: 'One proposal',
    description:
      "With its newest trades and the caller's position. Members; who has left still sees the " +
      'proposals of what they hold, without the trades of others.',
    params: Type.Object({ id: idParam('Id of the proposal.') }),
    response: proposalWithPositionSchema,
    errors: ['NOT_GROUP_MEMBER'],
    examples: { response: { ...examples.proposalWithPosition, proposal: examples.proposal } },
    async handler({ principal, params }) {
      const [record] = await deps.reads.query<ProposalRecord>(proposalStatement, [
        principal.userId,
        params.id,
      ]);
      if (!record) throw new AppError('NOT_FOUND', { message: 'No such proposal.' });
      const member = await isPresentMember(deps.reads, record.group_id, principal.userId);
      if (!member && !(record.quantity !== null && record.quantity > 0n)) {
        throw new AppError('NOT_GROUP_MEMBER');
      }
      const all = await readProposalTrades(deps, params.id);
      const seen = all.filter(({ userId }) => member || userId === principal.userId);
      const trades = seen.map(({ trade }) => trade);
      return presentRecord(deps, record, { trades, others: member });
    },
  });

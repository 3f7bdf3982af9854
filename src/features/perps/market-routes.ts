import { Type } from 'typebox';
import { fundingPercentage } from '../../market/perps/perp-funding.ts';
import { type PerpMarketFacts, ticksToPrice } from '../../market/perps/perp-market.ts';
import type { Price } from '../../money/fixed.ts';
import { formatFixed, formatPrice, formatRatio, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { page } from '../../platform/http/answer.ts';
import { cutPage, decodeCursor, encodeCursor, foreignCursor } from '../../platform/http/cursor.ts';
import { instantOf } from '../../platform/http/instant.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { cursorQuery, limitQuery, oneOf } from '../../platform/http/schema.ts';
import * as examples from './examples.ts';
import { paramsOf } from './params.ts';
import { type FundingRow, fundingHistoryStatement } from './read.sql.ts';
import { marketOf, type PerpRouteDeps } from './route-deps.ts';
import { candleSchema, fundingSchema, perpMarketSchema } from './schemas.ts';

const tag = 'Perpetuals';
const scope = 'read';
const params = Type.Object({ symbol: Type.String({ description: 'Symbol, any case.' }) });
/** Markets or intervals of one page without `limit`. */
const DEFAULT_LIMIT = 50;
/** Fees are kept in millionths of the notional, a hundredth of a basis point each. */
const FEE_DECIMALS = 2;

/** What there is to trade. */
export const perpMarketRoutes = (deps: PerpRouteDeps): readonly Route[] => [
  listRoute(deps),
  marketRoute(deps),
  candlesRoute(deps),
  fundingRoute(deps),
];

const textOf = (price: Price | null | undefined): string | null =>
  price == null ? null : formatPrice(price);

function presentMarket({ perps, clock }: PerpRouteDeps, facts: PerpMarketFacts) {
  const now = clock.now();
  const { symbol } = facts;
  const params = paramsOf(facts);
  const quote = perps.data.quote(symbol, now);
  const stats = perps.data.stats(symbol, now);
  const { riskFactors, leverageTiers } = facts;
  return {
    symbol,
    assetId: facts.assetId,
    marketPubkey: facts.marketPubkey,
    splinePubkey: facts.splinePubkey,
    baseAsset: facts.baseAsset,
    name: facts.name,
    logoUrl: facts.logoUrl,
    priceFeedId: facts.priceFeedId,
    tickSize: facts.tickSize as unknown as number,
    baseLotsDecimals: facts.baseLotsDecimals,
    takerFeeBps: formatFixed(params.takerFeeMicro, FEE_DECIMALS),
    makerFeeBps: formatFixed(params.makerFeeMicro, FEE_DECIMALS),
    leverageTiersJson: jsonOf(leverageTiers),
    riskFactorsJson: jsonOf(riskFactors),
    fundingIntervalSeconds: facts.fundingIntervalSeconds,
    fundingPeriodSeconds: facts.fundingPeriodSeconds,
    maxFundingRatePerInterval: facts.maxFundingRatePerInterval.toString(),
    openInterestCapBaseLots: facts.openInterestCapBaseLots.toString(),
    maxLiquidationSizeBaseLots: facts.maxLiquidationSizeBaseLots.toString(),
    isolatedOnly: facts.isolatedOnly,
    marketStatus: perps.data.status(symbol),
    markPriceUsd: quote ? formatPrice(ticksToPrice(facts, quote.markTicks)) : null,
    midPriceUsd: textOf(quote?.mid),
    oraclePriceUsd: quote ? formatPrice(ticksToPrice(facts, quote.oracleTicks)) : null,
    volume24hUsd: stats.volume24hUsd === null ? null : formatUsdc(stats.volume24hUsd),
    prevDayPriceUsd: textOf(stats.prevDayPriceUsd),
    fundingRatePercentage: formatRatio(perps.data.currentFundingRatePercentage(symbol, now)),
    openInterestBaseLots: perps.openInterest(symbol).toString(),
    priceChange24hPct:
      stats.priceChange24hPct === null ? null : formatRatio(stats.priceChange24hPct),
    maxLeverage: (leverageTiers[0]?.maxLeverage ?? 1n).toString(),
  };
}

/** JSON text with integers as strings. */
const jsonOf = (value: object): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part));

const listRoute = (deps: PerpRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/perps/markets',
    scope,
    tag,
    summary: 'All perpetual markets',
    description: "Parameters and prices now, in the venue's order.",
    query: Type.Object({ limit: limitQuery(), cursor: cursorQuery() }),
    response: Type.Array(perpMarketSchema),
    examples: { response: [examples.market] },
    handler({ query: { limit = DEFAULT_LIMIT, cursor } }) {
      const first = cursor === undefined ? 0 : Math.max(0, decodeCursor(cursor, 'number')[0]);
      const markets = deps.perps.data.markets();
      const end = first + limit;
      return page(
        markets.slice(first, end).map((facts) => presentMarket(deps, facts)),
        end < markets.length ? encodeCursor(end) : null,
      );
    },
  });

const marketRoute = (deps: PerpRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/perps/markets/{symbol}',
    scope,
    tag,
    summary: 'One perpetual market',
    description: 'Parameters and prices now.',
    params,
    response: perpMarketSchema,
    errors: ['MARKET_NOT_FOUND'],
    examples: { response: examples.market },
    handler: ({ params: named }) => presentMarket(deps, marketOf(deps, named.symbol)),
  });

const intervals = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
} as const;
/** Most perp candles of one answer, and how many without `from`. */
const MAX_PERP_CANDLES = 1_000;
const DEFAULT_PERP_CANDLES = 300;

const span = {
  from: Type.Optional(Type.String({ description: 'First start, ISO 8601.' })),
  to: Type.Optional(Type.String({ description: 'Last start, ISO 8601; now when absent.' })),
};

const candlesRoute = (deps: PerpRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/perps/markets/{symbol}/candles',
    scope,
    tag,
    summary: 'Candles of the mark price',
    description: 'Oldest first; the newest 1,000 of the span, or the last 300 without `from`.',
    params,
    query: Type.Object({
      interval: oneOf(Object.keys(intervals) as (keyof typeof intervals)[], {
        description: 'Length of a candle.',
        examples: ['15m'],
      }),
      ...span,
    }),
    response: Type.Array(candleSchema),
    errors: ['MARKET_NOT_FOUND'],
    examples: { response: [examples.candle] },
    handler({ params: named, query }) {
      const { symbol } = marketOf(deps, named.symbol);
      const nowMs = deps.clock.now();
      const intervalMs = intervals[query.interval];
      const toMs = instantOf(query.to, 'query.to') ?? nowMs;
      const fromMs =
        instantOf(query.from, 'query.from') ?? toMs - DEFAULT_PERP_CANDLES * intervalMs;
      const range = { intervalMs, fromMs, toMs, limit: MAX_PERP_CANDLES, nowMs };
      return deps.perps.data.candles(symbol, range).map((candle) => ({
        t: isoTime(candle.atMs),
        open: formatPrice(candle.open),
        high: formatPrice(candle.high),
        low: formatPrice(candle.low),
        close: formatPrice(candle.close),
        volume: candle.volume,
      }));
    },
  });

/** Where a span of rates without a beginning begins. */
const BEGINNING_MS = 0;
/** The latest instant of ISO 8601 with years of four digits. */
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

const fundingRoute = (deps: PerpRouteDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/perps/markets/{symbol}/funding',
    scope,
    tag,
    summary: 'Funding that was paid in a market',
    description: 'Newest first, each interval since this service has driven the market.',
    params,
    query: Type.Object({ ...span, limit: limitQuery(), cursor: cursorQuery() }),
    response: Type.Array(fundingSchema),
    errors: ['MARKET_NOT_FOUND'],
    examples: { response: [examples.funding] },
    async handler({ params: named, query }) {
      const facts = marketOf(deps, named.symbol);
      const from = instantOf(query.from, 'query.from') ?? BEGINNING_MS;
      const to = instantOf(query.to, 'query.to') ?? deps.clock.now();
      const before = query.cursor === undefined ? null : instantOfCursor(query.cursor);
      const { limit = DEFAULT_LIMIT } = query;
      const last = before === null ? to : Math.min(to, before - 1);
      const rows = await deps.reads.query<FundingRow>(fundingHistoryStatement, [
        facts.symbol,
        isoTime(from),
        isoTime(last),
        limit + 1,
      ]);
      const { kept, nextCursor } = cutPage(rows, limit, ({ intervalStart }) => [intervalStart]);
      return page(
        kept.map(({ intervalStart, rate, markTicks }) => ({
          t: isoTime(intervalStart),
          rate: rate.toString(),
          ratePercentage: formatRatio(fundingPercentage(facts, rate, markTicks)),
          markPriceUsd: formatPrice(ticksToPrice(facts, markTicks)),
        })),
        nextCursor,
      );
    },
  });

/** The interval that a page has ended with. VALIDATION_FAILED for a cursor that is none. */
function instantOfCursor(cursor: string): number {
  const [atMs] = decodeCursor(cursor, 'number');
  if (atMs > BEGINNING_MS && atMs <= LATEST_MS) return atMs;
  throw foreignCursor();
}

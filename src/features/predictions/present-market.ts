import { mirrorBook } from '../../market/predictions/book.ts';
import type { PredictionData } from '../../market/predictions/data.ts';
import {
  type OutcomeBook,
  type PredictionEvent,
  type PredictionMarket,
  SHARE_DECIMALS,
} from '../../market/predictions/prediction-market.ts';
import { type Price, usdc } from '../../money/fixed.ts';
import { formatBaseUnits, formatPrice, formatRatio, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { minimumBuyUsd } from '../../venues/paper/prediction-sizing.ts';
import { priceOfSide } from './deps.ts';

const priceText = (price: Price | undefined): string | null =>
  price === undefined ? null : formatPrice(price);
const timeText = (atMs: number | null): string | null => (atMs === null ? null : isoTime(atMs));

/** A market on the wire, every number a decimal string (contract 7, Market). */
export function presentMarket(data: PredictionData, market: PredictionMarket, nowMs: number) {
  const { status, result } = data.state(market, nowMs);
  const quote = data.quote(market, nowMs);
  const stats = data.stats(market, nowMs);
  const yesPrice = quote?.yesPrice;
  const bid = quote?.book.bids[0]?.price;
  const ask = quote?.book.asks[0]?.price;
  const other = (price: Price | undefined): Price | undefined =>
    price === undefined ? undefined : priceOfSide(price, false);
  const minimumAt = ask ?? yesPrice;
  const { minOrderSize } = market;
  return {
    marketTicker: market.slug,
    eventTicker: market.eventSlug,
    title: market.title,
    yesOutcomeId: market.yesOutcomeId,
    noOutcomeId: market.noOutcomeId,
    status,
    result,
    yesPrice: priceText(yesPrice),
    noPrice: priceText(other(yesPrice)),
    yesBid: priceText(bid),
    yesAsk: priceText(ask),
    noBid: priceText(other(ask)),
    noAsk: priceText(other(bid)),
    lastPrice: priceText(quote?.lastPrice),
    tickSize: priceText(quote?.tickSize),
    minOrderSize: formatBaseUnits(minOrderSize, SHARE_DECIMALS),
    minOrderUsd:
      minimumAt === undefined
        ? null
        : formatUsdc(minimumBuyUsd({ bestAsk: minimumAt, minOrderSize })),
    volumeUsd: formatUsdc(stats.volume),
    volume24hUsd: formatUsdc(stats.volume24h),
    liquidityUsd: formatUsdc(stats.liquidity),
    closeTime: timeText(market.closeMs),
    negRisk: market.negRisk,
    feeRate: formatRatio(market.feeRate),
  };
}

/** An event on the wire with the given markets; its sums are over all of its markets. */
export function presentEvent(
  data: PredictionData,
  event: PredictionEvent,
  nowMs: number,
  shown: readonly PredictionMarket[] = event.markets,
) {
  const stats = event.markets.map((market) => data.stats(market, nowMs));
  const sum = (field: 'volume' | 'volume24h' | 'liquidity'): string =>
    formatUsdc(usdc(stats.reduce((total, each) => total + each[field], 0n)));
  const ended = (market: PredictionMarket): boolean =>
    ['closed', 'resolved'].includes(data.state(market, nowMs).status);
  return {
    ticker: event.slug,
    title: event.title,
    subtitle: event.subtitle,
    imageUrl: event.imageUrl,
    category: event.category,
    tags: event.tags.map(({ slug, label }) => ({ slug, label })),
    startDate: isoTime(event.startMs),
    endDate: timeText(event.endMs),
    closed: event.markets.every(ended),
    volumeUsd: sum('volume'),
    volume24hUsd: sum('volume24h'),
    liquidityUsd: sum('liquidity'),
    markets: shown.map((market) => presentMarket(data, market, nowMs)),
  };
}

/** Whether a market can be traded both ways now. */
export function isLiquid(data: PredictionData, market: PredictionMarket, nowMs: number): boolean {
  const book = data.quote(market, nowMs)?.book;
  return book !== undefined && book.bids.length > 0 && book.asks.length > 0;
}

const presentLevels = (levels: OutcomeBook['bids']) =>
  levels.map(({ price, size }) => ({
    price: formatPrice(price),
    size: formatBaseUnits(size, SHARE_DECIMALS),
  }));

/** Both sides of a market's book, best levels first (contract 7). */
export function presentBook(data: PredictionData, market: PredictionMarket, nowMs: number) {
  const quote = data.quote(market, nowMs);
  const yes: OutcomeBook = quote?.book ?? { bids: [], asks: [] };
  const no = mirrorBook(yes);
  return {
    marketTicker: market.slug,
    yes: { bids: presentLevels(yes.bids), asks: presentLevels(yes.asks) },
    no: { bids: presentLevels(no.bids), asks: presentLevels(no.asks) },
    tickSize: priceText(quote?.tickSize),
    minOrderSize: formatBaseUnits(market.minOrderSize, SHARE_DECIMALS),
  };
}

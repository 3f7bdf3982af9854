import { BPS, type Price, percentOf, price, type Ratio, type Usdc } from '../money/fixed.ts';
import { formatFixed } from '../money/text.ts';
import { type Candle, type CandleRange, candleSpans } from './candles.ts';
import type { Token } from './instruments.ts';
import { createPinBook } from './pins.ts';
import { type Bar, joinBars, type PriceSource, tickOf } from './source.ts';
import { byActivity, namesOfStock, searchTokens } from './token-search.ts';

const DAY_MS = 86_400_000;
const VOLUME_DECIMALS = 18;

/** What a token can be traded at. */
export interface SpotQuote {
  readonly mid: Price;
  readonly bid: Price;
  readonly ask: Price;
  /** Both sides of the pool in USD; null = unlimited, under a pin. */
  readonly liquidity: Usdc | null;
  /** The business instant the price is from. */
  readonly atMs: number;
  readonly pinned: boolean;
}

export interface SpotStats {
  /** Percent points; null when the price of a day ago or of now is unknown. */
  readonly priceChange24hPct: Ratio | null;
  readonly volume24h: Usdc | null;
  readonly liquidity: Usdc | null;
}

/** A pin of a token as it is kept in a row; `toMs` null = in force. */
export interface TokenPin {
  readonly mint: string;
  readonly price: Price;
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** Prices in memory, of the model or of a recording, with the sandbox's pins on top. */
export interface MarketData {
  tokens(): readonly Token[];
  token(mint: string): Token | undefined;
  /** The tokens that are tokenized stocks and funds. */
  stocks(): readonly Token[];
  /** The stock of a ticker (`AAPL`) or of the issuer's symbol (`AAPLon`), in any case of letters. */
  stockByTicker(text: string): Token | undefined;
  /** By symbol, name or mint: exact symbol first, verified first, then the deeper pool. */
  findTokens(query: string, limit: number): readonly Token[];
  /** Tokens with a price, by 24 h volume times the size of the 24 h move. */
  trending(limit: number, nowMs: number): readonly Token[];
  /** The newest quote, perhaps too old to trade on (freshness.ts); undefined without a price. */
  quote(mint: string, nowMs: number): SpotQuote | undefined;
  stats(mint: string, nowMs: number): SpotStats;
  candles(mint: string, range: CandleRange): readonly Candle[];
  pin(mint: string, price: Price, nowMs: number): void;
  unpin(mint: string, nowMs: number): void;
  /** The pins in force. */
  pins(): readonly TokenPin[];
  /** Restores pins and their history, replacing what is in memory. */
  loadPins(rows: readonly TokenPin[]): void;
  /** Business time the prices can speak of; null for the model, which has no bounds. */
  coverage(): { startMs: number; endMs: number } | null;
}

/** Market data over a price source and the tokens it prices. */
export function createMarketData(source: PriceSource, tokens: readonly Token[]): MarketData {
  const byMint = new Map(tokens.map((token) => [token.mint, token]));
  const stocks = tokens.filter((token) => token.stock !== null);
  const byTicker = new Map(
    stocks.flatMap((token) => namesOfStock(token).map((name) => [name, token] as const)),
  );
  const book = createPinBook();
  const cache = new Map<string, { tickMs: number; quote: SpotQuote | undefined }>();

  /** The price in force at an instant of the past. */
  function priceAt(mint: string, atMs: number): Price | undefined {
    return book.at(mint, atMs)?.price ?? source.priceAt(mint, atMs)?.price;
  }

  function quote(mint: string, nowMs: number): SpotQuote | undefined {
    const token = byMint.get(mint);
    if (token === undefined) return undefined;
    const pinned = book.current(mint)?.price;
    if (pinned !== undefined) {
      const exact = { mid: pinned, bid: pinned, ask: pinned };
      return { ...exact, liquidity: null, atMs: nowMs, pinned: true };
    }
    const tickMs = tickOf(nowMs);
    const cached = cache.get(mint);
    if (cached?.tickMs === tickMs) return cached.quote;
    const fresh = unpinnedQuote(source, token, tickMs);
    cache.set(mint, { tickMs, quote: fresh });
    return fresh;
  }

  function stats(mint: string, nowMs: number): SpotStats {
    const token = byMint.get(mint);
    const now = quote(mint, nowMs)?.mid;
    const before = token && priceAt(mint, nowMs - DAY_MS);
    return {
      priceChange24hPct:
        now === undefined || before === undefined ? null : percentOf(now - before, before),
      volume24h: token ? source.volume24h(mint, nowMs) : null,
      liquidity: token?.liquidity ?? null,
    };
  }

  /** The bar of [fromMs, toMs): the source's, with the pins that were in force laid over it. */
  function bar(mint: string, fromMs: number, toMs: number): Bar | undefined {
    const pins = book.within(mint, fromMs, toMs);
    if (pins.length === 0) return source.bar(mint, fromMs, toMs);
    const parts: (Bar | undefined)[] = [];
    let doneMs = fromMs;
    for (const { price: pinned, fromMs: pinnedMs, toMs: unpinnedMs } of pins) {
      if (pinnedMs > doneMs) parts.push(source.bar(mint, doneMs, pinnedMs));
      parts.push({ open: pinned, high: pinned, low: pinned, close: pinned, volume: 0n });
      doneMs = unpinnedMs ?? toMs;
    }
    if (doneMs < toMs) parts.push(source.bar(mint, doneMs, toMs));
    return joinBars(parts);
  }

  return {
    tokens: () => tokens,
    token: (mint) => byMint.get(mint),
    stocks: () => stocks,
    stockByTicker: (text) => byTicker.get(text.toLowerCase()),
    findTokens: (query, limit) => searchTokens(tokens, query).slice(0, limit),
    trending(limit, nowMs) {
      const priced = tokens.filter(({ mint }) => quote(mint, nowMs) !== undefined);
      const days = priced.map((token) => ({ token, ...stats(token.mint, nowMs) }));
      return byActivity(days).slice(0, limit);
    },
    quote,
    stats,
    candles(mint, range) {
      if (!byMint.has(mint)) return [];
      return candleSpans(range).flatMap(({ startMs, endMs }) => {
        const drawn = bar(mint, startMs, endMs);
        if (drawn === undefined) return [];
        return [{ ...drawn, atMs: startMs, volume: formatFixed(drawn.volume, VOLUME_DECIMALS) }];
      });
    },
    pin: (mint, pinned, nowMs) => book.pin(mint, pinned, nowMs),
    unpin: (mint, nowMs) => book.unpin(mint, nowMs),
    pins: () => book.all().map(({ id, ...pin }) => ({ mint: id, ...pin })),
    loadPins: (rows) => book.load(rows.map(({ mint, ...row }) => ({ id: mint, ...row }))),
    coverage: () => source.coverage(),
  };
}

/** The quote of a tick: bid and ask half a spread from the middle, rounded away from it. */
function unpinnedQuote(source: PriceSource, token: Token, tickMs: number): SpotQuote | undefined {
  const point = source.priceAt(token.mint, tickMs);
  if (point === undefined) return undefined;
  const half = BigInt(token.halfSpreadBps);
  return {
    mid: point.price,
    bid: price((point.price * (BPS - half)) / BPS),
    ask: price((point.price * (BPS + half) + BPS - 1n) / BPS),
    liquidity: token.liquidity,
    atMs: point.atMs,
    pinned: false,
  };
}

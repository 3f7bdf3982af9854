import {
  type BaseUnits,
  PRICE_DECIMALS,
  type Price,
  pow10,
  price,
  RATIO_DECIMALS,
  type Ratio,
  USDC_DECIMALS,
  type Usdc,
} from '../../money/fixed.ts';
import { formatPrice } from '../../money/text.ts';
import type { PricePoint } from '../source.ts';
import { isOnTick, isTick } from './book.ts';
import {
  type BookLevel,
  type EventTag,
  type MarketBook,
  type MarketResult,
  SHARE_DECIMALS,
  SHARE_STEP,
} from './prediction-market.ts';
import {
  type Codec,
  decimal,
  flag,
  instant,
  list,
  nullable,
  oneOf,
  record,
  text,
} from './recorded-codec.ts';

/** What was recorded of a market, in the service's own units; nothing in it is derived. */
export interface MarketRecord {
  readonly slug: string;
  readonly gammaId: string;
  readonly conditionId: string;
  readonly yesOutcomeId: string;
  readonly noOutcomeId: string;
  readonly question: string;
  /** What the market is called among those of its event; null when it has no such name. */
  readonly groupTitle: string | null;
  /** The names of the outcomes, mostly Yes and No; the first one counts as YES. */
  readonly yesName: string;
  readonly noName: string;
  readonly negRisk: boolean;
  readonly feeRate: Ratio;
  readonly tickSize: Price;
  readonly minOrderSize: BaseUnits;
  /** When the market looked like this. */
  readonly recordedMs: number;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly status: 'open' | 'paused' | 'closed';
  /** When trading did end; not null when closed. */
  readonly closedMs: number | null;
  /** How it resolved, at `closedMs`; null when it did not, or not yet. */
  readonly result: MarketResult | null;
  readonly bestBid: Price | null;
  readonly bestAsk: Price | null;
  /** Price of the last trade. */
  readonly lastPrice: Price | null;
  readonly volume: Usdc;
  readonly volume24h: Usdc;
  readonly liquidity: Usdc | null;
  /** The newest book that was recorded, of the YES token. */
  readonly book: Omit<MarketBook, 'lastPrice'> | null;
}

export interface EventRecord {
  readonly slug: string;
  /** Empty for an event that was made for a market which was recorded without one. */
  readonly gammaId: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly imageUrl: string | null;
  readonly category: string;
  readonly tags: readonly EventTag[];
  readonly aliases: readonly string[];
  readonly recordedMs: number;
  readonly startMs: number;
  readonly endMs: number | null;
  readonly markets: readonly MarketRecord[];
}

export interface RecordedPredictions {
  readonly events: readonly EventRecord[];
  /** Middle YES prices by market slug, in order of time. */
  readonly histories: ReadonlyMap<string, readonly PricePoint[]>;
}

const ONE = pow10(PRICE_DECIMALS);
/** Up to here a fee is never more than the proceeds it is taken from. */
const HIGHEST_FEE_RATE = ONE / 2n;

/** Words of small letters, digits and hyphens, short enough to name a file. */
export const SLUG = /^[a-z0-9][a-z0-9_-]{0,199}$/;
export const DIGITS = /^(0|[1-9][0-9]{0,77})$/;
export const CONDITION_ID = /^0x[0-9a-f]{64}$/;

const priceCodec: Codec<Price> = decimal(PRICE_DECIMALS);
const dollarsCodec: Codec<Usdc> = decimal(USDC_DECIMALS);
const sharesCodec: Codec<BaseUnits> = decimal(SHARE_DECIMALS);
const ratioCodec: Codec<Ratio> = decimal(RATIO_DECIMALS);
const levels = list(record<BookLevel>({ price: priceCodec, size: sharesCodec }));

const marketCodec = record<MarketRecord>({
  slug: text(SLUG),
  gammaId: text(DIGITS),
  conditionId: text(CONDITION_ID),
  yesOutcomeId: text(DIGITS),
  noOutcomeId: text(DIGITS),
  question: text(),
  groupTitle: nullable(text()),
  yesName: text(),
  noName: text(),
  negRisk: flag,
  feeRate: ratioCodec,
  tickSize: priceCodec,
  minOrderSize: sharesCodec,
  recordedMs: instant,
  startMs: nullable(instant),
  endMs: nullable(instant),
  status: oneOf('open', 'paused', 'closed'),
  closedMs: nullable(instant),
  result: nullable(oneOf('YES', 'NO', 'VOID')),
  bestBid: nullable(priceCodec),
  bestAsk: nullable(priceCodec),
  lastPrice: nullable(priceCodec),
  volume: dollarsCodec,
  volume24h: dollarsCodec,
  liquidity: nullable(dollarsCodec),
  book: nullable(
    record<Omit<MarketBook, 'lastPrice'>>({
      tickSize: priceCodec,
      atMs: instant,
      bids: levels,
      asks: levels,
    }),
  ),
});

/** How events stand in the JSON of a recording. */
export const eventsCodec = list(
  record<EventRecord>({
    slug: text(SLUG),
    gammaId: text(/^[0-9]*$/),
    title: text(),
    subtitle: nullable(text()),
    imageUrl: nullable(text()),
    category: text(),
    tags: list(record<EventTag>({ slug: text(), label: text() })),
    aliases: list(text()),
    recordedMs: instant,
    startMs: instant,
    endMs: nullable(instant),
    markets: list(marketCodec),
  }),
);

/** What is wrong with a recorded market; null when it can be replayed. */
export function marketProblem(market: MarketRecord): string | null {
  const { yesOutcomeId, noOutcomeId, tickSize, bestBid, bestAsk } = market;
  if (yesOutcomeId === noOutcomeId) return 'both outcomes have one token';
  if (!isTick(tickSize)) return `${formatPrice(tickSize)} is not a tick of the venue`;
  if (market.feeRate > HIGHEST_FEE_RATE) return 'the fee rate is above 0.5';
  if (market.minOrderSize <= 0n) return 'the minimum size is not above 0';
  if (market.status === 'closed' && market.closedMs === null) return 'is closed at no time';
  if (market.status !== 'closed' && market.result !== null) return 'is resolved but not closed';
  for (const at of [bestBid, bestAsk]) {
    if (at !== null && !isOnTick(at, tickSize)) {
      return `best price ${formatPrice(at)} is not on the tick ${formatPrice(tickSize)}`;
    }
  }
  if (market.lastPrice !== null && market.lastPrice > ONE) return 'the last price is above 1';
  if (bestBid !== null && bestAsk !== null && bestBid >= bestAsk) {
    return `best bid ${formatPrice(bestBid)} is not below best ask ${formatPrice(bestAsk)}`;
  }
  return market.book && bookProblem(market.book);
}

/** What is wrong with a book, which has its best levels first; null when it can be walked. */
export function bookProblem({ tickSize, bids, asks }: MarketBook): string | null {
  if (!isTick(tickSize)) return `${formatPrice(tickSize)} is not a tick of the venue`;
  for (const { price: at, size } of [...bids, ...asks]) {
    if (!isOnTick(at, tickSize)) {
      return `price ${formatPrice(at)} is not on the tick ${formatPrice(tickSize)}`;
    }
    if (size <= 0n || size % SHARE_STEP !== 0n) return 'a size is not in whole hundredths';
  }
  const [bid, ask] = [bids[0]?.price ?? 0n, asks[0]?.price ?? ONE];
  if (bid >= ask) {
    return `best bid ${formatPrice(price(bid))} is not below best ask ${formatPrice(price(ask))}`;
  }
  const isSorted =
    bids.every(({ price: at }, index) => at < (bids[index - 1]?.price ?? ONE)) &&
    asks.every(({ price: at }, index) => at > (asks[index - 1]?.price ?? 0n));
  return isSorted ? null : 'levels are not sorted by price, best first';
}

import type { BaseUnits, Price, Ratio, Usdc } from '../../money/fixed.ts';

/** Decimals of an outcome share in the ledger; the venue trades hundredths of a share. */
export const SHARE_DECIMALS = 6;

/** One hundredth of a share, the step of every order's size. */
export const SHARE_STEP = 10_000n;

/** What a market is in: only an active one takes orders, only a resolved one pays. */
export type MarketStatus = 'active' | 'paused' | 'closed' | 'resolved';
/** VOID pays half a dollar a share on both sides. */
export type MarketResult = 'YES' | 'NO' | 'VOID';

export interface MarketState {
  readonly status: MarketStatus;
  /** Null until resolved. */
  readonly result: MarketResult | null;
}

export interface EventTag {
  readonly slug: string;
  readonly label: string;
}

/** What never changes of a market: one question with a YES and a NO token that pay 1 together. */
export interface PredictionMarket {
  readonly slug: string;
  readonly eventSlug: string;
  /** The venue's numeric id, as text. */
  readonly gammaId: string;
  /** `0x` and 64 hex digits. */
  readonly conditionId: string;
  /** Ids of the outcome tokens, decimal digits. */
  readonly yesOutcomeId: string;
  readonly noOutcomeId: string;
  /** The question, or inside an event of many outcomes the outcome's name. */
  readonly title: string;
  /** Whether at most one market of the event can resolve to YES. */
  readonly negRisk: boolean;
  /** Taker fee = shares × feeRate × p × (1 − p), per fill level (contract 7). */
  readonly feeRate: Ratio;
  /** Smallest sale in shares; a buy must be worth this many at the ask. */
  readonly minOrderSize: BaseUnits;
  /** When trading is expected to end, in milliseconds of business time; null when unknown. */
  readonly closeMs: number | null;
}

export interface PredictionEvent {
  readonly slug: string;
  readonly gammaId: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly imageUrl: string | null;
  /** Slug of the leading tag: `politics`, `sports`, `crypto`. */
  readonly category: string;
  readonly tags: readonly EventTag[];
  readonly startMs: number;
  readonly endMs: number | null;
  /** Further identifiers that resolve to this event: legacy tickers, chain addresses. */
  readonly aliases: readonly string[];
  readonly markets: readonly PredictionMarket[];
}

export interface BookLevel {
  /** Dollars per share, on the tick, strictly between 0 and 1. */
  readonly price: Price;
  /** Whole hundredths of shares, in 1e-6 shares; above 0. */
  readonly size: BaseUnits;
}

/** One side's view of a market's order book, best level first. */
export interface OutcomeBook {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** The book of the YES token; the NO token's is its mirror (`mirrorBook`). */
export interface MarketBook extends OutcomeBook {
  readonly tickSize: Price;
  /** The business instant it is from. */
  readonly atMs: number;
  /** Price of the last trade before that instant, where it is known. */
  readonly lastPrice?: Price;
}

export interface MarketStats {
  /** Dollars traded since the beginning and in the last 24 h; dollars resting in the book. */
  readonly volume: Usdc;
  readonly volume24h: Usdc;
  readonly liquidity: Usdc;
}

/** Where markets, books and resolutions come from: the bundled model or a recording. */
export interface PredictionSource {
  /** Events that can be seen at an instant: begun, and not over for long. */
  events(atMs: number): readonly PredictionEvent[];
  /**
   * By slug, numeric id, condition id, outcome token id, the slug or numeric id of one of its
   * markets, or an alias; undefined when nothing is known by that name.
   */
  event(identifier: string, atMs: number): PredictionEvent | undefined;
  /** Also of a market that is long over, as long as the source knows it. */
  market(slug: string): PredictionMarket | undefined;
  state(market: PredictionMarket, atMs: number): MarketState;
  /** The newest book known at the instant; undefined without one. */
  book(market: PredictionMarket, atMs: number): MarketBook | undefined;
  /** Middle YES price at an instant of the past, for charts; undefined before the first one. */
  priceAt(market: PredictionMarket, atMs: number): Price | undefined;
  stats(market: PredictionMarket, atMs: number): MarketStats;
  /** Business time the source can speak of; null when it has no bounds. */
  coverage(): { startMs: number; endMs: number } | null;
}

/** A resolved share's worth: 1, 0, or 0.5 of a VOID market, in 1e-18 dollars (contract 7). */
export function payoutPrice(result: MarketResult, isYes: boolean): Price {
  const one = 10n ** 18n;
  if (result === 'VOID') return (one / 2n) as Price;
  return ((result === 'YES') === isYes ? one : 0n) as Price;
}

import type { Price } from '../../money/fixed.ts';
import { tokens } from '../../money/text.ts';
import { DEFAULT_TICK, midOf, tickAt } from './book.ts';
import {
  type MarketBook,
  type MarketState,
  type OutcomeBook,
  type PredictionMarket,
  type PredictionSource,
  payoutPrice,
  SHARE_DECIMALS,
} from './prediction-market.ts';

/** Shares on each side of a pinned book: more than anybody can pay for (contract 15). */
export const PINNED_SIZE = tokens('1000000000', SHARE_DECIMALS);

/** What a market can be traded at. */
export interface MarketQuote {
  /** The YES side; empty unless the market is active. */
  readonly book: OutcomeBook;
  readonly tickSize: Price;
  /** The middle, or the last price of a one-sided book; the pin; the payout once resolved. */
  readonly yesPrice: Price;
  readonly lastPrice: Price;
  /** The YES price pinned by hand; null without a pin. */
  readonly pinned: Price | null;
  /** The business instant the book is from; a pin is of now. */
  readonly atMs: number;
}

const EMPTY_BOOK: OutcomeBook = { bids: [], asks: [] };

/** A book that fills at exactly the pin. */
function pinnedBook(pinned: Price): OutcomeBook {
  const level = [{ price: pinned, size: PINNED_SIZE }];
  return { bids: level, asks: level };
}

/** Quotes of a market in a state, under a pin or without; one object per book of the source. */
export type Quotes = (
  market: PredictionMarket,
  state: MarketState,
  pinned: Price | null,
  atMs: number,
) => MarketQuote | undefined;

export function createQuotes(source: PredictionSource): Quotes {
  /** The last quote made of a book, with the state it was made for. */
  const made = new WeakMap<MarketBook, { state: MarketState; quote: MarketQuote }>();

  function unpinned(
    market: PredictionMarket,
    { status, result }: MarketState,
    known: MarketBook | undefined,
    atMs: number,
  ): MarketQuote | undefined {
    const payout = result === null ? undefined : payoutPrice(result, true);
    const mid = known && midOf(known);
    const lastPrice = known?.lastPrice ?? mid ?? source.priceAt(market, atMs) ?? payout;
    const yesPrice = payout ?? mid ?? lastPrice;
    if (yesPrice === undefined || lastPrice === undefined) return undefined;
    return {
      book: status === 'active' && known !== undefined ? known : EMPTY_BOOK,
      tickSize: known?.tickSize ?? tickAt(DEFAULT_TICK, yesPrice),
      yesPrice,
      lastPrice,
      pinned: null,
      atMs: known?.atMs ?? atMs,
    };
  }

  return (market, state, pinned, atMs) => {
    const known = source.book(market, atMs);
    if (pinned !== null) {
      return {
        book: state.status === 'active' ? pinnedBook(pinned) : EMPTY_BOOK,
        tickSize: known?.tickSize ?? tickAt(DEFAULT_TICK, pinned),
        yesPrice: state.result === null ? pinned : payoutPrice(state.result, true),
        lastPrice: pinned,
        pinned,
        atMs,
      };
    }
    if (known === undefined) return unpinned(market, state, known, atMs);
    const last = made.get(known);
    if (last?.state.status === state.status && last.state.result === state.result) {
      return last.quote;
    }
    const quote = unpinned(market, state, known, atMs);
    if (quote !== undefined) made.set(known, { state, quote });
    return quote;
  };
}

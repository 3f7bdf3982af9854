import {
  baseUnits,
  divHalfEven,
  MAX_LEDGER_UNITS,
  max,
  min,
  PRICE_DECIMALS,
  type Price,
  pow10,
  price,
  type Usdc,
} from '../../money/fixed.ts';
import { dollars, priceOf } from '../../money/text.ts';
import {
  type BookLevel,
  type MarketBook,
  type OutcomeBook,
  SHARE_STEP,
} from './prediction-market.ts';

const ONE = pow10(PRICE_DECIMALS);

/** The parameters of a synthesised book, described in docs/concepts/prediction-data.md. */
const SYNTHETIC = {
  /** How far its levels go from the best price of their side. */
  reach: priceOf('0.05'),
  /** Most levels on a side. */
  levels: 10n,
  /** The liquidity of a market whose own is not known. */
  thinLiquidity: dollars('1000'),
} as const;

/** A book without the instant and the trade that a quote adds. */
export type StandingBook = Omit<MarketBook, 'atMs' | 'lastPrice'>;

export interface BestPrices {
  readonly tickSize: Price;
  /** Null for a side without orders. */
  readonly bestBid: Price | null;
  readonly bestAsk: Price | null;
  /** Dollars resting in the book; null or 0 when not known. */
  readonly liquidity: Usdc | null;
}

/**
 * A book around recorded best prices, for markets without a recorded one: up to ten evenly spaced
 * levels a side within 5 points of its best price. They share half of the recorded liquidity, a
 * quarter for each side or all of it for the only side, the same dollars on every level; sizes are
 * cut to hundredths and empty levels left out.
 */
export function synthesiseBook({
  tickSize,
  bestBid,
  bestAsk,
  liquidity,
}: BestPrices): StandingBook {
  const { reach, levels, thinLiquidity } = SYNTHETIC;
  const step = tickSize * max(1n, reach / tickSize / levels);
  const within = liquidity === null || liquidity === 0n ? thinLiquidity / 2n : liquidity / 2n;
  const share = bestBid !== null && bestAsk !== null ? within / 2n : within;
  const side = (best: Price | null, towards: 1n | -1n): BookLevel[] => {
    const prices: bigint[] = [];
    for (let away = 0n; best !== null && away < reach; away += step) {
      const at = best + towards * away;
      if (at > 0n && at < ONE) prices.push(at);
    }
    return prices.flatMap((at) => {
      const exact = (share * ONE) / (at * BigInt(prices.length));
      const size = (min(exact, MAX_LEDGER_UNITS) / SHARE_STEP) * SHARE_STEP;
      return size > 0n ? [{ price: price(at), size: baseUnits(size) }] : [];
    });
  };
  return { tickSize, bids: side(bestBid, -1n), asks: side(bestAsk, 1n) };
}

/** The best prices one tick around a price, or the ticks next to it when it is between two. */
export function pricesAround(at: Price, tickSize: Price): Pick<BestPrices, 'bestBid' | 'bestAsk'> {
  const below = at % tickSize === 0n ? at - tickSize : at - (at % tickSize);
  const above = at - (at % tickSize) + tickSize;
  return {
    bestBid: below > 0n ? price(below) : null,
    bestAsk: above < ONE ? price(above) : null,
  };
}

/** The middle of a book in 1e-18 dollars; a side without orders counts as 0 or 1, as at the venue. */
export const middleOf = ({ bids, asks }: OutcomeBook): Price =>
  price(((bids[0]?.price ?? 0n) + (asks[0]?.price ?? ONE)) / 2n);

/** How many ticks (half-even) the middle of a book is away from a price. */
export const ticksTo = (book: StandingBook, at: Price): bigint =>
  divHalfEven(at - middleOf(book), book.tickSize);

/** A book with all its levels some ticks higher or lower; those that would leave (0, 1) are lost. */
export function shiftBook(book: StandingBook, ticks: bigint): StandingBook {
  const shift = ticks * book.tickSize;
  const moved = (levels: readonly BookLevel[]): BookLevel[] =>
    levels.flatMap(({ price: at, size }) => {
      const to = at + shift;
      return to > 0n && to < ONE ? [{ price: price(to), size }] : [];
    });
  return { tickSize: book.tickSize, bids: moved(book.bids), asks: moved(book.asks) };
}

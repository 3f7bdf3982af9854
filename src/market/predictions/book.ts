import { PRICE_DECIMALS, type Price, pow10, price } from '../../money/fixed.ts';
import { priceOf } from '../../money/text.ts';
import type { BookLevel, OutcomeBook } from './prediction-market.ts';

/** What a YES and a NO share are worth together. */
const ONE = pow10(PRICE_DECIMALS);

/** The grid of most markets. */
export const DEFAULT_TICK = priceOf('0.01');

/** Above and below these middle prices the grid is finer (venues/polymarket.md 2.4). */
const TIGHT_ABOVE = priceOf('0.96');
const TIGHT_BELOW = priceOf('0.04');

/**
 * The ticks a market can have, with what each becomes near the ends. The venue goes from a cent to
 * a tenth of one; markets that are as fine already stay as they are.
 */
const tightTicks: ReadonlyMap<bigint, Price> = new Map(
  [
    ['0.1', '0.01'],
    ['0.01', '0.001'],
    ['0.005', '0.001'],
    ['0.0025', '0.001'],
    ['0.001', '0.001'],
    ['0.0001', '0.0001'],
  ].map(([wide, tight]) => [priceOf(wide ?? ''), priceOf(tight ?? '')]),
);

/** Whether the venue knows markets of this tick. */
export const isTick = (tick: Price): boolean => tightTicks.has(tick);

/** The tick in force at a middle price, of a market that has `baseTick` in between. */
export function tickAt(baseTick: Price, middle: Price): Price {
  if (middle >= TIGHT_BELOW && middle <= TIGHT_ABOVE) return baseTick;
  return tightTicks.get(baseTick) ?? baseTick;
}

/** Whether an order or a level can have this price: a multiple of the tick in [tick, 1 − tick]. */
export const isOnTick = (at: Price, tick: Price): boolean =>
  at >= tick && at <= ONE - tick && at % tick === 0n;

/** Most decimals of a pinned price: those of the finest tick. */
const PIN_STEP = pow10(PRICE_DECIMALS - 4);

/** Whether a YES price can be pinned: strictly between 0 and 1, four decimals at most. */
export const isMarketPin = (at: Price): boolean => at > 0n && at < ONE && at % PIN_STEP === 0n;

/** The worth of the other side: 1 − p. */
export const mirrorPrice = (at: Price): Price => price(ONE - at);

const mirrorLevel = (level: BookLevel): BookLevel => ({
  price: mirrorPrice(level.price),
  size: level.size,
});

/** The NO book out of the YES book and the reverse: whoever bids p for one asks 1 − p for the other. */
export const mirrorBook = ({ bids, asks }: OutcomeBook): OutcomeBook => ({
  bids: asks.map(mirrorLevel),
  asks: bids.map(mirrorLevel),
});

/** The middle of best bid and best ask; undefined unless there are both. */
export function midOf({ bids, asks }: OutcomeBook): Price | undefined {
  const [bid] = bids;
  const [ask] = asks;
  if (bid === undefined || ask === undefined) return undefined;
  return price((bid.price + ask.price) / 2n);
}

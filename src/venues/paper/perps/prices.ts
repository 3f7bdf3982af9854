import { type TickGrid, tickPrice, ticksToPrice } from '../../../market/perps/perp-market.ts';
import { divHalfEven, type Price, pow10, price } from '../../../money/fixed.ts';
import { formatFixed, formatPrice, parseFixed } from '../../../money/text.ts';
import { abs, divCeil, type Lots, lots, type Ticks, ticks } from './units.ts';

/** Ticks as plain decimal text in USD per base unit; exact. */
export const ticksToUsd = (market: TickGrid, at: Ticks): string =>
  formatPrice(ticksToPrice(market, at));

/** The nearest tick at or below a price: the limit of a purchase. */
export const floorTicks = (market: TickGrid, at: Price): Ticks => ticks(at / tickPrice(market));

/** The nearest tick at or above a price: the limit of a sale. */
export const ceilTicks = (market: TickGrid, at: Price): Ticks =>
  ticks(divCeil(at, tickPrice(market)));

/** A size in base units as plain decimal text; exact. A lot of PUMP (decimals -2) is 100 units. */
export const lotsToUnits = ({ baseLotsDecimals }: TickGrid, size: Lots): string =>
  baseLotsDecimals < 0
    ? (size * pow10(-baseLotsDecimals)).toString()
    : formatFixed(size, baseLotsDecimals);

/** Base units as lots, or null when the text is no plain decimal or not a whole number of lots. */
export function unitsToLots({ baseLotsDecimals }: TickGrid, units: string): Lots | null {
  if (baseLotsDecimals >= 0) {
    const size = parseFixed(units, baseLotsDecimals);
    return size === null ? null : lots(size);
  }
  const whole = parseFixed(units, 0);
  const perLot = pow10(-baseLotsDecimals);
  return whole === null || whole % perLot !== 0n ? null : lots(whole / perLot);
}

/**
 * The average price per base unit of `size` lots that cost or brought `quote` quote lots, half-even
 * at 18 decimals; null without a size. Both may be signed.
 */
export function averagePrice(market: TickGrid, size: Lots, quote: bigint): Price | null {
  if (size === 0n) return null;
  const oneQuoteLot = tickPrice({ ...market, tickSize: 1n });
  return price(divHalfEven(abs(quote) * oneQuoteLot, abs(size)));
}

import { divHalfEven, PRICE_DECIMALS, type Price, pow10, price } from '../../../money/fixed.ts';
import { formatFixed, formatPrice, parseFixed } from '../../../money/text.ts';
import type { PerpMarketParams } from './market-params.ts';
import { abs, divCeil, type Lots, lots, type Ticks, ticks } from './units.ts';

type Scale = Pick<PerpMarketParams, 'tickSize' | 'baseLotsDecimals'>;

/** Decimals of a price in quote lots per base lot less those of a `Price`: 1e-6 against 1e-18. */
const QUOTE_TO_PRICE_DECIMALS = PRICE_DECIMALS - 6;

/** The step of the market's prices: tickSize × 10^decimals quote lots per base unit, exact. */
const tickOf = ({ tickSize, baseLotsDecimals }: Scale): bigint =>
  tickSize * pow10(QUOTE_TO_PRICE_DECIMALS + baseLotsDecimals);

/** Ticks as a price per base unit; exact (venues/perps.md 1.5). */
export const ticksToPrice = (market: Scale, at: Ticks): Price => price(at * tickOf(market));

/** Ticks as plain decimal text in USD per base unit; exact. */
export const ticksToUsd = (market: Scale, at: Ticks): string =>
  formatPrice(ticksToPrice(market, at));

/** A price per base unit in ticks, or null when it lies between two. */
export function exactTicks(market: Scale, at: Price): Ticks | null {
  const step = tickOf(market);
  return at % step === 0n ? ticks(at / step) : null;
}

/** The nearest tick at or below a price: the limit of a purchase. */
export const floorTicks = (market: Scale, at: Price): Ticks => ticks(at / tickOf(market));

/** The nearest tick at or above a price: the limit of a sale. */
export const ceilTicks = (market: Scale, at: Price): Ticks => ticks(divCeil(at, tickOf(market)));

/** A size in base units as plain decimal text; exact. A lot of PUMP (decimals -2) is 100 units. */
export const lotsToUnits = ({ baseLotsDecimals }: Scale, size: Lots): string =>
  baseLotsDecimals < 0
    ? (size * pow10(-baseLotsDecimals)).toString()
    : formatFixed(size, baseLotsDecimals);

/** Base units as lots, or null when the text is no plain decimal or not a whole number of lots. */
export function unitsToLots({ baseLotsDecimals }: Scale, units: string): Lots | null {
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
export function averagePrice(market: Scale, size: Lots, quote: bigint): Price | null {
  if (size === 0n) return null;
  const scale = pow10(QUOTE_TO_PRICE_DECIMALS + market.baseLotsDecimals);
  return price(divHalfEven(abs(quote) * scale, abs(size)));
}

import { AppError, assert } from '../../../errors/app-error.ts';
import {
  BPS,
  mulDivUp,
  pow10,
  RATIO_DECIMALS,
  type Ratio,
  type Usdc,
  usdc,
} from '../../../money/fixed.ts';
import { formatFixed, formatUsdc, parseFixed } from '../../../money/text.ts';
import { maxLeverageAt, notionalAt, type PerpMarketParams } from './market-params.ts';
import { type PerpState, sizeOf } from './position.ts';
import { type Lots, lots, type Ticks, ticks } from './units.ts';

/** Leverage is counted in hundredths: it has at most two decimals (contract 18.8). */
const LEVERAGE_DECIMALS = 2;
const LEVERAGE_ONE = 100n;
const WHOLE = pow10(RATIO_DECIMALS);

/** Leverage as hundredths, or null when the text is no plain decimal of at most two decimals. */
export const parseLeverage = (text: string): bigint | null => parseFixed(text, LEVERAGE_DECIMALS);

/** Hundredths as plain decimal text: `2000n` is `20`. */
export const formatLeverage = (hundredths: bigint): string =>
  formatFixed(hundredths, LEVERAGE_DECIMALS);

/** What an opening or an increase is sized by. */
export interface SizingOrder {
  readonly params: PerpMarketParams;
  readonly collateral: Usdc;
  /** In hundredths. */
  readonly leverage: bigint;
  /** The worst price the order may fill at; under a pin the pin (contract 18.8). */
  readonly boundTicks: Ticks;
  /** Lots of the position that is increased, unsigned. */
  readonly openLots?: Lots;
}

/** floor(collateral × leverage ÷ notional of a lot at the bound). */
const sizeAt = ({ params, collateral, boundTicks }: SizingOrder, leverage: bigint): Lots =>
  lots((collateral * leverage) / (LEVERAGE_ONE * notionalAt(params, lots(1n), boundTicks)));

const isWithin = (order: SizingOrder, leverage: bigint): boolean => {
  const total = lots((order.openLots ?? 0n) + sizeAt(order, leverage));
  return leverage <= LEVERAGE_ONE * maxLeverageAt(order.params, total);
};

/**
 * The largest leverage, in hundredths, that this collateral can be opened with: a larger size can
 * have a lower limit, so it depends on the collateral. At least 1.
 */
export function maxLeverageFor(order: Omit<SizingOrder, 'leverage'>): bigint {
  const asked = { ...order, leverage: LEVERAGE_ONE };
  let good = LEVERAGE_ONE;
  let bad = LEVERAGE_ONE * maxLeverageAt(order.params, lots(0n)) + 1n;
  while (bad - good > 1n) {
    const middle = (good + bad) / 2n;
    if (isWithin(asked, middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/**
 * The size of an opening or increase, in lots. The fee is not part of it: it comes out of the
 * collateral. LEVERAGE_OUT_OF_RANGE below 1 or above the tier's limit at the resulting size
 * (`details.maxLeverage`: the most this collateral can have); AMOUNT_BELOW_MINIMUM when it buys no
 * lot (contract 18.8, 18.22).
 */
export function sizeOpening(order: SizingOrder): Lots {
  const { params, collateral, leverage, boundTicks } = order;
  if (leverage < LEVERAGE_ONE || !isWithin(order, leverage)) {
    throw new AppError('LEVERAGE_OUT_OF_RANGE', {
      details: { maxLeverage: formatLeverage(maxLeverageFor(order)) },
    });
  }
  const size = sizeAt(order, leverage);
  if (size === 0n) {
    const oneLot = notionalAt(params, lots(1n), boundTicks);
    const minimum = usdc(mulDivUp(oneLot, LEVERAGE_ONE, leverage));
    throw new AppError('AMOUNT_BELOW_MINIMUM', {
      details: { minimumUsd: formatUsdc(minimum), amountUsd: formatUsdc(collateral) },
    });
  }
  return size;
}

/**
 * Lots of a reduction: floor(lots × fraction), all of them at fraction 1 (contract 18.8). The
 * fraction is in (0, 1] at 18 decimals. NO_POSITION, REDUCE_TOO_SMALL.
 */
export function lotsToReduce(state: PerpState, fraction: Ratio): Lots {
  assert(fraction > 0n && fraction <= WHOLE, 'a fraction is in (0, 1]');
  const size = sizeOf(state);
  if (size === 0n) throw new AppError('NO_POSITION');
  const reduced = lots((size * fraction) / WHOLE);
  if (reduced === 0n) throw new AppError('REDUCE_TOO_SMALL');
  return reduced;
}

/**
 * The worst tick within `bps` basis points of the top of the book (contract 18.22): the highest one
 * to buy at, the lowest one to sell at.
 */
export function slippageBound(top: Ticks, isBuy: boolean, bps: number): Ticks {
  const change = BigInt(bps);
  return ticks(isBuy ? (top * (BPS + change)) / BPS : mulDivUp(top, BPS - change, BPS));
}

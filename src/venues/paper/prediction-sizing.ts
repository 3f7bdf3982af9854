import { AppError, assert } from '../../errors/app-error.ts';
import { SHARE_DECIMALS, SHARE_STEP } from '../../market/predictions/prediction-market.ts';
import {
  type BaseUnits,
  baseUnits,
  max,
  min,
  mulDivDown,
  mulDivUp,
  type Price,
  type Usdc,
  usdc,
} from '../../money/fixed.ts';
import { dollars, formatBaseUnits, formatUsdc } from '../../money/text.ts';
import { ONE_DOLLAR } from './prediction-level.ts';

/** Least dollars of any buy (specification "Prediction rules" 1). */
export const PREDICTION_BUY_FLOOR = dollars('4');

/** Least dollars the venue takes for a buy, however small the market's own minimum is. */
const VENUE_BUY_FLOOR = dollars('1');

/** What a caller asks to sell: everything, or an approximate amount of dollars. */
export type PredictionSaleSize =
  | { readonly max: true }
  | { readonly max: false; readonly amount: Usdc };

const wholeHundredths = (shares: bigint): bigint => shares - (shares % SHARE_STEP);

function requireMarketMinimum(minOrderSize: BaseUnits): void {
  assert(
    minOrderSize > 0n && minOrderSize % SHARE_STEP === 0n,
    'a minimum order is a whole number of hundredths of a share',
  );
}

/** The refusal of an amount that is too small, with both amounts in its details. */
export const belowMinimum = (minimum: Usdc, amount: Usdc): AppError =>
  new AppError('AMOUNT_BELOW_MINIMUM', {
    details: { minimumUsd: formatUsdc(minimum), amountUsd: formatUsdc(amount) },
  });

/**
 * The venue's minimum of a buy: max($1, minOrderSize × ask), without the fee, rounded up to a whole
 * USDC unit (contract 7 and 18.7).
 */
export function minimumBuyUsd(market: { bestAsk: Price; minOrderSize: BaseUnits }): Usdc {
  requireMarketMinimum(market.minOrderSize);
  return usdc(max(VENUE_BUY_FLOOR, mulDivUp(market.minOrderSize, market.bestAsk, ONE_DOLLAR)));
}

/**
 * Refuses a buy that is too small: AMOUNT_BELOW_MINIMUM below $4, then MIN_ORDER_SIZE below the
 * market's own minimum, which the message names (specification "Prediction rules" 1 and 2).
 */
export function requireBuyMinimums(
  spend: Usdc,
  market: { bestAsk: Price; minOrderSize: BaseUnits },
): void {
  if (spend < PREDICTION_BUY_FLOOR) throw belowMinimum(PREDICTION_BUY_FLOOR, spend);
  const minimum = minimumBuyUsd(market);
  if (spend >= minimum) return;
  const minimumUsd = formatUsdc(minimum);
  throw new AppError('MIN_ORDER_SIZE', {
    message: `A buy in this market is at least $${minimumUsd}.`,
    details: { minimumUsd, amountUsd: formatUsdc(spend) },
  });
}

/**
 * The smallest dollar amount that can be sold: what the minimum order is worth at the bid, before
 * the fee, rounded up to a whole USDC unit (contract 18.32).
 */
export function minimumSaleUsd(market: { bid: Price; minOrderSize: BaseUnits }): Usdc {
  requireMarketMinimum(market.minOrderSize);
  return usdc(mulDivUp(market.minOrderSize, market.bid, ONE_DOLLAR));
}

/**
 * Fits a wanted number of shares to what the venue takes (specification "Prediction rules" 6):
 * below the minimum it is raised to the minimum, and a remainder that could never be sold is sold
 * with it. Less than a hundredth of a share cannot be sold at all and stays in the position, which
 * is above 0. POSITION_BELOW_MIN when all of it is below the minimum.
 */
export function fitSaleShares(sale: {
  position: BaseUnits;
  wanted: BaseUnits;
  minOrderSize: BaseUnits;
}): BaseUnits {
  const { position, wanted, minOrderSize } = sale;
  requireMarketMinimum(minOrderSize);
  assert(position > 0n, 'there is a position to sell from');
  const sellable = wholeHundredths(position);
  if (sellable < minOrderSize) {
    throw new AppError('POSITION_BELOW_MIN', {
      details: {
        minimumShares: formatBaseUnits(minOrderSize, SHARE_DECIMALS),
        positionShares: formatBaseUnits(position, SHARE_DECIMALS),
      },
    });
  }
  const target = max(min(wholeHundredths(wanted), sellable), minOrderSize);
  return baseUnits(sellable - target < minOrderSize ? sellable : target);
}

/**
 * Shares that a sale comes to: all of them, or floor(amount ÷ bid) in hundredths capped at the
 * position, then fitted to the market's minimum (specification "Prediction rules" 5 and 6).
 * POSITION_BELOW_MIN.
 */
export function saleShares(sale: {
  position: BaseUnits;
  size: PredictionSaleSize;
  bid: Price;
  minOrderSize: BaseUnits;
}): BaseUnits {
  const { position, size, bid, minOrderSize } = sale;
  assert(bid > 0n, 'a bid is above 0');
  const wanted = size.max ? position : baseUnits(mulDivDown(size.amount, ONE_DOLLAR, bid));
  return fitSaleShares({ position, wanted, minOrderSize });
}

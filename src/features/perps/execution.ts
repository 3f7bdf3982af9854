import { AppError } from '../../errors/app-error.ts';
import type { PerpQuote } from '../../market/perps/perp-quote.ts';
import { min, type Usdc, usdc } from '../../money/fixed.ts';
import { feeOf } from '../../venues/paper/perps/fill.ts';
import { notionalAt, type PerpMarketParams } from '../../venues/paper/perps/market-params.ts';
import { slippageBound } from '../../venues/paper/perps/sizing.ts';
import { type Lots, lots, type Ticks, ticks } from '../../venues/paper/perps/units.ts';
import type { TradableMarket } from './deps.ts';

/** What an order has traded. */
export interface Execution {
  /** Unsigned. */
  readonly lots: Lots;
  /** What they cost or brought, in quote lots. */
  readonly quote: Usdc;
  readonly fee: Usdc;
}

/** The best price of the side that an order takes from. NO_LIQUIDITY when it is empty. */
function topTicks(quote: PerpQuote, isBuy: boolean): Ticks {
  const top = isBuy ? quote.askTicks : quote.bidTicks;
  if (top === null) throw new AppError('NO_LIQUIDITY');
  return ticks(top);
}

/** The worst price that an order may fill at; under a pin the pin (contract 18.8, 18.22). */
export function boundTicks(quote: PerpQuote, isBuy: boolean, maxSlippageBps: number): Ticks {
  if (quote.pinned !== null) return ticks(quote.pinned.markTicks);
  return slippageBound(topTicks(quote, isBuy), isBuy, maxSlippageBps);
}

/**
 * What the book gives for so many lots, level by level up to a bound; null when it does not hold
 * them. Under a pin everything fills at the pin.
 */
export function bookQuote(
  params: PerpMarketParams,
  quote: PerpQuote,
  wanted: { isBuy: boolean; lots: Lots; bound: Ticks | null },
): Usdc | null {
  if (quote.book === null) return notionalAt(params, wanted.lots, ticks(quote.markTicks));
  const { isBuy, bound } = wanted;
  let left: bigint = wanted.lots;
  let sum = 0n;
  for (const level of isBuy ? quote.book.asks : quote.book.bids) {
    if (left === 0n) break;
    if (bound !== null && (isBuy ? level.ticks > bound : level.ticks < bound)) break;
    const taken = min(left, level.baseLots);
    sum += notionalAt(params, lots(taken), ticks(level.ticks));
    left -= taken;
  }
  return left === 0n ? usdc(sum) : null;
}

/** Fills an order whole within its bound, or not at all: NO_LIQUIDITY. */
export function execute(
  { params, quote }: TradableMarket,
  order: { isBuy: boolean; lots: Lots; maxSlippageBps: number },
): Execution {
  const { isBuy, maxSlippageBps } = order;
  const bound = boundTicks(quote, isBuy, maxSlippageBps);
  const traded = bookQuote(params, quote, { isBuy, lots: order.lots, bound });
  if (traded === null) throw new AppError('NO_LIQUIDITY', { details: { maxSlippageBps } });
  return { lots: order.lots, quote: traded, fee: feeOf(traded, params.takerFeeMicro) };
}

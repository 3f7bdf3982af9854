import { AppError, assert } from '../../errors/app-error.ts';
import {
  type BookLevel,
  type OutcomeBook,
  SHARE_STEP,
} from '../../market/predictions/prediction-market.ts';
import {
  type BaseUnits,
  baseUnits,
  divHalfEven,
  MAX_LEDGER_UNITS,
  min,
  PRICE_DECIMALS,
  type Price,
  percentOf,
  pow10,
  price,
  type Ratio,
  type Usdc,
  usdc,
} from '../../money/fixed.ts';
import {
  levelCost,
  levelFee,
  mostShares,
  ONE_DOLLAR,
  requireExact,
  requireFeeRate,
} from './prediction-level.ts';
import { belowMinimum } from './prediction-sizing.ts';

/** What an order got: shares and dollars. */
export interface PredictionFill {
  /** Shares bought or sold in 1e-6 shares, a whole number of hundredths. */
  readonly shares: BaseUnits;
  /** Average price of a share without the fee, half-even at 18 decimals. */
  readonly price: Price;
  /** Cost of a buy without the fee, proceeds of a sale before the fee; exact. */
  readonly gross: Usdc;
  /** The venue's fee: on top of the cost, out of the proceeds. */
  readonly fee: Usdc;
  /** How much worse than the top of the book the average is, in percent points; ≥ 0. */
  readonly priceImpactPct: Ratio;
}

/** Where an outcome trades. */
export interface OutcomeQuote {
  /** The book of the outcome that is traded, YES's own or its mirror. */
  readonly book: OutcomeBook;
  /** The pinned price of this outcome: the book then counts for nothing (contract 15). */
  readonly pinned: Price | null;
}

/** What an order trades against. */
export interface PredictionQuote extends OutcomeQuote {
  /** The market's taker fee. */
  readonly feeRate: Ratio;
}

/** What every order says besides its size. */
interface Order extends PredictionQuote {
  /** How far a level may be from the top of the book, in ten-thousandths of a dollar. */
  readonly maxSlippageBps: number;
}

/** A point of price is a cent; a basis point of the bound is a hundredth of it. */
const DOLLARS_PER_BPS = pow10(PRICE_DECIMALS - 4);

/** More than any amount of dollars in the ledger buys at the finest tick, in 1e-6 shares. */
const UNLIMITED_DEPTH = baseUnits(SHARE_STEP * pow10(24));

/** The best level of a side, or the pin. NO_LIQUIDITY when the side is empty. */
function topOf(levels: readonly BookLevel[]): Price {
  const top = levels[0];
  if (top === undefined) throw new AppError('NO_LIQUIDITY');
  return top.price;
}

function levelsOf(quote: OutcomeQuote, side: 'bids' | 'asks'): readonly BookLevel[] {
  if (quote.pinned === null) return quote.book[side];
  return [{ price: quote.pinned, size: UNLIMITED_DEPTH }];
}

/** What a buy pays at the top of the book. NO_LIQUIDITY when nothing is offered. */
export const bestAsk = (quote: OutcomeQuote): Price => topOf(levelsOf(quote, 'asks'));

/** What a sale gets at the top of the book. NO_LIQUIDITY when nobody bids. */
export const bestBid = (quote: OutcomeQuote): Price => topOf(levelsOf(quote, 'bids'));

function requireLedgerSize(units: bigint, what: string): void {
  if (units <= MAX_LEDGER_UNITS) return;
  throw new AppError('ORDER_REJECTED', { details: { reason: `The ${what} is too large.` } });
}

const noLiquidity = (maxSlippageBps: number): AppError =>
  new AppError('NO_LIQUIDITY', { details: { maxSlippageBps } });

/** What the levels walked so far have come to. */
interface Walk {
  readonly shares: BaseUnits;
  readonly gross: Usdc;
  readonly fee: Usdc;
}
const nothing: Walk = { shares: baseUnits(0n), gross: usdc(0n), fee: usdc(0n) };

const withLevel = (walk: Walk, taken: BaseUnits, at: Price, feeRate: Ratio): Walk => ({
  shares: baseUnits(walk.shares + taken),
  gross: usdc(walk.gross + levelCost(taken, at)),
  fee: usdc(walk.fee + levelFee(taken, at, feeRate)),
});

function fillOf(walk: Walk, top: Price): PredictionFill {
  const total = walk.gross * ONE_DOLLAR;
  const atTop = walk.shares * top;
  const worse = total > atTop ? total - atTop : atTop - total;
  const average = price(divHalfEven(total, walk.shares));
  return { ...walk, price: average, priceImpactPct: percentOf(worse, atTop) };
}

/**
 * Buys as many hundredths of a share as `spend` pays for, fee included, level by level from the
 * best ask up to `maxSlippageBps` ten-thousandths of a dollar above it (contract 7, 18.7 and
 * 18.22). Fill-or-kill: where a hundredth more would be affordable at the last price but no level
 * within the bound has it, NO_LIQUIDITY. What the last hundredth leaves of `spend` is not taken.
 * AMOUNT_BELOW_MINIMUM when not even one is affordable, ORDER_REJECTED beyond the ledger's size.
 */
export function fillPredictionBuy(order: Order & { readonly spend: Usdc }): PredictionFill {
  const { spend, feeRate, maxSlippageBps } = order;
  requireFeeRate(feeRate);
  assert(spend >= 0n, 'a spend is not negative');
  requireLedgerSize(spend, 'amount in dollars');
  const levels = levelsOf(order, 'asks');
  const top = topOf(levels);
  const worst = top + BigInt(maxSlippageBps) * DOLLARS_PER_BPS;
  let walk = nothing;
  let runsShort = true;
  for (const level of levels) {
    if (level.price > worst) break;
    requireExact(level);
    const left = usdc(spend - walk.gross - walk.fee);
    const affordable = mostShares(left, level.price, feeRate);
    walk = withLevel(walk, baseUnits(min(affordable, level.size)), level.price, feeRate);
    runsShort = affordable > level.size;
    // A level that fits exactly is not the end: fees are rounded per level, so the first hundredth
    // of the next one can be affordable where another of this one is not.
    if (affordable < level.size) break;
  }
  if (runsShort) throw noLiquidity(maxSlippageBps);
  if (walk.shares === 0n) {
    const one = withLevel(nothing, baseUnits(SHARE_STEP), top, feeRate);
    throw belowMinimum(usdc(one.gross + one.fee), spend);
  }
  requireLedgerSize(walk.shares, 'number of shares');
  return fillOf(walk, top);
}

/**
 * Sells `shares`, a whole number of hundredths above 0, level by level from the best bid down to
 * `maxSlippageBps` ten-thousandths of a dollar below it (contract 18.22). Fill-or-kill:
 * NO_LIQUIDITY when the bids within the bound do not take all. ORDER_REJECTED beyond the ledger's
 * size.
 */
export function fillPredictionSale(order: Order & { readonly shares: BaseUnits }): PredictionFill {
  const { shares, feeRate, maxSlippageBps } = order;
  requireFeeRate(feeRate);
  assert(shares > 0n && shares % SHARE_STEP === 0n, 'a sale is of whole hundredths of shares');
  requireLedgerSize(shares, 'number of shares');
  const levels = levelsOf(order, 'bids');
  const top = topOf(levels);
  const worst = top - BigInt(maxSlippageBps) * DOLLARS_PER_BPS;
  let walk = nothing;
  for (const level of levels) {
    if (level.price < worst || walk.shares === shares) break;
    requireExact(level);
    const taken = min(shares - walk.shares, level.size);
    walk = withLevel(walk, baseUnits(taken), level.price, feeRate);
  }
  if (walk.shares < shares) throw noLiquidity(maxSlippageBps);
  return fillOf(walk, top);
}

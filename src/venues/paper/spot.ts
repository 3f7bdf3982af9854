import { AppError } from '../../errors/app-error.ts';
import type { SpotQuote } from '../../market/market.ts';
import {
  type BaseUnits,
  BPS,
  baseUnits,
  MAX_LEDGER_UNITS,
  mulDivDown,
  mulDivUp,
  PRICE_DECIMALS,
  type Price,
  percentOf,
  pow10,
  price,
  type Ratio,
  USDC_DECIMALS,
  type Usdc,
  usdc,
} from '../../money/fixed.ts';
import { formatRatio, formatUsdc } from '../../money/text.ts';

/** What an order got: an average price, tokens and dollars. */
export interface SpotFill {
  /** Average price in USD per whole token. */
  readonly price: Price;
  /** Tokens bought or sold. */
  readonly amount: BaseUnits;
  /** Dollars spent or received, before any service fee. */
  readonly gross: Usdc;
  /** Whether `gross` was rounded down; only sales are. */
  readonly rounded: boolean;
  /** How much worse than the top of the book the average is, in percent points; ≥ 0. */
  readonly priceImpactPct: Ratio;
}

/** Amount × price is in units of 1e-(decimals + 18) USD; this many of them are one USDC unit. */
const unitsPerUsdc = (decimals: number): bigint => pow10(decimals + PRICE_DECIMALS - USDC_DECIMALS);

/**
 * The USD side of the pool, half of its liquidity; null when the depth is unlimited. Half of a
 * pool of one unit is nothing, which counts as no liquidity: NO_LIQUIDITY.
 */
function dollarReserve(quote: SpotQuote): bigint | null {
  if (quote.liquidity === null) return null;
  const reserve = quote.liquidity / 2n;
  if (reserve <= 0n) throw new AppError('NO_LIQUIDITY');
  return reserve;
}

/** Tokens a sale of `usd` comes to at the bid, in base units: floor(usd ÷ bid) (contract 5). */
export function tokensForUsd(quote: SpotQuote, usd: Usdc, decimals: number): BaseUnits {
  return baseUnits(mulDivDown(usd, unitsPerUsdc(decimals), quote.bid));
}

/**
 * The smallest spend that buys one base unit, in USDC rounded up. In a pool the unit costs more
 * than the ask by its own impact: spend × reserve ≥ ask × (reserve + spend). NO_LIQUIDITY when the
 * pool is worth less than one unit.
 */
export function minimumBuy(quote: SpotQuote, decimals: number): Usdc {
  const scale = unitsPerUsdc(decimals);
  const reserve = dollarReserve(quote);
  if (reserve === null) return usdc(mulDivUp(quote.ask, 1n, scale));
  const remaining = reserve * scale - quote.ask;
  if (remaining <= 0n) throw new AppError('NO_LIQUIDITY');
  let spend = mulDivUp(quote.ask, reserve, remaining);
  // The average price is rounded up at 18 decimals, which can cost one more unit.
  while (mulDivDown(spend, scale, mulDivUp(quote.ask, reserve + spend, reserve)) < 1n) spend += 1n;
  return usdc(spend);
}

/** Average price and proceeds of a sale, whatever its size. */
function saleOf(
  quote: SpotQuote,
  amount: BaseUnits,
  decimals: number,
): { average: Price; gross: Usdc } {
  const scale = unitsPerUsdc(decimals);
  const reserve = dollarReserve(quote);
  const average =
    reserve === null
      ? quote.bid
      : price(mulDivDown(quote.bid, reserve * scale, reserve * scale + amount * quote.bid));
  return { average, gross: usdc(mulDivDown(amount, average, scale)) };
}

/**
 * The smallest dollar amount that sells at least one base unit and brings at least one USDC unit:
 * the worth of one unit at the bid rounded up, or a unit more where the impact takes it below.
 * NO_LIQUIDITY when the pool could not pay it.
 */
export function minimumSale(quote: SpotQuote, decimals: number): Usdc {
  const reserve = dollarReserve(quote);
  // Proceeds stay below the reserve, so a reserve of one unit pays nothing.
  if (reserve === 1n) throw new AppError('NO_LIQUIDITY');
  let usd = usdc(mulDivUp(quote.bid, 1n, unitsPerUsdc(decimals)));
  while (saleOf(quote, tokensForUsd(quote, usd, decimals), decimals).gross < 1n) {
    usd = usdc(usd + 1n);
  }
  return usd;
}

function belowMinimum(minimum: Usdc, amount: Usdc): AppError {
  return new AppError('AMOUNT_BELOW_MINIMUM', {
    details: { minimumUsd: formatUsdc(minimum), amountUsd: formatUsdc(amount) },
  });
}

function requireLedgerSize(units: bigint, what: string): void {
  if (units <= MAX_LEDGER_UNITS) return;
  throw new AppError('ORDER_REJECTED', { details: { reason: `The ${what} is too large.` } });
}

/** Refuses with NO_LIQUIDITY when the average is further from the top of the book than allowed. */
function requireWithinBound(worse: bigint, top: Price, maxSlippageBps: number): Ratio {
  const priceImpactPct = percentOf(worse, top);
  if (worse * BPS > top * BigInt(maxSlippageBps)) {
    throw new AppError('NO_LIQUIDITY', {
      details: { maxSlippageBps, priceImpactPct: formatRatio(priceImpactPct) },
    });
  }
  return priceImpactPct;
}

/**
 * Buys tokens for exactly `spend` USDC (service fee already taken out) from a constant-product pool
 * with a USD side of R: average = ceil18(ask × (R + spend) ÷ R), tokens = floor(spend ÷ average)
 * in base units (contract 5). Under a pin the average is the pin. `maxSlippageBps` bounds the
 * average against the ask. NO_LIQUIDITY, AMOUNT_BELOW_MINIMUM, ORDER_REJECTED.
 */
export function fillBuy(order: {
  quote: SpotQuote;
  spend: Usdc;
  decimals: number;
  maxSlippageBps: number;
}): SpotFill {
  const { quote, spend, decimals, maxSlippageBps } = order;
  requireLedgerSize(spend, 'amount in dollars');
  const reserve = dollarReserve(quote);
  const average =
    reserve === null ? quote.ask : price(mulDivUp(quote.ask, reserve + spend, reserve));
  const priceImpactPct = requireWithinBound(average - quote.ask, quote.ask, maxSlippageBps);
  const amount = baseUnits(mulDivDown(spend, unitsPerUsdc(decimals), average));
  if (amount <= 0n) throw belowMinimum(minimumBuy(quote, decimals), spend);
  requireLedgerSize(amount, 'amount of tokens');
  return { price: average, amount, gross: spend, rounded: false, priceImpactPct };
}

/**
 * Sells `amount` base units into the same pool: with v the exact worth at the bid, average =
 * floor18(bid × R ÷ (R + v)), gross = floor6(amount × average) (contract 5). Under a pin the
 * average is the pin. `askedUsd` is the dollar amount the caller had asked for, for the details of
 * a refusal. NO_LIQUIDITY, AMOUNT_BELOW_MINIMUM, ORDER_REJECTED.
 */
export function fillSell(order: {
  quote: SpotQuote;
  amount: BaseUnits;
  decimals: number;
  maxSlippageBps: number;
  askedUsd?: Usdc;
}): SpotFill {
  const { quote, amount, decimals, maxSlippageBps } = order;
  requireLedgerSize(amount, 'amount of tokens');
  const scale = unitsPerUsdc(decimals);
  const { average, gross } = saleOf(quote, amount, decimals);
  if (amount <= 0n || gross <= 0n) {
    const asked = order.askedUsd ?? usdc((amount * quote.bid) / scale);
    throw belowMinimum(minimumSale(quote, decimals), asked);
  }
  const priceImpactPct = requireWithinBound(quote.bid - average, quote.bid, maxSlippageBps);
  requireLedgerSize(gross, 'amount in dollars');
  const rounded = gross * scale !== amount * average;
  return { price: average, amount, gross, rounded, priceImpactPct };
}

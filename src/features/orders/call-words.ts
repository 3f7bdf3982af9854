import {
  divHalfEven,
  PRICE_DECIMALS,
  type Price,
  pow10,
  price,
  type Usdc,
  usdc,
} from '../../money/fixed.ts';
import { formatPrice, formatUsdc } from '../../money/text.ts';

/** Digits of a price that a reader takes in, leading zeros aside. */
const PRICE_DIGITS = 6;
/** Digits behind the point that every price keeps. */
const CENTS = 2;

/**
 * A price as announcements say it: six digits, and never less than its cents, rounded half-even.
 * The exact price is in their metadata.
 */
export function priceWords(exact: Price): string {
  const before = exact.toString().length - PRICE_DECIMALS;
  const decimals = Math.min(PRICE_DECIMALS, Math.max(CENTS, PRICE_DIGITS - before));
  const step = pow10(PRICE_DECIMALS - decimals);
  return `$${formatPrice(price(divHalfEven(exact, step) * step))}`;
}

/** What a call has brought its creator, as announcements say it: `with a profit of $3.25`. */
export function gainWords(pnl: Usdc): string {
  if (pnl === 0n) return 'without profit or loss';
  return pnl > 0n
    ? `with a profit of $${formatUsdc(pnl)}`
    : `with a loss of $${formatUsdc(usdc(-pnl))}`;
}

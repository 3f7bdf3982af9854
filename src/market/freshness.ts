import { AppError } from '../errors/app-error.ts';

/** The oldest price, in business time, that an order may be filled at. */
export const FRESHNESS_LIMIT_MS = 15_000;

/**
 * Whether a price may be traded on at `nowMs`. A pin is always fresh; with a frozen clock a price
 * does not age, so it stays fresh as well (contract 17).
 */
export const isFresh = (quote: { atMs: number; pinned: boolean }, nowMs: number): boolean =>
  quote.pinned || nowMs - quote.atMs <= FRESHNESS_LIMIT_MS;

/** The quote if it may be traded on, else PRICE_UNAVAILABLE. */
export function requireFresh<Quote extends { atMs: number; pinned: boolean }>(
  quote: Quote | undefined,
  nowMs: number,
): Quote {
  if (quote === undefined || !isFresh(quote, nowMs)) throw new AppError('PRICE_UNAVAILABLE');
  return quote;
}

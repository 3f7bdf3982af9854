/** The oldest price, in business time, that an order may be filled at. */
export const FRESHNESS_LIMIT_MS = 15_000;

/**
 * Whether a price may be traded on at `nowMs`. A pin is always fresh; with a frozen clock a price
 * does not age, so it stays fresh as well (contract 17).
 */
export const isFresh = (quote: { atMs: number; pinned: boolean }, nowMs: number): boolean =>
  quote.pinned || nowMs - quote.atMs <= FRESHNESS_LIMIT_MS;

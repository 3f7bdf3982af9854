import { AppError } from '../../errors/app-error.ts';
import { nextStartMs, type StockMarketStatus, stockSession } from '../../market/stocks/sessions.ts';
import { isoTime } from '../../platform/clock.ts';

/** The setting row of the operator's override; without one the calendar counts. */
export const STOCK_STATUS_KEY = 'stocks:status';
export const STOCK_STATUSES = ['OPEN', 'PAUSED', 'CLOSED'] as const;

export type { StockMarketStatus } from '../../market/stocks/sessions.ts';

/** Whether tokenized stocks trade now, and when they do again; null while they do. */
export interface StockMarketState {
  readonly marketStatus: StockMarketStatus;
  /** Milliseconds of business time; null also when the calendar knows of no further session. */
  readonly nextOpenMs: number | null;
}

const isStatus = (text: string): text is StockMarketStatus =>
  (STOCK_STATUSES as readonly string[]).includes(text);

/**
 * The state of the stock market: the override if there is one, else the calendar (contract 6 and
 * 18.12). Under an override PAUSED or CLOSED the next opening is the calendar's next session start
 * after now. An override that this version does not understand closes.
 */
export function stockMarketState(override: string | undefined, nowMs: number): StockMarketState {
  if (override === undefined) {
    const { status, nextOpenMs } = stockSession(nowMs);
    return { marketStatus: status, nextOpenMs };
  }
  const marketStatus = isStatus(override) ? override : 'CLOSED';
  return { marketStatus, nextOpenMs: marketStatus === 'OPEN' ? null : nextStartMs(nowMs) };
}

/** The state on the wire; `nextOpen` is ISO 8601 or null. */
export const presentState = ({ marketStatus, nextOpenMs }: StockMarketState) => ({
  marketStatus,
  nextOpen: nextOpenMs === null ? null : isoTime(nextOpenMs),
});

/** Refuses with MARKET_NOT_ACTIVE unless the market is open (contract 6). */
export function requireOpenMarket(state: StockMarketState): void {
  if (state.marketStatus === 'OPEN') return;
  throw new AppError('MARKET_NOT_ACTIVE', { details: presentState(state) });
}

import type { State } from '../../engine/command.ts';
import { AppError } from '../../errors/app-error.ts';
import { settingTable } from '../../ledger/tables.ts';
import { isFresh } from '../../market/freshness.ts';
import type { MarketData, SpotQuote } from '../../market/market.ts';
import { parseBehaviour, type VenueBehaviour, venueOk } from '../../venues/behaviour.ts';
import { behaviourKey, verticalOf } from '../controls/index.ts';

export type SpotVertical = 'SPOT' | 'STOCK';

/** What spot trading asks of the rest of the service. Everything here answers from memory. */
export interface SpotDeps {
  readonly market: MarketData;
  readonly feeBps: number;
  /** TRADING_HALTED when the operator's switch forbids it (contract 17). */
  readonly requireTrading: (vertical: SpotVertical, action: 'open' | 'reduce') => void;
  /** GEO_RESTRICTED when the region forbids it (contract 12). */
  readonly requireRegion: (
    vertical: SpotVertical,
    action: 'open' | 'reduce',
    country: string | null,
  ) => void;
  /** The sandbox's script for the venue, as far as this process has heard. */
  readonly behaviour: (vertical: SpotVertical) => VenueBehaviour;
}

/** The setting row that scripts the venue of a vertical. */
export const scriptKey = (vertical: SpotVertical): string => behaviourKey(verticalOf(vertical));

/** The script that counts: the locked row when there is one to ask, else a normal venue. */
export function scriptedBehaviour(
  state: State,
  deps: SpotDeps,
  vertical: SpotVertical,
): VenueBehaviour {
  if (deps.behaviour(vertical).mode === 'ok') return venueOk;
  return parseBehaviour(state.get(settingTable, scriptKey(vertical))?.value);
}

/** A quote that may be traded on; PRICE_UNAVAILABLE when there is none or it is too old. */
export function freshQuote(deps: SpotDeps, mint: string, now: number): SpotQuote {
  const quote = deps.market.quote(mint, now);
  if (!quote || !isFresh(quote, now)) {
    throw new AppError('PRICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  }
  return quote;
}

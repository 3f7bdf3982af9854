import type { PerpMarket } from '../../api/types.generated.ts';
import { fromBaseUnits, multiplyDecimals } from '../../money/decimal.ts';

/** Lots as an amount of the base asset; a market may count in lots of more than one unit. */
export const baseOfLots = (lots: string, decimals: number): string =>
  decimals >= 0
    ? fromBaseUnits(lots, decimals)
    : multiplyDecimals(lots, `1${'0'.repeat(-decimals)}`);

/** What all open positions of a market are worth at the mark; null without a mark. */
export const openInterestUsd = ({
  openInterestBaseLots,
  baseLotsDecimals,
  markPriceUsd,
}: Pick<PerpMarket, 'openInterestBaseLots' | 'baseLotsDecimals' | 'markPriceUsd'>):
  | string
  | null =>
  markPriceUsd === null
    ? null
    : multiplyDecimals(baseOfLots(openInterestBaseLots, baseLotsDecimals), markPriceUsd);

/** `1 h`, `8 h`, `30 min`. */
export const spanText = (seconds: number): string =>
  seconds % 3_600 === 0 ? `${seconds / 3_600} h` : `${Math.round(seconds / 60)} min`;

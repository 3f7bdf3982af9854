import { max, percentOf, type Ratio, type Usdc, usdc } from '../../../money/fixed.ts';
import type { PerpTotals } from './position.ts';

/** What a position has come to so far, as it is shown (venues/perps.md 3.7). */
export interface Realized {
  readonly pricePnl: Usdc;
  /** Signed: positive was received. */
  readonly funding: Usdc;
  readonly fees: Usdc;
  readonly penalty: Usdc;
  /** price + funding - fees - penalty */
  readonly netPnl: Usdc;
  /** Percent of the collateral that was put in; half-even at 18 decimals. */
  readonly netPct: Ratio;
  /** max(0, initial + added - withdrawn + net): what is or will be paid out if nothing is open. */
  readonly finalCollateral: Usdc;
}

export function realizedOf(totals: PerpTotals): Realized {
  const { pricePnl, funding, fees, penalty } = totals;
  const putIn = totals.initialCollateral + totals.addedCollateral;
  const netPnl = usdc(pricePnl + funding - fees - penalty);
  return {
    pricePnl,
    funding,
    fees,
    penalty,
    netPnl,
    netPct: percentOf(netPnl, putIn),
    finalCollateral: usdc(max(0n, putIn - totals.withdrawnCollateral + netPnl)),
  };
}

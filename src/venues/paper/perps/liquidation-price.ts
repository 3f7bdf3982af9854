import { isLiquidatable } from './margin.ts';
import type { PerpMarketParams } from './market-params.ts';
import type { PerpState } from './position.ts';
import { type FundingIndex, type Ticks, ticks } from './units.ts';

/** The largest price the venue knows, in ticks: 32 unsigned bits. */
export const MAX_TICKS = ticks(0xffff_ffffn);

/**
 * The mark at which the position is liquidated if nothing but the mark changes: the largest tick
 * with equity below maintenance for a long, the smallest for a short; the mark itself where that
 * is the case already (venues/perps.md 3.3). Null when flat or when no positive price does it, as
 * for a long without leverage.
 */
export function liquidationTicks(
  params: PerpMarketParams,
  state: PerpState,
  at: { markTicks: Ticks; fundingIndex: FundingIndex },
): Ticks | null {
  if (state.baseLots === 0n) return null;
  const isHit = (mark: bigint): boolean =>
    isLiquidatable(params, state, { ...at, markTicks: ticks(mark) });
  if (isHit(at.markTicks)) return at.markTicks;
  const far = state.baseLots > 0n ? 0n : MAX_TICKS;
  if (!isHit(far)) return null;
  const boundary = bisect(far, at.markTicks, isHit);
  return boundary > 0n ? ticks(boundary) : null;
}

/** The hit price nearest to `safe`, between a price that is hit and one that is safe. */
function bisect(hit: bigint, safe: bigint, isHit: (mark: bigint) => boolean): bigint {
  let [bad, good] = [hit, safe];
  while (good - bad > 1n || bad - good > 1n) {
    const middle = (bad + good) / 2n;
    if (isHit(middle)) bad = middle;
    else good = middle;
  }
  return bad;
}

import { min, type Usdc, usdc } from '../../../money/fixed.ts';
import { closeLots } from './close.ts';
import { marginOf } from './margin.ts';
import { notionalAt, type PerpMarketParams, type PerpMoment } from './market-params.ts';
import type { PerpChange } from './movements.ts';
import { closing, type PerpState, sizeOf } from './position.ts';
import { abs, type Lots, lots, type PerpSide } from './units.ts';

/** A position that may be deleveraged. */
export interface AdlCandidate {
  readonly id: string;
  readonly state: PerpState;
}

/** A position that was closed at its bankruptcy price for less than that price was worth. */
export interface Bankruptcy {
  readonly side: PerpSide;
  /** Unsigned. */
  readonly lots: Lots;
  /** What the lots were closed for, unsigned. */
  readonly quote: Usdc;
  /** What the venue lost on it at the mark. */
  readonly shortfall: Usdc;
}

export interface AdlClose extends PerpChange {
  readonly id: string;
  /** Lots closed, unsigned, and what they were closed for. */
  readonly lots: Lots;
  readonly quote: Usdc;
}

/** How a shortfall was met; the three parts add up to it. */
export interface ShortfallCover {
  readonly closes: readonly AdlClose[];
  /** insurance fund → venue */
  readonly fromInsurance: Usdc;
  /** What the deleveraged positions got less than at the mark; it is in their price PnL. */
  readonly fromDeleveraging: Usdc;
  /** What the venue is left with. */
  readonly fromHouse: Usdc;
}

interface Ranked extends AdlCandidate {
  /** Score as a fraction, both parts positive. */
  readonly over: bigint;
  readonly under: bigint;
}

/**
 * The positions that win at this mark, the first to be deleveraged first: by profit × leverage,
 * that is (mark ÷ entry of a long, entry ÷ mark of a short) × notional ÷ equity, descending, then
 * by id (Hyperliquid's published formula, venues/perps.md 3.6).
 */
export function rankForAdl(
  params: PerpMarketParams,
  candidates: readonly AdlCandidate[],
  at: PerpMoment,
): AdlCandidate[] {
  const ranked = candidates.flatMap((candidate): Ranked[] => {
    const { state } = candidate;
    const { equity, positionValue, unrealizedPnl } = marginOf(params, state, at);
    if (unrealizedPnl <= 0n || equity <= 0n) return [];
    const cost = abs(state.virtualQuote);
    // Long: (value ÷ cost) × (value ÷ equity). Short: (cost ÷ value) × (value ÷ equity).
    return state.baseLots > 0n
      ? [{ ...candidate, over: positionValue * positionValue, under: cost * equity }]
      : [{ ...candidate, over: cost, under: equity }];
  });
  return ranked.sort(byScore).map(({ id, state }) => ({ id, state }));
}

function byScore(a: Ranked, b: Ranked): number {
  const [left, right] = [a.over * b.under, b.over * a.under];
  if (left !== right) return left > right ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/**
 * Meets the shortfall of a bankruptcy (contract 18.8): by the insurance fund; where that does not
 * suffice, by closing as few lots of the winning opposite positions as possible at the bankruptcy
 * price; by the house for the rest. Nobody is deleveraged into a loss. `candidates` are the open
 * positions of the market on the other side, in any order; they pay no fee.
 */
export function coverShortfall(loss: {
  params: PerpMarketParams;
  bankruptcy: Bankruptcy;
  insurance: Usdc;
  candidates: readonly AdlCandidate[];
  at: PerpMoment;
}): ShortfallCover {
  const { params, bankruptcy, insurance, candidates, at } = loss;
  const { shortfall } = bankruptcy;
  const insured = shortfall === 0n ? bankruptcy.lots : (insurance * bankruptcy.lots) / shortfall;
  const isOpposite = ({ state }: AdlCandidate): boolean =>
    state.baseLots !== 0n && state.baseLots > 0n === (bankruptcy.side === 'SHORT');
  let open = bankruptcy.lots - min(insured, bankruptcy.lots);
  let closed = 0n;
  const closes: AdlClose[] = [];
  for (const candidate of rankForAdl(params, candidates.filter(isOpposite), at)) {
    if (open === 0n) break;
    const size = lots(min(open, sizeOf(candidate.state)));
    const quote = usdc(quoteOf(bankruptcy, closed + size) - quoteOf(bankruptcy, closed));
    const close = closeAt(candidate, { size, quote, at });
    if (!close) continue;
    closes.push(close);
    open -= size;
    closed += size;
  }
  const atMark = notionalAt(params, lots(closed), at.markTicks);
  const fromDeleveraging = abs(quoteOf(bankruptcy, closed) - atMark);
  const fromInsurance = min(insurance, shortfall - fromDeleveraging);
  return {
    closes,
    fromInsurance: usdc(fromInsurance),
    fromDeleveraging: usdc(fromDeleveraging),
    fromHouse: usdc(shortfall - fromDeleveraging - fromInsurance),
  };
}

/** What the first `size` lots of the bankruptcy were closed for; the parts add up to the whole. */
const quoteOf = (bankruptcy: Bankruptcy, size: bigint): bigint =>
  (bankruptcy.quote * size) / bankruptcy.lots;

/** Null when the close would be at a loss, or take the position below nothing. */
function closeAt(
  { id, state }: AdlCandidate,
  { size, quote, at }: { size: Lots; quote: Usdc; at: PerpMoment },
): AdlClose | null {
  const fill = { deltaLots: closing(state, size), quote };
  const change = closeLots(state, fill, { fee: usdc(0n), fundingIndex: at.fundingIndex });
  if (change.moved.pricePnl < 0n || change.moved.shortfall > 0n) return null;
  return { id, lots: size, quote, ...change };
}

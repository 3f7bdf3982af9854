import type { PredictionData } from '../../market/predictions/data.ts';
import type { PredictionMarket } from '../../market/predictions/prediction-market.ts';

/** A span of business time: not resolved at its beginning, resolved at its end; milliseconds. */
export interface ResolvingSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The first millisecond of a span in which a market is resolved. A market that has its result keeps
 * it, so the instant is found by halving; it is the same for all processes and for a clock that has
 * leapt over it (contract 15: what is due in between runs as of its time).
 */
export function resolvedSince(
  data: Pick<PredictionData, 'state'>,
  market: PredictionMarket,
  { fromMs, toMs }: ResolvingSpan,
): number {
  let [unresolvedMs, resolvedMs] = [fromMs, toMs];
  while (resolvedMs - unresolvedMs > 1) {
    const middleMs = Math.floor((unresolvedMs + resolvedMs) / 2);
    if (data.state(market, middleMs).status === 'resolved') resolvedMs = middleMs;
    else unresolvedMs = middleMs;
  }
  return resolvedMs;
}

import type { PerpMarketFacts } from '../../market/perps/perp-market.ts';
import {
  DEFAULT_MAKER_FEE_MICRO,
  DEFAULT_TAKER_FEE_MICRO,
  type PerpMarketParams,
} from '../../venues/paper/perps/market-params.ts';

const known = new WeakMap<PerpMarketFacts, PerpMarketParams>();

/** A market's facts with the paper venue's fees, as the margin engine takes them. */
export function paramsOf(facts: PerpMarketFacts): PerpMarketParams {
  const before = known.get(facts);
  if (before) return before;
  const params: PerpMarketParams = {
    ...facts,
    takerFeeMicro: DEFAULT_TAKER_FEE_MICRO,
    makerFeeMicro: DEFAULT_MAKER_FEE_MICRO,
  };
  known.set(facts, params);
  return params;
}

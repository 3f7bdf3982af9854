import { createMarketData, type MarketData } from '../market/market.ts';
import { openModel } from '../market/model.ts';
import { createPredictionData, type PredictionData } from '../market/predictions/data.ts';
import { openPredictionModel } from '../market/predictions/model.ts';
import { openReplay } from '../market/replay.ts';
import type { Config } from '../platform/config.ts';

/** The world of the bundled model; another seed would be another history of prices. */
const MODEL_SEED = 'skein';

/** Everything that has a price here. */
export interface Markets {
  readonly market: MarketData;
  readonly predictions: PredictionData;
}

/**
 * Markets of the recording named in the configuration, else of the bundled model (contract 17). A
 * recording without prediction markets is joined by those of the model.
 */
export async function openMarkets(config: Pick<Config, 'marketDataDir'>): Promise<Markets> {
  const dir = config.marketDataDir;
  const { source, tokens, ...recorded } =
    dir === null ? { ...openModel(MODEL_SEED), predictions: null } : await openReplay(dir);
  const events = recorded.predictions ?? openPredictionModel(MODEL_SEED, source);
  return {
    market: createMarketData(source, tokens),
    predictions: createPredictionData(events),
  };
}

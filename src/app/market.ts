import { createMarketData, type MarketData } from '../market/market.ts';
import { openModel } from '../market/model.ts';
import { createPerpData, type PerpData } from '../market/perps/perp-data.ts';
import { openPerpModel } from '../market/perps/perp-model.ts';
import { openPerpReplay } from '../market/perps/perp-replay.ts';
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
  readonly perps: PerpData;
}

/**
 * Markets of the recording named in the configuration, else of the bundled model (contract 17). A
 * recording without prediction markets or perpetuals is joined by those of the model.
 */
export async function openMarkets(config: Pick<Config, 'marketDataDir'>): Promise<Markets> {
  const { source, tokens, predictions, perps } = await openSources(config.marketDataDir);
  return {
    market: createMarketData(source, tokens),
    predictions: createPredictionData(predictions),
    perps: createPerpData(perps.source, perps.markets),
  };
}

async function openSources(directory: string | null) {
  if (directory === null) {
    const { source, tokens } = openModel(MODEL_SEED);
    const predictions = openPredictionModel(MODEL_SEED, source);
    return { source, tokens, predictions, perps: openPerpModel(MODEL_SEED, source) };
  }
  const { source, tokens, recording, ...recorded } = await openReplay(directory);
  const predictions = recorded.predictions ?? openPredictionModel(MODEL_SEED, source);
  const perps = await openPerpReplay(directory, recording);
  return { source, tokens, predictions, perps: perps ?? openPerpModel(MODEL_SEED, source) };
}

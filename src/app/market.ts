import { createMarketData, type MarketData } from '../market/market.ts';
import { openModel } from '../market/model.ts';
import { openReplay } from '../market/replay.ts';
import type { Config } from '../platform/config.ts';

/** The world of the bundled model; another seed would be another history of prices. */
const MODEL_SEED = 'skein';

/** Prices of the recording named in the configuration, else of the bundled model (contract 17). */
export async function openMarket(config: Pick<Config, 'marketDataDir'>): Promise<MarketData> {
  const { source, tokens } =
    config.marketDataDir === null ? openModel(MODEL_SEED) : await openReplay(config.marketDataDir);
  return createMarketData(source, tokens);
}

import { readFileSync } from 'node:fs';
import type { PerpMarketParams } from '../../src/venues/paper/perps/market-params.ts';
import {
  paramsOfRecorded,
  type RecordedPerpMarket,
} from '../../src/venues/paper/perps/recorded-market.ts';
import { lots } from '../../src/venues/paper/perps/units.ts';
import { sharedData } from './shared-data.ts';

/** A market by hand: a tick is 1 USD, a lot 0.0001 units, 20x up to 1,000,000 lots. */
export const handMadeMarket: PerpMarketParams = {
  symbol: 'HAND',
  assetId: 1,
  tickSize: 100n,
  baseLotsDecimals: 4,
  leverageTiers: [
    { upToLots: lots(1_000_000n), maxLeverage: 20n },
    { upToLots: lots(2_000_000n), maxLeverage: 10n },
    { upToLots: lots(4_000_000n), maxLeverage: 3n },
  ],
  riskFactors: {
    cancelBps: 7_000n,
    maintenanceBps: 5_000n,
    backstopBps: 2_000n,
    highRiskBps: 1_000n,
  },
  upnlFactorBps: 10_000n,
  upnlFactorForWithdrawalsBps: 100n,
  maxLiquidationLots: lots(5_000n),
  haircutTiers: [
    { upToLots: lots(100_000n), bps: 100n },
    { upToLots: lots(500_000n), bps: 200n },
    { upToLots: lots(1_000_000n), bps: 300n },
    { upToLots: lots(10_000_000n), bps: 400n },
  ],
  fundingIntervalSeconds: 3_600n,
  fundingPeriodSeconds: 86_400n,
  maxFundingRate: 16_000n,
  openInterestCapLots: lots(3_000_000n),
  isolatedOnly: false,
  takerFeeMicro: 350n,
  makerFeeMicro: 50n,
};

/** The 44 markets of the recorded snapshot of the venue's mainnet account. */
export function recordedMarkets(): RecordedPerpMarket[] {
  const file = sharedData('perps', 'phoenix_mainnet_markets_slot428272682.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { markets: RecordedPerpMarket[] }).markets;
}

/** The rules of one recorded market. */
export function recordedMarket(symbol: string): PerpMarketParams {
  const market = recordedMarkets().find((candidate) => candidate.symbol === symbol);
  if (!market) throw new Error(`no recorded market ${symbol}`);
  return paramsOfRecorded(market);
}

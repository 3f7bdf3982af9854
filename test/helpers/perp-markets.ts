import { readFileSync } from 'node:fs';
import type { PerpMarketParams } from '../../src/venues/paper/perps/market-params.ts';
import { sharedData } from './shared-data.ts';

/** A market by hand: a tick is 1 USD, a lot 0.0001 units, 20x up to 1,000,000 lots. */
export const handMadeMarket: PerpMarketParams = {
  symbol: 'HAND',
  assetId: 1,
  tickSize: 100n,
  baseLotsDecimals: 4,
  leverageTiers: [
    { upperBoundBaseLots: 1_000_000n, maxLeverage: 20n },
    { upperBoundBaseLots: 2_000_000n, maxLeverage: 10n },
    { upperBoundBaseLots: 4_000_000n, maxLeverage: 3n },
  ],
  riskFactors: { maintenanceBps: 5_000n, backstopBps: 2_000n, highRiskBps: 1_000n },
  cancelOrderRiskFactorBps: 7_000n,
  upnlRiskFactorBps: 10_000n,
  upnlRiskFactorForWithdrawalsBps: 100n,
  maxLiquidationSizeBaseLots: 5_000n,
  transferFeeTiers: [
    { upperBoundBaseLots: 100_000n, feeBps: 100n },
    { upperBoundBaseLots: 500_000n, feeBps: 200n },
    { upperBoundBaseLots: 1_000_000n, feeBps: 300n },
    { upperBoundBaseLots: 10_000_000n, feeBps: 400n },
  ],
  fundingIntervalSeconds: 3_600,
  fundingPeriodSeconds: 86_400,
  maxFundingRatePerInterval: 16_000n,
  openInterestCapBaseLots: 3_000_000n,
  isolatedOnly: false,
  takerFeeMicro: 350n,
  makerFeeMicro: 50n,
};

/** A market account of the venue as its SDK decodes it: the parts that the rules need. */
interface RecordedPerpMarket {
  readonly symbol: string;
  readonly assetId: number;
  readonly tickSizeQuoteLotsPerBaseLotPerTick: number;
  readonly baseLotDecimals: number;
  readonly markPriceTicks: string;
  readonly markPriceUsd: number;
  readonly riskParams: {
    readonly leverageTiers: readonly { upperBoundSize: string; maxLeverage: string }[];
    readonly transferFeeTiers: readonly { positionSizeLimit: string; feeRate: number }[];
    readonly riskFactors: readonly [maintenance: number, backstop: number, highRisk: number];
    readonly cancelOrderRiskFactor: number;
    readonly upnlRiskFactor: string;
    readonly upnlRiskFactorForWithdrawals: string;
    readonly maxLiquidationSize: string;
    readonly isolatedOnly: number;
  };
  readonly funding: {
    readonly fundingIntervalSeconds: string;
    readonly fundingPeriodSeconds: string;
    readonly maxFundingRate: string;
  };
  readonly openInterest: { readonly openInterestCap: string };
}

/** The 44 markets of the recorded snapshot of the venue's mainnet account. */
export function recordedMarkets(): RecordedPerpMarket[] {
  const file = sharedData('perps', 'phoenix_mainnet_markets_slot428272682.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { markets: RecordedPerpMarket[] }).markets;
}

/** The rules of a recorded market; the account holds no fees, those of the contract are used. */
export function paramsOfRecorded(market: RecordedPerpMarket): PerpMarketParams {
  const { riskParams, funding } = market;
  const [maintenance, backstop, highRisk] = riskParams.riskFactors;
  return {
    symbol: market.symbol,
    assetId: market.assetId,
    tickSize: BigInt(market.tickSizeQuoteLotsPerBaseLotPerTick),
    baseLotsDecimals: market.baseLotDecimals,
    leverageTiers: riskParams.leverageTiers.map((tier) => ({
      upperBoundBaseLots: BigInt(tier.upperBoundSize),
      maxLeverage: BigInt(tier.maxLeverage),
    })),
    riskFactors: {
      maintenanceBps: BigInt(maintenance),
      backstopBps: BigInt(backstop),
      highRiskBps: BigInt(highRisk),
    },
    cancelOrderRiskFactorBps: BigInt(riskParams.cancelOrderRiskFactor),
    upnlRiskFactorBps: BigInt(riskParams.upnlRiskFactor),
    upnlRiskFactorForWithdrawalsBps: BigInt(riskParams.upnlRiskFactorForWithdrawals),
    maxLiquidationSizeBaseLots: BigInt(riskParams.maxLiquidationSize),
    transferFeeTiers: riskParams.transferFeeTiers.map((tier) => ({
      upperBoundBaseLots: BigInt(tier.positionSizeLimit),
      feeBps: BigInt(tier.feeRate),
    })),
    fundingIntervalSeconds: Number(funding.fundingIntervalSeconds),
    fundingPeriodSeconds: Number(funding.fundingPeriodSeconds),
    maxFundingRatePerInterval: BigInt(funding.maxFundingRate),
    openInterestCapBaseLots: BigInt(market.openInterest.openInterestCap),
    isolatedOnly: riskParams.isolatedOnly !== 0,
    takerFeeMicro: 350n,
    makerFeeMicro: 50n,
  };
}

/** The rules of one recorded market. */
export function recordedMarket(symbol: string): PerpMarketParams {
  const market = recordedMarkets().find((candidate) => candidate.symbol === symbol);
  if (!market) throw new Error(`no recorded market ${symbol}`);
  return paramsOfRecorded(market);
}

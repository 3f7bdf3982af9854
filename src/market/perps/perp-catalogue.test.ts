import { readFileSync } from 'node:fs';
import { getPhoenixSplineCollectionAddress } from '@ellipsis-labs/rise';
import { describe, expect, it } from 'vitest';
import { hasSharedData, sharedData } from '../../../test/helpers/shared-data.ts';
import { bundledInstruments } from '../bundled.ts';
import { isMint } from '../recording.ts';
import { bundledPerps } from './perp-catalogue.ts';

interface RecordedMarket {
  readonly symbol: string;
  readonly assetId: number;
  readonly marketAccount: string;
  readonly tickSizeQuoteLotsPerBaseLotPerTick: number;
  readonly baseLotDecimals: number;
  readonly markPriceTicks: string;
  readonly riskParams: {
    readonly leverageTiers: readonly Record<string, string>[];
    readonly upnlRiskFactor: string;
    readonly maxLiquidationSize: string;
    readonly transferFeeTiers: readonly { positionSizeLimit: string; feeRate: number }[];
    readonly riskFactors: readonly number[];
    readonly cancelOrderRiskFactor: number;
    readonly upnlRiskFactorForWithdrawals: string;
    readonly isolatedOnly: number;
  };
  readonly funding: Record<string, string>;
  readonly openInterest: { openInterest: string; openInterestCap: string };
}

describe('the bundled perpetual markets', () => {
  it('are 44 with unique symbols, asset ids and accounts', () => {
    expect(bundledPerps).toHaveLength(44);
    for (const key of ['symbol', 'assetId', 'marketPubkey', 'splinePubkey', 'name'] as const) {
      expect(new Set(bundledPerps.map(({ facts }) => facts[key])).size, key).toBe(44);
    }
    const symbols = bundledPerps.map(({ facts }) => facts.symbol);
    const wanted = ['BTC', 'ETH', 'SOL', 'HYPE', 'GOLD', 'SKR', 'PUMP', 'NVDA'];
    expect(symbols).toEqual(expect.arrayContaining(wanted));
    for (const { facts } of bundledPerps) {
      expect(isMint(facts.marketPubkey), facts.symbol).toBe(true);
      expect(facts.priceFeedId, facts.symbol).toMatch(/^([0-9a-f]{64})?$/);
      expect(facts.logoUrl, facts.symbol).toMatch(/^(https:\/\/\S+)?$/);
    }
  });

  it('follow the bundled tokens and stocks of the same asset', () => {
    const oracles = bundledPerps.flatMap(({ facts, model }) => {
      const token = bundledInstruments.find(({ mint }) => mint === model.oracleMint);
      return token ? [`${facts.symbol} ${token.symbol}`] : [];
    });
    expect(oracles).toEqual([
      'SOL SOL',
      'BTC WBTC',
      'ETH ETH',
      'JTO JTO',
      'JUP JUP',
      'RENDER RENDER',
      'NVDA NVDAon',
      'AAPL AAPLon',
      'TSLA TSLAon',
      'GOOGL GOOGLon',
      'MU MUon',
    ]);
  });

  it('have the spline accounts that the venue derives from their market accounts', async () => {
    for (const { facts } of bundledPerps) {
      const market = facts.marketPubkey as Parameters<typeof getPhoenixSplineCollectionAddress>[0];
      expect(facts.splinePubkey).toBe(await getPhoenixSplineCollectionAddress(market));
    }
  });
});

describe.skipIf(!hasSharedData)('the recorded accounts of the venue', () => {
  it('are what the table says, market by market', () => {
    const file = sharedData('perps', 'phoenix_mainnet_markets_slot428272682.json');
    const { markets } = JSON.parse(readFileSync(file, 'utf8')) as { markets: RecordedMarket[] };
    const ours = bundledPerps.map(({ facts, model }) => {
      const { name, baseAsset, logoUrl, priceFeedId, splinePubkey, ...recorded } = facts;
      return { ...recorded, markTicks: model.baseMarkTicks };
    });
    const theirs = markets.map(({ riskParams, funding, openInterest, ...market }) => {
      const [maintenance, backstop, highRisk] = riskParams.riskFactors;
      return {
        symbol: market.symbol,
        assetId: market.assetId,
        marketPubkey: market.marketAccount,
        tickSize: BigInt(market.tickSizeQuoteLotsPerBaseLotPerTick),
        baseLotsDecimals: market.baseLotDecimals,
        leverageTiers: riskParams.leverageTiers.map((tier) => ({
          upperBoundBaseLots: BigInt(tier.upperBoundSize ?? ''),
          maxLeverage: BigInt(tier.maxLeverage ?? ''),
          limitOrderRiskFactorBps: BigInt(tier.limitOrderRiskFactor ?? ''),
        })),
        riskFactors: {
          maintenanceBps: BigInt(maintenance ?? 0),
          backstopBps: BigInt(backstop ?? 0),
          highRiskBps: BigInt(highRisk ?? 0),
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
        maxFundingRatePerInterval: BigInt(funding.maxFundingRate ?? ''),
        openInterestCapBaseLots: BigInt(openInterest.openInterestCap),
        openInterestBaseLots: BigInt(openInterest.openInterest),
        isolatedOnly: riskParams.isolatedOnly === 1,
        markTicks: BigInt(market.markPriceTicks),
      };
    });
    expect(ours).toEqual(theirs);
  });
});

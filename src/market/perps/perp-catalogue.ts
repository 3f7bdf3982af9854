import { assert } from '../../errors/app-error.ts';
import type { Usdc } from '../../money/fixed.ts';
import { dollars } from '../../money/text.ts';
import { bundledInstruments } from '../bundled.ts';
import { coinLogoOf, perpPriceFeeds } from './perp-links.ts';
import type { LeverageTier, PerpMarketFacts } from './perp-market.ts';
import { perpMarketTable, perpModelTable } from './perp-markets-table.ts';

/** Where the market model of a perpetual starts from. */
export interface PerpModelParameters {
  /** The recorded mark: the level of a market without an oracle token. */
  readonly baseMarkTicks: bigint;
  /** Mint of the bundled token or stock whose price is the oracle; null = moves by itself. */
  readonly oracleMint: string | null;
  /** Standard deviation of the log price over a year, of a market that moves by itself. */
  readonly yearlyVolatility: number;
  /** Share of that movement that comes from the common market factor, 0 to 1. */
  readonly marketCorrelation: number;
  /** What rests on one side of the book, in USD. */
  readonly depth: Usdc;
  /** Distance of bid and ask from the mark, in millionths of it. */
  readonly halfSpreadPpm: bigint;
  readonly usualVolume24h: Usdc;
}

/** A perpetual market every installation knows. */
export interface PerpListing {
  readonly facts: PerpMarketFacts;
  readonly model: PerpModelParameters;
}

/** The parameters that are the same for all recorded markets (venues/perps.md 1.6). */
const commonFacts = {
  riskFactors: { maintenanceBps: 5_000n, backstopBps: 2_000n, highRiskBps: 1_000n },
  upnlRiskFactorBps: 10_000n,
  transferFeeTiers: [
    { upperBoundBaseLots: 100_000n, feeBps: 100n },
    { upperBoundBaseLots: 500_000n, feeBps: 200n },
    { upperBoundBaseLots: 1_000_000n, feeBps: 300n },
    { upperBoundBaseLots: 10_000_000n, feeBps: 400n },
  ],
  fundingIntervalSeconds: 3_600,
  fundingPeriodSeconds: 86_400,
} as const;
const LIMIT_ORDER_RISK_FACTOR_BPS = 10_000n;

const cellsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

const bySymbol = new Map(
  bundledInstruments.map((token) => [token.stock?.ticker ?? token.symbol, token]),
);

function readTiers(text: string): LeverageTier[] {
  return text.split(' ').map((tier) => {
    const [bound, leverage] = tier.split(':');
    assert(bound && leverage, 'leverage tier');
    return {
      upperBoundBaseLots: BigInt(bound),
      maxLeverage: BigInt(leverage),
      limitOrderRiskFactorBps: LIMIT_ORDER_RISK_FACTOR_BPS,
    };
  });
}

function readFacts(row: string[]): { facts: PerpMarketFacts; baseMarkTicks: bigint } {
  const [symbol, name, assetId, marketPubkey, splinePubkey, tickSize, decimals, mark, ...rest] =
    row;
  const [tiers, maxLiquidation, cancelBps, withdrawalBps, isolated, ...limits] = rest;
  const [maxFunding, interestCap, interest] = limits;
  assert(symbol && name && marketPubkey && splinePubkey && tickSize && mark && tiers, 'perp row');
  assert(maxLiquidation && cancelBps && withdrawalBps && maxFunding, `perp row ${symbol}`);
  assert(interestCap && interest, `perp row ${symbol}`);
  const facts: PerpMarketFacts = {
    ...commonFacts,
    symbol,
    assetId: Number(assetId),
    marketPubkey,
    splinePubkey,
    baseAsset: symbol,
    name,
    logoUrl: coinLogoOf(symbol) || (bySymbol.get(symbol)?.logoUrl ?? ''),
    priceFeedId: perpPriceFeeds[symbol] ?? '',
    tickSize: BigInt(tickSize),
    baseLotsDecimals: Number(decimals),
    leverageTiers: readTiers(tiers),
    cancelOrderRiskFactorBps: BigInt(cancelBps),
    upnlRiskFactorForWithdrawalsBps: BigInt(withdrawalBps),
    maxLiquidationSizeBaseLots: BigInt(maxLiquidation),
    maxFundingRatePerInterval: BigInt(maxFunding),
    openInterestCapBaseLots: BigInt(interestCap),
    openInterestBaseLots: BigInt(interest),
    isolatedOnly: isolated === '1',
  };
  return { facts, baseMarkTicks: BigInt(mark) };
}

function readModel(row: string[]): Omit<PerpModelParameters, 'baseMarkTicks'> {
  const [symbol, oracle, volatility, correlation, depthUsd, halfSpreadPpm, volumeUsd] = row;
  assert(depthUsd && halfSpreadPpm && volumeUsd, `model row ${symbol}`);
  const oracleMint = oracle ? bySymbol.get(oracle)?.mint : null;
  assert(oracleMint !== undefined, `oracle of ${symbol}`);
  return {
    oracleMint,
    yearlyVolatility: Number(volatility),
    marketCorrelation: Number(correlation),
    depth: dollars(depthUsd),
    halfSpreadPpm: BigInt(halfSpreadPpm),
    usualVolume24h: dollars(volumeUsd),
  };
}

const models = new Map(cellsOf(perpModelTable).map((row) => [row[0], readModel(row)]));

/** The perpetual markets every installation knows, in the order of the venue's asset map. */
export const bundledPerps: readonly PerpListing[] = cellsOf(perpMarketTable).map((row) => {
  const { facts, baseMarkTicks } = readFacts(row);
  const model = models.get(facts.symbol);
  assert(model, `model of ${facts.symbol}`);
  return { facts, model: { baseMarkTicks, ...model } };
});

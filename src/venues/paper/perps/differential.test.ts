import {
  createMarginCalculator,
  type MarginSimulationAction,
  type MarketParams,
  type SimulateMarginResult,
  type SubaccountMarginInputs,
} from '@ellipsis-labs/rise';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  handMadeMarket,
  paramsOfRecorded,
  recordedMarkets,
} from '../../../../test/helpers/perp-markets.ts';
import { hasSharedData } from '../../../../test/helpers/shared-data.ts';
import { AppError } from '../../../errors/app-error.ts';
import { ratio, usdc } from '../../../money/fixed.ts';
import { applyFill, feeOf, fillAt } from './fill.ts';
import { liquidationTicks } from './liquidation-price.ts';
import { marginOf } from './margin.ts';
import { maxLeverageAt, type PerpMarketParams, type PerpMoment } from './market-params.ts';
import { addCollateral } from './open.ts';
import {
  closing,
  entryTicks,
  newPosition,
  type PerpState,
  settleFunding,
  unsettledFunding,
} from './position.ts';
import { ticksToUsd } from './prices.ts';
import { lotsToReduce } from './sizing.ts';
import { fundingIndex, lots, type Ticks, ticks } from './units.ts';

/** A market as the SDK wants it. */
const sdkMarket = (params: PerpMarketParams, markTicks: bigint): MarketParams => ({
  symbol: params.symbol,
  assetId: params.assetId,
  markPriceTicks: `${markTicks}`,
  tickSize: `${params.tickSize}`,
  baseLotDecimals: params.baseLotsDecimals,
  leverageTiers: params.leverageTiers.map(({ upperBoundBaseLots, maxLeverage }) => ({
    upperBoundSize: `${upperBoundBaseLots}`,
    maxLeverage: `${maxLeverage}`,
    limitOrderRiskFactorBps: '10000',
  })),
  riskFactors: {
    maintenanceMarginFactorBps: `${params.riskFactors.maintenanceBps}`,
    backstopMarginFactorBps: `${params.riskFactors.backstopBps}`,
    highRiskMarginFactorBps: `${params.riskFactors.highRiskBps}`,
  },
  cancelOrderRiskFactorBps: `${params.cancelOrderRiskFactorBps}`,
  upnlRiskFactor: `${params.upnlRiskFactorBps}`,
  upnlRiskFactorForWithdrawals: `${params.upnlRiskFactorForWithdrawalsBps}`,
  isolatedOnly: params.isolatedOnly,
});

type Step =
  | { kind: 'fill'; isBuy: boolean; near: number; size: number; bps: number }
  | { kind: 'reduce'; fractionBps: number; bps: number }
  | { kind: 'fund'; index: bigint }
  | { kind: 'settle' }
  | { kind: 'mark'; bps: number }
  | { kind: 'collateral'; tenThousandths: number }
  | { kind: 'edge'; margin: (typeof edges)[number]; offset: bigint };

const edges = ['initial', 'cancel', 'maintenance', 'backstop', 'highRisk'] as const;

const bps = fc.integer({ min: -300, max: 300 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fill' as const),
      isBuy: fc.boolean(),
      near: fc.integer({ min: -1, max: 3 }),
      size: fc.integer({ min: 1, max: 10_000 }),
      bps,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reduce' as const),
      fractionBps: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constant(10_000)),
      bps,
    }),
  },
  fc.record({
    kind: fc.constant('fund' as const),
    index: fc.bigInt({ min: -100_000n, max: 100_000n }),
  }),
  fc.record({ kind: fc.constant('settle' as const) }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      bps: fc.oneof(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -6_000, max: 9_000 })),
    }),
  },
  fc.record({
    kind: fc.constant('collateral' as const),
    tenThousandths: fc.integer({ min: -1_000, max: 3_000 }),
  }),
  fc.record({
    kind: fc.constant('edge' as const),
    margin: fc.constantFrom(...edges),
    offset: fc.constantFrom(-1n, 0n, 1n),
  }),
);

/** Both engines side by side. */
interface Pair {
  params: PerpMarketParams;
  calculator: ReturnType<typeof createMarginCalculator>;
  state: PerpState;
  at: PerpMoment;
  theirs: SubaccountMarginInputs;
}

const atLeastOne = (value: bigint): Ticks => ticks(value > 0n ? value : 1n);
const moved = (from: bigint, byBps: number): Ticks =>
  atLeastOne((from * BigInt(10_000 + byBps)) / 10_000n);

/** A size of some lots, or one around the bound of a tier, where leverage changes. */
function sizeNear({ leverageTiers }: PerpMarketParams, near: number, size: number): bigint {
  const tier = leverageTiers[near];
  if (!tier) return BigInt(size);
  const moved =
    tier.upperBoundBaseLots + (tier.upperBoundBaseLots * BigInt(size - 8_000)) / 40_000n;
  return size % 3 === 0 ? tier.upperBoundBaseLots + BigInt(size % 5) - 2n : moved;
}

/** Applies one step to ours and says what to ask of theirs; null where there is nothing to do. */
function apply(pair: Pair, change: Step): MarginSimulationAction | null {
  const { params, state, at } = pair;
  const { symbol } = params;
  switch (change.kind) {
    case 'fill': {
      const size = sizeNear(params, change.near, change.size);
      const price = moved(at.markTicks, change.bps);
      const fill = fillAt(params, lots(change.isBuy ? size : -size), price);
      const fee = feeOf(fill.quote, params.takerFeeMicro);
      pair.state = applyFill(state, fill, { fee, fundingIndex: at.fundingIndex }).state;
      return {
        type: 'fillPosition',
        symbol,
        side: change.isBuy ? 'bid' : 'ask',
        baseLots: `${size}`,
        priceTicks: `${price}`,
        feeQuoteLots: `${fee}`,
      };
    }
    case 'reduce': {
      const price = moved(at.markTicks, change.bps);
      const fraction = ratio(BigInt(change.fractionBps) * 10n ** 14n);
      const size = reduced(state, fraction);
      const fill = fillAt(params, closing(state, lots(size ?? 1n)), price);
      const fee = feeOf(fill.quote, params.takerFeeMicro);
      if (size !== null) {
        pair.state = applyFill(state, fill, { fee, fundingIndex: at.fundingIndex }).state;
      }
      return {
        type: 'closePosition',
        symbol,
        fractionBps: `${change.fractionBps}`,
        priceTicks: `${price}`,
        feeQuoteLots: `${fee}`,
      };
    }
    case 'fund': {
      if (state.baseLots === 0n) return null;
      const before = unsettledFunding(state, at.fundingIndex);
      pair.at = { ...at, fundingIndex: fundingIndex(at.fundingIndex + change.index) };
      const quoteLots = unsettledFunding(state, pair.at.fundingIndex) - before;
      return { type: 'applyFundingPayment', symbol, quoteLots: `${quoteLots}` };
    }
    case 'settle':
      pair.state = settleFunding(state, at.fundingIndex).state;
      return { type: 'settleFunding', symbol };
    case 'mark':
      pair.at = { ...at, markTicks: moved(at.markTicks, change.bps) };
      return { type: 'setMarkPrice', symbol, markPriceTicks: `${pair.at.markTicks}` };
    case 'collateral': {
      const { positionValue } = marginOf(params, state, at);
      const delta = usdc((positionValue * BigInt(change.tenThousandths)) / 10_000n);
      pair.state = addCollateral(state, delta).state;
      return { type: 'adjustCollateral', quoteLotsDelta: `${delta}` };
    }
    case 'edge': {
      // Equity to within a quote lot of a margin, where the tier changes.
      const margin = marginOf(params, state, at);
      const delta = usdc(margin[change.margin] + change.offset - margin.equity);
      pair.state = addCollateral(state, delta).state;
      return { type: 'adjustCollateral', quoteLotsDelta: `${delta}` };
    }
  }
}

/** Lots of a reduction; null when it is refused for being too small. */
function reduced(state: PerpState, fraction: ReturnType<typeof ratio>): bigint | null {
  try {
    return lotsToReduce(state, fraction);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe(state.baseLots === 0n ? 'NO_POSITION' : 'REDUCE_TOO_SMALL');
    return null;
  }
}

/** What both engines say, as text. */
function oursAsText({ params, state, at }: Pair): Record<string, string | null> {
  const margin = marginOf(params, state, at);
  const hit = liquidationTicks(params, state, at);
  return {
    baseLots: `${state.baseLots}`,
    virtualQuote: `${state.virtualQuote}`,
    entryTicks: `${entryTicks(params, state)}`,
    collateral: `${state.collateral}`,
    positionValue: `${margin.positionValue}`,
    unrealizedPnl: `${margin.unrealizedPnl}`,
    unsettledFunding: `${margin.unsettledFunding}`,
    equity: `${margin.equity}`,
    equityForWithdrawals: `${margin.equityForWithdrawals}`,
    initial: `${margin.initial}`,
    maintenance: `${margin.maintenance}`,
    cancel: `${margin.cancel}`,
    backstop: `${margin.backstop}`,
    highRisk: `${margin.highRisk}`,
    tier: margin.tier,
    liquidationTicks: hit === null ? null : `${hit}`,
  };
}

function theirsAsText(result: SimulateMarginResult): Record<string, string | null> {
  const { margin, marketMargins } = result.after;
  const [market] = marketMargins;
  const [liquidation] = result.liquidationPrices.positions;
  // Zero is no price: ours is null there (docs/concepts/perp-margin.md).
  const hit = liquidation?.liquidationPriceTicks === '0' ? undefined : liquidation;
  return {
    baseLots: market?.basePositionLots ?? '0',
    virtualQuote: market?.virtualQuotePositionLots ?? '0',
    entryTicks: market?.entryPriceTicks ?? '0',
    collateral: margin.collateralBalanceQuoteLots,
    positionValue: `${market?.positionValueQuoteLots ?? 0}`.replace('-', ''),
    unrealizedPnl: margin.unrealizedPnlQuoteLots,
    unsettledFunding: margin.unsettledFundingQuoteLots,
    equity: margin.effectiveCollateralQuoteLots,
    equityForWithdrawals: margin.effectiveCollateralForWithdrawalsQuoteLots,
    initial: margin.initialMarginQuoteLots,
    maintenance: margin.maintenanceMarginQuoteLots,
    cancel: margin.cancelMarginQuoteLots,
    backstop: margin.backstopMarginQuoteLots,
    highRisk: margin.highRiskMarginQuoteLots,
    tier: margin.riskTier,
    liquidationTicks: hit?.liquidationPriceTicks ?? null,
  };
}

/** The SDK prints dollars as floats; ours are exact, so they agree in the first twelve digits. */
function expectSameUsd({ params }: Pair, result: SimulateMarginResult): void {
  const [liquidation] = result.liquidationPrices.positions;
  const { liquidationPriceTicks: hit, liquidationPriceUsd: usd } = liquidation ?? {};
  if (!hit || !usd) return;
  const exact = Number(ticksToUsd(params, ticks(BigInt(hit))));
  expect(Math.abs(exact - usd) / usd).toBeLessThan(1e-12);
}

const realizedIn = ({ actionReports }: SimulateMarginResult): string | undefined => {
  const [report] = actionReports;
  return report && 'realizedPnlQuoteLots' in report ? report.realizedPnlQuoteLots : undefined;
};

/** What has been compared so far in the running test. */
let seen: ReturnType<typeof oursAsText>[] = [];
beforeEach(() => {
  seen = [];
});

/** The cases must reach every tier and both kinds of liquidation price, or they prove little. */
function expectVariety(): void {
  const tiers = new Set(seen.map(({ tier }) => tier));
  expect([...tiers].sort()).toEqual(
    ['atRisk', 'backstopLiquidatable', 'cancellable', 'highRisk', 'liquidatable', 'safe'].sort(),
  );
  const withPrice = seen.filter(({ liquidationTicks: hit }) => hit !== null).length;
  expect(withPrice).toBeGreaterThan(100);
  expect(seen.length - withPrice).toBeGreaterThan(100);
}

/** Runs one step on both sides and compares everything. */
function compare(pair: Pair, change: Step): void {
  const { state: before, at } = pair;
  const action = apply(pair, change);
  if (!action) return;
  const ask = (): SimulateMarginResult =>
    pair.calculator.simulateMargin({
      subaccount: pair.theirs,
      marginMode: 'isolated',
      isolatedSymbol: pair.params.symbol,
      actions: [action],
      markPriceOverrides: { [pair.params.symbol]: `${at.markTicks}` },
    });
  if (change.kind === 'reduce' && pair.state === before) {
    expect(ask).toThrow(/without an open position|rounds to zero/);
    return;
  }
  const result = ask();
  pair.theirs = result.projectedSubaccountInput;
  const ours = oursAsText(pair);
  expect(ours).toEqual(theirsAsText(result));
  expectSameUsd(pair, result);
  seen.push(ours);
  const realized = realizedIn(result);
  if (realized !== undefined) {
    expect(`${pair.state.totals.pricePnl - before.totals.pricePnl}`).toBe(realized);
  }
}

/** Runs a sequence of steps on both sides, beginning flat. */
function compareSequence(params: PerpMarketParams, mark: bigint, changes: readonly Step[]): void {
  const collateral = usdc(sizeOfCollateral(params, mark));
  const pair: Pair = {
    params,
    calculator: createMarginCalculator([sdkMarket(params, mark)]),
    state: newPosition(collateral, fundingIndex(0n)),
    at: { markTicks: ticks(mark), fundingIndex: fundingIndex(0n) },
    theirs: {
      subaccountIndex: 1,
      collateralBalanceQuoteLots: `${collateral}`,
      markets: [{ symbol: params.symbol }],
    },
  };
  for (const change of changes) compare(pair, change);
}

/** About what a tenth of the largest size of a random fill is worth. */
const sizeOfCollateral = (params: PerpMarketParams, mark: bigint): bigint =>
  1_000n * mark * params.tickSize;

const sequence = fc.array(step, { minLength: 3, maxLength: 12 });
/** The same cases in every run; a failure is shrunk and printed. */
const run = { seed: 428_272_682, numRuns: 400 };

test('agrees with the official SDK in a market made by hand, tiers and discount included', () => {
  const discounting = { ...handMadeMarket, upnlRiskFactorBps: 6_500n };
  for (const params of [handMadeMarket, discounting]) {
    fc.assert(
      fc.property(sequence, (changes) => compareSequence(params, 60_000n, changes)),
      run,
    );
  }
  expectVariety();
});

describe.skipIf(!hasSharedData)('agrees with the official SDK in recorded markets', () => {
  const markets = hasSharedData ? recordedMarkets() : [];
  const chosen = ['BTC', 'ETH', 'SOL', 'HYPE', 'GOLD', 'SKR', 'PUMP', 'NVDA', 'XRP', 'DOGE', 'MU'];

  test.each(markets.filter(({ symbol }) => chosen.includes(symbol)))('$symbol', (market) => {
    const params = paramsOfRecorded(market);
    const mark = BigInt(market.markPriceTicks);
    fc.assert(
      fc.property(sequence, (changes) => compareSequence(params, mark, changes)),
      run,
    );
    expectVariety();
  });

  test('the leverage of every size between two tiers, which the SDK interpolates in floats', () => {
    let compared = 0;
    for (const market of markets) {
      const params = paramsOfRecorded(market);
      const calculator = createMarginCalculator([sdkMarket(params, 1n)]);
      for (const size of between(params)) {
        const result = calculator.computeSubaccountMargin({
          subaccountIndex: 1,
          collateralBalanceQuoteLots: '0',
          markets: [{ symbol: params.symbol, position: unitPosition(size) }],
        });
        const notional = size * params.tickSize;
        const leverage = maxLeverageAt(params, lots(size));
        const expected = (notional + leverage - 1n) / leverage;
        expect(`${expected}`, `${params.symbol} ${size}`).toBe(
          result.margin.initialMarginQuoteLots,
        );
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(1_000);
  });
});

const unitPosition = (size: bigint) => ({
  basePositionLots: `${size}`,
  virtualQuotePositionLots: `${-size}`,
  entryPriceTicks: '1',
  unsettledFundingQuoteLots: '0',
  accumulatedFundingQuoteLots: '0',
});

/** Sizes around the bounds of the tiers, and where interpolated leverage is about to change. */
function between({ leverageTiers }: PerpMarketParams): bigint[] {
  return leverageTiers.flatMap((tier, n) => {
    const lower = leverageTiers[n - 1];
    const around = [-1n, 0n, 1n].map((offset) => tier.upperBoundBaseLots + offset);
    if (!lower) return around;
    const [range, fall] = [
      tier.upperBoundBaseLots - lower.upperBoundBaseLots,
      lower.maxLeverage - tier.maxLeverage,
    ];
    const changes = Array.from({ length: Number(fall) }, (_, step) =>
      [-1n, 0n, 1n].map(
        (offset) => lower.upperBoundBaseLots + (range * BigInt(step)) / fall + offset,
      ),
    );
    return [...around, ...changes.flat()];
  });
}

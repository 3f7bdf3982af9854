import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { recordedMarket } from '../../../../test/helpers/perp-markets.ts';
import { hasSharedData, sharedData } from '../../../../test/helpers/shared-data.ts';
import { usdc } from '../../../money/fixed.ts';
import { closeLots } from './close.ts';
import { feeOf, fillAt } from './fill.ts';
import { liquidationTicks } from './liquidation-price.ts';
import { marginOf } from './margin.ts';
import { openPosition } from './open.ts';
import { closing, entryTicks, type PerpState, receiveFunding } from './position.ts';
import { ticksToUsd } from './prices.ts';
import { realizedOf } from './realized.ts';
import { parseLeverage, sizeOpening } from './sizing.ts';
import { fundingIndex, lots, ticks } from './units.ts';

interface Golden {
  symbol: string;
  side: 'bid' | 'ask';
  leverage: number;
  collateral: string;
  baseLots: string;
  entryTicks: string;
  feeQuoteLots: string;
  initialMargin: string;
  maintenanceMargin: string;
  effectiveCollateral: string;
  riskTier: string;
  liquidationTicks: string;
  liquidationUsd: number;
  marks: { mark: string; effective: string; im: string; mm: string; tier: string }[];
  lifecycle: {
    fundingQuoteLots: string;
    closes: { lots: string; priceTicks: string; fee: string; realized: string }[];
    priceRealized: string;
    totalFees: string;
    netRealized: string;
    finalCollateral: string;
  };
}

const goldenVectors = (): Golden[] => {
  const file = sharedData('perps', 'vectors_phoenix_sdk_golden.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { vectors: Golden[] }).vectors;
};

const INDEX = fundingIndex(0n);
const vectors = hasSharedData ? goldenVectors() : [];

function opened(vector: Golden) {
  const params = recordedMarket(vector.symbol);
  const size = lots(BigInt(vector.baseLots));
  const fill = fillAt(
    params,
    vector.side === 'bid' ? size : lots(-size),
    ticks(BigInt(vector.entryTicks)),
  );
  const fee = feeOf(fill.quote, params.takerFeeMicro);
  const collateral = usdc(BigInt(vector.collateral));
  const { state } = openPosition({ collateral, fill, fee, fundingIndex: INDEX });
  return { params, state, fee, collateral };
}

const at = (mark: string) => ({ markTicks: ticks(BigInt(mark)), fundingIndex: INDEX });

describe.skipIf(!hasSharedData)('numbers the official SDK has printed', () => {
  test('there are 24 openings with 14 marks each', () => {
    expect(vectors.map(({ marks }) => marks.length)).toEqual(Array(24).fill(14));
  });

  test.each(vectors)('$symbol $side at $leverage', (vector) => {
    const { params, state, fee, collateral } = opened(vector);
    const boundTicks = ticks(BigInt(vector.entryTicks));
    const leverage = parseLeverage(`${vector.leverage}`) ?? 0n;
    expect(sizeOpening({ params, collateral, leverage, boundTicks }).toString()).toBe(
      vector.baseLots,
    );
    expect(fee.toString()).toBe(vector.feeQuoteLots);
    expect(entryTicks(params, state).toString()).toBe(vector.entryTicks);
    const margin = marginOf(params, state, at(vector.entryTicks));
    expect({
      initialMargin: margin.initial.toString(),
      maintenanceMargin: margin.maintenance.toString(),
      effectiveCollateral: margin.equity.toString(),
      riskTier: margin.tier,
    }).toEqual({
      initialMargin: vector.initialMargin,
      maintenanceMargin: vector.maintenanceMargin,
      effectiveCollateral: vector.effectiveCollateral,
      riskTier: vector.riskTier,
    });
    const hit = liquidationTicks(params, state, at(vector.entryTicks));
    expect(hit?.toString()).toBe(vector.liquidationTicks);
    expect(hit && ticksToUsd(params, hit)).toBe(`${vector.liquidationUsd}`);
  });

  test.each(vectors)('$symbol $side at $leverage: risk at other marks', (vector) => {
    const { params, state } = opened(vector);
    for (const { mark, effective, im, mm, tier } of vector.marks) {
      const margin = marginOf(params, state, at(mark));
      expect({
        effective: margin.equity.toString(),
        im: margin.initial.toString(),
        mm: margin.maintenance.toString(),
        tier: margin.tier,
      }).toEqual({ effective, im, mm, tier });
    }
  });

  test.each(vectors)('$symbol $side at $leverage: funding and two closes', (vector) => {
    const { lifecycle } = vector;
    const { params, state: open, collateral } = opened(vector);
    let state: PerpState = receiveFunding(open, usdc(BigInt(lifecycle.fundingQuoteLots)));
    let returned = 0n;
    for (const close of lifecycle.closes) {
      const deltaLots = closing(state, lots(BigInt(close.lots)));
      const fill = fillAt(params, deltaLots, ticks(BigInt(close.priceTicks)));
      const fee = feeOf(fill.quote, params.takerFeeMicro);
      expect(fee.toString()).toBe(close.fee);
      const change = closeLots(state, fill, { fee, fundingIndex: INDEX });
      expect(change.moved.pricePnl.toString()).toBe(close.realized);
      returned += change.moved.collateralReturned;
      state = change.state;
    }
    const realized = realizedOf(state.totals);
    expect({
      priceRealized: realized.pricePnl.toString(),
      totalFees: realized.fees.toString(),
      netRealized: realized.netPnl.toString(),
      finalCollateral: realized.finalCollateral.toString(),
    }).toEqual({
      priceRealized: lifecycle.priceRealized,
      totalFees: lifecycle.totalFees,
      netRealized: lifecycle.netRealized,
      finalCollateral: lifecycle.finalCollateral,
    });
    expect(returned).toBe(realized.finalCollateral);
    expect(collateral + realized.netPnl).toBe(realized.finalCollateral);
  });
});

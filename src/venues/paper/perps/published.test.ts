import { readFileSync } from 'node:fs';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { handMadeMarket } from '../../../../test/helpers/perp-markets.ts';
import { hasSharedData, sharedData } from '../../../../test/helpers/shared-data.ts';
import { usdc } from '../../../money/fixed.ts';
import { formatRatio, requireFixed } from '../../../money/text.ts';
import { coverShortfall } from './adl.ts';
import { accruedPercent, fundingAt, startFunding } from './funding.ts';
import { liquidate } from './liquidation.ts';
import { liquidationTicks } from './liquidation-price.ts';
import { unrealizedPnl } from './margin.ts';
import type { PerpMarketParams } from './market-params.ts';
import { newPosition, type PerpState } from './position.ts';
import { ticksToUsd } from './prices.ts';
import { fundingIndex, lots, type Ticks, ticks } from './units.ts';

/**
 * Numbers printed in documents and tests of several venues. Groups whose formula is a case of ours
 * run through the engine; the formulas of other venues that are no part of our rules are written
 * out here in one line, so that the numbers stay checked.
 */
interface Published {
  hyperliquid_isolated_liquidation_price: {
    vectors: {
      coin: string;
      side: 'long' | 'short';
      entryPx: string;
      size: string;
      isolatedMargin: string;
      maxLeverage: number;
      expectedLiqPx: string;
      formulaLiqPx: string;
    }[];
  };
  binance_usdm_liquidation_price: {
    vectors: Record<
      'walletBalance' | 'TMM1' | 'UPNL1' | 'cumB' | 'size' | 'entry' | 'MMR' | 'expectedLiq',
      string
    >[];
  };
  binance_maintenance_amount: { 'ADA/BUSD': { floors_mmr: [number, string][]; cum: string[] } };
  dydx_isolated_liquidation_price: {
    in: { e: string; s: string; p: string; MMF: string };
    out: string;
  };
  dydx_deleveraging: { out: { bankruptcyPriceB: string; A_realized: string; B_final: string } };
  hyperliquid_margin_tiers: Record<string, [number, number, string, string][] | string[]>;
  hyperliquid_funding_example: {
    in: { interest8h: string; impactBid: string; oracle: string; size: string };
    out: { rate8h: string; hourly: string; hourlyPaymentLong10: string };
  };
  phoenix_funding_rate: { out: { intervalPct: string; annualPct: string } };
  phoenix_liquidation_price_closed_form: {
    vectors: {
      size: number;
      entry: number;
      lev: number;
      C: number;
      otherUpnl: number;
      otherMM: number;
      mmBps: number;
      upnlBps?: number;
      liq: number;
    }[];
    tickBoundary: { liqTicks: number; liqUsd: number }[];
  };
  phoenix_upnl: {
    baseLots: number;
    virtualQuote: number;
    priceQuoteLotsPerBaseLot?: number;
    price?: number;
    upnl: number;
  }[];
}

const published = (): Published =>
  JSON.parse(readFileSync(sharedData('perps', 'vectors_published.json'), 'utf8')) as Published;
const Exact = Decimal.clone({ precision: 60 });
const INDEX = fundingIndex(0n);
const at = (mark: Ticks | bigint) => ({ markTicks: ticks(mark), fundingIndex: INDEX });

/** A market of whole units whose tick is `tickSize` millionths of a dollar. */
const wholeUnits = (tickSize: bigint, maxLeverage: number, mmBps = 5_000): PerpMarketParams => ({
  ...handMadeMarket,
  tickSize,
  baseLotsDecimals: 0,
  leverageTiers: [{ upperBoundBaseLots: 10n ** 18n, maxLeverage: BigInt(maxLeverage) }],
  riskFactors: { ...handMadeMarket.riskFactors, maintenanceBps: BigInt(mmBps) },
});

/** A position in whole units, a million times as large so that every published size is whole. */
const MILLION = 10n ** 6n;
const millions = (text: string): bigint => requireFixed(text, 6);
function heldMillion(position: {
  size: string;
  entry: string;
  margin: string;
  side: 1n | -1n;
}): PerpState {
  const size = millions(position.size);
  return {
    ...newPosition(usdc(millions(position.margin) * MILLION), INDEX),
    baseLots: lots(position.side * size),
    virtualQuote: usdc(-position.side * size * millions(position.entry)),
  };
}

/** As fine as fits below the largest tick. */
const tickSizes: Readonly<Record<string, bigint>> = { BTC: 100n, ETH: 10n };

describe.skipIf(!hasSharedData)('published numbers', () => {
  const data = hasSharedData ? published() : ({} as Published);

  // liq = entry - side × (margin - entry × size × l) / size / (1 - l × side), l = 1 / (2 × max
  // leverage): our rule with maintenance at half of the initial margin. The venue shows its own
  // rounding of the margin, so the live values agree to 3.5e-5; the formula to the tick.
  test('hyperliquid_isolated_liquidation_price: live values of Hyperliquid', () => {
    const { vectors } = data.hyperliquid_isolated_liquidation_price;
    expect(vectors).toHaveLength(29);
    for (const { coin, side, entryPx, size, isolatedMargin, maxLeverage, ...prices } of vectors) {
      const isLong = side === 'long';
      const tickSize = tickSizes[coin] ?? 1n;
      const params = wholeUnits(tickSize, maxLeverage);
      const state = heldMillion({
        size,
        entry: entryPx,
        margin: isolatedMargin,
        side: isLong ? 1n : -1n,
      });
      const mark = ticks(millions(entryPx) / tickSize);
      const hit = liquidationTicks(params, state, at(mark));
      const exact = new Exact(prices.formulaLiqPx).times(1e6).div(tickSize.toString());
      expect(new Exact(`${hit}`).minus(exact).abs().toNumber(), entryPx).toBeLessThanOrEqual(1);
      const live = new Exact(ticksToUsd(params, hit ?? ticks(0n))).div(prices.expectedLiqPx);
      expect(live.minus(1).abs().toNumber(), entryPx).toBeLessThan(4e-5);
    }
  });

  // Maintenance amounts by notional are no rule of our venue: the formula is checked alone.
  test('binance_usdm_liquidation_price: FAQ of Binance', () => {
    for (const vector of data.binance_usdm_liquidation_price.vectors) {
      const { walletBalance, TMM1, UPNL1, cumB, size, entry, MMR, expectedLiq } = vector;
      const above = new Exact(walletBalance)
        .minus(TMM1)
        .plus(UPNL1)
        .plus(cumB)
        .minus(new Exact(size).times(entry));
      const liquidation = above.div(new Exact(size).times(new Exact(MMR).minus(1)));
      expect(liquidation.toFixed(2)).toBe(expectedLiq);
    }
  });

  test('binance_maintenance_amount: tiers of Binance', () => {
    const { floors_mmr: tiers, cum } = data.binance_maintenance_amount['ADA/BUSD'];
    expect(maintenanceAmounts(tiers)).toEqual(cum.map((amount) => new Exact(amount).toString()));
  });

  test('hyperliquid_margin_tiers: tiers of Hyperliquid', () => {
    for (const [coin, rows] of Object.entries(data.hyperliquid_margin_tiers)) {
      if (coin === 'columns') continue;
      const tiers = rows as [number, number, string, string][];
      const amounts = maintenanceAmounts(tiers.map(([floor, , mmr]) => [floor, mmr]));
      tiers.forEach(([, maxLeverage, mmr, deduction], n) => {
        expect(
          new Exact(1)
            .div(2 * maxLeverage)
            .minus(mmr)
            .abs()
            .toNumber(),
        ).toBeLessThan(1e-12);
        expect(new Exact(amounts[n] ?? 'NaN').minus(deduction).abs().toNumber()).toBeLessThan(1e-6);
      });
    }
  });

  // p' = (e - s × p) / (|s| × MMF - s): ours with 10x and half of it. In ticks of 1e-6 USD the
  // first price at which the short is hit.
  test('dydx_isolated_liquidation_price: documents of dYdX', () => {
    const { e, s, p, MMF } = data.dydx_isolated_liquidation_price.in;
    expect([s, MMF]).toEqual(['-3', '0.05']);
    const state = heldMillion({ size: '3', entry: p, margin: e, side: -1n });
    const hit = liquidationTicks(wholeUnits(1n, 10), state, at(millions(p)));
    expect(ticksToUsd(wholeUnits(1n, 10), hit ?? ticks(0n))).toBe(
      data.dydx_isolated_liquidation_price.out,
    );
  });

  // A long and B short 500 at 1, each with 100; the oracle jumps to 2. B is bankrupt at 1.2.
  test('dydx_deleveraging: documents of dYdX', () => {
    const params = wholeUnits(1n, 10);
    const held = (side: 1n | -1n): PerpState => ({
      ...newPosition(usdc(100n * MILLION), INDEX),
      baseLots: lots(side * 500n),
      virtualQuote: usdc(-side * 500n * MILLION),
    });
    const moment = at(2n * MILLION);
    const { steps, state, moved } = liquidate({
      params,
      state: held(-1n),
      at: moment,
      bookQuote: () => null,
    });
    const [step] = steps;
    if (!step) throw new Error('B is liquidated');
    const cover = coverShortfall({
      params,
      bankruptcy: {
        side: 'SHORT',
        lots: step.lots,
        quote: step.quote,
        shortfall: moved.shortfall,
      },
      insurance: usdc(0n),
      candidates: [{ id: 'A', state: held(1n) }],
      at: moment,
    });
    const { bankruptcyPriceB, A_realized, B_final } = data.dydx_deleveraging.out;
    expect(step.quote).toBe(500n * millions(bankruptcyPriceB));
    expect(cover.closes[0]?.moved.pricePnl).toBe(millions(A_realized.slice(1)));
    expect(moved.collateralReturned).toBe(millions(B_final));
    expect(state.collateral).toBe(0n);
    expect(cover.fromHouse).toBe(0n);
  });

  // Funding by an interest rate and impact prices is Hyperliquid's own: the formula alone.
  test('hyperliquid_funding_example: documents of Hyperliquid', () => {
    const { interest8h, impactBid, oracle, size } = data.hyperliquid_funding_example.in;
    const { rate8h, hourly, hourlyPaymentLong10 } = data.hyperliquid_funding_example.out;
    const premium = new Exact(impactBid).minus(oracle).div(oracle);
    const towards = Decimal.min(Decimal.max(new Exact(interest8h).minus(premium), -0.0005), 0.0005);
    const rate = premium.plus(towards);
    expect(rate.toString()).toBe(rate8h);
    expect(rate.div(8).toString()).toBe(hourly);
    expect(rate.div(8).times(size).times(oracle).toFixed(4)).toBe(hourlyPaymentLong10);
  });

  // Mark 94,206, index 94,209, one hour of a period of a day; 8,760 hours a year.
  test('phoenix_funding_rate: tests of the Rust SDK', () => {
    const params = { ...wholeUnits(MILLION, 20), maxFundingRatePerInterval: 10n ** 12n };
    const seen = { markTicks: ticks(94_206n), oracleTicks: ticks(94_209n), atMs: 0 };
    const justBefore = fundingAt(params, startFunding(params, seen), 3_600_000 - 1);
    const accumulated = justBefore.accumulated + justBefore.premium;
    const percent = formatRatio(accruedPercent(params, { accumulated }, ticks(94_206n)));
    const { intervalPct, annualPct } = data.phoenix_funding_rate.out;
    expect(new Exact(percent).toFixed(7)).toBe(intervalPct);
    expect(new Exact(percent).times(8_760).toFixed(4)).toBe(annualPct);
    expect(fundingAt(params, justBefore, 3_600_000).index).toBe(-125_000n);
  });

  // Other positions of a cross account come in as collateral: their profit less their maintenance.
  test('phoenix_liquidation_price_closed_form: tests of the SDK', () => {
    const { vectors } = data.phoenix_liquidation_price_closed_form;
    expect(vectors).toHaveLength(6);
    for (const { size, entry, lev, C, otherUpnl, otherMM, mmBps, upnlBps, liq } of vectors) {
      const tickSize = entry > 4_000 ? 100n : 1n;
      const params = {
        ...wholeUnits(tickSize, lev, mmBps),
        upnlRiskFactorBps: BigInt(upnlBps ?? 10_000),
      };
      const margin = new Exact(C).plus(otherUpnl).minus(otherMM).toFixed();
      const side = size > 0 ? 1n : -1n;
      const state = heldMillion({ size: `${Math.abs(size)}`, entry: `${entry}`, margin, side });
      const exact = new Exact(liq).times(1e6).div(tickSize.toString());
      // From a mark on the safe side: the last tick below the root for a long, the first above it.
      const mark = side > 0n ? exact.times(2).toFixed(0) : exact.div(2).toFixed(0);
      const hit = liquidationTicks(params, state, at(BigInt(mark)));
      expect(`${hit}`, `${size} at ${entry}`).toBe(
        exact.toFixed(0, side > 0n ? Decimal.ROUND_FLOOR : Decimal.ROUND_CEIL),
      );
    }
  });

  // 2 units short at 200 with 250, 25x, lots of 0.01: 318.6275; with 100 of funding 367.6471.
  test('phoenix_liquidation_price_closed_form: at the boundary of a tick', () => {
    const params = { ...wholeUnits(1n, 25), baseLotsDecimals: 2 };
    const short = {
      ...newPosition(usdc(250n * MILLION), INDEX),
      baseLots: lots(-200n),
      virtualQuote: usdc(400n * MILLION),
    };
    const { tickBoundary } = data.phoenix_liquidation_price_closed_form;
    // The index pays 100 USD to 200 lots.
    const funded = fundingIndex(MILLION / 2n);
    const found = [INDEX, funded].map((index) => {
      const hit = liquidationTicks(params, short, {
        markTicks: ticks(2_000_000n),
        fundingIndex: index,
      });
      return { liqTicks: `${hit}`, liqUsd: ticksToUsd(params, hit ?? ticks(0n)) };
    });
    expect(found).toEqual(
      tickBoundary.map(({ liqTicks, liqUsd }) => ({
        liqTicks: `${liqTicks}`,
        liqUsd: `${liqUsd}`,
      })),
    );
  });

  test('phoenix_upnl: tests of the Rust SDK', () => {
    for (const { baseLots, virtualQuote, upnl, ...priced } of data.phoenix_upnl) {
      const mark = BigInt(priced.price ?? priced.priceQuoteLotsPerBaseLot ?? 0);
      const state = {
        ...newPosition(usdc(0n), INDEX),
        baseLots: lots(BigInt(baseLots)),
        virtualQuote: usdc(BigInt(virtualQuote)),
      };
      expect(unrealizedPnl(wholeUnits(1n, 1), state, ticks(mark))).toBe(BigInt(upnl));
    }
  });
});

/** cum[n] = cum[n-1] + floor[n] × (mmr[n] - mmr[n-1]) */
function maintenanceAmounts(tiers: readonly (readonly [number, string])[]): string[] {
  let amount = new Exact(0);
  return tiers.map(([floor, mmr], n) => {
    amount = amount.plus(new Exact(mmr).minus(tiers[n - 1]?.[1] ?? mmr).times(floor));
    return amount.toString();
  });
}

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { recordedMarket } from '../../../../test/helpers/perp-markets.ts';
import { hasSharedData, sharedData } from '../../../../test/helpers/shared-data.ts';
import { mulDivUp, usdc } from '../../../money/fixed.ts';
import { dollars } from '../../../money/text.ts';
import { feeOf, fillAt } from './fill.ts';
import { liquidate } from './liquidation.ts';
import { liquidationTicks } from './liquidation-price.ts';
import { isLiquidatable } from './margin.ts';
import type { PerpMarketParams } from './market-params.ts';
import { openPosition } from './open.ts';
import { realizedOf } from './realized.ts';
import { sizeOpening } from './sizing.ts';
import { fundingIndex, lots, ticks } from './units.ts';

/**
 * The crash of 2025-10-10 in real hourly candles: a long is opened at the open of 20:00 UTC and the
 * mark goes to the low of each candle (venues/perps.md 3.9). The ticks are cents here, as candles
 * have them; everything else is of the recorded market.
 */
const OPENED = '2025-10-10T20:00:00.000Z';
const HOUR_MS = 3_600_000;
const INDEX = fundingIndex(0n);
const at = (mark: bigint) => ({ markTicks: ticks(mark), fundingIndex: INDEX });

interface Hour {
  readonly atMs: number;
  readonly open: string;
  readonly low: string;
}

function hoursFromCrash(coin: string): Hour[] {
  const file = sharedData('perps', 'candles', `okx_${coin}-USDT-SWAP_1h.csv`);
  const from = Date.parse(OPENED);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([atMs, open, , low]) => ({ atMs: Number(atMs), open: open ?? '', low: low ?? '' }))
    .filter(({ atMs }) => atMs >= from && atMs <= from + 72 * HOUR_MS);
}

/** Cents of a dollar price. */
const cents = (price: string): bigint => BigInt(Math.round(Number(price) * 100));

/** The recorded market with a tick of a cent: 10^-2 USD = tickSize × 10^decimals / 10^6. */
const inCents = (symbol: string): PerpMarketParams => ({
  ...recordedMarket(symbol),
  tickSize: 1n,
  baseLotsDecimals: 4,
});

// Entry, liquidation and bankruptcy in USD; the hour whose low is the first at or below the
// liquidation price, and that low.
test.skipIf(!hasSharedData).each([
  ['BTC', 1_000n, '116595.8', 107_668.75, 104_977.03, 1, '101482.7'],
  ['ETH', 1_000n, '3995.07', 3_689.19, 3_596.96, 1, '3355.12'],
  ['SOL', 1_000n, '205.21', 191.13, 184.76, 1, '143.04'],
  ['SOL', 300n, '205.21', 141.6, 136.88, null, null],
] as const)('%s long at %s hundredths', (symbol, leverage, entry, liq, bankruptcy, hour, low) => {
  const hours = hoursFromCrash(symbol);
  expect(hours[0]?.open).toBe(entry);
  const params = inCents(symbol);
  const boundTicks = ticks(cents(entry));
  // One unit, so that nothing is cut to lots.
  const unit = fillAt(params, lots(10_000n), boundTicks).quote;
  const collateral = usdc(mulDivUp(unit, 100n, leverage));
  const size = sizeOpening({ params, collateral, leverage, boundTicks });
  expect(size).toBe(10_000n);
  const fill = fillAt(params, size, boundTicks);
  const fee = feeOf(fill.quote, params.takerFeeMicro);
  const { state } = openPosition({ collateral, fill, fee, fundingIndex: INDEX });

  const hit = liquidationTicks(params, state, at(boundTicks));
  expect(Math.abs(Number(hit) / 100 - liq)).toBeLessThan(0.011);

  const fell = hours.findIndex((candle) => isLiquidatable(params, state, at(cents(candle.low))));
  expect(fell).toBe(hour ?? -1);
  if (low === null) return;
  expect(hours[fell]?.low).toBe(low);

  // The low is through the bankruptcy price: nothing returns, and the venue lacks the difference.
  const mark = cents(low);
  const {
    steps,
    moved,
    state: after,
  } = liquidate({
    params,
    state,
    at: at(mark),
    bookQuote: (deltaLots) => fillAt(params, deltaLots, ticks(mark)).quote,
  });
  expect(steps.map(({ kind }) => kind)).toEqual(['bankruptcy']);
  const [step] = steps;
  const perLot = Number(step?.quote) / Number(step?.lots) / 100;
  expect(Math.abs(perLot - bankruptcy)).toBeLessThan(0.011);
  expect(moved.collateralReturned).toBe(0n);
  expect(moved.shortfall).toBe(usdc((step?.quote ?? 0n) - fillAt(params, size, ticks(mark)).quote));
  expect(realizedOf(after.totals)).toMatchObject({ netPnl: -collateral, finalCollateral: 0n });
});

describe.skipIf(!hasSharedData)('had the mark stopped on its way down', () => {
  const params = hasSharedData ? inCents('SOL') : undefined;

  // 10x at 205.21, 15x allowed: of the notional maintenance is 3.33 %, backstop 1.33 %, high risk
  // 0.67 %.
  test.each([
    ['192.00', []],
    ['191.00', ['market']],
    ['186.50', ['backstop']],
    ['185.50', ['bankruptcy']],
  ] as const)('at %s it would have been liquidated by %s', (price, kinds) => {
    if (!params) throw new Error('skipped');
    const boundTicks = ticks(cents('205.21'));
    const collateral = dollars('1000');
    const size = sizeOpening({ params, collateral, leverage: 1_000n, boundTicks });
    const fill = fillAt(params, size, boundTicks);
    const fee = feeOf(fill.quote, params.takerFeeMicro);
    const { state } = openPosition({ collateral, fill, fee, fundingIndex: INDEX });
    const { steps } = liquidate({
      params,
      state,
      at: at(cents(price)),
      bookQuote: (deltaLots) => fillAt(params, deltaLots, ticks(cents(price))).quote,
    });
    expect([...new Set(steps.map(({ kind }) => kind))]).toEqual(kinds);
  });
});

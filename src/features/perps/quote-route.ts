import { Type } from 'typebox';
import { assert } from '../../errors/app-error.ts';
import type { Usdc } from '../../money/fixed.ts';
import { formatPrice, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { liquidationTicks } from '../../venues/paper/perps/liquidation-price.ts';
import { openPosition } from '../../venues/paper/perps/open.ts';
import { averagePrice, lotsToUnits, ticksToUsd } from '../../venues/paper/perps/prices.ts';
import { formatLeverage, maxLeverageFor } from '../../venues/paper/perps/sizing.ts';
import {
  fundingIndex,
  lots,
  type PerpSide,
  type Ticks,
  ticks,
} from '../../venues/paper/perps/units.ts';
import { amountOf, tradeAmount } from '../orders/index.ts';
import { executeOpening, requireCollateral, requireSound } from './create-proposal.ts';
import { tradable } from './deps.ts';
import * as examples from './examples.ts';
import { boundTicks } from './execution.ts';
import { leverageField, leverageOf, stopLossField, takeProfitField, triggerOf } from './inputs.ts';
import { PERP_SLIPPAGE_BPS } from './limits.ts';
import { placeTriggers } from './place-triggers.ts';
import { marketOf, type PerpRouteDeps } from './route-deps.ts';
import { perpQuoteSchema, sideField, slippageField } from './schemas.ts';

interface Wanted {
  readonly side: PerpSide;
  readonly collateral: Usdc;
  readonly leverage: bigint;
  readonly maxSlippageBps: number;
  readonly stopLossPct: ReturnType<typeof triggerOf<null>>;
  readonly takeProfitPct: ReturnType<typeof triggerOf<null>>;
}

/** What an opening would get now. No effect, so the reading scope is enough (contract 18.16). */
export const perpQuoteRoute = (deps: PerpRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/perps/quote',
    scope: 'read',
    tag: 'Perpetuals',
    summary: 'Quote an opening',
    description: 'Computed like the opening itself; nothing is reserved.',
    body: Type.Object({
      marketSymbol: Type.String({ description: 'Symbol of the market.', maxLength: 64 }),
      side: sideField,
      collateralUsd: tradeAmount('Collateral; the fee comes out of it.'),
      leverage: leverageField,
      stopLossPct: stopLossField,
      takeProfitPct: takeProfitField,
      maxSlippageBps: slippageField,
    }),
    response: perpQuoteSchema,
    errors: [
      'MARKET_NOT_FOUND',
      'MARKET_NOT_ACTIVE',
      'PRICE_UNAVAILABLE',
      'AMOUNT_BELOW_MINIMUM',
      'LEVERAGE_OUT_OF_RANGE',
      'NO_LIQUIDITY',
      'ORDER_REJECTED',
    ],
    examples: { request: examples.quoteRequest, response: examples.quote },
    handler({ body }) {
      const collateral = amountOf(body.collateralUsd, 'body.collateralUsd');
      const leverage = leverageOf(body.leverage);
      const stopLossPct = triggerOf(body.stopLossPct ?? null, 'stopLossPct');
      const takeProfitPct = triggerOf(body.takeProfitPct ?? null, 'takeProfitPct');
      const { symbol } = marketOf(deps, body.marketSymbol);
      const maxSlippageBps = body.maxSlippageBps ?? PERP_SLIPPAGE_BPS;
      requireCollateral(collateral);
      const { side } = body;
      const wanted = { side, collateral, leverage, maxSlippageBps, stopLossPct, takeProfitPct };
      return quoteOpening(deps, symbol, wanted);
    },
  });

function quoteOpening({ perps, clock }: PerpRouteDeps, symbol: string, wanted: Wanted) {
  const now = clock.now();
  const market = tradable(perps, symbol, now);
  const { params, quote } = market;
  const { side, collateral, maxSlippageBps } = wanted;
  const execution = executeOpening(perps, market, wanted);
  // Funding begins with a position, so where its index stands does not matter to a quote.
  const index = fundingIndex(0n);
  const deltaLots = lots(side === 'LONG' ? execution.lots : -execution.lots);
  const fill = { deltaLots, quote: execution.quote };
  const { state } = openPosition({ collateral, fill, fee: execution.fee, fundingIndex: index });
  const moment = { markTicks: ticks(quote.markTicks), fundingIndex: index };
  requireSound(params, state, wanted, moment);
  const triggers = placeTriggers(params, state, wanted);
  const at = (mark: Ticks | null): string | null =>
    mark === null ? null : ticksToUsd(params, mark);
  const entry = averagePrice(params, execution.lots, execution.quote);
  assert(entry !== null, 'an opening has lots');
  const bound = boundTicks(quote, side === 'LONG', maxSlippageBps);
  return {
    sizeBaseLots: execution.lots.toString(),
    sizeBaseUnits: lotsToUnits(params, execution.lots),
    notionalUsd: formatUsdc(execution.quote),
    entryPriceUsd: formatPrice(entry),
    feeUsd: formatUsdc(execution.fee),
    liquidationPriceUsd: at(liquidationTicks(params, state, moment)),
    stopLossPriceUsd: at(triggers.stopLossTicks),
    takeProfitPriceUsd: at(triggers.takeProfitTicks),
    maxLeverage: formatLeverage(maxLeverageFor({ params, collateral, boundTicks: bound })),
    at: isoTime(now),
  };
}

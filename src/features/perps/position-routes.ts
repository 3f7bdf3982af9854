import { Type } from 'typebox';
import { invalid } from '../../errors/app-error.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { idParam } from '../../platform/http/schema.ts';
import { amountOf, tradeAmount } from '../orders/index.ts';
import { addToPosition } from './add.ts';
import { claim } from './claim.ts';
import * as examples from './examples.ts';
import {
  fractionField,
  fractionOf,
  leverageField,
  leverageOf,
  stopLossField,
  takeProfitField,
  triggerOf,
} from './inputs.ts';
import { PERP_SLIPPAGE_BPS } from './limits.ts';
import { entryErrors, orderErrors } from './order-errors.ts';
import { paramsOf } from './params.ts';
import { reduce } from './reduce.ts';
import { execute, marketOf, ownPosition, type PerpRouteDeps, sending } from './route-deps.ts';
import {
  claimAnswerSchema,
  perpPositionSchema,
  perpResultSchema,
  slippageField,
} from './schemas.ts';
import { setTriggers } from './set-triggers.ts';

const tag = 'Perpetuals';
const scope = 'trade:perps';
const params = Type.Object({ id: idParam('Id of the position.') });
const collateralUsd = tradeAmount('Collateral that leaves the wallet; the fee comes out of it.');

/** Orders on positions: they answer 202 when the venue takes its time. */
export const perpPositionRoutes = (deps: PerpRouteDeps): readonly Route[] => [
  triggersRoute(deps),
  reduceRoute(deps),
  addRoute(deps),
  claimRoute(deps),
];

function triggersRoute(deps: PerpRouteDeps): Route {
  const kind = setTriggers(deps.perps);
  return defineRoute({
    method: 'PATCH',
    path: '/perps/positions/{id}',
    scope,
    tag,
    summary: 'Set, move or remove take profit and stop loss',
    description: 'Percent of collateral ROI; null removes, an absent field stays as it is.',
    params,
    body: Type.Object({ stopLossPct: stopLossField, takeProfitPct: takeProfitField }),
    response: perpPositionSchema,
    errors: ['NO_POSITION', 'MARKET_NOT_ACTIVE', 'PRICE_UNAVAILABLE'],
    examples: { request: { takeProfitPct: '40' }, response: examples.position },
    async handler(context) {
      const { body, principal } = context;
      const stopLossPct = triggerOf(body.stopLossPct, 'stopLossPct');
      const takeProfitPct = triggerOf(body.takeProfitPct, 'takeProfitPct');
      const position = await ownPosition(deps, context, 'free');
      const { userId } = principal;
      return execute(deps, context, kind, { userId, position, stopLossPct, takeProfitPct });
    },
  });
}

function reduceRoute(deps: PerpRouteDeps): Route {
  const kind = reduce(deps.perps);
  return defineRoute({
    method: 'POST',
    path: '/perps/positions/{id}/reduce',
    scope,
    tag,
    summary: 'Reduce or close a position',
    description:
      'Closes a fraction of the open lots, rounded down, or all of them. Never gated by ' +
      'membership. `isFullClose: true` wants the fraction 1.',
    params,
    body: Type.Object({
      reduceFraction: fractionField,
      isFullClose: Type.Boolean({ description: 'True for a full close.' }),
      maxSlippageBps: slippageField,
    }),
    response: perpResultSchema,
    otherStatuses: [202],
    errors: [...orderErrors, 'NO_POSITION', 'REDUCE_TOO_SMALL', 'PROPOSAL_PENDING'],
    examples: {
      request: { reduceFraction: '1', isFullClose: true },
      response: examples.closeResult,
    },
    async handler(context) {
      const { body } = context;
      const fraction = fractionOf(body.reduceFraction);
      if (body.isFullClose && fraction !== fractionOf('1')) {
        throw invalid('body.reduceFraction must be 1 when body.isFullClose is true');
      }
      const position = await ownPosition(deps, context, 'reduce');
      return execute(deps, context, kind, {
        position,
        fraction,
        maxSlippageBps: body.maxSlippageBps ?? PERP_SLIPPAGE_BPS,
        ...sending(deps, context),
      });
    },
  });
}

function addRoute(deps: PerpRouteDeps): Route {
  const kind = addToPosition(deps.perps);
  return defineRoute({
    method: 'POST',
    path: '/perps/positions/{id}/add',
    scope,
    tag,
    summary: 'Add margin, or margin and size',
    description: 'Margin only without `leverage`; with it lots of collateral × leverage as well.',
    params,
    body: Type.Object({
      collateralUsd,
      leverage: Type.Optional(leverageField),
      maxSlippageBps: slippageField,
    }),
    response: perpResultSchema,
    otherStatuses: [202],
    errors: [...entryErrors, 'NO_POSITION', 'PROPOSAL_CLOSED'],
    examples: { request: { collateralUsd: '50' }, response: examples.openResult },
    async handler(context) {
      const { body } = context;
      const collateral = amountOf(body.collateralUsd, 'body.collateralUsd');
      const leverage = body.leverage === undefined ? null : leverageOf(body.leverage);
      const position = await ownPosition(deps, context, 'open');
      return execute(deps, context, kind, {
        position,
        collateral,
        leverage,
        maxSlippageBps: body.maxSlippageBps ?? PERP_SLIPPAGE_BPS,
        ...sending(deps, context),
      });
    },
  });
}

function claimRoute(deps: PerpRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/perps/positions/{id}/claim',
    scope,
    tag,
    summary: 'Claim a take-profit',
    description:
      'Acknowledges a close by take-profit and drains its proceeds to the wallet, once. What ' +
      'nobody claims is claimed by the service after 7 days.',
    params,
    response: claimAnswerSchema,
    errors: ['NOT_CLAIMABLE'],
    examples: { response: examples.claimAnswer },
    async handler(context) {
      const position = await ownPosition(deps, context, 'free');
      const params = paramsOf(marketOf(deps, position.symbol));
      const { userId } = context.principal;
      return execute(deps, context, claim, { userId, position, params });
    },
  });
}

import { Type } from 'typebox';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { id, idParam } from '../../platform/http/schema.ts';
import { amountOf, idOrNone, reasonField, tradeAmount, untilSettled } from '../orders/index.ts';
import { closeProposal } from './close-proposal.ts';
import { createProposal } from './create-proposal.ts';
import * as examples from './examples.ts';
import { leverageField, leverageOf, stopLossField, takeProfitField, triggerOf } from './inputs.ts';
import { join } from './join.ts';
import { PERP_SLIPPAGE_BPS } from './limits.ts';
import { entryErrors, orderErrors } from './order-errors.ts';
import { ownOpenPositionsStatement } from './perps.sql.ts';
import { execute, type PerpRouteDeps, proposalOf, refuseUnknown, sending } from './route-deps.ts';
import { closeAnswerSchema, perpResultSchema, sideField, slippageField } from './schemas.ts';

const tag = 'Perpetuals';
const scope = 'trade:perps';
const params = Type.Object({ id: idParam('Id of the proposal.') });
const collateralUsd = tradeAmount('Collateral that leaves the wallet; the fee comes out of it.');

/** Orders on proposals: they answer 202 when the venue takes its time. */
export const perpProposalRoutes = (deps: PerpRouteDeps): readonly Route[] => [
  createRoute(deps),
  increaseRoute(deps),
  closeRoute(deps),
];

function createRoute(deps: PerpRouteDeps): Route {
  const kind = createProposal(deps.perps);
  return defineRoute({
    method: 'POST',
    path: '/perps/proposals',
    scope,
    tag,
    summary: 'Propose a long or short with an opening position',
    description:
      'Opens a proposal in the group with an isolated position of its creator; every member with ' +
      'auto-buy follows. Leaders and admins only. The size is collateral × leverage at the price ' +
      'bound. Triggers are percent of collateral ROI; joiners and followers inherit them.',
    body: Type.Object({
      groupId: id('The group.'),
      marketSymbol: Type.String({ description: 'Symbol of the market.', maxLength: 64 }),
      side: sideField,
      collateralUsd,
      leverage: leverageField,
      reason: reasonField,
      stopLossPct: stopLossField,
      takeProfitPct: takeProfitField,
      maxSlippageBps: slippageField,
    }),
    response: perpResultSchema,
    status: 201,
    otherStatuses: [202],
    errors: [...entryErrors, 'LEADER_REQUIRED', 'POSITION_LIMIT', 'MARKET_NOT_FOUND', 'FORBIDDEN'],
    examples: { request: examples.createRequest, response: examples.openResult },
    handler(context) {
      const { body } = context;
      const collateral = amountOf(body.collateralUsd, 'body.collateralUsd');
      const leverage = leverageOf(body.leverage);
      const stopLossPct = triggerOf(body.stopLossPct, 'stopLossPct') ?? null;
      const takeProfitPct = triggerOf(body.takeProfitPct, 'takeProfitPct') ?? null;
      const facts = deps.perps.data.market(body.marketSymbol);
      if (!facts) return refuseUnknown(deps, context, body.marketSymbol);
      return execute(deps, context, kind, {
        groupId: idOrNone(body.groupId),
        symbol: facts.symbol,
        side: body.side,
        collateral,
        leverage,
        reason: body.reason ?? null,
        stopLossPct,
        takeProfitPct,
        maxSlippageBps: body.maxSlippageBps ?? PERP_SLIPPAGE_BPS,
        ...sending(deps, context),
      });
    },
  });
}

function increaseRoute(deps: PerpRouteDeps): Route {
  const kind = join(deps.perps);
  return defineRoute({
    method: 'POST',
    path: '/perps/proposals/{id}/increase',
    scope,
    tag,
    summary: 'Join a proposal',
    description: 'A new position of the caller on the side and with the triggers of the proposal.',
    params,
    body: Type.Object({ collateralUsd, leverage: leverageField, maxSlippageBps: slippageField }),
    response: perpResultSchema,
    otherStatuses: [202],
    errors: [...entryErrors, 'PROPOSAL_CLOSED', 'POSITION_LIMIT'],
    examples: {
      request: { collateralUsd: '100', leverage: '10' },
      response: examples.openResult,
    },
    async handler(context) {
      const { body } = context;
      const collateral = amountOf(body.collateralUsd, 'body.collateralUsd');
      const leverage = leverageOf(body.leverage);
      const proposal = await proposalOf(deps, context, 'open');
      return execute(deps, context, kind, {
        proposal,
        collateral,
        leverage,
        maxSlippageBps: body.maxSlippageBps ?? PERP_SLIPPAGE_BPS,
        ...sending(deps, context),
      });
    },
  });
}

function closeRoute(deps: PerpRouteDeps): Route {
  const kind = closeProposal(deps.perps);
  return defineRoute({
    method: 'POST',
    path: '/perps/proposals/{id}/close',
    scope,
    tag,
    summary: 'Close a proposal',
    description:
      "Locks out joiners and closes the creator's own positions; `results` is empty when there " +
      'were none. Followers are left alone, but for exits that they have chosen to mirror. The ' +
      'creator only.',
    params,
    response: closeAnswerSchema,
    otherStatuses: [202],
    errors: [
      ...orderErrors,
      'NOT_GROUP_MEMBER',
      'CREATOR_REQUIRED',
      'PROPOSAL_CLOSED',
      'PROPOSAL_PENDING',
      'OVERLOADED',
    ],
    examples: { response: examples.closeAnswer },
    async handler(context) {
      const proposal = await proposalOf(deps, context, 'reduce');
      return untilSettled(async () => {
        const rows = await deps.reads.query<{ id: string }>(ownOpenPositionsStatement, [
          proposal.id,
          context.principal.userId,
        ]);
        const found = await Promise.all(rows.map((row) => deps.identities.position(row.id)));
        const positions = found.flatMap((position) => position ?? []);
        const command = { proposal, positions, ...sending(deps, context) };
        return execute(deps, context, kind, command);
      });
    },
  });
}

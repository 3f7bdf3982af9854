import { Type } from 'typebox';
import { assert } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { id, idParam } from '../../platform/http/schema.ts';
import { amountOf, idOrNone, reasonField, saleSizeOf, tradeAmount } from '../orders/index.ts';
import { outcomeAsset } from './asset.ts';
import { claim } from './claim.ts';
import { closeProposal } from './close-proposal.ts';
import { createProposal, type ProposedOutcome } from './create-proposal.ts';
import * as examples from './examples.ts';
import { PREDICTION_SLIPPAGE_BPS } from './limits.ts';
import { predict } from './predict.ts';
import {
  execute,
  namedMarket,
  type PredictionRouteDeps,
  proposalOf,
  refuseUnknown,
  sending,
} from './route-deps.ts';
import {
  buyBodySchema,
  claimAnswerSchema,
  proposalAnswerSchema,
  saleBodySchema,
  slippageField,
  tradeAnswerSchema,
} from './schemas.ts';
import { sell } from './sell.ts';

const tag = 'Predictions';
const scope = 'trade:predictions';
const params = Type.Object({ id: idParam('Id of the proposal.') });
const marketFields = {
  eventId: Type.String({ description: 'Slug of the event.', minLength: 1, maxLength: 256 }),
  marketId: Type.String({ description: 'Slug of the market.', minLength: 1, maxLength: 256 }),
  isYes: Type.Boolean({ description: 'Whether to buy YES.' }),
};

/** What every order can be refused with. */
const orderErrors: readonly ErrorCode[] = [
  'NOT_GROUP_MEMBER',
  'TRADING_HALTED',
  'MARKET_NOT_ACTIVE',
  'PRICE_UNAVAILABLE',
  'NO_LIQUIDITY',
  'ORDER_REJECTED',
  'VENUE_UNAVAILABLE',
  'FUNDING_REFUNDED',
];
/** What a buy can be refused with. */
const entryErrors: readonly ErrorCode[] = [
  ...orderErrors,
  'GEO_RESTRICTED',
  'SUBSCRIPTION_REQUIRED',
  'AMOUNT_BELOW_MINIMUM',
  'MIN_ORDER_SIZE',
  'INSUFFICIENT_FUNDS',
];

/** Orders: everything here moves money and answers 202 when the venue takes its time. */
export const predictionTradeRoutes = (deps: PredictionRouteDeps): readonly Route[] => [
  createRoute(deps),
  predictRoute(deps),
  sellRoute(deps),
  closeRoute(deps),
  claimRoute(deps),
];

function createRoute(deps: PredictionRouteDeps): Route {
  const kind = createProposal(deps.predictions);
  return defineRoute({
    method: 'POST',
    path: '/predictions/proposals',
    scope,
    tag,
    summary: 'Propose a side of a market with an opening buy',
    description:
      'Opens a proposal in the group and buys for its creator; every member with auto-buy follows. ' +
      'Leaders only. One PENDING or ACTIVE proposal per outcome and group. At least $4 and the ' +
      "market's own minimum. When the venue has not answered in time the proposal is PENDING.",
    body: Type.Object({
      groupId: id('The group.'),
      ...marketFields,
      amountUsd: tradeAmount("Opening buy: the most that leaves the wallet, the venue's fee in."),
      reason: reasonField,
      maxSlippageBps: slippageField,
    }),
    response: proposalAnswerSchema,
    status: 201,
    otherStatuses: [202],
    errors: [
      ...entryErrors,
      'LEADER_REQUIRED',
      'DUPLICATE_PROPOSAL',
      'EVENT_NOT_FOUND',
      'MARKET_NOT_FOUND',
      'FORBIDDEN',
    ],
    examples: { request: examples.createRequest, response: examples.proposalAnswer },
    async handler(context) {
      const { body } = context;
      const amount = amountOf(body.amountUsd, 'body.amountUsd');
      const named = namedMarket(deps, body);
      if ('missing' in named) return refuseUnknown(deps, context, named);
      return execute(deps, context, kind, {
        country: deps.countryOf(context),
        groupId: idOrNone(body.groupId),
        outcome: await proposedOutcome(deps, named, body.isYes),
        amount,
        reason: body.reason ?? null,
        maxSlippageBps: body.maxSlippageBps ?? PREDICTION_SLIPPAGE_BPS,
        ...sending(deps, context),
      });
    },
  });
}

/** One side of a market as a proposal keeps it; its token is an asset of the ledger from now on. */
async function proposedOutcome(
  { assets }: PredictionRouteDeps,
  { event, market }: Exclude<ReturnType<typeof namedMarket>, { missing: ErrorCode }>,
  isYes: boolean,
): Promise<ProposedOutcome> {
  const wanted = outcomeAsset(market, isYes);
  if (!assets.byMint(wanted.mint)) await assets.ensure([wanted]);
  const asset = assets.byMint(wanted.mint);
  assert(asset, 'an asset that was ensured has its id');
  return {
    eventId: event.slug,
    marketId: market.slug,
    isYes,
    outcomeId: wanted.mint,
    assetId: asset.id,
    eventTitle: event.title,
    marketTitle: market.title,
    eventImageUrl: event.imageUrl,
  };
}

function predictRoute(deps: PredictionRouteDeps): Route {
  const kind = predict(deps.predictions);
  return defineRoute({
    method: 'POST',
    path: '/predictions/proposals/{id}/predict',
    scope,
    tag,
    summary: 'Buy into a proposal',
    description:
      "A member buys the proposal's side at the present book, at least $4 and the market's minimum.",
    params,
    body: buyBodySchema,
    response: tradeAnswerSchema,
    otherStatuses: [202],
    errors: [...entryErrors, 'PROPOSAL_PENDING', 'PROPOSAL_CLOSED'],
    examples: { request: { amountUsd: '25' }, response: examples.tradeAnswer },
    async handler(context) {
      const { body } = context;
      const amount = amountOf(body.amountUsd, 'body.amountUsd');
      const proposal = await proposalOf(deps, context, 'entry');
      return execute(deps, context, kind, {
        country: deps.countryOf(context),
        proposal,
        amount,
        maxSlippageBps: body.maxSlippageBps ?? PREDICTION_SLIPPAGE_BPS,
        ...sending(deps, context),
      });
    },
  });
}

function sellRoute(deps: PredictionRouteDeps): Route {
  const kind = sell(deps.predictions);
  return defineRoute({
    method: 'POST',
    path: '/predictions/proposals/{id}/sell',
    scope,
    tag,
    summary: 'Sell from a position',
    description:
      'Sells about `amountUsd` at the best bid, or everything. A part below the venue minimum is ' +
      'raised to it; a rest below it is sold as well; a position wholly below it cannot be sold ' +
      'and settles at resolution. Never gated by membership.',
    params,
    body: saleBodySchema,
    response: tradeAnswerSchema,
    otherStatuses: [202],
    errors: [...orderErrors, 'NO_POSITION', 'POSITION_BELOW_MIN', 'PROPOSAL_PENDING'],
    examples: { request: { max: true }, response: examples.tradeAnswer },
    async handler(context) {
      const { body } = context;
      const size = saleSizeOf(body);
      const proposal = await proposalOf(deps, context, 'exit');
      return execute(deps, context, kind, {
        proposal,
        size,
        maxSlippageBps: body.maxSlippageBps ?? PREDICTION_SLIPPAGE_BPS,
        ...sending(deps, context),
      });
    },
  });
}

function closeRoute(deps: PredictionRouteDeps): Route {
  const kind = closeProposal(deps.predictions);
  return defineRoute({
    method: 'POST',
    path: '/predictions/proposals/{id}/close',
    scope,
    tag,
    summary: 'Close a proposal',
    description:
      "Sell-only from now on; sells the creator's whole position when the caller is the creator, " +
      'else `trade` is null. Leaders and admins.',
    params,
    response: proposalAnswerSchema,
    otherStatuses: [202],
    errors: [...orderErrors, 'LEADER_REQUIRED', 'PROPOSAL_PENDING', 'PROPOSAL_CLOSED'],
    examples: { response: examples.proposalAnswer },
    async handler(context) {
      const proposal = await proposalOf(deps, context, 'exit');
      return execute(deps, context, kind, { proposal, ...sending(deps, context) });
    },
  });
}

function claimRoute(deps: PredictionRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/predictions/proposals/{id}/claim',
    scope,
    tag,
    summary: 'Claim a resolved position',
    description:
      'Pays 1 a share that won and 0.5 a share of a VOID market, once. What nobody claims is ' +
      'claimed by the service after the first midnight (UTC) that follows the resolution.',
    params,
    response: claimAnswerSchema,
    errors: ['NOT_GROUP_MEMBER', 'NO_POSITION', 'NOT_CLAIMABLE', 'PROPOSAL_PENDING'],
    examples: { response: examples.claimAnswer },
    async handler(context) {
      const proposal = await proposalOf(deps, context, 'exit');
      const { trader } = sending(deps, context);
      return execute(deps, context, claim, { trader, proposal, origin: 'CLAIM' });
    },
  });
}

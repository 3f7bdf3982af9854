import { Type } from 'typebox';
import { invalid } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { id, idParam } from '../../platform/http/schema.ts';
import { amountOf, idOrNone, reasonField, saleSizeOf, tradeAmount } from '../orders/index.ts';
import { buy } from './buy.ts';
import { closeProposal } from './close-proposal.ts';
import { createProposal } from './create-proposal.ts';
import * as examples from './examples.ts';
import { DEFAULT_SLIPPAGE_BPS } from './limits.ts';
import {
  execute,
  findToken,
  proposalOf,
  refuseToken,
  type SpotRouteDeps,
  sending,
  tokenNameOf,
} from './route-deps.ts';
import {
  buyBodySchema,
  mintField,
  proposalAnswerSchema,
  saleBodySchema,
  slippageField,
  swapAnswerSchema,
  tickerField,
  tradeAnswerSchema,
} from './schemas.ts';
import { sell } from './sell.ts';
import { swap } from './swap.ts';

const tag = 'Spot';
const scope = 'trade:spot';
/** What every order can be refused with. */
export const orderErrors: readonly ErrorCode[] = [
  'TRADING_HALTED',
  'MARKET_NOT_ACTIVE',
  'PRICE_UNAVAILABLE',
  'NO_LIQUIDITY',
  'AMOUNT_BELOW_MINIMUM',
  'ORDER_REJECTED',
  'VENUE_UNAVAILABLE',
  'FUNDING_REFUNDED',
];
/** What a buy can be refused with. */
export const entryErrors: readonly ErrorCode[] = [
  ...orderErrors,
  'GEO_RESTRICTED',
  'NOT_GROUP_MEMBER',
  'SUBSCRIPTION_REQUIRED',
  'INSUFFICIENT_FUNDS',
];
const params = Type.Object({ id: idParam('Id of the proposal.') });

/** Orders: everything here moves money and answers 202 when the venue takes its time. */
export const spotTradeRoutes = (deps: SpotRouteDeps): readonly Route[] => [
  createRoute(deps),
  buyRoute(deps),
  sellRoute(deps),
  closeRoute(deps),
  swapRoute(deps),
];

function createRoute(deps: SpotRouteDeps): Route {
  const kind = createProposal(deps.spot);
  return defineRoute({
    method: 'POST',
    path: '/spot/proposals',
    scope,
    tag,
    summary: 'Propose a token with an opening buy',
    description:
      'Opens a proposal in the group and buys for its creator; every member with auto-buy follows. ' +
      'Leaders and admins only. One open proposal per token and group. The token is named by ' +
      '`contractAddress`, or a stock by `ticker`; exactly one. Stocks want an open market.',
    body: Type.Object({
      groupId: id('The group.'),
      contractAddress: mintField,
      ticker: tickerField,
      amountUsd: tradeAmount('Opening buy: leaves the wallet, service fee included.'),
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
      'TOKEN_NOT_FOUND',
      'STOCK_NOT_FOUND',
      'FORBIDDEN',
    ],
    examples: { request: examples.createRequest, response: examples.proposalAnswer },
    handler(context) {
      const { body } = context;
      const amount = amountOf(body.amountUsd, 'body.amountUsd');
      const name = tokenNameOf(body);
      const country = deps.countryOf(context);
      const known = findToken(deps, name);
      if (!known) return refuseToken(deps, context, name, 'entry');
      const { asset, vertical } = known;
      return execute(deps, context, kind, {
        country,
        vertical,
        groupId: idOrNone(body.groupId),
        asset,
        amount,
        reason: body.reason ?? null,
        maxSlippageBps: body.maxSlippageBps ?? DEFAULT_SLIPPAGE_BPS,
        ...sending(deps, context, vertical),
      });
    },
  });
}

function buyRoute(deps: SpotRouteDeps): Route {
  const kind = buy(deps.spot);
  return defineRoute({
    method: 'POST',
    path: '/spot/proposals/{id}/buy',
    scope,
    tag,
    summary: 'Buy into a proposal',
    description:
      'A member buys at the present price, at least $1, of a stock at least its `minTradeUsd`.',
    params,
    body: buyBodySchema,
    response: tradeAnswerSchema,
    otherStatuses: [202],
    errors: [...entryErrors, 'PROPOSAL_CLOSED'],
    examples: { request: { amountUsd: '25' }, response: examples.tradeAnswer },
    async handler(context) {
      const { body } = context;
      const amount = amountOf(body.amountUsd, 'body.amountUsd');
      const proposal = await proposalOf(deps, context, 'entry');
      return execute(deps, context, kind, {
        country: deps.countryOf(context),
        proposal,
        amount,
        maxSlippageBps: body.maxSlippageBps ?? DEFAULT_SLIPPAGE_BPS,
        ...sending(deps, context, proposal.vertical),
      });
    },
  });
}

function sellRoute(deps: SpotRouteDeps): Route {
  const kind = sell(deps.spot);
  return defineRoute({
    method: 'POST',
    path: '/spot/proposals/{id}/sell',
    scope,
    tag,
    summary: 'Sell from a position',
    description:
      'Sells about `amountUsd` at the bid, or everything. Never gated by membership: who left the ' +
      "group still sells. A sale by the proposal's creator is mirrored to those who chose so.",
    params,
    body: saleBodySchema,
    response: tradeAnswerSchema,
    otherStatuses: [202],
    errors: [...orderErrors, 'NOT_GROUP_MEMBER', 'NO_POSITION'],
    examples: { request: { max: true }, response: examples.tradeAnswer },
    async handler(context) {
      const { body } = context;
      const size = saleSizeOf(body);
      const proposal = await proposalOf(deps, context, 'exit');
      return execute(deps, context, kind, {
        proposal,
        size,
        maxSlippageBps: body.maxSlippageBps ?? DEFAULT_SLIPPAGE_BPS,
        ...sending(deps, context, proposal.vertical),
      });
    },
  });
}

function closeRoute(deps: SpotRouteDeps): Route {
  const kind = closeProposal(deps.spot);
  return defineRoute({
    method: 'POST',
    path: '/spot/proposals/{id}/close',
    scope,
    tag,
    summary: 'Close a proposal',
    description:
      "Takes no more entries and sells the creator's full position; `trade` is null when there was " +
      'none. The creator only. Other holders may still sell.',
    params,
    response: proposalAnswerSchema,
    otherStatuses: [202],
    errors: [
      ...orderErrors,
      'NOT_GROUP_MEMBER',
      'CREATOR_REQUIRED',
      'PROPOSAL_CLOSED',
      'PROPOSAL_PENDING',
    ],
    examples: { response: examples.proposalAnswer },
    async handler(context) {
      const proposal = await proposalOf(deps, context, 'exit');
      return execute(deps, context, kind, {
        proposal,
        ...sending(deps, context, proposal.vertical),
      });
    },
  });
}

function swapRoute(deps: SpotRouteDeps): Route {
  const kind = swap(deps.spot);
  return defineRoute({
    method: 'POST',
    path: '/spot/swap',
    scope,
    tag,
    summary: 'Swap USDC and a token for oneself',
    description:
      'A personal trade outside any group; one side is `USDC`. A sale takes what swaps have bought.',
    body: Type.Object({
      sell: Type.String({ description: 'Mint, or `USDC`.', maxLength: 64, examples: ['USDC'] }),
      buy: Type.String({ description: 'Mint, or `USDC`.', maxLength: 64 }),
      amountUsd: tradeAmount('BUY: leaves the wallet, fee in. SELL: about how much to sell.'),
      maxSlippageBps: slippageField,
    }),
    response: swapAnswerSchema,
    otherStatuses: [202],
    errors: [
      ...orderErrors,
      'GEO_RESTRICTED',
      'INSUFFICIENT_FUNDS',
      'NO_POSITION',
      'TOKEN_NOT_FOUND',
    ],
    examples: { request: examples.swapRequest, response: examples.swapAnswer },
    handler(context) {
      const { body } = context;
      const amount = amountOf(body.amountUsd, 'body.amountUsd');
      const cash = deps.assets.byId(USDC_ASSET).mint;
      const isCash = (side: string) => side === 'USDC' || side === cash;
      if (isCash(body.sell) === isCash(body.buy)) {
        throw invalid('body.sell and body.buy must be USDC on exactly one side');
      }
      const side = isCash(body.sell) ? 'BUY' : 'SELL';
      const country = deps.countryOf(context);
      const mint = side === 'BUY' ? body.buy : body.sell;
      const known = findToken(deps, { mint });
      if (!known) return refuseToken(deps, context, { mint }, side === 'BUY' ? 'entry' : 'exit');
      const { asset, vertical } = known;
      return execute(deps, context, kind, {
        country,
        vertical,
        side,
        asset,
        amount,
        maxSlippageBps: body.maxSlippageBps ?? DEFAULT_SLIPPAGE_BPS,
        ...sending(deps, context, vertical),
      });
    },
  });
}

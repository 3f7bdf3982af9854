import { Type } from 'typebox';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { id } from '../../platform/http/schema.ts';
import { amountOf, reasonField, saleSizeOf } from '../orders/index.ts';
import {
  buyBodySchema,
  buyByAsset,
  entryErrors,
  findToken,
  orderErrors,
  proposalAnswerSchema,
  refuseToken,
  saleBodySchema,
  sellByAsset,
} from '../spot/index.ts';
import type { StockRouteDeps } from './deps.ts';
import * as examples from './examples.ts';
import { STOCK_TAG as tag, tickerParams } from './tag.ts';

const scope = 'trade:spot';
const groupId = id('The group.');

/** Orders by ticker and group; the service finds the proposal. */
export const stockTradeRoutes = (deps: StockRouteDeps): readonly Route[] => [
  buyRoute(deps),
  sellRoute(deps),
];

const buyRoute = (deps: StockRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/spot/stocks/{ticker}/buy',
    scope,
    tag,
    summary: 'Buy a stock in a group',
    description:
      "Buys into the group's open proposal for the stock. When there is none, a leader or admin " +
      'opens it with this buy (201), which every member with auto-buy follows. The market must be ' +
      'open.',
    params: tickerParams,
    body: Type.Object({ groupId, ...buyBodySchema.properties, reason: reasonField }),
    response: proposalAnswerSchema,
    otherStatuses: [201, 202],
    errors: [
      ...entryErrors,
      'STOCK_NOT_FOUND',
      'LEADER_REQUIRED',
      'PROPOSAL_CLOSED',
      'DUPLICATE_PROPOSAL',
      'FORBIDDEN',
    ],
    examples: { request: examples.buyRequest, response: examples.answer },
    handler(context) {
      const { params, body } = context;
      const amount = amountOf(body.amountUsd, 'body.amountUsd');
      const token = findToken(deps, params);
      if (!token) return refuseToken(deps, context, params, 'entry');
      const { reason, maxSlippageBps } = body;
      return buyByAsset(deps, context, {
        token,
        groupId: body.groupId,
        amount,
        reason,
        maxSlippageBps,
      });
    },
  });

const sellRoute = (deps: StockRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/spot/stocks/{ticker}/sell',
    scope,
    tag,
    summary: 'Sell a stock held in a group',
    description:
      'Sells about `amountUsd` at the bid, or everything, of the position in the open proposal, ' +
      'else in the newest one that the caller holds the stock in. The market must be open.',
    params: tickerParams,
    body: Type.Object({ groupId, ...saleBodySchema.properties }),
    response: proposalAnswerSchema,
    otherStatuses: [202],
    errors: [...orderErrors, 'STOCK_NOT_FOUND', 'NOT_GROUP_MEMBER', 'NO_POSITION'],
    examples: { request: examples.sellRequest, response: examples.answer },
    handler(context) {
      const { params, body } = context;
      const size = saleSizeOf(body);
      const token = findToken(deps, params);
      if (!token) return refuseToken(deps, context, params, 'exit');
      const { maxSlippageBps } = body;
      return sellByAsset(deps, context, { token, groupId: body.groupId, size, maxSlippageBps });
    },
  });

import { Type } from 'typebox';
import { AppError, invalid } from '../../errors/app-error.ts';
import { SHARE_DECIMALS } from '../../market/predictions/prediction-market.ts';
import { baseUnits, max, type Usdc, usdc } from '../../money/fixed.ts';
import { formatBaseUnits, formatPrice, formatRatio, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import {
  minimumBuyUsd,
  minimumSaleUsd,
  PREDICTION_BUY_FLOOR,
  saleShares,
} from '../../venues/paper/prediction-sizing.ts';
import {
  bestAsk,
  bestBid,
  fillPredictionBuy,
  fillPredictionSale,
  type PredictionFill,
} from '../../venues/paper/predictions.ts';
import { isPresentMember } from '../groups/index.ts';
import { amountOf, saleSizeOf } from '../orders/index.ts';
import { freshOutcome, requireBuySize } from './deps.ts';
import * as examples from './examples.ts';
import { PREDICTION_SLIPPAGE_BPS } from './limits.ts';
import { sellableSharesStatement } from './read.sql.ts';
import { namedMarket, type PredictionRouteDeps } from './route-deps.ts';
import { quoteSchema, saleBodySchema, slippageField } from './schemas.ts';

const identifier = (description: string) =>
  Type.Optional(Type.String({ description, minLength: 1, maxLength: 256 }));

/** What an order would get now. No effect, so the reading scope is enough (contract 18.16). */
export const predictionQuoteRoute = (deps: PredictionRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/predictions/quote',
    scope: 'read',
    tag: 'Predictions',
    summary: 'Quote a prediction order',
    description:
      'A buy by `eventId`, `marketId`, `isYes` and `amountUsd`, or a sale of the own position by ' +
      '`proposalId` and `amountUsd` or `max`. Computed like the order itself; nothing is reserved.',
    body: Type.Object({
      eventId: identifier('Slug of the event.'),
      marketId: identifier('Slug of the market.'),
      isYes: Type.Optional(Type.Boolean({ description: 'Whether to buy YES.' })),
      proposalId: identifier('Position to sell from.'),
      amountUsd: saleBodySchema.properties.amountUsd,
      max: saleBodySchema.properties.max,
      maxSlippageBps: slippageField,
    }),
    response: quoteSchema,
    errors: [
      'EVENT_NOT_FOUND',
      'MARKET_NOT_FOUND',
      'MARKET_NOT_ACTIVE',
      'PRICE_UNAVAILABLE',
      'NO_LIQUIDITY',
      'AMOUNT_BELOW_MINIMUM',
      'MIN_ORDER_SIZE',
      'POSITION_BELOW_MIN',
      'ORDER_REJECTED',
      'NOT_FOUND',
      'NOT_GROUP_MEMBER',
      'NO_POSITION',
    ],
    examples: { request: examples.quoteRequest, response: examples.quote },
    handler({ body, principal }) {
      const { eventId, marketId, isYes, proposalId } = body;
      const maxSlippageBps = body.maxSlippageBps ?? PREDICTION_SLIPPAGE_BPS;
      const names = [eventId, marketId, isYes];
      if (proposalId !== undefined && names.every((name) => name === undefined)) {
        return quoteSale(deps, principal.userId, proposalId, { body, maxSlippageBps });
      }
      const isBuy = eventId !== undefined && marketId !== undefined && isYes !== undefined;
      if (!isBuy || proposalId !== undefined) {
        throw invalid('body must carry eventId, marketId and isYes, or proposalId');
      }
      const spend = amountOf(body.amountUsd, 'body.amountUsd');
      return quoteBuy(deps, { eventId, marketId, isYes }, { spend, maxSlippageBps });
    },
  });

function quoteBuy(
  deps: PredictionRouteDeps,
  wanted: { eventId: string; marketId: string; isYes: boolean },
  { spend, maxSlippageBps }: { spend: Usdc; maxSlippageBps: number },
) {
  const named = namedMarket(deps, wanted);
  if ('missing' in named) throw new AppError(named.missing, { details: named.details });
  const now = deps.clock.now();
  const outcome = { marketId: named.market.slug, isYes: wanted.isYes };
  const quote = freshOutcome(deps, outcome, now);
  requireBuySize(spend, quote);
  const fill = fillPredictionBuy({ ...quote, spend, maxSlippageBps });
  const market = { bestAsk: bestAsk(quote), minOrderSize: quote.market.minOrderSize };
  const minimum = usdc(max(PREDICTION_BUY_FLOOR, minimumBuyUsd(market)));
  return present('BUY', fill, {
    total: usdc(fill.gross + fill.fee),
    // A share that wins pays one dollar, and both have six decimals.
    payout: usdc(fill.shares),
    minimum,
    now,
  });
}

async function quoteSale(
  deps: PredictionRouteDeps,
  userId: string,
  proposalId: string,
  {
    body,
    maxSlippageBps,
  }: { body: { amountUsd?: unknown; max?: boolean }; maxSlippageBps: number },
) {
  const size = saleSizeOf(body);
  const proposal = await deps.proposals.get(proposalId);
  if (!proposal) throw new AppError('NOT_FOUND', { message: 'No such proposal.' });
  const [row] = await deps.reads.query<{ sellable: bigint }>(sellableSharesStatement, [
    userId,
    proposalId,
  ]);
  const position = baseUnits(row?.sellable ?? 0n);
  if (position === 0n) {
    const member = await isPresentMember(deps.reads, proposal.groupId, userId);
    throw new AppError(member ? 'NO_POSITION' : 'NOT_GROUP_MEMBER');
  }
  const now = deps.clock.now();
  const quote = freshOutcome(deps, proposal, now);
  const { minOrderSize } = quote.market;
  const bid = bestBid(quote);
  const shares = saleShares({ position, size, bid, minOrderSize });
  const fill = fillPredictionSale({ ...quote, shares, maxSlippageBps });
  return present('SELL', fill, {
    total: fill.gross,
    payout: usdc(fill.gross - fill.fee),
    minimum: minimumSaleUsd({ bid, minOrderSize }),
    now,
  });
}

const present = (
  side: 'BUY' | 'SELL',
  fill: PredictionFill,
  of: { total: Usdc; payout: Usdc; minimum: Usdc; now: number },
) => ({
  side,
  tokenAmount: formatBaseUnits(fill.shares, SHARE_DECIMALS),
  averagePriceUsd: formatPrice(fill.price),
  venueFeeUsd: formatUsdc(fill.fee),
  totalCostUsd: formatUsdc(of.total),
  priceImpactPct: formatRatio(fill.priceImpactPct),
  minimumUsd: formatUsdc(of.minimum),
  payoutUsd: formatUsdc(of.payout),
  at: isoTime(of.now),
});

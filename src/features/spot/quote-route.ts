import { Type } from 'typebox';
import { AppError, invalid } from '../../errors/app-error.ts';
import type { SpotQuote } from '../../market/market.ts';
import { BPS, baseUnits, max, mulDivUp, type Usdc, usdc } from '../../money/fixed.ts';
import { formatBaseUnits, formatPrice, formatRatio, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { minimumBuy, minimumSale, type SpotFill } from '../../venues/paper/spot.ts';
import { isPresentMember } from '../groups/index.ts';
import { amountOf, saleSizeOf } from '../orders/index.ts';
import { serviceFee } from './amounts.ts';
import { fillOfBuy, fillOfSale, requireMinimum, saleQuantity } from './checks.ts';
import { freshQuote, minimumOf } from './deps.ts';
import * as examples from './examples.ts';
import { DEFAULT_SLIPPAGE_BPS } from './limits.ts';
import type { OrderAsset } from './order.ts';
import { knownToken, type SpotRouteDeps, type TokenName, tokenNameOf } from './route-deps.ts';
import { mintField, quoteSchema, saleBodySchema, slippageField, tickerField } from './schemas.ts';
import { sellableStatement } from './spot.sql.ts';

/** What an order would get now. No effect, so the reading scope is enough (contract 18.16). */
export const spotQuoteRoute = (deps: SpotRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/spot/quote',
    scope: 'read',
    tag: 'Spot',
    summary: 'Quote an order',
    description:
      'A buy by `contractAddress` or `ticker` and `amountUsd`, or a sale of the own position by ' +
      '`proposalId` and `amountUsd` or `max`. Computed like the order itself, stocks in an open ' +
      'market only; nothing is reserved.',
    body: Type.Object({
      contractAddress: mintField,
      ticker: tickerField,
      proposalId: Type.Optional(Type.String({ description: 'Position to sell from.' })),
      amountUsd: saleBodySchema.properties.amountUsd,
      max: saleBodySchema.properties.max,
      maxSlippageBps: slippageField,
    }),
    response: quoteSchema,
    errors: [
      'TOKEN_NOT_FOUND',
      'STOCK_NOT_FOUND',
      'MARKET_NOT_ACTIVE',
      'PRICE_UNAVAILABLE',
      'NO_LIQUIDITY',
      'AMOUNT_BELOW_MINIMUM',
      'NOT_FOUND',
      'NOT_GROUP_MEMBER',
      'NO_POSITION',
    ],
    examples: {
      request: { contractAddress: examples.token.id, amountUsd: '25' },
      response: examples.quote,
    },
    handler({ body, principal }) {
      const bound = body.maxSlippageBps ?? DEFAULT_SLIPPAGE_BPS;
      const { contractAddress, ticker, proposalId } = body;
      const names = [contractAddress, ticker, proposalId].filter((name) => name !== undefined);
      if (names.length !== 1) {
        throw invalid('body must carry contractAddress, ticker or proposalId, exactly one');
      }
      if (proposalId !== undefined) {
        return quoteSale(deps, principal.userId, proposalId, body, bound);
      }
      const spend = amountOf(body.amountUsd, 'body.amountUsd');
      return quoteBuy(deps, tokenNameOf(body), spend, bound);
    },
  });

function quoteBuy(deps: SpotRouteDeps, name: TokenName, spend: Usdc, maxSlippageBps: number) {
  const { asset, vertical } = knownToken(deps, name);
  const floor = minimumOf(deps, asset.mint);
  const now = deps.clock.now();
  deps.spot.requireMarket(vertical, now);
  requireMinimum(spend, floor);
  const quote = freshQuote(deps.spot, asset.mint, now);
  const { decimals } = asset;
  const { feeBps } = deps.spot;
  const fill = fillOfBuy(quote, { spend, decimals, maxSlippageBps, feeBps });
  const minimum = usdc(max(smallestBuy(quote, decimals, feeBps), floor));
  return present(deps, 'BUY', asset, fill, spend, minimum, now);
}

/** What one base unit costs with the fee on top. */
function smallestBuy(quote: SpotQuote, decimals: number, feeBps: number): Usdc {
  let gross = mulDivUp(minimumBuy(quote, decimals), BPS, BPS - BigInt(feeBps));
  while (gross - serviceFee(usdc(gross), feeBps).fee < minimumBuy(quote, decimals)) gross += 1n;
  return usdc(gross);
}

async function quoteSale(
  deps: SpotRouteDeps,
  userId: string,
  proposalId: string,
  body: { amountUsd?: unknown; max?: boolean },
  maxSlippageBps: number,
) {
  const size = saleSizeOf(body);
  const proposal = await deps.proposals.get(proposalId);
  if (!proposal) throw new AppError('NOT_FOUND', { message: 'No such proposal.' });
  const [row] = await deps.reads.query<{ sellable: bigint }>(sellableStatement, [
    userId,
    proposalId,
  ]);
  const sellable = baseUnits(row?.sellable ?? 0n);
  if (sellable === 0n) {
    const member = await isPresentMember(deps.reads, proposal.groupId, userId);
    throw new AppError(member ? 'NO_POSITION' : 'NOT_GROUP_MEMBER');
  }
  const now = deps.clock.now();
  deps.spot.requireMarket(proposal.vertical, now);
  const quote = freshQuote(deps.spot, proposal.asset.mint, now);
  const { decimals } = proposal.asset;
  const amount = saleQuantity(quote, sellable, size, decimals);
  const fill = fillOfSale(quote, { amount, decimals, maxSlippageBps, size });
  const minimum = minimumSale(quote, decimals);
  return present(deps, 'SELL', proposal.asset, fill, fill.gross, minimum, now);
}

function present(
  deps: SpotRouteDeps,
  side: 'BUY' | 'SELL',
  asset: OrderAsset,
  fill: SpotFill,
  cost: Usdc,
  minimum: Usdc,
  now: number,
) {
  return {
    side,
    tokenAmount: formatBaseUnits(fill.amount, asset.decimals),
    pricePerTokenUsd: formatPrice(fill.price),
    totalCostUsd: formatUsdc(cost),
    svcFeeUsd: formatUsdc(serviceFee(cost, deps.spot.feeBps).fee),
    priceImpactPct: formatRatio(fill.priceImpactPct),
    minimumUsd: formatUsdc(minimum),
    at: isoTime(now),
  };
}

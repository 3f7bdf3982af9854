import { Type } from 'typebox';
import {
  decimalString,
  id,
  isoInstant,
  moneyString,
  nullable,
  oneOf,
} from '../../platform/http/schema.ts';
import {
  nullableObject,
  pendingFields,
  saleFields,
  slippageFieldOf,
  tradeAmount,
} from '../orders/index.ts';
import { DEFAULT_SLIPPAGE_BPS } from './limits.ts';

export const SOL_MINT = 'So11111111111111111111111111111111111111112';

export const tokenSchema = Type.Object(
  {
    id: Type.String({ description: 'Mint address.', examples: [SOL_MINT] }),
    symbol: Type.String({ description: 'Ticker symbol.', examples: ['SOL'] }),
    name: Type.String({ description: 'Full name.', examples: ['Wrapped SOL'] }),
    logoUrl: Type.String({ description: 'Address of the logo, or "".', examples: [''] }),
    decimals: Type.Integer({ description: 'Decimals of a base unit.', examples: [9] }),
    verified: Type.Boolean({ description: 'On the verified list.' }),
    priceUsd: nullable(moneyString('Middle price of one token; null when unknown.', '151.23')),
    priceChange24hPct: nullable(decimalString('Change over 24 h.', 'percent', '-1.25')),
    volume24hUsd: nullable(moneyString('Traded in 24 h.', '1200000')),
    liquidityUsd: nullable(moneyString('Both sides of the pool.', '25000000')),
    tags: Type.Array(Type.String(), { description: 'Labels, `stock` for tokenized stocks.' }),
  },
  { title: 'Token', description: 'A token that can be traded for USDC.' },
);

export const candleSchema = Type.Object(
  {
    t: isoInstant('Start of the candle.'),
    open: decimalString('First price.', 'USD', '150.1'),
    high: decimalString('Highest price.', 'USD', '151'),
    low: decimalString('Lowest price.', 'USD', '149.9'),
    close: decimalString('Last price.', 'USD', '150.5'),
    volume: decimalString('Tokens traded.', 'tokens', '1234.5'),
  },
  { title: 'Candle', description: 'Prices of one interval.' },
);

export const spotTradeSchema = Type.Object(
  {
    id: id('Id of the trade; also its action and ledger transfer.'),
    tradingProposalId: Type.String({ description: 'The proposal; "" for a personal swap.' }),
    groupId: Type.String({ description: 'The group; "" for a personal swap.' }),
    walletAddress: Type.String({ description: 'Deposit wallet of the trader.' }),
    tradeType: oneOf(['BUY', 'SELL'], { description: 'Direction.' }),
    tokenAmount: decimalString('Whole tokens bought or sold.', 'tokens', '0.164'),
    tokenDecimals: Type.Integer({ description: 'Decimals of the token.', examples: [9] }),
    pricePerTokenUsd: moneyString('Average price of the fill.', '151.23'),
    totalCostUsd: moneyString('BUY: left the wallet, fee in. SELL: gross proceeds.', '25'),
    svcFeeUsd: moneyString('Service fee.', '0.125'),
    pnlUsd: moneyString('SELL: net proceeds less the cost taken out; BUY: 0.', '0'),
    pnlPct: decimalString('PnL in percent of that cost.', 'percent', '0'),
    txSignature: Type.String({ description: 'Venue reference; `paper_` + id on paper.' }),
    createdAt: isoInstant('When it filled.'),
  },
  { title: 'SpotTrade', description: 'One fill.' },
);

const tokenRefSchema = Type.Object({
  id: Type.String({ description: 'Mint address.' }),
  contractAddress: Type.String({ description: 'Mint address.' }),
  symbol: Type.String({ description: 'Ticker symbol.', examples: ['SOL'] }),
  name: Type.String({ description: 'Full name.', examples: ['Wrapped SOL'] }),
  logoUrl: Type.String({ description: 'Address of the logo, or "".' }),
  priceFeedId: Type.String({ description: 'Price feed, or "".' }),
  verified: Type.Boolean({ description: 'On the verified list.' }),
});

export const groupRefSchema = Type.Object({
  uniqueId: id('Id of the group.'),
  name: Type.String({ description: 'Name of the group.', examples: ['Demo group'] }),
  image: Type.String({ description: 'Picture, or "".' }),
});

export const userRefSchema = Type.Object({
  idpId: Type.String({ description: 'Id at the identity provider.' }),
  username: Type.String({ description: 'Unique name.', examples: ['ada'] }),
});

export const spotProposalSchema = Type.Object(
  {
    id: id('Id of the proposal.'),
    groupId: id('The group it was made in.'),
    tokenMetadataId: Type.String({ description: 'Mint address of the token.' }),
    createdByUserIdpId: Type.String({ description: 'The creator at the identity provider.' }),
    reason: nullable(Type.String({ description: 'Why, in the words of the creator.' })),
    initialPriceUsd: nullable(moneyString("Average price of the creator's opening buy.", '151.23')),
    exitPriceUsd: nullable(moneyString("Price of the creator's exit.", '160')),
    exitPnlUsd: nullable(moneyString("The creator's realized PnL.", '1.2')),
    exitPnlPct: nullable(decimalString('That PnL in percent of its cost.', 'percent', '4.8')),
    closedAt: nullable(isoInstant('When it was closed; null while it takes entries.')),
    createdAt: isoInstant('When it was made.'),
    updatedAt: isoInstant('When it last changed.'),
    token: tokenRefSchema,
    group: groupRefSchema,
    createdBy: userRefSchema,
    trades: Type.Unsafe<readonly unknown[] | null>({
      type: ['array', 'null'],
      items: spotTradeSchema,
      description: 'Newest trades; null in lists.',
    } as never),
  },
  { title: 'SpotProposal', description: 'A call of a group: a token that its leader bought.' },
);

export const spotPositionSchema = Type.Object(
  {
    hasPosition: Type.Boolean({ description: 'Whether tokens are held now.' }),
    currentTokenAmountRaw: nullable(
      Type.String({ description: 'Held, in base units of the token.', examples: ['164000000'] }),
    ),
    totalCostUsd: nullable(moneyString('Buy cost of the current, else the last round.')),
    avgEntryPriceUsd: nullable(moneyString('Remaining cost per token held.', '151.9')),
    avgExitPriceUsd: nullable(moneyString('Net proceeds per token sold in the round.', '160')),
    unrealizedPnlUsd: nullable(moneyString('Value now less remaining cost.', '0.4')),
    realizedPnlUsd: nullable(moneyString('Over all rounds.', '0')),
    currentValueUsd: nullable(moneyString('At the current price.', '25.4')),
    currentPriceUsd: nullable(moneyString('Middle price now; null when unknown.', '154.9')),
    unrealizedPnlPct: nullable(decimalString('Of the remaining cost.', 'percent', '1.6')),
    realizedPnlPct: nullable(decimalString('Of the cost taken out.', 'percent', '0')),
    userExitedAt: nullable(isoInstant('When a sale brought it to zero; cleared by a new buy.')),
  },
  { title: 'SpotPositionSummary', description: "The caller's position in a proposal." },
);

export const proposalWithPositionSchema = Type.Object(
  {
    proposal: spotProposalSchema,
    userPosition: spotPositionSchema,
    participantCount: nullable(Type.Integer({ description: 'Members who ever held.' })),
    participantAvatars: Type.Array(Type.String(), { description: 'Pictures of some of them.' }),
  },
  { title: 'SpotProposalWithPosition', description: 'A proposal and what the caller has in it.' },
);

export const tradeAnswerSchema = Type.Object(
  { trade: nullableObject(spotTradeSchema), ...pendingFields },
  { title: 'SpotTradeAnswer', description: 'The trade, or a receipt while it is pending.' },
);

export const proposalAnswerSchema = Type.Object(
  {
    proposal: nullableObject(spotProposalSchema),
    trade: nullableObject(spotTradeSchema),
    ...pendingFields,
  },
  { title: 'SpotProposalAnswer', description: 'The proposal and its trade.' },
);

export const swapAnswerSchema = Type.Object(
  {
    success: nullable(Type.Boolean({ description: 'True once filled.' })),
    signature: nullable(Type.String({ description: 'Venue reference.' })),
    inputAmountRaw: nullable(Type.String({ description: 'Base units that left the wallet.' })),
    outputAmountRaw: nullable(Type.String({ description: 'Base units that came in.' })),
    svcFeeUsd: nullable(moneyString('Service fee.', '0.125')),
    ...pendingFields,
  },
  { title: 'SwapAnswer', description: 'A personal trade.' },
);

export const quoteSchema = Type.Object(
  {
    side: oneOf(['BUY', 'SELL'], { description: 'Direction.' }),
    tokenAmount: decimalString('Whole tokens.', 'tokens', '0.164'),
    pricePerTokenUsd: moneyString('Average price of the fill.', '151.23'),
    totalCostUsd: moneyString('BUY: leaves the wallet, fee in. SELL: gross proceeds.'),
    svcFeeUsd: moneyString('Service fee.', '0.125'),
    priceImpactPct: decimalString('Worse than the top of the book by.', 'percent', '0.02'),
    minimumUsd: moneyString('Smallest amount that can be traded.', '1'),
    at: isoInstant('When it was quoted.'),
  },
  { title: 'SpotQuote', description: 'What an order would get now; nothing is reserved.' },
);

export const mintField = Type.Optional(
  Type.String({ description: 'Mint address.', maxLength: 64, examples: [SOL_MINT] }),
);

export const tickerField = Type.Optional(
  Type.String({
    description: "Ticker of a stock, or the issuer's symbol; any case.",
    maxLength: 64,
    examples: ['AAPL'],
  }),
);

export const slippageField = slippageFieldOf(
  DEFAULT_SLIPPAGE_BPS,
  'How far the fill may be from the top of the book; 100 when absent.',
);

export const saleBodySchema = Type.Object(
  { ...saleFields, maxSlippageBps: slippageField },
  { description: '`amountUsd` or `max: true`, exactly one.' },
);

export const buyBodySchema = Type.Object({
  amountUsd: tradeAmount('Leaves the wallet, service fee included.'),
  maxSlippageBps: slippageField,
});

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
import { PREDICTION_SLIPPAGE_BPS } from './limits.ts';
import { PROPOSAL_STATUSES } from './tables.ts';

const RESULTS = ['YES', 'NO', 'VOID'] as const;
const MARKET_STATUSES = ['active', 'paused', 'closed', 'resolved'] as const;

const sharePrice = (description: string, example: string) =>
  nullable(decimalString(`${description}; null when there is none.`, 'USD per share', example));

export const marketSchema = Type.Object(
  {
    marketTicker: Type.String({ description: 'Slug of the market.' }),
    eventTicker: Type.String({ description: 'Slug of its event.' }),
    title: Type.String({ description: 'The question, or the outcome within its event.' }),
    yesOutcomeId: Type.String({ description: 'Token id of the YES side at the venue.' }),
    noOutcomeId: Type.String({ description: 'Token id of the NO side.' }),
    status: oneOf(MARKET_STATUSES, { description: 'Only an active market takes orders.' }),
    result: nullable(oneOf(RESULTS, { description: 'Once resolved; VOID pays 0.5 a share.' })),
    yesPrice: sharePrice('Middle price of YES', '0.62'),
    noPrice: sharePrice('1 less the middle price of YES', '0.38'),
    yesBid: sharePrice('Best bid for YES', '0.61'),
    yesAsk: sharePrice('Best ask of YES', '0.63'),
    noBid: sharePrice('Best bid for NO', '0.37'),
    noAsk: sharePrice('Best ask of NO', '0.39'),
    lastPrice: sharePrice('Last trade of YES', '0.62'),
    tickSize: sharePrice('Step of prices', '0.01'),
    minOrderSize: decimalString('Smallest sale.', 'shares', '5'),
    minOrderUsd: nullable(moneyString('Smallest buy at the ask of YES.', '3.15')),
    volumeUsd: moneyString('Traded since the beginning.', '1250000'),
    volume24hUsd: moneyString('Traded in 24 h.', '48000'),
    liquidityUsd: moneyString('Resting in the book.', '96000'),
    closeTime: nullable(isoInstant('When trading is expected to end.')),
    negRisk: Type.Boolean({ description: 'Whether at most one market of the event can win.' }),
    feeRate: decimalString('Fee = shares × feeRate × p × (1 − p).', undefined, '0.05'),
  },
  { title: 'PredictionMarket', description: 'One question of an event.' },
);

export const eventSchema = Type.Object(
  {
    ticker: Type.String({ description: 'Slug of the event.' }),
    title: Type.String({ description: 'What it is about.' }),
    subtitle: nullable(Type.String({ description: 'More of it.' })),
    imageUrl: nullable(Type.String({ description: 'Picture.' })),
    category: Type.String({ description: 'Slug of the leading tag.', examples: ['politics'] }),
    tags: Type.Array(
      Type.Object({
        slug: Type.String({ description: 'For the queries of the live list.' }),
        label: Type.String({ description: 'For people.' }),
      }),
      { description: 'All tags.' },
    ),
    startDate: isoInstant('When it began.'),
    endDate: nullable(isoInstant('When it is expected to end.')),
    closed: Type.Boolean({ description: 'Whether no market of it trades any more.' }),
    volumeUsd: moneyString('Traded since the beginning, all markets.', '2250000'),
    volume24hUsd: moneyString('Traded in 24 h, all markets.', '148000'),
    liquidityUsd: moneyString('Resting in the books.', '196000'),
    markets: Type.Array(marketSchema, { description: 'Its markets.' }),
  },
  { title: 'PredictionEvent', description: 'Something that will have happened, or not.' },
);

export const proposalSchema = Type.Object(
  {
    id: id('Id of the proposal.'),
    groupId: id('The group it was made in.'),
    createdById: id('User id of its creator.'),
    eventId: Type.String({ description: 'Slug of the event.' }),
    marketId: Type.String({ description: 'Slug of the market.' }),
    outcomeMint: Type.String({ description: "The venue's token id of the chosen side." }),
    eventTitle: nullable(Type.String({ description: 'Title when it was proposed.' })),
    marketTitle: nullable(Type.String({ description: 'Title when it was proposed.' })),
    eventImageUrl: nullable(Type.String({ description: 'Picture of the event.' })),
    isYes: Type.Boolean({ description: 'Whether it is for YES.' }),
    status: oneOf(PROPOSAL_STATUSES, { description: 'CLOSED is sell-only.' }),
    result: nullable(oneOf(RESULTS, { description: 'Once resolved.' })),
    didWin: Type.Boolean({ description: 'Whether the chosen side won; false until resolved.' }),
    reason: nullable(Type.String({ description: 'Why, in the words of the creator.' })),
    resolvedAt: nullable(isoInstant('When the market resolved.')),
    createdAt: isoInstant('When it was made.'),
    updatedAt: isoInstant('When it last changed.'),
  },
  { title: 'PredictionProposal', description: 'A call of a group: a side of a market.' },
);

export const tradeSchema = Type.Object(
  {
    id: id('Id of the trade; also its action and ledger transfer.'),
    proposalId: id('The proposal.'),
    groupId: id('The group.'),
    walletAddress: Type.String({ description: 'Deposit wallet of the trader.' }),
    tradeType: oneOf(['BUY', 'SELL', 'CLAIM'], { description: 'CLAIM pays a resolved side.' }),
    tokenAmount: decimalString('Shares bought, sold or paid.', 'shares', '39.05'),
    tokenDecimals: Type.Integer({ description: 'Decimals of a share.', examples: [6] }),
    pricePerTokenUsd: moneyString('Average price of a share, without the fee.', '0.63'),
    totalCostUsd: moneyString('BUY: left the wallet, fee in. SELL: gross. CLAIM: paid.'),
    venueFeeUsd: moneyString("The venue's fee.", '0.45507'),
    pnlUsd: moneyString('SELL and CLAIM: net proceeds less the cost of the lots; BUY: 0.', '0'),
    pnlPct: decimalString('PnL in percent of that cost.', 'percent', '0'),
    txSignature: Type.String({ description: 'Venue reference; `paper_` + id on paper.' }),
    createdAt: isoInstant('When it filled.'),
  },
  { title: 'PredictionTrade', description: 'One fill or claim.' },
);

export const positionSchema = Type.Object(
  {
    tokenAmount: decimalString('Shares held.', 'shares', '39.05'),
    tokenDecimals: Type.Integer({ description: 'Decimals of a share.', examples: [6] }),
    totalCostUsd: moneyString('Buy cost of the current, else the last round.', '25'),
    avgCostBasisUsd: moneyString('Cost of the lots left, per share held.', '0.64'),
    avgExitPriceUsd: nullable(moneyString('Net proceeds per share sold in the round.', '0.7')),
    unrealizedPnlUsd: nullable(moneyString('Value now less the cost of the lots left.', '-0.79')),
    realizedPnlUsd: moneyString('Of all sales and claims.', '0'),
    currentValueUsd: nullable(moneyString('At the current price.', '24.21')),
    currentPriceUsd: nullable(moneyString('Middle price, or the payout once resolved.', '0.62')),
    unrealizedPnlPct: nullable(decimalString('Of the cost of the lots left.', 'percent', '-3.2')),
    realizedPnlPct: decimalString('Of the cost taken out.', 'percent', '0'),
  },
  { title: 'PredictionPosition', description: "The caller's shares, in first-in-first-out lots." },
);

const userRefSchema = Type.Object({
  idpId: Type.String({ description: 'Id at the identity provider.' }),
  username: Type.String({ description: 'Unique name.', examples: ['ada'] }),
});

const remaining = nullable(
  Type.String({ description: 'Shares left, FIFO; null without a position.', examples: ['39.05'] }),
);

export const predictionWithPositionSchema = Type.Object(
  {
    proposal: proposalSchema,
    market: nullableObject(marketSchema),
    remainingTokenAmount: remaining,
    createdBy: userRefSchema,
    userPosition: nullableObject(positionSchema),
    participantCount: Type.Integer({ description: 'Members who ever held.' }),
    participantAvatars: Type.Array(Type.String(), { description: 'Pictures of some of them.' }),
  },
  { title: 'PredictionWithPosition', description: 'A proposal and what the caller has in it.' },
);

export const predictionDetailSchema = Type.Object(
  {
    proposal: proposalSchema,
    position: nullableObject(positionSchema),
    market: nullableObject(marketSchema),
    createdBy: userRefSchema,
    remainingTokenAmount: remaining,
    participantCount: Type.Integer({ description: 'Members who ever held.' }),
  },
  { title: 'PredictionDetail', description: 'One proposal with market and own position.' },
);

export const tradeAnswerSchema = Type.Object(
  { trade: nullableObject(tradeSchema), ...pendingFields },
  { title: 'PredictionTradeAnswer', description: 'The trade, or a receipt while it is pending.' },
);

export const proposalAnswerSchema = Type.Object(
  {
    proposal: nullableObject(proposalSchema),
    trade: nullableObject(tradeSchema),
    ...pendingFields,
  },
  { title: 'PredictionProposalAnswer', description: 'The proposal and its trade.' },
);

export const claimAnswerSchema = Type.Object(
  {
    trade: nullableObject(tradeSchema),
    amountClaimedUsd: moneyString('What came into the wallet.', '39.05'),
    ...pendingFields,
  },
  { title: 'PredictionClaimAnswer', description: 'What a resolved position has paid.' },
);

export const quoteSchema = Type.Object(
  {
    side: oneOf(['BUY', 'SELL'], { description: 'Direction.' }),
    tokenAmount: decimalString('Shares.', 'shares', '39.05'),
    averagePriceUsd: moneyString('Average price of a share, without the fee.', '0.63'),
    venueFeeUsd: moneyString("The venue's fee.", '0.45507'),
    totalCostUsd: moneyString('BUY: leaves the wallet, fee in. SELL: gross.', '24.99'),
    priceImpactPct: decimalString('Worse than the top of the book by.', 'percent', '0.2'),
    minimumUsd: moneyString('Smallest amount that can be traded.', '4'),
    payoutUsd: moneyString('BUY: paid if the side wins. SELL: net proceeds.', '39.05'),
    at: isoInstant('When it was quoted.'),
  },
  { title: 'PredictionQuote', description: 'What an order would get now; nothing is reserved.' },
);

const levels = Type.Array(
  Type.Object({
    price: decimalString('Of a share.', 'USD per share', '0.61'),
    size: decimalString('Shares at this price.', 'shares', '1200'),
  }),
  { description: 'Best first.' },
);
const sideSchema = Type.Object({ bids: levels, asks: levels });
export const bookSchema = Type.Object(
  {
    marketTicker: Type.String({ description: 'Slug of the market.' }),
    yes: sideSchema,
    no: sideSchema,
    tickSize: sharePrice('Step of prices', '0.01'),
    minOrderSize: decimalString('Smallest sale.', 'shares', '5'),
  },
  { title: 'PredictionBook', description: 'Both sides of one order book, mirrored.' },
);

export const historySchema = Type.Array(
  Type.Object({
    t: isoInstant('Instant of the price.'),
    price: decimalString('Middle price of YES.', 'USD per share', '0.62'),
  }),
);

export const slippageField = slippageFieldOf(
  PREDICTION_SLIPPAGE_BPS,
  'How far the fill may walk from the top of the book, in hundredths of a point; 500 when absent.',
);

export const buyBodySchema = Type.Object({
  amountUsd: tradeAmount("The most that leaves the wallet, the venue's fee included."),
  maxSlippageBps: slippageField,
});

export const saleBodySchema = Type.Object(
  { ...saleFields, maxSlippageBps: slippageField },
  { description: '`amountUsd` or `max: true`, exactly one.' },
);

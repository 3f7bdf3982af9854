import { Type } from 'typebox';
import {
  decimalString,
  id,
  isoInstant,
  moneyString,
  nullable,
  oneOf,
} from '../../platform/http/schema.ts';
import { pendingFields, slippageFieldOf } from '../orders/index.ts';
import { PERP_SLIPPAGE_BPS } from './limits.ts';

const SIDES = ['LONG', 'SHORT'] as const;
export const sideField = oneOf(SIDES, { description: 'Direction.' });
const usd = (description: string, example?: string) => nullable(moneyString(description, example));

export const perpMarketSchema = Type.Object(
  {
    symbol: Type.String({ description: 'Symbol of the market.', examples: ['SOL'] }),
    assetId: Type.Integer({ description: 'Id of the asset at the venue.' }),
    marketPubkey: Type.String({ description: 'Account of the order book.' }),
    splinePubkey: Type.String({ description: 'Account of the spline collection.' }),
    baseAsset: Type.String({ description: 'What is traded.', examples: ['SOL'] }),
    name: Type.String({ description: 'Its name.', examples: ['Solana'] }),
    logoUrl: Type.String({ description: 'Address of the logo, or "".' }),
    priceFeedId: Type.String({ description: 'Price feed, or "".' }),
    tickSize: Type.Integer({ description: 'Quote lots (1e-6 USD) per base lot of one tick.' }),
    baseLotsDecimals: Type.Integer({ description: 'A base lot is 10^-this units.' }),
    takerFeeBps: decimalString('Fee of an order that takes.', 'bps', '3.5'),
    makerFeeBps: decimalString('Fee of an order that rests.', 'bps', '0.5'),
    leverageTiersJson: Type.String({ description: 'JSON: leverage up to a size in base lots.' }),
    riskFactorsJson: Type.String({ description: 'JSON: margins as parts of the initial one.' }),
    fundingIntervalSeconds: Type.Integer({ description: 'Funding is paid so often.' }),
    fundingPeriodSeconds: Type.Integer({ description: 'A premium is paid over this time.' }),
    maxFundingRatePerInterval: decimalString('Most per base lot.', 'quote lots', '1698'),
    openInterestCapBaseLots: decimalString('Most that may stand open.', 'base lots', '32164684'),
    maxLiquidationSizeBaseLots: decimalString('Most one step closes.', 'base lots', '50000'),
    isolatedOnly: Type.Boolean({ description: 'Whether the venue keeps it isolated only.' }),
    marketStatus: Type.String({ description: 'Only `active` takes orders.', examples: ['active'] }),
    markPriceUsd: usd('Mark price, by which triggers and margins go.', '151.23'),
    midPriceUsd: usd('Middle of the book.', '151.24'),
    oraclePriceUsd: usd('Index price.', '151.2'),
    volume24hUsd: usd('Traded in 24 h.', '8200000'),
    prevDayPriceUsd: usd('Mark price a day ago.', '149'),
    fundingRatePercentage: decimalString('What this interval comes to.', 'percent', '0.0012'),
    openInterestBaseLots: decimalString('Standing open.', 'base lots', '2221726'),
    priceChange24hPct: nullable(decimalString('Change over 24 h.', 'percent', '1.5')),
    maxLeverage: decimalString('Of the first tier.', undefined, '15'),
  },
  { title: 'PerpMarket', description: 'A perpetual future.' },
);

export const candleSchema = Type.Object(
  {
    t: isoInstant('Start of the candle.'),
    open: decimalString('First mark price.', 'USD', '150.1'),
    high: decimalString('Highest.', 'USD', '151'),
    low: decimalString('Lowest.', 'USD', '149.9'),
    close: decimalString('Last.', 'USD', '150.5'),
    volume: decimalString('Units traded.', 'units', '1234.5'),
  },
  { title: 'PerpCandle', description: 'Mark prices of one interval.' },
);

export const fundingSchema = Type.Object(
  {
    t: isoInstant('Start of the interval.'),
    rate: decimalString('Paid by a long base lot.', 'quote lots', '12.5'),
    ratePercentage: decimalString('Of the notional at the mark.', 'percent', '0.0012'),
    markPriceUsd: moneyString('Mark price at its end.', '151.23'),
  },
  { title: 'PerpFunding', description: 'Funding of one interval.' },
);

export const perpResultSchema = Type.Object(
  {
    assignmentId: nullable(id('Id of the position.')),
    proposalId: nullable(id('The proposal.')),
    subaccountIndex: Type.Integer({ description: 'Isolated subaccount, 1 to 100.' }),
    txSignature: nullable(Type.String({ description: 'Venue reference.' })),
    marketSymbol: Type.String({ description: 'Symbol of the market.', examples: ['SOL'] }),
    side: sideField,
    closePnlUsd: usd('On a full close: net of funding, fees and penalty.', '12.5'),
    closePnlPct: nullable(decimalString('Of the collateral put in.', 'percent', '12.5')),
    closeProceedsUsd: usd('On a full close: what came back.', '112.5'),
    closedBaseUnits: nullable(decimalString('On a full close.', 'units', '1.5')),
    isFullClose: nullable(Type.Boolean({ description: 'Whether the position is gone.' })),
    ...pendingFields,
  },
  { title: 'PerpActionResult', description: 'The outcome of an order.' },
);

export const closeAnswerSchema = Type.Object(
  {
    success: nullable(Type.Boolean({ description: 'True once closed.' })),
    results: Type.Array(perpResultSchema, { description: "The creator's own positions." }),
    ...pendingFields,
  },
  { title: 'PerpCloseAnswer', description: 'A closed proposal.' },
);

export const claimAnswerSchema = Type.Object(
  {
    assignmentId: id('Id of the position.'),
    proposalId: id('The proposal.'),
    marketSymbol: Type.String({ description: 'Symbol of the market.', examples: ['SOL'] }),
    side: sideField,
    closePnlUsd: moneyString('Net PnL of the position.', '40'),
    closePnlPct: decimalString('Of the collateral put in.', 'percent', '40'),
    closeProceedsUsd: moneyString('What came into the wallet.', '140'),
    closedBaseUnits: decimalString('All that was closed.', 'units', '3.3'),
    claimedAt: isoInstant('When it was claimed.'),
  },
  { title: 'PerpClaim', description: 'The proceeds of a take-profit, drained to the wallet.' },
);

export const perpPositionSchema = Type.Object(
  {
    id: id('The assignmentId.'),
    userId: id('The owner.'),
    groupId: id('The group.'),
    proposalId: id('The proposal.'),
    subaccountIndex: Type.Integer({ description: 'Isolated subaccount, 1 to 100.' }),
    marketSymbol: Type.String({ description: 'Symbol of the market.', examples: ['SOL'] }),
    side: sideField,
    status: oneOf(['OPEN', 'CLOSED', 'LIQUIDATED', 'ADL_CLOSED'], { description: 'Its status.' }),
    openedAt: isoInstant('When it was opened.'),
    closedAt: nullable(isoInstant('When nothing was left.')),
    initialCollateralUsdc: moneyString('Put in at the opening.', '100'),
    initialLeverage: decimalString('As it was sent.', undefined, '10'),
    currentSizeBaseLots: nullable(
      Type.String({ description: 'Open base lots, unsigned.', examples: ['1390'] }),
    ),
    currentSizeBaseUnits: nullable(decimalString('Open units.', 'units', '13.9')),
    positionValueUsd: usd('Notional at the mark.', '1000'),
    entryPriceUsd: usd('Average entry.', '151.23'),
    exitPriceUsd: usd('Average of what was closed.', '160'),
    collateralBalanceUsdc: usd('Collateral with settled results.', '99.65'),
    effectiveCollateralUsdc: usd('Collateral, unrealized PnL and unsettled funding.', '104.2'),
    unrealizedPnlUsd: usd('Of the open size at the mark.', '4.5'),
    unsettledFundingUsd: usd('Positive is owed to the trader.', '-0.02'),
    accumulatedFundingUsd: usd('Settled while open.', '-0.1'),
    liquidationPriceUsd: usd('Mark at which it is liquidated.', '137.4'),
    stopLossPriceUsd: usd('Mark of the stop loss.', '145'),
    takeProfitPriceUsd: usd('Mark of the take profit.', '170'),
    priceRealizedPnlUsd: usd('From closing, before fees.', '0'),
    fundingRealizedUsd: usd('Settled funding; positive was received.', '0'),
    totalFeesUsd: usd('All trading fees.', '0.35'),
    liquidationPenaltyUsd: usd('Penalties and haircuts.', '0'),
    netRealizedPnlUsd: usd('Price + funding − fees − penalty.', '-0.35'),
    finalCollateralReturned: usd('What came back of a closed position.', '112.5'),
    marketStatus: nullable(Type.String({ description: 'Of the market.', examples: ['active'] })),
    closeReason: nullable(
      Type.String({
        description: 'USER, STOP_LOSS, TAKE_PROFIT, MARKET_DELISTED, LIQUIDATED, ADL_CLOSED.',
        examples: ['USER'],
      }),
    ),
    claimedAt: nullable(isoInstant('When its take-profit was claimed.')),
    isClaimable: Type.Boolean({ description: 'Whether proceeds wait to be claimed.' }),
    participantCount: Type.Integer({ description: 'Members with an open position in it.' }),
    participantAvatars: Type.Array(Type.String(), { description: 'Pictures of some of them.' }),
  },
  { title: 'PerpPosition', description: 'One perp assignment.' },
);

export const perpProposalSchema = Type.Object(
  {
    id: id('Id of the proposal.'),
    groupId: id('The group.'),
    createdByUserIdpId: Type.String({ description: 'The creator at the identity provider.' }),
    marketSymbol: Type.String({ description: 'Symbol of the market.', examples: ['SOL'] }),
    side: sideField,
    reason: nullable(Type.String({ description: 'Why, in the words of the creator.' })),
    closedAt: nullable(isoInstant('When it was closed; null while it takes entries.')),
    exitPnlUsd: usd("The creator's net PnL once closed.", '12.5'),
    exitPnlPct: nullable(decimalString('Of the collateral put in.', 'percent', '12.5')),
    currentPnlPct: nullable(decimalString("Of the creator's first position.", 'percent', '4.2')),
    stopLossPct: nullable(decimalString('Of collateral ROI.', 'percent', '20')),
    takeProfitPct: nullable(decimalString('Of collateral ROI.', 'percent', '40')),
    participantCount: Type.Integer({ description: 'Members with an open position.' }),
    totalParticipantCount: Type.Integer({ description: 'Members who ever had one.' }),
    participantAvatars: Type.Array(Type.String(), { description: 'Pictures of some of them.' }),
    creatorLeverage: decimalString('As it was sent.', undefined, '10'),
    createdAt: isoInstant('When it was made.'),
  },
  { title: 'PerpProposal', description: "A call of a group: a leader's long or short." },
);

export const perpDetailSchema = Type.Object(
  {
    ...perpProposalSchema.properties,
    positions: Type.Array(perpPositionSchema, { description: "The caller's, newest first." }),
  },
  { title: 'PerpProposalDetail', description: 'A proposal with the own positions under it.' },
);

export const perpQuoteSchema = Type.Object(
  {
    sizeBaseLots: decimalString('Size, unsigned.', 'base lots', '661'),
    sizeBaseUnits: decimalString('Size.', 'units', '6.61'),
    notionalUsd: moneyString('What it is traded for.', '999.6'),
    entryPriceUsd: moneyString('Average entry.', '151.23'),
    feeUsd: moneyString('Comes out of the collateral.', '0.35'),
    liquidationPriceUsd: usd('Mark at which it would be liquidated.', '141.1'),
    stopLossPriceUsd: usd('Mark of the stop loss.', '148.2'),
    takeProfitPriceUsd: usd('Mark of the take profit.', '157.3'),
    maxLeverage: decimalString('Most that this collateral can have.', undefined, '15'),
    at: isoInstant('When it was quoted.'),
  },
  { title: 'PerpQuote', description: 'What an opening would get now; nothing is reserved.' },
);

export const slippageField = slippageFieldOf(
  PERP_SLIPPAGE_BPS,
  'How far the fill may be from the top of the book; 200 when absent.',
);

const positionId = '01920f3c-7b10-7abc-8def-0123456789ab';
const tradeId = '01920f3c-7b10-7abc-8def-0123456789ac';
const proposalId = '01920f3c-7b10-7abd-8def-0123456789ab';
const groupId = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
const at = '2026-01-31T14:30:00.000Z';

export const market = {
  symbol: 'SOL',
  assetId: 0,
  marketPubkey: '71Si24E4uc3oCaPbPZTozC1ptSNNqygjjebxSmErSsC2',
  splinePubkey: '8mYqJ1gkLjeYKyrT4CCnF3pYwGmCYh2N4xYbHZrE1rcB',
  baseAsset: 'SOL',
  name: 'Solana',
  logoUrl: '',
  priceFeedId: '',
  tickSize: 100,
  baseLotsDecimals: 2,
  takerFeeBps: '3.5',
  makerFeeBps: '0.5',
  leverageTiersJson: '[{"upperBoundBaseLots":"32164684","maxLeverage":"15"}]',
  riskFactorsJson: '{"maintenanceBps":"5000","backstopBps":"2000","highRiskBps":"1000"}',
  fundingIntervalSeconds: 3600,
  fundingPeriodSeconds: 86_400,
  maxFundingRatePerInterval: '1698',
  openInterestCapBaseLots: '32164684',
  maxLiquidationSizeBaseLots: '50000',
  isolatedOnly: false,
  marketStatus: 'active',
  markPriceUsd: '150',
  midPriceUsd: '150.01',
  oraclePriceUsd: '149.98',
  volume24hUsd: '8200000',
  prevDayPriceUsd: '148',
  fundingRatePercentage: '0.0012',
  openInterestBaseLots: '2221726',
  priceChange24hPct: '1.351351351351351351',
  maxLeverage: '15',
};

export const candle = {
  t: at,
  open: '150.1',
  high: '151',
  low: '149.9',
  close: '150.5',
  volume: '1234.5',
};

export const funding = {
  t: at,
  rate: '19',
  ratePercentage: '0.001266666666666667',
  markPriceUsd: '150',
};

/** $100 at 10× and 150: 666 lots of 0.01 SOL, notional 999, fee 0.34965. */
export const openResult = {
  assignmentId: positionId,
  proposalId,
  subaccountIndex: 1,
  txSignature: `paper_${tradeId}`,
  marketSymbol: 'SOL',
  side: 'LONG' as const,
  closePnlUsd: null,
  closePnlPct: null,
  closeProceedsUsd: null,
  closedBaseUnits: null,
  isFullClose: false,
  pending: false,
  actionJobId: tradeId,
};

/** Closed at 153: price PnL 6.66 × 3 = 19.98, fees 0.34965 + 0.356643; net 19.273707. */
export const closeResult = {
  ...openResult,
  closePnlUsd: '19.273707',
  closePnlPct: '19.273707',
  closeProceedsUsd: '119.273707',
  closedBaseUnits: '6.66',
  isFullClose: true,
};

export const closeAnswer = {
  success: true,
  results: [closeResult],
  pending: false,
  actionJobId: tradeId,
};

export const claimAnswer = {
  assignmentId: positionId,
  proposalId,
  marketSymbol: 'SOL',
  side: 'LONG' as const,
  closePnlUsd: '19.273707',
  closePnlPct: '19.273707',
  closeProceedsUsd: '119.273707',
  closedBaseUnits: '6.66',
  claimedAt: at,
};

export const position = {
  id: positionId,
  userId: '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e60',
  groupId,
  proposalId,
  subaccountIndex: 1,
  marketSymbol: 'SOL',
  side: 'LONG' as const,
  status: 'OPEN' as const,
  openedAt: at,
  closedAt: null,
  initialCollateralUsdc: '100',
  initialLeverage: '10',
  currentSizeBaseLots: '666',
  currentSizeBaseUnits: '6.66',
  positionValueUsd: '999',
  entryPriceUsd: '150',
  exitPriceUsd: null,
  collateralBalanceUsdc: '99.65035',
  effectiveCollateralUsdc: '99.65035',
  unrealizedPnlUsd: '0',
  unsettledFundingUsd: '0',
  accumulatedFundingUsd: '0',
  liquidationPriceUsd: '139.68',
  stopLossPriceUsd: '147',
  takeProfitPriceUsd: '156.01',
  priceRealizedPnlUsd: '0',
  fundingRealizedUsd: '0',
  totalFeesUsd: '0.34965',
  liquidationPenaltyUsd: '0',
  netRealizedPnlUsd: '-0.34965',
  finalCollateralReturned: null,
  marketStatus: 'active',
  closeReason: null,
  claimedAt: null,
  isClaimable: false,
  participantCount: 3,
  participantAvatars: [],
};

export const proposal = {
  id: proposalId,
  groupId,
  createdByUserIdpId: 'idp_01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e60',
  marketSymbol: 'SOL',
  side: 'LONG' as const,
  reason: 'Breakout above the weekly range.',
  closedAt: null,
  exitPnlUsd: null,
  exitPnlPct: null,
  currentPnlPct: '-0.34965',
  stopLossPct: '20',
  takeProfitPct: '40',
  participantCount: 3,
  totalParticipantCount: 3,
  participantAvatars: [],
  creatorLeverage: '10',
  createdAt: at,
};
export const detail = { ...proposal, positions: [position] };

const order = {
  marketSymbol: 'SOL',
  side: 'LONG' as const,
  collateralUsd: '100',
  leverage: '10',
  stopLossPct: '20',
  takeProfitPct: '40',
};
export const createRequest = { groupId, ...order, reason: 'Breakout above the weekly range.' };
export const quoteRequest = order;
export const quote = {
  sizeBaseLots: '666',
  sizeBaseUnits: '6.66',
  notionalUsd: '999',
  entryPriceUsd: '150',
  feeUsd: '0.34965',
  liquidationPriceUsd: '139.68',
  stopLossPriceUsd: '147',
  takeProfitPriceUsd: '156.01',
  maxLeverage: '15',
  at,
};

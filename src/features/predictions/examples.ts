const tradeId = '01920f3c-7b10-7abc-8def-0123456789ab';
const proposalId = '01920f3c-7b10-7abd-8def-0123456789ab';
const groupId = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
const at = '2026-01-31T14:30:00.000Z';
const eventId = 'fed-decision-in-march';
const marketId = 'fed-cuts-rates-in-march';
const yesOutcomeId =
  '71321045679252212594626385532706912750332728571942532289631379312455583992563';
const noOutcomeId = '52114319501245915516055106046884209969926127482827954674443846427813813222426';

/** $25 at an ask of 0.63, fee rate 0.04: 39.1 × 0.63 = 24.633, fee 0.36457 → 24.99757. */
export const trade = {
  id: tradeId,
  proposalId,
  groupId,
  walletAddress: '7hPAPAFP4mYHbmRMmS4nCvvGRcgWqJvkhKfCqHZc5QbX',
  tradeType: 'BUY' as const,
  tokenAmount: '39.1',
  tokenDecimals: 6,
  pricePerTokenUsd: '0.63',
  totalCostUsd: '24.99757',
  venueFeeUsd: '0.36457',
  pnlUsd: '0',
  pnlPct: '0',
  txSignature: `paper_${tradeId}`,
  createdAt: at,
};

const proposal = {
  id: proposalId,
  groupId,
  createdById: '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e60',
  eventId,
  marketId,
  outcomeMint: yesOutcomeId,
  eventTitle: 'Fed decision in March?',
  marketTitle: 'Cut',
  eventImageUrl: null,
  isYes: true,
  status: 'ACTIVE' as const,
  result: null,
  didWin: false,
  reason: 'Inflation is down again.',
  resolvedAt: null,
  createdAt: at,
  updatedAt: at,
};

const market = {
  marketTicker: marketId,
  eventTicker: eventId,
  title: 'Cut',
  yesOutcomeId,
  noOutcomeId,
  status: 'active' as const,
  result: null,
  yesPrice: '0.62',
  noPrice: '0.38',
  yesBid: '0.61',
  yesAsk: '0.63',
  noBid: '0.37',
  noAsk: '0.39',
  lastPrice: '0.62',
  tickSize: '0.01',
  minOrderSize: '5',
  minOrderUsd: '3.15',
  volumeUsd: '1250000',
  volume24hUsd: '48000',
  liquidityUsd: '96000',
  closeTime: '2026-03-18T18:00:00.000Z',
  negRisk: false,
  feeRate: '0.04',
};

export const event = {
  ticker: eventId,
  title: 'Fed decision in March?',
  subtitle: null,
  imageUrl: null,
  category: 'economy',
  tags: [{ slug: 'economy', label: 'Economy' }],
  startDate: '2026-01-02T00:00:00.000Z',
  endDate: '2026-03-18T18:00:00.000Z',
  closed: false,
  volumeUsd: '1250000',
  volume24hUsd: '48000',
  liquidityUsd: '96000',
  markets: [market],
};

export const book = {
  marketTicker: marketId,
  yes: { bids: [{ price: '0.61', size: '1200' }], asks: [{ price: '0.63', size: '900' }] },
  no: { bids: [{ price: '0.37', size: '900' }], asks: [{ price: '0.39', size: '1200' }] },
  tickSize: '0.01',
  minOrderSize: '5',
};

/** 39.1 at 0.62 = 24.242; less 24.99757 = −0.75557, of 24.99757 = −3.0225…%. */
const position = {
  tokenAmount: '39.1',
  tokenDecimals: 6,
  totalCostUsd: '24.99757',
  avgCostBasisUsd: '0.639324040920716113',
  avgExitPriceUsd: null,
  unrealizedPnlUsd: '-0.75557',
  realizedPnlUsd: '0',
  currentValueUsd: '24.242',
  currentPriceUsd: '0.62',
  unrealizedPnlPct: '-3.022573794172793596',
  realizedPnlPct: '0',
};

const createdBy = { idpId: 'idp_01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e60', username: 'ada' };

export const proposalWithPosition = {
  proposal,
  market,
  remainingTokenAmount: '39.1',
  createdBy,
  userPosition: position,
  participantCount: 3,
  participantAvatars: [],
};

export const proposalDetail = {
  proposal,
  position,
  market,
  createdBy,
  remainingTokenAmount: '39.1',
  participantCount: 3,
};

export const createRequest = {
  groupId,
  eventId,
  marketId,
  isYes: true,
  amountUsd: '25',
  reason: 'Inflation is down again.',
};

export const tradeAnswer = { trade, pending: false, actionJobId: tradeId };
export const proposalAnswer = { proposal, ...tradeAnswer };
export const claimAnswer = {
  trade: {
    ...trade,
    tradeType: 'CLAIM' as const,
    pricePerTokenUsd: '1',
    totalCostUsd: '39.1',
    venueFeeUsd: '0',
    pnlUsd: '14.10243',
    pnlPct: '56.415203557785816781',
  },
  amountClaimedUsd: '39.1',
  pending: false,
  actionJobId: tradeId,
};

export const quoteRequest = { eventId, marketId, isYes: true, amountUsd: '25' };
export const quote = {
  side: 'BUY' as const,
  tokenAmount: '39.1',
  averagePriceUsd: '0.63',
  venueFeeUsd: '0.36457',
  totalCostUsd: '24.99757',
  priceImpactPct: '0',
  minimumUsd: '4',
  payoutUsd: '39.1',
  at,
};

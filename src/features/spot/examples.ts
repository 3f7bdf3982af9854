import { SOL_MINT } from './schemas.ts';

const tradeId = '01920f3c-7b10-7abc-8def-0123456789ab';
const proposalId = '01920f3c-7b10-7abd-8def-0123456789ab';
const groupId = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
const at = '2026-01-31T14:30:00.000Z';

/** $25 at 150: fee 0.125, 24.875 / 150 = 0.165833333 SOL. */
export const trade = {
  id: tradeId,
  tradingProposalId: proposalId,
  groupId,
  walletAddress: '7hPAPAFP4mYHbmRMmS4nCvvGRcgWqJvkhKfCqHZc5QbX',
  tradeType: 'BUY' as const,
  tokenAmount: '0.165833333',
  tokenDecimals: 9,
  pricePerTokenUsd: '150',
  totalCostUsd: '25',
  svcFeeUsd: '0.125',
  pnlUsd: '0',
  pnlPct: '0',
  txSignature: `paper_${tradeId}`,
  createdAt: at,
};

export const proposal = {
  id: proposalId,
  groupId,
  tokenMetadataId: SOL_MINT,
  createdByUserIdpId: 'idp_01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e60',
  reason: 'Breakout above the weekly range.',
  initialPriceUsd: '150',
  exitPriceUsd: null,
  exitPnlUsd: null,
  exitPnlPct: null,
  closedAt: null,
  createdAt: at,
  updatedAt: at,
  token: {
    id: SOL_MINT,
    contractAddress: SOL_MINT,
    symbol: 'SOL',
    name: 'Wrapped SOL',
    logoUrl: '',
    priceFeedId: '',
    verified: true,
  },
  group: { uniqueId: groupId, name: 'Demo group', image: '' },
  createdBy: { idpId: 'idp_01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e60', username: 'ada' },
  trades: [trade],
};

export const tradeAnswer = { trade, pending: false, actionJobId: tradeId };
export const proposalAnswer = { proposal, ...tradeAnswer };

export const createRequest = {
  groupId,
  contractAddress: SOL_MINT,
  amountUsd: '25',
  reason: 'Breakout above the weekly range.',
};

export const swapRequest = { sell: 'USDC', buy: SOL_MINT, amountUsd: '25' };
export const swapAnswer = {
  success: true,
  signature: `paper_${tradeId}`,
  inputAmountRaw: '25000000',
  outputAmountRaw: '165833333',
  svcFeeUsd: '0.125',
  pending: false,
  actionJobId: tradeId,
};

export const proposalWithPosition = {
  proposal: { ...proposal, trades: null },
  userPosition: {
    hasPosition: true,
    currentTokenAmountRaw: '165833333',
    totalCostUsd: '25',
    avgEntryPriceUsd: '150.753769144974873869',
    avgExitPriceUsd: null,
    unrealizedPnlUsd: '-0.125001',
    realizedPnlUsd: '0',
    currentValueUsd: '24.874999',
    currentPriceUsd: '150',
    unrealizedPnlPct: '-0.500004',
    realizedPnlPct: '0',
    userExitedAt: null,
  },
  participantCount: 1,
  participantAvatars: [],
};

export const token = {
  id: SOL_MINT,
  symbol: 'SOL',
  name: 'Wrapped SOL',
  logoUrl: '',
  decimals: 9,
  verified: true,
  priceUsd: '150',
  priceChange24hPct: '-1.25',
  volume24hUsd: '1200000',
  liquidityUsd: '25000000',
  tags: ['verified'],
};

export const candle = {
  t: at,
  open: '150.1',
  high: '151',
  low: '149.9',
  close: '150.5',
  volume: '1234.5',
};

export const quote = {
  side: 'BUY' as const,
  tokenAmount: '0.165833333',
  pricePerTokenUsd: '150',
  totalCostUsd: '25',
  svcFeeUsd: '0.125',
  priceImpactPct: '0',
  minimumUsd: '1',
  at,
};

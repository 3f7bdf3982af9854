import { proposalAnswerExample } from '../spot/index.ts';

export const stock = {
  ticker: 'AAPL',
  name: 'Apple',
  mint: '123mYEnRLM2LLYsJW3K6oyYh8uP1fngj732iG638ondo',
  imageUrl: '',
  kind: 'stock' as const,
  price: '255.1',
  priceChange24h: '-1.25',
  decimals: 9,
  minTradeUsd: '1',
};

export const closed = {
  marketStatus: 'CLOSED' as const,
  nextOpen: '2026-02-02T01:05:00.000Z',
};

const { mint } = stock;
/** $25 at 250: fee 0.125, 24.875 / 250 = 0.0995 AAPL. */
const trade = {
  ...proposalAnswerExample.trade,
  tokenAmount: '0.0995',
  pricePerTokenUsd: '250',
};

export const answer = {
  ...proposalAnswerExample,
  proposal: {
    ...proposalAnswerExample.proposal,
    tokenMetadataId: mint,
    initialPriceUsd: '250',
    token: {
      ...proposalAnswerExample.proposal.token,
      id: mint,
      contractAddress: mint,
      symbol: 'AAPLon',
      name: 'Apple',
    },
    trades: [trade],
  },
  trade,
};

export const buyRequest = {
  groupId: proposalAnswerExample.proposal.groupId,
  amountUsd: '25',
  reason: 'Earnings tomorrow.',
};

export const sellRequest = { groupId: proposalAnswerExample.proposal.groupId, max: true };

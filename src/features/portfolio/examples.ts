import { perpPositionExample } from '../perps/index.ts';
import { predictionPositionExample, predictionTradeExample } from '../predictions/index.ts';
import { spotPositionExample, spotTradeExample } from '../spot/index.ts';

export const positions = {
  perps: [perpPositionExample],
  spot: [spotPositionExample],
  predictions: [predictionPositionExample],
};

/** 6.66 SOL closed at 153: 19.98 of price, fees of 0.34965 + 0.356643; 100 + 19.273707 came back. */
export const pastPositions = {
  perps: [
    {
      ...perpPositionExample,
      status: 'CLOSED' as const,
      closedAt: '2026-01-31T16:00:00.000Z',
      currentSizeBaseLots: null,
      currentSizeBaseUnits: null,
      positionValueUsd: null,
      exitPriceUsd: '153',
      collateralBalanceUsdc: null,
      effectiveCollateralUsdc: null,
      unrealizedPnlUsd: null,
      unsettledFundingUsd: null,
      liquidationPriceUsd: null,
      stopLossPriceUsd: null,
      takeProfitPriceUsd: null,
      priceRealizedPnlUsd: '19.98',
      totalFeesUsd: '0.706293',
      netRealizedPnlUsd: '19.273707',
      finalCollateralReturned: '119.273707',
      closeReason: 'USER',
      participantCount: 2,
    },
  ],
  spot: [],
  predictions: [],
};

const perpTradeId = '01920f3c-7b10-7abc-8def-0123456789ac';

/** $100 at 10× and 150: 666 lots of 0.01 SOL, notional 999, fee 0.34965. */
const perpTrade = {
  id: perpTradeId,
  assignmentId: perpPositionExample.id,
  proposalId: perpPositionExample.proposalId,
  groupId: perpPositionExample.groupId,
  marketSymbol: 'SOL',
  side: 'LONG' as const,
  action: 'OPEN' as const,
  sizeBaseLots: '666',
  sizeBaseUnits: '6.66',
  notionalUsd: '999',
  priceUsd: '150',
  collateralInUsd: '100',
  collateralOutUsd: '0',
  feeUsd: '0.34965',
  penaltyUsd: '0',
  pricePnlUsd: '0',
  fundingUsd: '0',
  txSignature: `paper_${perpTradeId}`,
  createdAt: perpPositionExample.openedAt,
};

export const trades = {
  spot: [spotTradeExample],
  predictions: [predictionTradeExample],
  perps: [perpTrade],
  swaps: [],
  nextCursor: null,
};

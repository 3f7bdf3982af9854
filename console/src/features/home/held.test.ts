import { expect, test } from 'vitest';
import type { PerpPosition } from '../../api/types.generated.ts';
import { heldPerp, heldPrediction, heldSpot } from './held.ts';

test('a spot position moves with its price', () => {
  const held = heldSpot({
    proposal: {
      id: 'p',
      groupId: 'g',
      token: { contractAddress: 'mint', symbol: 'SOL', logoUrl: '' },
      group: { name: 'Geese' },
    },
    userPosition: { currentValueUsd: '110', unrealizedPnlUsd: '10', currentPriceUsd: '55' },
  } as never);
  expect(held.worth).toEqual({ valueUsd: '110', pnlUsd: '10', pnlPct: '10' });
  // Two tokens for 100 dollars: at 40 they are worth 80, a fifth less.
  expect(held.worthAt('40')).toEqual({ valueUsd: '80', pnlUsd: '-20', pnlPct: '-20' });
});

test('NO is worth more when YES falls', () => {
  const held = heldPrediction({
    proposal: {
      id: 'p',
      groupId: 'g',
      marketId: 'm',
      marketTitle: 'M',
      eventTitle: 'E',
      isYes: false,
    },
    userPosition: { currentValueUsd: '40', unrealizedPnlUsd: '0', currentPriceUsd: '0.4' },
  } as never);
  // A hundred shares of NO at 40 cents; YES at 50 cents makes NO 50 cents.
  expect(held.worthAt('0.5')).toEqual({ valueUsd: '50', pnlUsd: '10', pnlPct: '25' });
});

test('a short position gains when the mark falls', () => {
  const position = {
    id: 'a',
    groupId: 'g',
    marketSymbol: 'SOL',
    side: 'SHORT',
    initialLeverage: '5',
    initialCollateralUsdc: '100',
    currentSizeBaseUnits: '5',
    entryPriceUsd: '100',
    collateralBalanceUsdc: '100',
    unsettledFundingUsd: '-1',
    effectiveCollateralUsdc: '99',
  } as PerpPosition;
  const held = heldPerp(position);
  expect(held.worth).toEqual({ valueUsd: '99', pnlUsd: '-1', pnlPct: '-1' });
  // 5 × (100 − 96) − 1 of funding = 19.
  expect(held.worthAt('96')).toEqual({ valueUsd: '119', pnlUsd: '19', pnlPct: '19' });
  expect(heldPerp({ ...position, currentSizeBaseUnits: null }).worthAt('96')).toBe(null);
});

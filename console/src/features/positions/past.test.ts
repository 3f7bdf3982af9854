import { expect, test } from 'vitest';
import { perpOutcome, perpReturnPct, predictionOutcome } from './past.ts';

type Perp = Parameters<typeof perpOutcome>[0];
type Proposal = Parameters<typeof predictionOutcome>[0];
const perp = (part: Partial<Perp>): Perp => part as Perp;
const proposal = (part: Partial<Proposal>): Proposal => part as Proposal;

test('a perpetual says how it ended, and first of all that something is to be claimed', () => {
  const words = [
    perp({ status: 'OPEN', isClaimable: false }),
    perp({ status: 'CLOSED', isClaimable: true, closeReason: 'TAKE_PROFIT' }),
    perp({ status: 'CLOSED', isClaimable: false, closeReason: 'TAKE_PROFIT' }),
    perp({ status: 'CLOSED', isClaimable: false, closeReason: 'USER' }),
    perp({ status: 'LIQUIDATED', isClaimable: false, closeReason: null }),
    perp({ status: 'ADL_CLOSED', isClaimable: false, closeReason: null }),
  ].map((one) => perpOutcome(one).outcome);
  expect(words).toEqual([
    'Open',
    'To be claimed',
    'Take profit',
    'Closed',
    'Liquidated',
    'Auto-deleveraged',
  ]);
});

test('a prediction says what its market came to', () => {
  const words = [
    proposal({ status: 'ACTIVE' }),
    proposal({ status: 'FAILED' }),
    proposal({ status: 'RESOLVED', result: 'VOID', didWin: false }),
    proposal({ status: 'RESOLVED', result: 'YES', didWin: true }),
    proposal({ status: 'RESOLVED', result: 'YES', didWin: false }),
  ].map((one) => predictionOutcome(one).outcome);
  expect(words).toEqual(['Sold', 'Not filled', 'Void', 'Won', 'Lost']);
});

// −12.34 on 200 put in: −6.17 %.
test('the return of a perpetual is of what was put in at first', () => {
  expect(perpReturnPct(perp({ netRealizedPnlUsd: '-12.34', initialCollateralUsdc: '200' }))).toBe(
    '-6.17',
  );
  expect(perpReturnPct(perp({ netRealizedPnlUsd: null, initialCollateralUsdc: '200' }))).toBe(null);
});

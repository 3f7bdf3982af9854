import { describe, expect, test } from 'vitest';
import { usdc } from '../../../money/fixed.ts';
import { dollars } from '../../../money/text.ts';
import { newPosition, type PerpTotals } from './position.ts';
import { realizedOf } from './realized.ts';
import { fundingIndex } from './units.ts';

const totalsOf = (totals: Partial<PerpTotals>): PerpTotals => ({
  ...newPosition(dollars('100'), fundingIndex(0n)).totals,
  ...totals,
});

describe('what is realized', () => {
  // 20 - 1.5 - 0.25 - 3 = 15.25; of 100 + 50 put in that is 10.1666… %; 100 + 50 - 30 + 15.25.
  test('adds up', () => {
    const totals = totalsOf({
      addedCollateral: dollars('50'),
      withdrawnCollateral: dollars('30'),
      pricePnl: dollars('20'),
      funding: dollars('-1.5'),
      fees: dollars('0.25'),
      penalty: dollars('3'),
    });
    expect(realizedOf(totals)).toEqual({
      pricePnl: dollars('20'),
      funding: dollars('-1.5'),
      fees: dollars('0.25'),
      penalty: dollars('3'),
      netPnl: dollars('15.25'),
      netPct: 10_166_666_666_666_666_667n,
      finalCollateral: dollars('135.25'),
    });
  });

  test('never pays out less than nothing', () => {
    const totals = totalsOf({ pricePnl: dollars('-100.000001') });
    expect(realizedOf(totals)).toMatchObject({
      netPnl: dollars('-100.000001'),
      finalCollateral: 0n,
    });
  });

  test('is zero percent of nothing', () => {
    const totals = totalsOf({ initialCollateral: usdc(0n), pricePnl: dollars('1') });
    expect(realizedOf(totals).netPct).toBe(0n);
  });
});

import { describe, expect, test } from 'vitest';
import { handMadeMarket as market } from '../../../../test/helpers/perp-markets.ts';
import { type Usdc, usdc } from '../../../money/fixed.ts';
import { dollars } from '../../../money/text.ts';
import { type AdlCandidate, type Bankruptcy, coverShortfall, rankForAdl } from './adl.ts';
import { applyFill, fillAt } from './fill.ts';
import { newPosition } from './position.ts';
import { fundingIndex, lots, ticks } from './units.ts';

const INDEX = fundingIndex(0n);

function candidate(
  id: string,
  { size, entry, collateral }: { size: bigint; entry: bigint; collateral: string },
): AdlCandidate {
  const fill = fillAt(market, lots(size), ticks(entry));
  const paid = { fee: usdc(0n), fundingIndex: INDEX };
  return { id, state: applyFill(newPosition(dollars(collateral), INDEX), fill, paid).state };
}

const at = (mark: bigint) => ({ markTicks: ticks(mark), fundingIndex: INDEX });
const ids = (ranked: readonly AdlCandidate[]) => ranked.map(({ id }) => id);

describe('the ranking', () => {
  // At 50,000, shorts of one unit. Score: entry / 50,000 × 50,000 / (collateral + profit).
  // a: 60,000 / 20,000 = 3; b: 60,000 / 15,000 = 4; c: 55,000 / 14,500 = 3.79; d does not win.
  test('of shorts goes by profit times leverage', () => {
    const shorts = [
      candidate('a', { size: -10_000n, entry: 60_000n, collateral: '10000' }),
      candidate('b', { size: -10_000n, entry: 60_000n, collateral: '5000' }),
      candidate('c', { size: -10_000n, entry: 55_000n, collateral: '9500' }),
      candidate('d', { size: -10_000n, entry: 50_000n, collateral: '9000' }),
    ];
    expect(ids(rankForAdl(market, shorts, at(50_000n)))).toEqual(['b', 'c', 'a']);
  });

  // At 60,000, longs of one unit. Score: 60,000 / entry × 60,000 / (collateral + profit).
  // a: 1.2 × 60,000 / 20,000 = 3.6; b: 1.2 × 60,000 / 15,000 = 4.8;
  // c: 1.0909 × 60,000 / 12,500 = 5.236.
  test('of longs too', () => {
    const longs = [
      candidate('a', { size: 10_000n, entry: 50_000n, collateral: '10000' }),
      candidate('b', { size: 10_000n, entry: 50_000n, collateral: '5000' }),
      candidate('c', { size: 10_000n, entry: 55_000n, collateral: '7500' }),
    ];
    expect(ids(rankForAdl(market, longs, at(60_000n)))).toEqual(['c', 'b', 'a']);
  });

  test('is by id among equals', () => {
    const same = { size: -10_000n, entry: 60_000n, collateral: '10000' };
    const shorts = ['b', 'a', 'c'].map((id) => candidate(id, same));
    expect(ids(rankForAdl(market, shorts, at(50_000n)))).toEqual(['a', 'b', 'c']);
  });
});

/** One unit long, closed at 56,721 while the mark is 56,000: it lacks 721. */
const bankruptcy: Bankruptcy = {
  side: 'LONG',
  lots: lots(10_000n),
  quote: dollars('56721'),
  shortfall: dollars('721'),
};
const cover = (insurance: Usdc, candidates: readonly AdlCandidate[]) =>
  coverShortfall({ params: market, bankruptcy, insurance, candidates, at: at(56_000n) });

const winner = (id: string, size: bigint) =>
  candidate(id, { size: -size, entry: 60_000n, collateral: '5000' });

describe('a shortfall is met', () => {
  test('by the insurance fund if it can', () => {
    expect(cover(dollars('721'), [winner('a', 10_000n)])).toEqual({
      closes: [],
      fromInsurance: dollars('721'),
      fromDeleveraging: 0n,
      fromHouse: 0n,
    });
  });

  // 60,000 - 56,721 = 3,279 is realized instead of 4,000.
  test('by deleveraging if there is no fund', () => {
    const { closes, ...parts } = cover(usdc(0n), [winner('a', 10_000n)]);
    expect(parts).toEqual({
      fromInsurance: 0n,
      fromDeleveraging: dollars('721'),
      fromHouse: 0n,
    });
    expect(closes).toHaveLength(1);
    expect(closes[0]).toMatchObject({
      id: 'a',
      lots: 10_000n,
      quote: dollars('56721'),
      moved: {
        pricePnl: dollars('3279'),
        fee: 0n,
        penalty: 0n,
        collateralReturned: dollars('8279'),
      },
      state: { baseLots: 0n, collateral: 0n },
    });
  });

  // A fund of 300 is good for floor(10,000 × 300 / 721) = 4,160 lots; 5,840 are deleveraged, which
  // brings 721 × 0.584 = 421.064; the fund pays 299.936.
  test('by as little deleveraging as the fund leaves over', () => {
    const { closes, ...parts } = cover(dollars('300'), [winner('a', 10_000n)]);
    expect(parts).toEqual({
      fromInsurance: dollars('299.936'),
      fromDeleveraging: dollars('421.064'),
      fromHouse: 0n,
    });
    expect(closes[0]).toMatchObject({ lots: 5_840n, state: { baseLots: -4_160n } });
    expect(closes[0]?.moved.collateralReturned).toBe(0n);
  });

  // 2,000 and 3,000 lots bring 721 × 0.5 = 360.5, the fund 100, the house the last 260.5.
  test('in the order of the ranking, and by the house at last', () => {
    const better = candidate('z', { size: -2_000n, entry: 61_000n, collateral: '500' });
    const { closes, ...parts } = cover(dollars('100'), [winner('a', 3_000n), better]);
    expect(closes.map(({ id, lots: size }) => [id, size])).toEqual([
      ['z', 2_000n],
      ['a', 3_000n],
    ]);
    expect(parts).toEqual({
      fromInsurance: dollars('100'),
      fromDeleveraging: dollars('360.5'),
      fromHouse: dollars('260.5'),
    });
  });

  test('by nobody on the same side, and by nobody who would lose', () => {
    const candidates = [
      candidate('long', { size: 10_000n, entry: 50_000n, collateral: '5000' }),
      // Wins 300 at the mark and would lose 421 at the bankruptcy price.
      candidate('slim', { size: -10_000n, entry: 56_300n, collateral: '5000' }),
      { ...winner('flat', 1n), state: newPosition(dollars('1'), INDEX) },
    ];
    expect(cover(usdc(0n), candidates)).toMatchObject({
      closes: [],
      fromDeleveraging: 0n,
      fromHouse: dollars('721'),
    });
  });

  test('with prices whose parts add up to the whole', () => {
    // 3 lots for 100 quote lots: 33, 33 and 34.
    const tiny: Bankruptcy = {
      side: 'LONG',
      lots: lots(3n),
      quote: usdc(100n),
      shortfall: usdc(40n),
    };
    const one = { ...market, tickSize: 1n };
    const short = (id: string): AdlCandidate => ({
      id,
      state: applyFill(
        newPosition(usdc(500n), INDEX),
        { deltaLots: lots(-1n), quote: usdc(50n) },
        { fee: usdc(0n), fundingIndex: INDEX },
      ).state,
    });
    const { closes, ...parts } = coverShortfall({
      params: one,
      bankruptcy: tiny,
      insurance: usdc(0n),
      candidates: ['a', 'b', 'c'].map(short),
      at: at(20n),
    });
    expect(closes.map(({ quote }) => quote)).toEqual([33n, 33n, 34n]);
    expect(parts).toEqual({ fromInsurance: 0n, fromDeleveraging: 40n, fromHouse: 0n });
  });

  test('not at all where there is none', () => {
    const none = { ...bankruptcy, shortfall: usdc(0n) };
    const candidates = [winner('a', 10_000n)];
    const order = { params: market, insurance: dollars('5'), candidates, at: at(56_721n) };
    expect(coverShortfall({ ...order, bankruptcy: none })).toEqual({
      closes: [],
      fromInsurance: 0n,
      fromDeleveraging: 0n,
      fromHouse: 0n,
    });
  });
});

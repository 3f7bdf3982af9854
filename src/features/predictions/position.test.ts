import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testId } from '../../../test/helpers/state.ts';
import { baseUnits, usdc } from '../../money/fixed.ts';
import { dollars } from '../../money/text.ts';
import { decodeLots } from './lots.ts';
import { afterBuy, afterSale, sellableOf } from './position.ts';
import type { PredictionPositionRow } from './tables.ts';

const id = { userId: testId(1), proposalId: testId(2), groupId: testId(3), assetId: 4 };
const NOW = 1_700_000_000_000;

const bought = (
  before: PredictionPositionRow | undefined,
  shares: bigint,
  cost: bigint,
  { follow = false, claimable = false, now = NOW } = {},
) => afterBuy(before, id, { shares: baseUnits(shares), cost: usdc(cost), follow, claimable, now });
const sold = (before: PredictionPositionRow, shares: bigint, proceeds: bigint, follow = false) =>
  afterSale(before, { shares: baseUnits(shares), proceeds: usdc(proceeds), follow });

/** A purchase, or a sale of so many thousandths of what is held; 1000 is everything. */
const step = fc.record({
  buys: fc.boolean(),
  shares: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  part: fc.oneof(fc.bigInt({ min: 1n, max: 999n }), fc.constant(1000n)),
  dollars: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  follow: fc.boolean(),
});

test('a position is the sum of its trades, whatever their order', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      let row: PredictionPositionRow | undefined;
      let [spent, received, costOut] = [0n, 0n, 0n];
      /** Of the round: cost, bought, sold, proceeds. */
      let round: readonly [bigint, bigint, bigint, bigint] = [0n, 0n, 0n, 0n];
      for (const { buys, shares, part, dollars: amount, follow } of steps) {
        const held = row?.quantity ?? 0n;
        if (buys) {
          const [cost, count, gone, proceeds] = held === 0n ? [0n, 0n, 0n, 0n] : round;
          round = [cost + amount, count + shares, gone, proceeds];
          row = bought(row, shares, amount, { follow });
          spent += amount;
        } else {
          const wanted = (held * part) / 1000n;
          if (!row || wanted === 0n) continue;
          const sale = sold(row, wanted, amount, follow);
          expect(sale.pnl).toBe(amount - sale.costOut);
          row = sale.position;
          const [cost, count, gone, proceeds] = round;
          round = [cost, count, gone + wanted, proceeds + amount];
          received += amount;
          costOut += sale.costOut;
        }
        const lots = decodeLots(row.lots);
        expect(lots.reduce((sum, lot) => sum + lot.shares, 0n)).toBe(row.quantity);
        expect(lots.reduce((sum, lot) => sum + lot.cost, 0n)).toBe(row.cost);
        expect([row.cost, row.realizedCost]).toEqual([spent - costOut, costOut]);
        expect(row.realizedPnl).toBe(received - costOut);
        // Realized and unrealized together are the money's way: nothing is counted twice.
        expect(row.realizedPnl - row.cost).toBe(received - spent);
        expect([row.roundCost, row.roundBought, row.roundSold, row.roundProceeds]).toEqual(round);
        expect(row.roundBought - row.roundSold).toBe(row.quantity);
        expect(row.followed >= 0n && row.followed <= row.quantity).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

describe('rounds', () => {
  test('end at zero and begin with the next buy; results add up over all of them', () => {
    // Lots: 10 shares for $5.125 and 5 for $2. Sold 12 for $7: 5.125 + floor6(2 × 2 ÷ 5) = 5.925.
    const lots = bought(bought(undefined, 10_000_000n, 5_125_000n), 5_000_000n, 2_000_000n);
    const first = sold(lots, 12_000_000n, 7_000_000n);
    expect([first.costOut, first.pnl]).toEqual([dollars('5.925'), dollars('1.075')]);
    expect(first.position.lots).toBe('3000000:1200000');
    // The rest, 3 shares that have cost $1.2, for $1: a loss of 0.2 on that sale.
    const flat = sold(first.position, 3_000_000n, 1_000_000n);
    expect([flat.costOut, flat.pnl]).toEqual([dollars('1.2'), dollars('-0.2')]);
    expect(flat.position).toMatchObject({
      quantity: 0n,
      cost: 0n,
      lots: '',
      roundCost: dollars('7.125'),
      roundBought: 15_000_000n,
      roundSold: 15_000_000n,
      roundProceeds: dollars('8'),
      realizedPnl: dollars('0.875'),
      realizedCost: dollars('7.125'),
    });
    // The next round knows of its own purchase only; what is realized stays.
    const next = bought(flat.position, 7_000_000n, 3_500_000n, { now: NOW + 1 });
    expect(next).toMatchObject({
      quantity: 7_000_000n,
      cost: dollars('3.5'),
      lots: '7000000:3500000',
      roundCost: dollars('3.5'),
      roundBought: 7_000_000n,
      roundSold: 0n,
      roundProceeds: 0n,
      realizedPnl: dollars('0.875'),
      realizedCost: dollars('7.125'),
      openedAt: NOW,
    });
  });

  test('begin with what the position belongs to', () => {
    expect(bought(undefined, 1n, 1n)).toMatchObject({
      ...id,
      locked: 0n,
      claimedAt: null,
      told: false,
      openedAt: NOW,
    });
  });

  test('selling more than is held, or nothing, is a bug', () => {
    const row = bought(undefined, 3n, 10n);
    expect(() => sold(row, 4n, 1n)).toThrow('a sale is part of the position');
    expect(() => sold(row, 0n, 1n)).toThrow('a sale is part of the position');
  });
});

describe('what is followed', () => {
  const follow = true;

  test('is what follows bought, less what exits sold', () => {
    const row = bought(bought(undefined, 10n, 10n, { follow }), 5n, 5n, { follow });
    expect(row.followed).toBe(15n);
    expect(sold(row, 6n, 6n, follow).position.followed).toBe(9n);
    expect(sold(row, 15n, 6n, follow).position.followed).toBe(0n);
  });

  test('is nothing once its owner trades by hand', () => {
    const row = bought(undefined, 10n, 10n, { follow });
    expect(bought(row, 1n, 1n).followed).toBe(0n);
    expect(sold(row, 1n, 1n).position.followed).toBe(0n);
  });

  test('stays nothing when an exit in flight settles after that', () => {
    const row = bought(bought(undefined, 10n, 10n, { follow }), 1n, 1n);
    expect(sold(row, 4n, 4n, follow).position.followed).toBe(0n);
  });
});

describe('what is left to claim', () => {
  test('is said by a purchase that became known after the resolution', () => {
    expect(bought(undefined, 5n, 2n).claimable).toBe(false);
    expect(bought(undefined, 5n, 2n, { claimable: true }).claimable).toBe(true);
  });

  test('stays while shares are left and ends with the last of them', () => {
    const row = bought(undefined, 5n, 2n, { claimable: true });
    expect(sold(row, 4n, 2n).position.claimable).toBe(true);
    expect(sold(row, 5n, 2n).position.claimable).toBe(false);
  });

  test('comes again with shares that arrive after a claim', () => {
    const claimed = { ...sold(bought(undefined, 5n, 2n), 5n, 5n).position, claimedAt: NOW };
    const late = bought(claimed, 3n, 1n, { claimable: true });
    expect([late.quantity, late.claimable, late.claimedAt]).toEqual([3n, true, NOW]);
  });
});

test('what is committed to a sale in flight cannot be sold again', () => {
  const row = bought(undefined, 10n, 10n);
  expect(sellableOf(undefined)).toBe(0n);
  expect(sellableOf(row)).toBe(10n);
  expect(sellableOf({ ...row, locked: baseUnits(4n) })).toBe(6n);
});

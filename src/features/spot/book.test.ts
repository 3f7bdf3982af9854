import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testId } from '../../../test/helpers/state.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Posting, Transfer } from '../../ledger/transfer.ts';
import type { SpotQuote } from '../../market/market.ts';
import { baseUnits, type Price, pow10, price, usdc } from '../../money/fixed.ts';
import { fillSell } from '../../venues/paper/spot.ts';
import { serviceFee } from './amounts.ts';
import { type Booked, bookFill } from './book.ts';
import { fillOfBuy } from './checks.ts';
import type { SpotOrder } from './order.ts';
import type { SwapPositionRow } from './tables.ts';

const NOW = 1_700_000_000_000;
const userId = testId(1);

const quotes = fc.record({
  // From far below a cent to millions of dollars per token.
  mid: fc.bigInt({ min: 10n ** 9n, max: 10n ** 24n }),
  halfSpreadBps: fc.bigInt({ min: 0n, max: 30n }),
  pool: fc.option(fc.bigInt({ min: 10n ** 9n, max: 10n ** 15n })),
});
const decimals = fc.integer({ min: 0, max: 12 });
const feeBps = fc.integer({ min: 0, max: 1_000 });

const quoteOf = (given: {
  mid: bigint;
  halfSpreadBps: bigint;
  pool: bigint | null;
}): SpotQuote => ({
  mid: price(given.mid),
  bid: price(given.mid - (given.mid * given.halfSpreadBps) / 10_000n),
  ask: price(given.mid + (given.mid * given.halfSpreadBps) / 10_000n),
  liquidity: given.pool === null ? null : usdc(given.pool),
  atMs: NOW,
  pinned: false,
});

const swapOf = (side: 'BUY' | 'SELL', spend: bigint, places: number): SpotOrder => ({
  id: testId(9),
  vertical: 'SPOT',
  trader: { userId, idpId: 'i', username: 'u', walletAddress: 'w' },
  side,
  origin: 'SWAP',
  groupId: null,
  proposalId: null,
  asset: { id: 1, mint: 'm', decimals: places },
  spend: usdc(spend),
  reason: null,
});

const sum = ({ postings }: Transfer, of: (posting: Posting) => boolean): bigint =>
  postings.filter(of).reduce((total, { amount }) => total + amount, 0n);

/** Sums of a booked order; every asset of its transfer comes to zero (I1). */
function booked({ transfer }: Booked) {
  expect(sum(transfer, ({ asset }) => asset === 0)).toBe(0n);
  expect(sum(transfer, ({ asset }) => asset === 1)).toBe(0n);
  expect(transfer.postings.every(({ amount }) => amount !== 0n)).toBe(true);
  return {
    dollars: sum(transfer, ({ account, asset }) => account === 'available' && asset === 0),
    tokens: sum(transfer, ({ account, asset }) => account === 'available' && asset === 1),
    fees: sum(transfer, ({ account }) => account === 'fees'),
    dust: sum(transfer, ({ account }) => account === 'dust'),
    venue: sum(transfer, ({ account, asset }) => account === 'spotVenue' && asset === 0),
  };
}

/** A fill, or nothing where the venue refuses the order for its size. */
function filled<Fill>(fill: () => Fill): Fill | null {
  try {
    return fill();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

test('a fee is the exact share rounded up, of which at most one unit is dust', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), feeBps, (amount, bps) => {
      const { fee, earned, dust } = serviceFee(usdc(amount), bps);
      const exact = amount * BigInt(bps);
      expect(fee * 10_000n - exact >= 0n && fee * 10_000n - exact < 10_000n).toBe(true);
      expect(exact - earned * 10_000n >= 0n && exact - earned * 10_000n < 10_000n).toBe(true);
      expect(earned + dust).toBe(fee);
    }),
  );
});

test('a purchase: the wallet pays exactly the amount, each step rounds by less than a unit', () => {
  fc.assert(
    fc.property(
      quotes,
      decimals,
      feeBps,
      fc.bigInt({ min: 1_000_000n, max: 10n ** 12n }),
      (given, places, bps, spend) => {
        const order = swapOf('BUY', spend, places);
        const terms = { spend: usdc(spend), decimals: places, maxSlippageBps: 2_000, feeBps: bps };
        const fill = filled(() => fillOfBuy(quoteOf(given), terms));
        fc.pre(fill !== null);
        const result = bookFill(
          order,
          fill,
          { position: undefined, swap: undefined },
          { feeBps: bps, now: NOW },
        );
        const { dollars, tokens, fees, dust, venue } = booked(result);
        const { trade } = result;
        expect([dollars, tokens]).toEqual([-spend, trade.quantity]);
        expect(trade.gross).toBe(spend);
        // I6: what was charged is what was credited.
        expect(fees + dust).toBe(trade.fee);
        expect(dust === 0n || dust === 1n).toBe(true);
        expect(venue).toBe(spend - trade.fee);
        // Tokens are floored: worth at most what was paid, and one more would be worth more.
        const paid = venue * pow10(places + 12);
        expect(trade.quantity * trade.price <= paid).toBe(true);
        expect((trade.quantity + 1n) * trade.price > paid).toBe(true);
      },
    ),
  );
});

test('a sale: the wallet gets the floored proceeds less the fee, dust is one unit per rounding', () => {
  const held = fc.bigInt({ min: 1n, max: 10n ** 15n });
  fc.assert(
    fc.property(quotes, decimals, feeBps, held, (given, places, bps, quantity) => {
      const fill = filled(() =>
        fillSell({
          quote: quoteOf(given),
          amount: baseUnits(quantity),
          decimals: places,
          maxSlippageBps: 2_000,
        }),
      );
      fc.pre(fill !== null);
      const swap: SwapPositionRow = {
        userId,
        assetId: 1,
        quantity: baseUnits(quantity),
        cost: usdc(1_000n),
        realizedPnl: usdc(0n),
        locked: baseUnits(0n),
      };
      const order = swapOf('SELL', 0n, places);
      const result = bookFill(
        order,
        fill,
        { position: undefined, swap },
        { feeBps: bps, now: NOW },
      );
      const { dollars, tokens, fees, dust } = booked(result);
      const { trade } = result;
      expect([dollars, tokens]).toEqual([trade.gross - trade.fee, -quantity]);
      // I6: the fee, and one unit when the proceeds were rounded.
      expect(fees + dust).toBe(trade.fee + (fill.rounded ? 1n : 0n));
      expect(dust >= 0n && dust <= 2n).toBe(true);
      // The proceeds are floored, by less than one unit.
      const scale = pow10(places + 12);
      const exact = quantity * (trade.price satisfies Price);
      expect(trade.gross * scale <= exact && exact < (trade.gross + 1n) * scale).toBe(true);
      // Everything is sold: all of the cost leaves.
      expect([trade.costOut, trade.pnl]).toEqual([1_000n, dollars - 1_000n]);
    }),
  );
});

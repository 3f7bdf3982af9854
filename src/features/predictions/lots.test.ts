import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baseUnits, min, usdc } from '../../money/fixed.ts';
import { MAX_LOTS } from './limits.ts';
import { decodeLots, encodeLots, type Lot, withBuy, withoutSale } from './lots.ts';

const lot = (shares: bigint, cost: bigint): Lot => ({
  shares: baseUnits(shares),
  cost: usdc(cost),
});
const sharesOf = (lots: readonly Lot[]): bigint =>
  lots.reduce((sum, each) => sum + each.shares, 0n);
const costOf = (lots: readonly Lot[]): bigint => lots.reduce((sum, each) => sum + each.cost, 0n);

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

/** A non-negative fraction in lowest terms. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}
function fraction(over: bigint, under: bigint): Fraction {
  const common = gcd(over, under);
  return { over: over / common, under: under / common };
}
const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.over * b.under + b.over * a.under, a.under * b.under);
const times = (a: Fraction, n: bigint): Fraction => fraction(a.over * n, a.under);

/**
 * The naive model: a queue of purchases, each with the exact price of one of its shares. Nothing is
 * joined and nothing is rounded.
 */
class Queue {
  #purchases: { shares: bigint; each: Fraction }[] = [];

  buy(shares: bigint, cost: bigint): void {
    this.#purchases.push({ shares, each: fraction(cost, shares) });
  }

  /** Sells from the front; the exact cost of what went. */
  sell(wanted: bigint): Fraction {
    let [left, gone] = [wanted, fraction(0n, 1n)];
    const kept: { shares: bigint; each: Fraction }[] = [];
    for (const { shares, each } of this.#purchases) {
      const part = min(left, shares);
      left -= part;
      gone = plus(gone, times(each, part));
      if (shares > part) kept.push({ shares: shares - part, each });
    }
    this.#purchases = kept;
    return gone;
  }

  get shares(): bigint {
    return this.#purchases.reduce((sum, { shares }) => sum + shares, 0n);
  }

  get cost(): Fraction {
    return this.#purchases.reduce(
      (sum, { shares, each }) => plus(sum, times(each, shares)),
      fraction(0n, 1n),
    );
  }
}

/** A purchase, or a sale of so many thousandths of what is held; 1000 is everything. */
const step = fc.oneof(
  fc.record({
    buys: fc.constant(true),
    shares: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    cost: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  }),
  fc.record({
    buys: fc.constant(false),
    shares: fc.oneof(fc.bigInt({ min: 1n, max: 999n }), fc.constant(1000n)),
    cost: fc.constant(0n),
  }),
);

test('lots follow the naive queue: shares exactly, cost less than one unit off per sale', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      let lots: Lot[] = [];
      let queue = new Queue();
      let [sales, spent, taken] = [0n, 0n, 0n];
      for (const { buys, shares, cost } of steps) {
        if (buys) {
          lots = withBuy(lots, lot(shares, cost));
          queue.buy(shares, cost);
          spent += cost;
        } else {
          const part = (sharesOf(lots) * shares) / 1000n;
          if (part === 0n) continue;
          const sold = withoutSale(lots, baseUnits(part));
          queue.sell(part);
          lots = [...sold.lots];
          taken += sold.costOut;
          sales += 1n;
        }
        expect(sharesOf(lots)).toBe(queue.shares);
        expect(costOf(lots)).toBe(spent - taken);
        expect(lots.every((each) => each.shares > 0n && each.cost >= 0n)).toBe(true);
        expect(decodeLots(encodeLots(lots))).toEqual(lots);
        // A part of a lot takes floor6 of its cost, so what is left is the dearer by the rounding.
        const { over, under } = queue.cost;
        const off = costOf(lots) * under - over;
        expect(off >= 0n && (off === 0n || off < sales * under)).toBe(true);
        if (queue.shares === 0n) {
          expect([lots, encodeLots(lots)]).toEqual([[], '']);
          [queue, sales] = [new Queue(), 0n];
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('where every share has cost a whole number of units, nothing is rounded at all', () => {
  const whole = fc.record({
    buys: fc.boolean(),
    shares: fc.bigInt({ min: 1n, max: 1_000n }),
    // Few prices, so that neighbours often have the same.
    each: fc.bigInt({ min: 1n, max: 3n }),
  });
  fc.assert(
    fc.property(fc.array(whole, { minLength: 1, maxLength: 40 }), (steps) => {
      let lots: Lot[] = [];
      // One number per share, the oldest first: what it has cost.
      let shelf: bigint[] = [];
      for (const { buys, shares, each } of steps) {
        if (buys) {
          lots = withBuy(lots, lot(shares, shares * each));
          shelf = [...shelf, ...Array<bigint>(Number(shares)).fill(each)];
          continue;
        }
        const part = min(shares, sharesOf(lots));
        if (part === 0n) continue;
        const sold = withoutSale(lots, baseUnits(part));
        const gone = shelf.slice(0, Number(part));
        expect(sold.costOut).toBe(gone.reduce((sum, cost) => sum + cost, 0n));
        lots = [...sold.lots];
        shelf = shelf.slice(Number(part));
      }
      // As many lots as there are runs of one price on the shelf: equal neighbours are one lot.
      const runs = shelf.filter((cost, n) => n === 0 || shelf[n - 1] !== cost).length;
      expect(lots).toHaveLength(runs);
    }),
    { numRuns: 300 },
  );
});

describe('a purchase', () => {
  test('at exactly the unit cost of the newest lot joins it', () => {
    // 2 for 6 and 5 for 15 are both 3 a share: 7 for 21.
    expect(withBuy([lot(1n, 9n), lot(2n, 6n)], lot(5n, 15n))).toEqual([lot(1n, 9n), lot(7n, 21n)]);
    // 1/3 and 33/100 of a unit are two prices, however close.
    expect(withBuy([lot(3n, 1n)], lot(100n, 33n))).toEqual([lot(3n, 1n), lot(100n, 33n)]);
    // The same price as an older lot makes no difference: the order of lots is the order of buys.
    expect(withBuy([lot(1n, 3n), lot(1n, 4n)], lot(1n, 3n))).toEqual([
      lot(1n, 3n),
      lot(1n, 4n),
      lot(1n, 3n),
    ]);
  });

  test(`is joined to the newest lot once there are ${MAX_LOTS}, at whatever price`, () => {
    // 1 for 1, 1 for 2, 1 for 3, …: each a lot of its own.
    let lots: Lot[] = [];
    for (let n = 1n; n <= BigInt(MAX_LOTS); n += 1n) lots = withBuy(lots, lot(1n, n));
    expect(lots).toHaveLength(MAX_LOTS);
    const joined = withBuy(lots, lot(10n, 7n));
    expect(joined).toHaveLength(MAX_LOTS);
    expect(joined.slice(0, -1)).toEqual(lots.slice(0, -1));
    // 1 for 500 and 10 for 7.
    expect(joined.at(-1)).toEqual(lot(11n, 507n));
    // With the oldest sold there is room for one more.
    const { lots: fewer, costOut } = withoutSale(joined, baseUnits(1n));
    expect([fewer.length, costOut]).toEqual([MAX_LOTS - 1, 1n]);
    expect(withBuy(fewer, lot(1n, 3n)).at(-1)).toEqual(lot(1n, 3n));
    // The whole of it: 1 + 2 + … + 500 = 125,250, and 7.
    expect(withoutSale(joined, baseUnits(510n)).costOut).toBe(125_257n);
  });
});

describe('a sale', () => {
  const held = [lot(10n, 100n), lot(10n, 55n), lot(5n, 1n)];

  test('takes the oldest shares first, a part of a lot at floor6 of its cost', () => {
    // 10 for 100, then 3 of 10 for 55: floor(16.5) = 16, 39 stay with 7.
    expect(withoutSale(held, baseUnits(13n))).toEqual({
      lots: [lot(7n, 39n), lot(5n, 1n)],
      costOut: usdc(116n),
    });
    // 3 of the 7 that are left: floor(39 × 3 ÷ 7) = floor(16.71…) = 16.
    expect(withoutSale([lot(7n, 39n), lot(5n, 1n)], baseUnits(3n))).toEqual({
      lots: [lot(4n, 23n), lot(5n, 1n)],
      costOut: usdc(16n),
    });
  });

  test('of whole lots takes their whole cost', () => {
    expect(withoutSale(held, baseUnits(20n))).toEqual({
      lots: [lot(5n, 1n)],
      costOut: usdc(155n),
    });
    expect(withoutSale(held, baseUnits(25n))).toEqual({ lots: [], costOut: usdc(156n) });
  });

  test('of more than there is is a bug', () => {
    expect(() => withoutSale(held, baseUnits(26n))).toThrow('no more than the lots hold');
    expect(() => withoutSale([], baseUnits(1n))).toThrow('no more than the lots hold');
  });
});

test('lots are kept as pairs of integers, oldest first', () => {
  expect(encodeLots([lot(10_000n, 5_125n), lot(20_000n, 1n)])).toBe('10000:5125,20000:1');
  expect(decodeLots('10000:5125,20000:1')).toEqual([lot(10_000n, 5_125n), lot(20_000n, 1n)]);
  expect(decodeLots('')).toEqual([]);
});

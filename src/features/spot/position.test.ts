import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testId } from '../../../test/helpers/state.ts';
import { type BaseUnits, baseUnits, usdc } from '../../money/fixed.ts';
import { dollars } from '../../money/text.ts';
import { afterBuy, afterSale } from './position.ts';
import type { SpotPositionRow } from './tables.ts';

const id = { userId: testId(1), proposalId: testId(2), groupId: testId(3), assetId: 1 };
const NOW = 1_700_000_000_000;

const bought = (
  before: SpotPositionRow | undefined,
  quantity: bigint,
  cost: bigint,
  follow = false,
) => afterBuy(before, id, { quantity: baseUnits(quantity), cost: usdc(cost), follow, now: NOW });
const sold = (before: SpotPositionRow, quantity: bigint, proceeds: bigint, follow = false) =>
  afterSale(before, { quantity: baseUnits(quantity), proceeds: usdc(proceeds), follow, now: NOW });

/** An exact fraction; `down` ÷ is never needed. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
function fraction(over: bigint, under: bigint): Fraction {
  const common = gcd(over < 0n ? -over : over, under) || 1n;
  return { over: over / common, under: under / common };
}
const add = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.over * b.under + b.over * a.under, a.under * b.under);

/** The naive model: every purchase is kept, a sale takes the same share of each. */
class Purchases {
  #all: { quantity: Fraction; cost: Fraction }[] = [];

  buy(quantity: bigint, cost: bigint): void {
    this.#all.push({ quantity: fraction(quantity, 1n), cost: fraction(cost, 1n) });
  }

  sell(part: bigint, of: bigint): void {
    const keep = (of_: Fraction): Fraction => fraction(of_.over * (of - part), of_.under * of);
    this.#all = this.#all.map(({ quantity, cost }) => ({
      quantity: keep(quantity),
      cost: keep(cost),
    }));
  }

  get cost(): Fraction {
    return this.#all.reduce((sum, { cost }) => add(sum, cost), fraction(0n, 1n));
  }

  get quantity(): Fraction {
    return this.#all.reduce((sum, { quantity }) => add(sum, quantity), fraction(0n, 1n));
  }
}

const step = fc.oneof(
  fc.record({
    buy: fc.constant(true),
    quantity: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    dollars: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    follow: fc.boolean(),
  }),
  fc.record({
    buy: fc.constant(false),
    // A share of the holdings in thousandths; 1000 is everything.
    quantity: fc.oneof(fc.bigInt({ min: 1n, max: 999n }), fc.constant(1000n)),
    dollars: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    follow: fc.boolean(),
  }),
);

test('average cost follows the naive model, less than one unit off per sale', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      let row: SpotPositionRow | undefined;
      let model = new Purchases();
      let sales = 0n;
      let [spent, received, costOut] = [0n, 0n, 0n];
      for (const { buy, quantity, dollars: amount, follow } of steps) {
        if (buy) {
          row = bought(row, quantity, amount, follow);
          model.buy(quantity, amount);
          spent += amount;
        } else {
          if (!row || row.quantity === 0n) continue;
          const part = (row.quantity * quantity) / 1000n;
          if (part === 0n) continue;
          model.sell(part, row.quantity);
          const sale = sold(row, part, amount, follow);
          expect(sale.pnl).toBe(amount - sale.costOut);
          row = sale.position;
          received += amount;
          costOut += sale.costOut;
          sales += 1n;
        }
        const { cost, quantity: held } = model;
        expect(held).toEqual(fraction(row.quantity, 1n));
        // What flooring leaves stays in the position: 0 ≤ kept − exact < sales.
        const off = row.cost * cost.under - cost.over;
        expect(off >= 0n && (off === 0n || off < sales * cost.under)).toBe(true);
        if (row.quantity === 0n) {
          expect(row.cost).toBe(0n);
          [model, sales] = [new Purchases(), 0n];
        }
        expect(row.cost).toBe(spent - costOut);
        expect(row.realizedCost).toBe(costOut);
        expect(row.realizedPnl).toBe(received - costOut);
        expect(row.followed >= 0n && row.followed <= row.quantity).toBe(true);
        expect(row.roundBought - row.roundSold).toBe(row.quantity);
        expect(row.exitedAt === null).toBe(row.quantity > 0n);
      }
    }),
    { numRuns: 300 },
  );
});

describe('rounds', () => {
  test('end at zero and begin with the next buy; results add up over all of them', () => {
    // Round 1: 3 for $10, sold 1 for $4 (cost 3.333333) and 2 for $5 (the rest, 6.666667).
    const first = sold(
      sold(bought(undefined, 3n, 10_000_000n), 1n, 4_000_000n).position,
      2n,
      5_000_000n,
    );
    expect(first.position).toMatchObject({
      quantity: 0n,
      cost: 0n,
      roundCost: dollars('10'),
      roundBought: 3n,
      roundSold: 3n,
      roundProceeds: dollars('9'),
      realizedPnl: dollars('-1'),
      realizedCost: dollars('10'),
      exitedAt: NOW,
    });
    expect([first.costOut, first.pnl]).toEqual([dollars('6.666667'), dollars('-1.666667')]);
    // Round 2: 5 for $20.
    expect(bought(first.position, 5n, 20_000_000n)).toMatchObject({
      quantity: 5n,
      cost: dollars('20'),
      roundCost: dollars('20'),
      roundBought: 5n,
      roundSold: 0n,
      roundProceeds: 0n,
      realizedPnl: dollars('-1'),
      exitedAt: null,
      openedAt: NOW,
    });
  });

  test('selling more than is held is a bug', () => {
    const row = bought(undefined, 3n, 10n);
    expect(() => sold(row, 4n, 1n)).toThrow('a sale is part of the position');
    expect(() => sold(row, 0n, 1n)).toThrow('a sale is part of the position');
  });
});

describe('what is followed', () => {
  const follow = true;
  const followed = (row: SpotPositionRow): BaseUnits => row.followed;

  test('is what follows bought, less what exits sold', () => {
    const row = bought(bought(undefined, 10n, 10n, follow), 5n, 5n, follow);
    expect(followed(row)).toBe(15n);
    expect(followed(sold(row, 6n, 6n, follow).position)).toBe(9n);
  });

  test('is nothing once its owner trades by hand', () => {
    const row = bought(undefined, 10n, 10n, follow);
    expect(followed(bought(row, 1n, 1n))).toBe(0n);
    expect(followed(sold(row, 1n, 1n).position)).toBe(0n);
  });

  test('stays nothing when an exit in flight settles after that', () => {
    const row = bought(bought(undefined, 10n, 10n, follow), 1n, 1n);
    expect(followed(sold(row, 4n, 4n, follow).position)).toBe(0n);
  });
});

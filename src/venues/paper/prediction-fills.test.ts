import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import {
  type BookLevel,
  type MarketResult,
  type OutcomeBook,
  payoutPrice,
} from '../../market/predictions/prediction-market.ts';
import { baseUnits, min, price, ratio, usdc } from '../../money/fixed.ts';
import { fillPredictionBuy, fillPredictionSale, type PredictionFill } from './predictions.ts';

/**
 * The naive model: levels as ticks of 0.0001 and hundredths of shares, rates in basis points.
 * A hundredth at one tick costs 0.000001 dollars, one USDC unit.
 */
interface Step {
  readonly tick: bigint;
  readonly hundredths: bigint;
}

/** n/100 × r/10⁴ × p/10⁴ × (10⁴ − p)/10⁴ dollars, counted in 0.00001 dollars by hand. */
function naiveFee(hundredths: bigint, tick: bigint, rateBps: bigint): bigint {
  const exact = hundredths * rateBps * tick * (10_000n - tick);
  const down = exact / 10n ** 9n;
  return (exact - down * 10n ** 9n >= 5n * 10n ** 8n ? down + 1n : down) * 10n;
}

/** Cost and fee of the first `hundredths` of the side; the last level counts as endless. */
function naiveTotals(
  steps: readonly Step[],
  hundredths: bigint,
  rateBps: bigint,
): [bigint, bigint] {
  let left = hundredths;
  let [gross, fee] = [0n, 0n];
  for (const [index, step] of steps.entries()) {
    const endless = index === steps.length - 1;
    const taken = endless || left < step.hundredths ? left : step.hundredths;
    gross += taken * step.tick;
    fee += naiveFee(taken, step.tick, rateBps);
    left -= taken;
  }
  return [gross, fee];
}

const depthOf = (steps: readonly Step[]): bigint =>
  steps.reduce((sum, { hundredths }) => sum + hundredths, 0n);

/** Buys a hundredth after the other; a number, or the code of the refusal. */
function naiveBuy(steps: readonly Step[], spend: bigint, rateBps: bigint): bigint | string {
  const affordable = (hundredths: bigint): boolean => {
    const [gross, fee] = naiveTotals(steps, hundredths, rateBps);
    return gross + fee <= spend;
  };
  if (steps.length === 0) return 'NO_LIQUIDITY';
  let bought = 0n;
  while (affordable(bought + 1n)) {
    bought += 1n;
    if (bought > depthOf(steps)) return 'NO_LIQUIDITY';
  }
  return bought === 0n ? 'AMOUNT_BELOW_MINIMUM' : bought;
}

const toLevels = (steps: readonly Step[]): BookLevel[] =>
  steps.map(({ tick, hundredths }) => ({
    price: price(tick * 10n ** 14n),
    size: baseUnits(hundredths * 10_000n),
  }));
const rateOf = (rateBps: bigint) => ratio(rateBps * 10n ** 14n);

function codeOr<Value>(run: () => Value): Value | string {
  try {
    return run();
  } catch (problem) {
    if (problem instanceof AppError) return problem.code;
    throw problem;
  }
}

const tickSizes = [100n, 50n, 25n, 10n, 1n];
/** Levels in ascending order of price on one of the venue's ticks. */
const sides = (most: bigint, count: { minLength: number; maxLength: number }) =>
  fc
    .record({
      tickSize: fc.constantFrom(...tickSizes),
      first: fc.bigInt(1n, 9_999n),
      rows: fc.array(fc.record({ gap: fc.bigInt(1n, 3n), hundredths: fc.bigInt(1n, most) }), count),
    })
    .map(({ tickSize, first, rows }): Step[] => {
      let tick = (first / tickSize) * tickSize;
      return rows.flatMap(({ gap, hundredths }) => {
        tick += gap * tickSize;
        return tick < 10_000n ? [{ tick, hundredths }] : [];
      });
    });
const rates = fc.constantFrom(0n, 200n, 400n, 500n, 700n, 5_000n);
const bounds = fc.constantFrom(0, 1, 50, 100, 500, 2_000);

const buyOf = (asks: readonly Step[], rateBps: bigint, spend: bigint, maxSlippageBps: number) =>
  fillPredictionBuy({
    book: { bids: [], asks: toLevels(asks) },
    pinned: null,
    feeRate: rateOf(rateBps),
    spend: usdc(spend),
    maxSlippageBps,
  });
const within = (asks: readonly Step[], bps: number): Step[] =>
  asks.filter(({ tick }) => tick <= (asks[0]?.tick ?? 0n) + BigInt(bps));

describe('any buy', () => {
  const small = sides(60n, { minLength: 0, maxLength: 4 });

  it('is the one that a purchase of one hundredth after the other ends at', () => {
    const spends = fc.oneof(fc.bigInt(0n, 3_000n), fc.bigInt(0n, 1_500_000n));
    fc.assert(
      fc.property(small, rates, spends, bounds, (asks, rateBps, spend, bps) => {
        const found = codeOr(() => buyOf(asks, rateBps, spend, bps));
        const steps = within(asks, bps);
        const expected = naiveBuy(steps, spend, rateBps);
        if (typeof expected === 'string') {
          expect(found).toBe(expected);
          return;
        }
        const [gross, fee] = naiveTotals(steps, expected, rateBps);
        expect(found).toMatchObject({ shares: expected * 10_000n, gross, fee });
      }),
      { numRuns: 3_000 },
    );
  });

  it('ends at the very money that some number of hundredths costs', () => {
    // Spending exactly a total, or one unit less, is where an error of one would show.
    const cases = small.filter((asks) => asks.length > 0);
    const wanted = fc.bigInt(1n, 240n);
    fc.assert(
      fc.property(cases, rates, wanted, (asks, rateBps, count) => {
        const hundredths = min(count, depthOf(asks));
        const [gross, fee] = naiveTotals(asks, hundredths, rateBps);
        const at = codeOr(() => buyOf(asks, rateBps, gross + fee, 10_000));
        expect(at).toMatchObject({ shares: hundredths * 10_000n });
        const below = codeOr(() => buyOf(asks, rateBps, gross + fee - 1n, 10_000));
        if (hundredths === 1n) expect(below).toBe('AMOUNT_BELOW_MINIMUM');
        else expect(below).toMatchObject({ shares: (hundredths - 1n) * 10_000n });
      }),
      { numRuns: 2_000 },
    );
  });

  it('is maximal and affordable in books of any depth', () => {
    const deep = sides(10n ** 9n, { minLength: 1, maxLength: 40 });
    const spends = fc.bigInt(4_000_000n, 10n ** 13n);
    fc.assert(
      fc.property(deep, rates, spends, bounds, (asks, rateBps, spend, bps) => {
        const found = codeOr(() => buyOf(asks, rateBps, spend, bps));
        const steps = within(asks, bps);
        if (typeof found === 'string') {
          const [gross, fee] = naiveTotals(steps, depthOf(steps) + 1n, rateBps);
          expect(found).toBe('NO_LIQUIDITY');
          expect(gross + fee).toBeLessThanOrEqual(spend);
          return;
        }
        const hundredths = found.shares / 10_000n;
        expect([found.gross, found.fee]).toEqual(naiveTotals(steps, hundredths, rateBps));
        expect(found.gross + found.fee).toBeLessThanOrEqual(spend);
        const [gross, fee] = naiveTotals(steps, hundredths + 1n, rateBps);
        expect(gross + fee).toBeGreaterThan(spend);
        expect(found.priceImpactPct).toBeGreaterThanOrEqual(0n);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('any sale', () => {
  it('brings what its levels bring, all or nothing', () => {
    const cases = sides(5_000n, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(cases, rates, fc.bigInt(1n, 20_000n), bounds, (asks, rateBps, count, bps) => {
        const bids = asks.map(({ tick, hundredths }) => ({ tick: 10_000n - tick, hundredths }));
        const found = codeOr(() =>
          fillPredictionSale({
            book: { bids: toLevels(bids), asks: [] },
            pinned: null,
            feeRate: rateOf(rateBps),
            shares: baseUnits(count * 10_000n),
            maxSlippageBps: bps,
          }),
        );
        const steps = bids.slice(0, within(asks, bps).length);
        if (count > depthOf(steps)) {
          expect(found).toBe('NO_LIQUIDITY');
          return;
        }
        const [gross, fee] = naiveTotals(steps, count, rateBps);
        expect(found).toMatchObject({ shares: count * 10_000n, gross, fee });
        expect(fee).toBeLessThanOrEqual(gross);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('both outcomes of one book', () => {
  /** NO's book: its asks are YES's bids at one minus the price, and the other way round. */
  const mirrored = (book: OutcomeBook): OutcomeBook => {
    const flip = (level: BookLevel): BookLevel => ({
      price: price(10n ** 18n - level.price),
      size: level.size,
    });
    return { bids: book.asks.map(flip), asks: book.bids.map(flip) };
  };
  const books = fc
    .record({
      mid: fc.bigInt(500n, 9_500n),
      up: fc.array(fc.bigInt(1n, 500n), { minLength: 1, maxLength: 5 }),
      down: fc.array(fc.bigInt(1n, 500n), { minLength: 1, maxLength: 5 }),
    })
    .map(({ mid, up, down }) => ({
      asks: up.map((hundredths, index) => ({ tick: mid + 1n + BigInt(index) * 25n, hundredths })),
      bids: down.map((hundredths, index) => ({ tick: mid - BigInt(index) * 25n, hundredths })),
    }));
  const results: MarketResult[] = ['YES', 'NO', 'VOID'];
  const ONE = 10n ** 18n;

  it('cost at least a dollar a pair before fees and pay exactly one', () => {
    fc.assert(
      fc.property(books, rates, fc.bigInt(1n, 2_500n), ({ asks, bids }, rateBps, count) => {
        const hundredths = min(count, min(depthOf(asks), depthOf(bids)));
        const shares = hundredths * 10_000n;
        const yes: OutcomeBook = { bids: toLevels(bids), asks: toLevels(asks) };
        const noAsks = bids.map((step) => ({ ...step, tick: 10_000n - step.tick }));
        const buy = (book: OutcomeBook, steps: readonly Step[]): PredictionFill => {
          const [gross, fee] = naiveTotals(steps, hundredths, rateBps);
          const spend = usdc(gross + fee);
          const order = { book, pinned: null, feeRate: rateOf(rateBps), maxSlippageBps: 10_000 };
          return fillPredictionBuy({ ...order, spend });
        };
        const [bought, hedged] = [buy(yes, asks), buy(mirrored(yes), noAsks)];
        expect([bought.shares, hedged.shares]).toEqual([shares, shares]);
        // A share is a dollar of the same six decimals.
        expect(bought.gross + hedged.gross).toBeGreaterThanOrEqual(shares);
        for (const result of results) {
          const paid =
            (bought.shares * payoutPrice(result, true)) / ONE +
            (hedged.shares * payoutPrice(result, false)) / ONE;
          expect(paid).toBe(shares);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('cost exactly a dollar a pair under a pin, and the same fee on both sides', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 9_999n),
        rates,
        fc.bigInt(1n, 10n ** 9n),
        (tick, rateBps, count) => {
          const buy = (at: bigint): PredictionFill =>
            fillPredictionBuy({
              book: { bids: [], asks: [] },
              pinned: price(at * 10n ** 14n),
              feeRate: rateOf(rateBps),
              spend: usdc(count * at + naiveFee(count, at, rateBps)),
              maxSlippageBps: 0,
            });
          const [yes, no] = [buy(tick), buy(10_000n - tick)];
          expect([yes.shares, no.shares]).toEqual([count * 10_000n, count * 10_000n]);
          expect(yes.gross + no.gross).toBe(yes.shares);
          expect(yes.fee).toBe(no.fee);
        },
      ),
    );
  });

  it('are never bought and sold back for a gain', () => {
    fc.assert(
      fc.property(books, rates, fc.bigInt(1n, 20_000_000n), ({ asks, bids }, rateBps, spend) => {
        const book: OutcomeBook = { bids: toLevels(bids), asks: toLevels(asks) };
        const order = { book, pinned: null, feeRate: rateOf(rateBps), maxSlippageBps: 10_000 };
        const bought = codeOr(() => fillPredictionBuy({ ...order, spend: usdc(spend) }));
        if (typeof bought === 'string') return;
        const sold = codeOr(() => fillPredictionSale({ ...order, shares: bought.shares }));
        if (typeof sold === 'string') return;
        expect(sold.gross - sold.fee).toBeLessThan(bought.gross + bought.fee);
      }),
      { numRuns: 500 },
    );
  });
});

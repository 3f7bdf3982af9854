import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handMadeMarket as market } from '../../../../test/helpers/perp-markets.ts';
import { AppError } from '../../../errors/app-error.ts';
import { max, ratio, type Usdc, usdc } from '../../../money/fixed.ts';
import { type AdlClose, type Bankruptcy, coverShortfall, rankForAdl } from './adl.ts';
import { closeLots } from './close.ts';
import { feeOf, fillAt, type PerpFill } from './fill.ts';
import { type LiquidationStep, liquidate } from './liquidation.ts';
import { isLiquidatable, marginOf, unrealizedPnl } from './margin.ts';
import type { PerpMoment } from './market-params.ts';
import { accountChanges, type PerpChange, type PerpMovements } from './movements.ts';
import { addCollateral, increasePosition, openPosition } from './open.ts';
import { closing, type PerpState, sideOf, sizeOf, unsettledFunding } from './position.ts';
import { realizedOf } from './realized.ts';
import { lotsToReduce, sizeOpening } from './sizing.ts';
import { fundingIndex, type Lots, lots, type Ticks, ticks } from './units.ts';

/**
 * A whole market with several traders: whatever they do, every cent that was deposited is with a
 * trader, in the fees, in the insurance fund or with the house. The house keeps its own book: what
 * it received and paid for every lot, and the lots it is left with.
 */
interface World {
  at: PerpMoment;
  deposits: bigint;
  wallets: bigint;
  fees: bigint;
  insurance: bigint;
  positions: Map<string, PerpState>;
  house: { lots: bigint; cash: bigint };
  nextId: number;
  counts: Record<string, number>;
}

const FEE = market.takerFeeMicro;
const count = (world: World, what: string): void => {
  world.counts[what] = (world.counts[what] ?? 0) + 1;
};

/** Books a change: the accounts by the movements, the house by the lots. */
function book(world: World, id: string, { state, moved }: PerpChange, fill: PerpFill | null): void {
  const before = world.positions.get(id);
  const changes = accountChanges(moved);
  expect(state.collateral - (before?.collateral ?? 0n)).toBe(changes.position);
  world.deposits += max(0n, moved.collateralAdded);
  world.wallets += moved.collateralReturned;
  world.fees += changes.fees;
  world.insurance += changes.insurance;
  world.house.cash -= moved.funding + moved.surplus;
  if (fill) {
    world.house.lots -= fill.deltaLots;
    world.house.cash += fill.deltaLots > 0n ? fill.quote : -fill.quote;
  }
  checkIdentities(state, moved);
  if (state.baseLots === 0n) world.positions.delete(id);
  else world.positions.set(id, state);
}

/** What is shown of a position adds up (venues/perps.md 3.7). */
function checkIdentities(state: PerpState, moved: PerpMovements): void {
  const { totals } = state;
  const realized = realizedOf(totals);
  const putIn = totals.initialCollateral + totals.addedCollateral - totals.withdrawnCollateral;
  expect(moved.fee >= 0n && moved.penalty >= 0n && moved.collateralReturned >= 0n).toBe(true);
  if (state.baseLots !== 0n) {
    expect(state.collateral).toBe(putIn + realized.netPnl);
    return;
  }
  expect(realized.finalCollateral).toBe(moved.collateralReturned);
  expect(putIn + realized.netPnl).toBeGreaterThanOrEqual(0n);
}

/** Every cent is somewhere, and every lot has its other side. */
function checkWorld(world: World): void {
  const { at, house } = world;
  const held = [...world.positions.values()];
  const lotsHeld = held.reduce((sum, { baseLots }) => sum + baseLots, 0n);
  expect(house.lots).toBe(-lotsHeld);
  const equities = held.reduce(
    (sum, state) =>
      sum +
      state.collateral +
      unrealizedPnl(market, state, at.markTicks) +
      unsettledFunding(state, at.fundingIndex),
    0n,
  );
  const unsettled = held.reduce((sum, state) => sum + unsettledFunding(state, at.fundingIndex), 0n);
  const houseEquity = house.cash + house.lots * at.markTicks * market.tickSize - unsettled;
  expect(world.wallets + equities + world.fees + world.insurance + houseEquity).toBe(
    world.deposits,
  );
  expect(world.insurance).toBeGreaterThanOrEqual(0n);
}

/** The book: so many basis points worse than the mark. */
function fillAtBook(world: World, deltaLots: Lots, worseBps: number): PerpFill {
  const sign = deltaLots > 0n ? 1n : -1n;
  const away = (world.at.markTicks * BigInt(worseBps)) / 10_000n;
  return fillAt(market, deltaLots, ticks(max(1n, world.at.markTicks + sign * away)));
}

type Step =
  | { kind: 'open'; isLong: boolean; usd: number; leverage: number; worseBps: number }
  | { kind: 'add'; who: number; usd: number; leverage: number; worseBps: number }
  | { kind: 'reduce'; who: number; tenths: number; worseBps: number }
  | { kind: 'mark'; bps: number; funding: number; bookBps: number; hasBook: boolean };

const who = fc.nat({ max: 20 });
const usd = fc.integer({ min: 5, max: 200_000 });
const leverage = fc.integer({ min: 100, max: 2_000 });
const worseBps = fc.integer({ min: 0, max: 200 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      isLong: fc.boolean(),
      usd,
      leverage,
      worseBps,
    }),
  },
  fc.record({ kind: fc.constant('add' as const), who, usd, leverage, worseBps }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reduce' as const),
      who,
      tenths: fc.integer({ min: 1, max: 10 }),
      worseBps: fc.oneof(worseBps, fc.constant(2_000)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      bps: fc.oneof(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -3_000, max: 4_000 })),
      funding: fc.integer({ min: -16_000, max: 16_000 }),
      bookBps: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 1_000 })),
      hasBook: fc.boolean(),
    }),
  },
);

/** The size of an order, or null when the venue refuses it. */
function sized(act: () => Lots): Lots | null {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

const chosen = (world: World, index: number): [string, PerpState] | undefined => {
  const all = [...world.positions];
  return all[index % Math.max(1, all.length)];
};

function take(world: World, change: Step): void {
  const { fundingIndex: index, markTicks } = world.at;
  if (change.kind === 'mark') {
    const moved = (markTicks * BigInt(10_000 + change.bps)) / 10_000n;
    world.at = {
      markTicks: ticks(max(1n, moved)) as Ticks,
      fundingIndex: fundingIndex(index + BigInt(change.funding)),
    };
    liquidateAll(world, change.hasBook ? change.bookBps : null);
    return;
  }
  const asked = { params: market, boundTicks: markTicks };
  if (change.kind === 'open') {
    const collateral = usdc(BigInt(change.usd) * 1_000_000n);
    const order = { ...asked, collateral, leverage: BigInt(change.leverage) };
    const size = sized(() => sizeOpening(order));
    if (size === null) return;
    const fill = fillAtBook(world, lots(change.isLong ? size : -size), change.worseBps);
    const fee = feeOf(fill.quote, FEE);
    world.nextId += 1;
    const opened = openPosition({ collateral, fill, fee, fundingIndex: index });
    book(world, `${world.nextId}`, opened, fill);
    return;
  }
  const [id, state] = chosen(world, change.who) ?? [];
  if (id === undefined || state === undefined) return;
  if (change.kind === 'reduce') {
    const fraction = ratio(BigInt(change.tenths) * 10n ** 17n);
    const size = sized(() => lotsToReduce(state, fraction));
    if (size === null) return;
    const fill = fillAtBook(world, closing(state, size), change.worseBps);
    const closed = closeLots(state, fill, { fee: feeOf(fill.quote, FEE), fundingIndex: index });
    // A fill at the bankruptcy price instead is what the house paid.
    book(world, id, closed, closedFor(state, closed.state));
    meetByFund(world, closed.moved.shortfall);
    return;
  }
  const collateral = usdc(BigInt(change.usd) * 1_000_000n);
  const order = { ...asked, collateral, leverage: BigInt(change.leverage) };
  const size = sized(() => sizeOpening({ ...order, openLots: sizeOf(state) }));
  if (size === null) {
    book(world, id, addCollateral(state, collateral), null);
    return;
  }
  const fill = fillAtBook(world, lots(sideOf(state) === 'LONG' ? size : -size), change.worseBps);
  const fee = feeOf(fill.quote, FEE);
  book(world, id, increasePosition(state, { collateral, fill, fee, fundingIndex: index }), fill);
}

/** What a change closed, and for what, by the totals of the position. */
function closedFor(before: PerpState, after: PerpState): PerpFill {
  const size = lots(after.totals.closedLots - before.totals.closedLots);
  const quote = usdc(after.totals.closedQuote - before.totals.closedQuote);
  return { deltaLots: closing(before, size), quote };
}

/** What the fund pays of a shortfall that no position can be deleveraged for. */
function meetByFund(world: World, shortfall: Usdc): void {
  const paid = shortfall < world.insurance ? shortfall : world.insurance;
  world.insurance -= paid;
  world.house.cash += paid;
}

/** Until none is left: a position that was deleveraged in part may be below its margin then. */
function liquidateAll(world: World, bookBps: number | null): void {
  const isDue = (id: string): boolean => {
    const state = world.positions.get(id);
    return state !== undefined && isLiquidatable(market, state, world.at);
  };
  for (let due = [...world.positions.keys()]; due.length > 0; due = due.filter(isDue)) {
    for (const id of due.sort()) if (isDue(id)) liquidateOne(world, id, bookBps);
    due = [...world.positions.keys()];
  }
}

function liquidateOne(world: World, id: string, bookBps: number | null): void {
  const { at } = world;
  const first = world.positions.get(id);
  if (!first) return;
  const { steps } = liquidate({
    params: market,
    state: first,
    at,
    bookQuote: (deltaLots) =>
      bookBps === null ? null : fillAtBook(world, deltaLots, bookBps).quote,
  });
  expect(steps.length).toBeGreaterThan(0);
  let before = first;
  for (const step of steps) {
    count(world, step.kind);
    const health = marginOf(market, before, at);
    const after = marginOf(market, step.state, at);
    // A step never takes equity below nothing, nor leaves the position further from its margin.
    expect(after.equity).toBeGreaterThanOrEqual(0n);
    expect(after.equity - after.maintenance).toBeGreaterThan(health.equity - health.maintenance);
    book(world, id, step, { deltaLots: closing(before, step.lots), quote: paidFor(before, step) });
    if (step.moved.shortfall > 0n) {
      meet(world, {
        side: sideOf(before),
        lots: step.lots,
        quote: step.quote,
        shortfall: step.moved.shortfall,
      });
    }
    before = step.state;
  }
}

/**
 * What the lots of a step cost or brought. A bankruptcy price below zero is shown as zero: funding
 * can take more from a short than it was sold for.
 */
function paidFor(before: PerpState, { kind, quote, moved }: LiquidationStep): Usdc {
  if (kind !== 'bankruptcy') return quote;
  const proceeds = moved.pricePnl - before.virtualQuote;
  const paid = usdc(before.baseLots > 0n ? proceeds : -proceeds);
  expect(quote).toBe(max(0n, paid));
  return paid;
}

function meet(world: World, bankruptcy: Bankruptcy): void {
  const { at } = world;
  const candidates = [...world.positions].map(([id, state]) => ({ id, state }));
  const insurance = usdc(world.insurance);
  const cover = coverShortfall({ params: market, bankruptcy, insurance, candidates, at });
  const { closes, fromInsurance, fromDeleveraging, fromHouse } = cover;
  expect(fromInsurance + fromDeleveraging + fromHouse).toBe(bankruptcy.shortfall);
  world.insurance -= fromInsurance;
  world.house.cash += fromInsurance;
  expect(fromHouse === 0n || world.insurance === 0n).toBe(true);
  const order = rankForAdl(market, candidates, at).map(({ id }) => id);
  const used = closes.map(({ id }) => order.indexOf(id));
  expect(used).toEqual([...used].sort((a, b) => a - b));
  for (const close of closes) deleverage(world, close);
  if (fromHouse > 0n) count(world, 'house');
}

function deleverage(world: World, close: AdlClose): void {
  count(world, 'adl');
  const before = world.positions.get(close.id);
  if (!before) throw new Error('a deleveraged position is open');
  expect(close.moved.pricePnl).toBeGreaterThanOrEqual(0n);
  expect(close.moved.fee).toBe(0n);
  const fill = { deltaLots: closing(before, close.lots), quote: close.quote };
  book(world, close.id, close, fill);
}

test('over any trading, funding, liquidation and deleveraging no cent appears or is lost', () => {
  const totals: Record<string, number> = {};
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (changes) => {
      const world: World = {
        at: { markTicks: ticks(60_000n), fundingIndex: fundingIndex(0n) },
        deposits: 0n,
        wallets: 0n,
        fees: 0n,
        insurance: 0n,
        positions: new Map(),
        house: { lots: 0n, cash: 0n },
        nextId: 0,
        counts: {},
      };
      for (const change of changes) {
        take(world, change);
        checkWorld(world);
      }
      for (const [id, state] of world.positions) {
        const fill = fillAt(market, closing(state, sizeOf(state)), world.at.markTicks);
        const paid = { fee: feeOf(fill.quote, FEE), fundingIndex: world.at.fundingIndex };
        const closed = closeLots(state, fill, paid);
        book(world, id, closed, closedFor(state, closed.state));
      }
      checkWorld(world);
      expect(world.house.lots).toBe(0n);
      for (const [what, n] of Object.entries(world.counts)) totals[what] = (totals[what] ?? 0) + n;
    }),
    { seed: 20_251_010, numRuns: 300 },
  );
  // Every way a position can end has been taken many times, or this would prove little.
  for (const what of ['market', 'backstop', 'bankruptcy', 'adl', 'house']) {
    expect(totals[what] ?? 0, what).toBeGreaterThan(50);
  }
});

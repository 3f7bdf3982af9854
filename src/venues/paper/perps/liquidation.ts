import { BPS, max, min, mulDivUp, type Usdc, usdc } from '../../../money/fixed.ts';
import { finish } from './close.ts';
import { applyFill, feeOf } from './fill.ts';
import { marginOf, type PerpMargin } from './margin.ts';
import { haircutAt, notionalAt, type PerpMarketParams, type PerpMoment } from './market-params.ts';
import { addMovements, noMovements, type PerpMovements } from './movements.ts';
import { closing, type PerpState, settleFunding, sizeOf } from './position.ts';
import { type Lots, lots } from './units.ts';

/** Penalty of a liquidation at the book, of what a step closes (contract 18.8), in basis points. */
export const LIQUIDATION_PENALTY_BPS = 50n;

/**
 * How lots were taken from a position: sold into the book, taken over whole at the mark with a
 * haircut, or closed at the bankruptcy price.
 */
export type LiquidationKind = 'market' | 'backstop' | 'bankruptcy';

export interface LiquidationStep {
  readonly kind: LiquidationKind;
  /** Lots closed, unsigned, and what they were closed for. */
  readonly lots: Lots;
  readonly quote: Usdc;
  readonly moved: PerpMovements;
  /** The position after the step. */
  readonly state: PerpState;
}

export interface LiquidationOrder {
  readonly params: PerpMarketParams;
  readonly state: PerpState;
  readonly at: PerpMoment;
  /**
   * What the book pays or takes for lots, in quote lots unsigned; the lots are signed (negative is
   * a sale). Null when it cannot fill them.
   */
  readonly bookQuote: (deltaLots: Lots) => Usdc | null;
  readonly penaltyBps?: bigint;
}

export interface Liquidation {
  /** Empty when the position is not liquidatable. */
  readonly steps: readonly LiquidationStep[];
  readonly state: PerpState;
  /** Sum over all steps. */
  readonly moved: PerpMovements;
}

/**
 * Liquidates a position at a mark until its equity covers the maintenance margin again or nothing
 * is left (contract 18.8, venues/perps.md 3.6). Below maintenance it is reduced at the book, by at
 * most the market's size of a step; below the backstop margin, or where the book cannot improve it,
 * it is taken over whole at the mark with a haircut; below the high-risk margin it is closed at the
 * bankruptcy price and nothing returns. A `shortfall` is for `coverShortfall` to meet.
 */
export function liquidate(order: LiquidationOrder): Liquidation {
  const steps: LiquidationStep[] = [];
  let { state } = order;
  let moved = noMovements;
  for (;;) {
    const step = nextStep({ ...order, state });
    if (!step) return { steps, state, moved };
    steps.push(step);
    state = step.state;
    moved = addMovements(moved, step.moved);
  }
}

function nextStep(order: LiquidationOrder): LiquidationStep | null {
  const { params, state, at } = order;
  if (state.baseLots === 0n) return null;
  const margin = marginOf(params, state, at);
  if (margin.tier === 'highRisk') return bankruptcyStep(order);
  if (margin.tier === 'backstopLiquidatable') return backstopStep(order);
  if (margin.tier === 'liquidatable') return marketStep(order, margin) ?? backstopStep(order);
  return null;
}

/** One reduction at the book; null when there is none or it would not leave the position better. */
function marketStep(order: LiquidationOrder, before: PerpMargin): LiquidationStep | null {
  const { params, state, at } = order;
  const size = lots(min(sizeOf(state), params.maxLiquidationSizeBaseLots));
  const deltaLots = closing(state, size);
  const quote = order.bookQuote(deltaLots);
  if (quote === null) return null;
  const fee = feeOf(quote, params.takerFeeMicro);
  const paid = { fee, fundingIndex: at.fundingIndex };
  const filled = applyFill(state, { deltaLots, quote }, paid);
  const penaltyBps = order.penaltyBps ?? LIQUIDATION_PENALTY_BPS;
  const penalty = penaltyOf(quote, penaltyBps, filled.state.collateral);
  const left = charge(filled.state, penalty);
  if (!isImproved(left, marginOf(params, left, at), before)) return null;
  const { pricePnl, funding } = filled;
  const moved = { ...noMovements, pricePnl, funding, fee, penalty };
  return { kind: 'market', lots: size, quote, ...finish(state, { state: left, moved }) };
}

/** Each step must improve health or fully close the position (venues/perps.md 3.6). */
function isImproved(state: PerpState, after: PerpMargin, before: PerpMargin): boolean {
  if (after.equity < 0n) return false;
  if (state.baseLots === 0n) return true;
  return after.equity - after.maintenance > before.equity - before.maintenance;
}

/** The whole position at the mark, without a trading fee, with the haircut as the penalty. */
function backstopStep({ params, state: before, at }: LiquidationOrder): LiquidationStep {
  const size = sizeOf(before);
  const quote = notionalAt(params, size, at.markTicks);
  const paid = { fee: usdc(0n), fundingIndex: at.fundingIndex };
  const fill = { deltaLots: closing(before, size), quote };
  const { state, pricePnl, funding } = applyFill(before, fill, paid);
  const penalty = penaltyOf(quote, haircutAt(params, size), state.collateral);
  const moved = { ...noMovements, pricePnl, funding, penalty };
  const change = finish(before, { state: charge(state, penalty), moved });
  return { kind: 'backstop', lots: size, quote, ...change };
}

/**
 * The whole position at the price at which nothing is left. The venue takes it over: what it was
 * still worth at the mark goes to the insurance fund, what it was worth less is the shortfall.
 */
function bankruptcyStep({ params, state: before, at }: LiquidationOrder): LiquidationStep {
  const { state: settled, funding } = settleFunding(before, at.fundingIndex);
  const size = sizeOf(settled);
  const atMark = notionalAt(params, settled.baseLots, at.markTicks);
  const worth = settled.collateral + settled.virtualQuote + atMark;
  const pricePnl = usdc(-settled.collateral);
  // Closing brings price PnL = virtual quote + proceeds; a short's proceeds are what it pays.
  const proceeds = pricePnl - settled.virtualQuote;
  const quote = usdc(max(0n, settled.baseLots > 0n ? proceeds : -proceeds));
  const { totals } = settled;
  const state: PerpState = {
    ...settled,
    baseLots: lots(0n),
    virtualQuote: usdc(0n),
    collateral: usdc(0n),
    accumulatedFunding: usdc(0n),
    totals: {
      ...totals,
      pricePnl: usdc(totals.pricePnl + pricePnl),
      closedLots: lots(totals.closedLots + size),
      closedQuote: usdc(totals.closedQuote + quote),
    },
  };
  const surplus = usdc(max(0n, worth));
  const shortfall = usdc(max(0n, -worth));
  const moved = { ...noMovements, pricePnl, funding, surplus, shortfall };
  return { kind: 'bankruptcy', lots: size, quote, moved, state };
}

/** A part of a notional rounded up, at most what is there. */
function penaltyOf(quote: Usdc, bps: bigint, room: bigint): Usdc {
  return usdc(min(mulDivUp(quote, bps, BPS), max(0n, room)));
}

function charge(state: PerpState, penalty: Usdc): PerpState {
  const { totals } = state;
  return {
    ...state,
    collateral: usdc(state.collateral - penalty),
    totals: { ...totals, penalty: usdc(totals.penalty + penalty) },
  };
}

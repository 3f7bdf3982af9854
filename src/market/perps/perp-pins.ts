import { assert } from '../../errors/app-error.ts';
import { createPinBook, type Pin } from '../pins.ts';
import { type PerpMarketFacts, priceToTicks, ticksToPrice } from './perp-market.ts';

/** A pin of a perpetual as it is kept in a row: [fromMs, toMs), `toMs` null = in force. */
export interface PerpPin {
  readonly symbol: string;
  readonly markTicks: bigint;
  readonly oracleTicks: bigint;
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** The pins of perpetuals and when they were in force: a pin book of marks and one of oracles. */
export interface PerpPins {
  pin(pin: Omit<PerpPin, 'toMs'>): void;
  /** Ends the pin; without one nothing happens. */
  unpin(symbol: string, nowMs: number): void;
  /** The pin in force now. */
  current(symbol: string): PerpPin | undefined;
  /** The pin in force at an instant of the past. */
  at(symbol: string, atMs: number): PerpPin | undefined;
  /** Pins that overlap [fromMs, toMs), oldest first. */
  within(symbol: string, fromMs: number, toMs: number): readonly PerpPin[];
  /** All pins in force. */
  all(): readonly PerpPin[];
  /** Replaces everything by rows that were kept, in any order. */
  load(rows: readonly PerpPin[]): void;
}

export function createPerpPins(factsOf: (symbol: string) => PerpMarketFacts | undefined): PerpPins {
  const marks = createPinBook();
  const oracles = createPinBook();

  function gridOf(symbol: string): PerpMarketFacts {
    const facts = factsOf(symbol);
    assert(facts, `pin of the unknown perpetual market ${symbol}`);
    return facts;
  }

  /** Both books hold the same spans in the same order, so what one finds the other does too. */
  function join(mark: Pin | undefined, oracle: Pin | undefined): PerpPin | undefined {
    if (mark === undefined || oracle === undefined) return undefined;
    const { id: symbol, fromMs, toMs } = mark;
    const grid = gridOf(symbol);
    const markTicks = priceToTicks(grid, mark.price);
    const oracleTicks = priceToTicks(grid, oracle.price);
    assert(markTicks !== null && oracleTicks !== null, `pin of ${symbol} is on the tick`);
    return { symbol, markTicks, oracleTicks, fromMs, toMs };
  }
  const joinAll = (found: readonly Pin[], others: readonly Pin[]): PerpPin[] =>
    found.flatMap((mark, index) => join(mark, others[index]) ?? []);

  return {
    pin({ symbol, markTicks, oracleTicks, fromMs }) {
      const grid = gridOf(symbol);
      marks.pin(symbol, ticksToPrice(grid, markTicks), fromMs);
      oracles.pin(symbol, ticksToPrice(grid, oracleTicks), fromMs);
    },
    unpin(symbol, nowMs) {
      marks.unpin(symbol, nowMs);
      oracles.unpin(symbol, nowMs);
    },
    current: (symbol) => join(marks.current(symbol), oracles.current(symbol)),
    at: (symbol, atMs) => join(marks.at(symbol, atMs), oracles.at(symbol, atMs)),
    within: (symbol, fromMs, toMs) =>
      joinAll(marks.within(symbol, fromMs, toMs), oracles.within(symbol, fromMs, toMs)),
    all: () => joinAll(marks.all(), oracles.all()),
    load(rows) {
      const known = rows.filter(({ symbol }) => factsOf(symbol) !== undefined);
      const spans = known.map((row) => {
        const { symbol: id, fromMs, toMs } = row;
        return { row, grid: gridOf(id), span: { id, fromMs, toMs } };
      });
      marks.load(
        spans.map(({ row, grid, span }) => ({ ...span, price: ticksToPrice(grid, row.markTicks) })),
      );
      oracles.load(
        spans.map(({ row, grid, span }) => ({
          ...span,
          price: ticksToPrice(grid, row.oracleTicks),
        })),
      );
    },
  };
}

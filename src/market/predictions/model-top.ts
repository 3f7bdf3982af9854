import type { Price } from '../../money/fixed.ts';
import { priceOf } from '../../money/text.ts';
import { type Noise, octaveNoise } from '../noise.ts';
import { tickAt } from './book.ts';
import { roll } from './model-chance.ts';
import { chanceAt, type ModelMarket } from './model-instance.ts';

/** Nobody quotes what is as good as certain: chances are shown between these. */
const LOWEST = 0.01;
const HIGHEST = 0.99;
/** Where ticks tighten, as `tickAt` has it. */
const TIGHT_BELOW = 0.04;
const TIGHT_ABOVE = 0.96;

/** A tick, and how many of it make a dollar. */
interface Grid {
  readonly tick: Price;
  readonly count: number;
}

const counts = [
  ['0.1', 10],
  ['0.01', 100],
  ['0.005', 200],
  ['0.0025', 400],
  ['0.001', 1_000],
  ['0.0001', 10_000],
] as const;
const grids: ReadonlyMap<bigint, Grid> = new Map(
  counts.map(([text, count]) => [priceOf(text), { tick: priceOf(text), count }]),
);

/** The best prices of a book, in ticks; null where nobody bids or asks. */
export interface Top {
  readonly grid: Grid;
  readonly bid: number | null;
  readonly ask: number | null;
  /** The chance behind the prices, for sizes. */
  readonly chance: number;
}

/** How prices tremble around the chance: amplitudes in parts of the flicker's unit. */
const flickerOctaves = [
  [3_000, 0.5],
  [8_000, 0.6],
  [25_000, 0.7],
  [90_000, 0.8],
  [400_000, 0.8],
].map(([periodMs = 0, amplitude = 0]) => ({ periodMs, amplitude }));
/** The flicker's unit is the tick, or this where the tick is finer. */
const LEAST_FLICKER = 0.004;
const MOST_FLICKER = 0.01;

/** Business time for which a spread stays as it is. */
const SPREAD_MS = 5_000;
/** Chances of a spread of at least two and of three ticks: deep, middling and thin markets. */
const spreads = [
  { fromUsd: 1_000, two: 0.25, three: 0.04 },
  { fromUsd: 100, two: 0.55, three: 0.15 },
  { fromUsd: 0, two: 0.9, three: 0.5 },
];
/** On a grid this coarse the spread is always one tick. */
const COARSE = 10;

/** Draws the best prices of a market at the start of a tick of business time. */
export type DrawTop = (tickMs: number) => Top;

export function topsOf(modelled: ModelMarket): DrawTop {
  const { baseTick, key, levelUsd, name } = modelled;
  const wide = grids.get(baseTick) as Grid;
  const tight = grids.get(tickAt(baseTick, priceOf('0.01'))) as Grid;
  const usual = spreads.find(({ fromUsd }) => levelUsd >= fromUsd) ?? { two: 1, three: 1 };
  const unit = Math.min(MOST_FLICKER, Math.max(LEAST_FLICKER, 1 / wide.count));
  let flicker: Noise | undefined;

  /** The chance as the market sees it, a little beside the true one. */
  function seenChance(tickMs: number): number {
    const chance = chanceAt(modelled, tickMs);
    flicker ??= octaveNoise(`${name}/flicker`, flickerOctaves);
    // Near the ends prices tremble less.
    const size = unit * Math.min(1, 8 * chance * (1 - chance));
    return Math.min(HIGHEST, Math.max(LOWEST, chance + size * flicker(tickMs)));
  }

  function spreadTicks(tickMs: number): number {
    const drawn = roll(key, Math.floor(tickMs / SPREAD_MS), 1);
    if (wide.count <= COARSE) return 1;
    return 1 + (drawn < usual.two ? 1 : 0) + (drawn < usual.three ? 1 : 0);
  }

  return (tickMs) => {
    const chance = seenChance(tickMs);
    const isTight = chance < TIGHT_BELOW || chance > TIGHT_ABOVE;
    const grid = isTight ? tight : wide;
    const spread = spreadTicks(tickMs);
    let bid = Math.round(chance * grid.count - spread / 2);
    // Rounding must not carry the middle over the border between the two grids.
    const twiceMiddle = 2 * bid + spread;
    const low = 2 * TIGHT_BELOW * grid.count;
    const high = 2 * TIGHT_ABOVE * grid.count;
    const isBeyond = twiceMiddle < low || twiceMiddle > high;
    if (isTight !== isBeyond) bid += chance > 0.5 === isTight ? 1 : -1;
    const ask = bid + spread;
    return {
      grid,
      bid: bid >= 1 ? bid : null,
      ask: ask < grid.count ? ask : null,
      chance,
    };
  };
}

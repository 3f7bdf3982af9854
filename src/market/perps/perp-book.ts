import { max } from '../../money/fixed.ts';
import { type Noise, type Octave, octaveNoise } from '../noise.ts';
import type { PerpListing } from './perp-catalogue.ts';

export interface PerpBookLevel {
  readonly ticks: bigint;
  readonly baseLots: bigint;
}

/** Resting orders around a mark, best level first. */
export interface PerpBook {
  readonly bids: readonly PerpBookLevel[];
  readonly asks: readonly PerpBookLevel[];
}

/** Levels of a side, and how far from the mark the last of them is, in millionths. */
const LEVELS = 16;
const FARTHEST_PPM = 25_000n;
const PPM = 1_000_000n;
/** Level k of a side holds k of this many parts of its depth. */
const PARTS = BigInt((LEVELS * (LEVELS + 1)) / 2);
const LAST_SQUARED = BigInt((LEVELS - 1) ** 2);
const PERMILLE = 1_000n;

/** How full a level is against its usual size: from half to double. */
const fullnessOctaves: readonly Octave[] = [5_000, 35_000, 300_000].map((periodMs) => ({
  periodMs,
  amplitude: 0.23,
}));
/** Levels read the same noise so far apart in time that they have nothing in common. */
const LEVEL_OFFSET_MS = 100_000_007;

const levels = Array.from({ length: LEVELS }, (_, index) => index);

/**
 * The modelled book of a market: 16 levels a side from half the spread to 2.5 % away from the mark,
 * further apart and deeper outwards, about three quarters of the depth within 2 %. A pure function
 * of key, market, mark and instant.
 */
export function modelBook(
  key: string,
  { facts, model }: PerpListing,
): (markTicks: bigint, atMs: number) => PerpBook {
  const bidNoise = octaveNoise(`${key}/bids/${facts.symbol}`, fullnessOctaves);
  const askNoise = octaveNoise(`${key}/asks/${facts.symbol}`, fullnessOctaves);
  const distancesPpm = levels.map((index) => {
    const squared = BigInt(index ** 2);
    return model.halfSpreadPpm + ((FARTHEST_PPM - model.halfSpreadPpm) * squared) / LAST_SQUARED;
  });

  function side(markTicks: bigint, atMs: number, sign: 1n | -1n, noise: Noise): PerpBookLevel[] {
    const found: PerpBookLevel[] = [];
    let awayTicks = 0n;
    for (const [index, ppm] of distancesPpm.entries()) {
      // Rounded away from the mark, and each level at least a tick behind the one before it.
      awayTicks = max(awayTicks + 1n, (markTicks * ppm + PPM - 1n) / PPM);
      const ticks = markTicks + sign * awayTicks;
      if (ticks <= 0n) break;
      const fullness = Math.exp(noise(atMs + index * LEVEL_OFFSET_MS));
      const permille = BigInt(Math.round(fullness * 1_000));
      const parts = model.depth * BigInt(index + 1) * permille;
      const baseLots = parts / (PARTS * PERMILLE * ticks * facts.tickSize);
      found.push({ ticks, baseLots: max(1n, baseLots) });
    }
    return found;
  }

  return (markTicks, atMs) => ({
    bids: side(markTicks, atMs, -1n, bidNoise),
    asks: side(markTicks, atMs, 1n, askNoise),
  });
}

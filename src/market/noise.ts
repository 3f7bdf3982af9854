/**
 * Smooth noise as a pure function of (key, time). The numbers in here are JS floats on purpose:
 * they are the source a modelled price is drawn from, as a feed would be, and never an amount.
 */

/** A function of business time in milliseconds. */
export type Noise = (atMs: number) => number;

export interface Octave {
  readonly periodMs: number;
  readonly amplitude: number;
}

/** Mixes 32 bits so that neighbouring inputs give unrelated outputs. */
function mix(bits: number): number {
  let h = bits;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 32-bit hash of a text (FNV-1a, then mixed). */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  }
  return mix(h);
}

/** The value of a lattice point, in [-1, 1]: the sum of two uniform halves, so triangular. */
function latticeValue(key: number, cell: number): number {
  const h = mix(key ^ Math.imul(cell, 0x9e3779b1));
  return ((h & 0xffff) + (h >>> 16)) / 0xffff - 1;
}

/**
 * Sum of octaves of value noise: random values on a lattice per octave, blended smoothly between
 * lattice points. Each octave has its own phase, so that lattice points do not line up. The last
 * cell of each octave is kept as a memo, which makes reading along the time axis cheap; the result
 * depends on key and time alone.
 */
export function octaveNoise(key: string, octaves: readonly Octave[]): Noise {
  const count = octaves.length;
  const periods = Float64Array.from(octaves, (octave) => octave.periodMs);
  const amplitudes = Float64Array.from(octaves, (octave) => octave.amplitude);
  const keys = octaves.map((_, index) => hashText(`${key}/${index}`));
  const phases = Float64Array.from(keys, (k, i) => (mix(k) / 2 ** 32) * (periods[i] ?? 0));
  const cells = new Float64Array(count).fill(Number.NaN);
  const left = new Float64Array(count);
  const right = new Float64Array(count);
  return (atMs) => {
    let sum = 0;
    for (let i = 0; i < count; i += 1) {
      const position = (atMs + (phases[i] as number)) / (periods[i] as number);
      const cell = Math.floor(position);
      if (cells[i] !== cell) {
        cells[i] = cell;
        left[i] = latticeValue(keys[i] as number, cell);
        right[i] = latticeValue(keys[i] as number, cell + 1);
      }
      const f = position - cell;
      const blend = f * f * (3 - 2 * f);
      const from = left[i] as number;
      sum += (amplitudes[i] as number) * (from + ((right[i] as number) - from) * blend);
    }
    return sum;
  };
}

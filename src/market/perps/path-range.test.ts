import { describe, expect, it } from 'vitest';
import { octaveNoise } from '../noise.ts';
import { TICK_MS } from '../source.ts';
import { type Path, pathRange, pathSketch } from './path-range.ts';

/** Rises by 1 a tick to its peak and falls again; no reach is hidden between two ticks. */
const tent = (peakMs: number): Path & { readonly asked: () => number } => {
  let asked = 0;
  const level = (tickMs: number): number => 2_000_000 - Math.abs(tickMs - peakMs) / TICK_MS;
  return {
    level(tickMs) {
      asked += 1;
      return level(tickMs);
    },
    bounds(fromMs, toMs, from, to) {
      const ticks = (toMs - fromMs) / TICK_MS;
      return { low: Math.min(from, to) - ticks, high: Math.max(from, to) + ticks };
    },
    asked: () => asked,
  };
};

describe('the range of a path', () => {
  it('finds the one highest tick of a month without reading all of them', () => {
    const path = tent(1_234_567_000);
    // The tent is 2,000,000 at the peak; its ends are 1,234,567 s and 1,357,433 s away from it.
    expect(pathRange(path, 0, 2_592_000_000)).toEqual({ low: 642_567, high: 2_000_000 });
    expect(path.asked()).toBeLessThan(400);
  });

  it('counts both ends, also of one tick', () => {
    expect(pathRange(tent(5_000), 5_000, 5_000)).toEqual({ low: 2_000_000, high: 2_000_000 });
    expect(pathRange(tent(5_000), 3_000, 5_000)).toEqual({ low: 1_999_998, high: 2_000_000 });
    expect(pathRange(tent(5_000), 5_000, 8_000)).toEqual({ low: 1_999_997, high: 2_000_000 });
  });

  it('leaves out ticks without a level and spans that hold none', () => {
    const known = (tickMs: number): boolean => tickMs >= 600_000 && tickMs < 900_000;
    const path: Path = {
      level: (tickMs) => (known(tickMs) ? tickMs / 1_000 : Number.NaN),
      bounds: (fromMs, toMs) =>
        toMs < 600_000 || fromMs >= 900_000 ? null : { low: 0, high: 10_000 },
    };
    expect(pathRange(path, 0, 3_600_000)).toEqual({ low: 600, high: 899 });
    expect(pathRange(path, 1_000_000, 3_600_000)).toBe(null);
    expect(pathSketch(path, 1_000_000, 3_600_000)).toBe(null);
  });
});

describe('the sketch of a path', () => {
  it('is the range of a span of few ticks and lies inside of a longer one', () => {
    const noise = octaveNoise('sketch', [
      { periodMs: 4_000, amplitude: 10 },
      { periodMs: 60_000, amplitude: 60 },
      { periodMs: 900_000, amplitude: 300 },
    ]);
    const path: Path = {
      level: (tickMs) => 10_000 + noise(tickMs),
      bounds: () => ({ low: 0, high: 20_000 }),
    };
    for (let i = 0; i < 50; i += 1) {
      const firstMs = i * 7_654_000;
      const few = pathRange(path, firstMs, firstMs + 20_000);
      expect(pathSketch(path, firstMs, firstMs + 20_000)).toEqual(few);
      const range = pathRange(path, firstMs, firstMs + 3_600_000);
      const sketch = pathSketch(path, firstMs, firstMs + 3_600_000);
      expect(range && sketch && sketch.low >= range.low && sketch.high <= range.high).toBe(true);
    }
  });
});

import { expect, test } from 'vitest';
import type { PredictionMarket } from '../../market/predictions/prediction-market.ts';
import { resolvedSince } from './resolved-since.ts';

const MARKET = { slug: 'market' } as PredictionMarket;

/** A market that is resolved from this instant on. */
const from = (instantMs: number) => ({
  state: (_: PredictionMarket, atMs: number) =>
    atMs >= instantMs
      ? ({ status: 'resolved', result: 'YES' } as const)
      : ({ status: 'closed', result: null } as const),
});

test.each([
  // [resolved at, span from, to]
  [1, 0, 1_772_712_000_000],
  [1_772_553_960_000, 0, 1_772_712_000_000],
  [1_772_712_000_000, 0, 1_772_712_000_000],
  [1_772_553_960_001, 1_772_553_960_000, 1_772_553_960_001],
])('%d is found between %d and %d', (instantMs, fromMs, toMs) => {
  expect(resolvedSince(from(instantMs), MARKET, { fromMs, toMs })).toBe(instantMs);
});

test('is not before the market was last seen without a result, whatever is said of it now', () => {
  const span = { fromMs: 5_000, toMs: 6_000 };
  expect(resolvedSince(from(2_000), MARKET, span)).toBe(5_001);
  expect(resolvedSince(from(2_000), MARKET, { fromMs: 6_000, toMs: 6_000 })).toBe(6_000);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptedMarks } from '../../../test/helpers/perp-trading.ts';
import { createPerpData } from '../../market/perps/perp-data.ts';
import { firstReaches } from './first-reaches.ts';

/** Half a second after a tick, so that spans begin and end inside of ticks. */
const FROM = 1_700_000_000_500;
const MINUTE_MS = 60_000;

const level = fc.option(fc.bigInt({ min: 90n, max: 110n }), { nil: null });
const waiting = fc.record({
  lowTicks: level,
  highTicks: level,
  fromMs: fc.constantFrom(FROM, FROM + 1, FROM + 20_000, FROM + 2 * MINUTE_MS),
});
const steps = fc.array(
  fc.tuple(fc.nat({ max: 2 * MINUTE_MS }), fc.bigInt({ min: 88n, max: 112n })),
  { minLength: 1, maxLength: 12 },
);
const pin = fc.option(
  fc.tuple(
    fc.nat({ max: MINUTE_MS }),
    fc.nat({ max: MINUTE_MS }),
    fc.bigInt({ min: 85n, max: 115n }),
  ),
  { nil: null },
);

test('each is found where it is first reached, as if it were looked for alone', () => {
  let found = 0;
  fc.assert(
    fc.property(steps, pin, fc.array(waiting, { maxLength: 20 }), (moves, pinned, all) => {
      const marks = scriptedMarks('SOL');
      const data = createPerpData(marks.source, marks.markets);
      const sorted = moves.toSorted(([a], [b]) => a - b);
      marks.set('SOL', [[0, 100n], ...sorted.map(([ms, at]) => [FROM + ms, at] as const)]);
      if (pinned) {
        const [ms, length, at] = pinned;
        data.pin('SOL', at, at, FROM + ms);
        data.unpin('SOL', FROM + ms + length);
      }
      const toMs = FROM + 2 * MINUTE_MS;
      const reaches = firstReaches(data, 'SOL', all, toMs);
      expect(reaches).toHaveLength(all.length);
      for (const [n, one] of all.entries()) {
        const alone = one.fromMs < toMs ? data.firstReach('SOL', one.fromMs, toMs, one) : undefined;
        const reached = reaches[n];
        expect(reached?.atMs).toBe(alone?.toMs);
        if (!reached || !alone) continue;
        found += 1;
        expect(reached.markTicks).toBe(alone.closeTicks);
      }
    }),
  );
  expect(found).toBeGreaterThan(100);
});

test('many that are reached at one instant cost no more than one of them', () => {
  const marks = scriptedMarks('SOL');
  marks.set('SOL', [
    [0, 100n],
    [FROM + MINUTE_MS, 80n],
  ]);
  const { extremes } = createPerpData(marks.source, marks.markets);
  const looksFor = (count: number): number => {
    let looks = 0;
    const counted: typeof extremes = (...span) => {
      looks += 1;
      return extremes(...span);
    };
    const all = Array.from({ length: count }, (_, n) => {
      return { lowTicks: BigInt(85 + (n % 10)), highTicks: null, fromMs: FROM };
    });
    const reaches = firstReaches({ extremes: counted }, 'SOL', all, FROM + 2 * MINUTE_MS);
    // The first tick after it.
    expect(new Set(reaches.map((one) => one?.atMs))).toEqual(new Set([FROM + MINUTE_MS + 500]));
    return looks;
  };
  expect(looksFor(5_000)).toBe(looksFor(1));
});

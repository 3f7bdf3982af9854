import { expect, test } from 'vitest';
import { nextStarts, oldestOf } from './end-intervals.ts';

const HOUR = 3_600_000;

test('a market with a position owes every interval, one without only the latest', () => {
  const funded = [
    { symbol: 'SOL', fundedUntil: 2 * HOUR },
    { symbol: 'BTC', fundedUntil: 2 * HOUR },
    { symbol: 'ETH', fundedUntil: 8 * HOUR },
  ];
  const starts = nextStarts(funded, [{ symbol: 'SOL' }], 7 * HOUR);
  // BTC has no position and skips to 07:00; ETH has none either and is further already.
  expect([...starts]).toEqual([
    ['SOL', 2 * HOUR],
    ['BTC', 7 * HOUR],
    ['ETH', 8 * HOUR],
  ]);
});

test('the oldest interval comes first, for all markets that stand there', () => {
  const starts = new Map([
    ['SOL', 3 * HOUR],
    ['BTC', 2 * HOUR],
    ['ETH', 2 * HOUR],
  ]);
  expect(oldestOf(starts)).toEqual({ startMs: 2 * HOUR, symbols: ['BTC', 'ETH'] });
  expect(oldestOf(new Map())).toEqual({ startMs: Number.POSITIVE_INFINITY, symbols: [] });
});

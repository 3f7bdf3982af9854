import { expect, test } from 'vitest';
import { candleSpans, MAX_CANDLES } from './candles.ts';

const range = { intervalMs: 60, fromMs: 0, toMs: 1_000, limit: 10, nowMs: 1_000 };
const startsOf = (wish: Partial<typeof range>) =>
  candleSpans({ ...range, ...wish }).map(({ startMs }) => startMs);

test('candles start on the grid inside of the range, both ends included', () => {
  expect(startsOf({ fromMs: 61, toMs: 240 })).toEqual([120, 180, 240]);
  expect(startsOf({ fromMs: 60, toMs: 239 })).toEqual([60, 120, 180]);
  expect(startsOf({ fromMs: 61, toMs: 119 })).toEqual([]);
});

test('the newest are kept when there are more than asked for, and never more than the most', () => {
  expect(startsOf({ toMs: 300, limit: 2 })).toEqual([240, 300]);
  const many = candleSpans({ ...range, toMs: 1e6, nowMs: 1e6, limit: 5_000 });
  expect(many.length).toBe(MAX_CANDLES);
});

test('the candle of now ends with now, and none starts later', () => {
  expect(candleSpans({ ...range, fromMs: 120, toMs: 500, nowMs: 200 })).toEqual([
    { startMs: 120, endMs: 180 },
    { startMs: 180, endMs: 201 },
  ]);
});

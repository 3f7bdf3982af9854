import { expect, test } from 'vitest';
import { presentState, requireOpenMarket, stockMarketState } from './status.ts';

const at = (iso: string): number => Date.parse(iso);
const stateAt = (iso: string, override?: string) =>
  Object.values(presentState(stockMarketState(override, at(iso))));

// Wednesday, 4 March 2026; New York is 5 hours behind UTC.
const REGULAR = '2026-03-04T15:00:00.000Z';
const AFTER = '2026-03-04T21:01:00.000Z';
/** Saturday noon; Sunday 20:05 is in summer time already. */
const WEEKEND = '2026-03-07T17:00:00.000Z';
const SUNDAY = '2026-03-09T00:05:00.000Z';

test.each([
  [REGULAR, undefined, 'OPEN', null],
  [REGULAR, 'OPEN', 'OPEN', null],
  [REGULAR, 'PAUSED', 'PAUSED', AFTER],
  [REGULAR, 'CLOSED', 'CLOSED', AFTER],
  [WEEKEND, undefined, 'CLOSED', SUNDAY],
  [WEEKEND, 'OPEN', 'OPEN', null],
  [WEEKEND, 'PAUSED', 'PAUSED', SUNDAY],
  // The start itself is not after itself: Monday's pre-market is next.
  [SUNDAY, 'CLOSED', 'CLOSED', '2026-03-09T08:01:00.000Z'],
  // What another version may have written is not guessed at.
  [REGULAR, 'HALF-OPEN', 'CLOSED', AFTER],
  // Beyond the calendar.
  ['2030-01-02T15:00:00.000Z', undefined, 'CLOSED', null],
  ['2030-01-02T15:00:00.000Z', 'PAUSED', 'PAUSED', null],
])('at %s with the override %s the market is %s until %s', (iso, override, ...expected) => {
  expect(stateAt(iso, override)).toEqual(expected);
});

test('orders want an open market', () => {
  requireOpenMarket(stockMarketState(undefined, at(REGULAR)));
  expect(() => requireOpenMarket(stockMarketState(undefined, at(WEEKEND)))).toThrow(
    expect.objectContaining({
      code: 'MARKET_NOT_ACTIVE',
      details: { marketStatus: 'CLOSED', nextOpen: SUNDAY },
    }),
  );
});

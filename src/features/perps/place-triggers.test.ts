import { expect, test } from 'vitest';
import { ticks } from '../../venues/paper/perps/units.ts';
import { crossedTrigger, requireUncrossed } from './place-triggers.ts';

const long = { side: 'LONG', stopLossTicks: ticks(90n), takeProfitTicks: ticks(120n) } as const;
const short = { side: 'SHORT', stopLossTicks: ticks(120n), takeProfitTicks: ticks(90n) } as const;

test.each([
  [90n, 'stopLoss', 'takeProfit'],
  [91n, null, null],
  [119n, null, null],
  [120n, 'takeProfit', 'stopLoss'],
])('at %s ticks a long fires its %s, a short its %s', (mark, ofLong, ofShort) => {
  expect(crossedTrigger(long, ticks(mark))).toBe(ofLong);
  expect(crossedTrigger(short, ticks(mark))).toBe(ofShort);
});

test('a trigger that is not set never fires; of two at one mark the stop loss does', () => {
  const none = { side: 'LONG', stopLossTicks: null, takeProfitTicks: null } as const;
  expect(crossedTrigger(none, ticks(1n))).toBeNull();
  const both = { side: 'LONG', stopLossTicks: ticks(100n), takeProfitTicks: ticks(100n) } as const;
  expect(crossedTrigger(both, ticks(100n))).toBe('stopLoss');
});

test('what is set where it fires at once is refused by its name', () => {
  expect(() => requireUncrossed(long, ticks(100n))).not.toThrow();
  expect(() => requireUncrossed(long, ticks(80n))).toThrow(
    expect.objectContaining({
      problems: ['stopLossPct is crossed already at the present mark price'],
    }),
  );
  expect(() => requireUncrossed(short, ticks(80n))).toThrow(
    expect.objectContaining({
      problems: ['takeProfitPct is crossed already at the present mark price'],
    }),
  );
});

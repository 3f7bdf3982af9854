import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handMadeMarket as market } from '../../../../test/helpers/perp-markets.ts';
import { ratio, usdc } from '../../../money/fixed.ts';
import { dollars } from '../../../money/text.ts';
import { fillAt } from './fill.ts';
import { unrealizedPnl } from './margin.ts';
import { newPosition } from './position.ts';
import { isTriggered, type TriggerKind, triggerTicks } from './triggers.ts';
import { fundingIndex, lots, ticks } from './units.ts';

const held = (size: bigint, entry: bigint) => {
  const { quote } = fillAt(market, lots(size), ticks(entry));
  return { baseLots: lots(size), virtualQuote: usdc(size > 0n ? -quote : quote) };
};
const percent = (hundredths: bigint) => ratio(hundredths * 10n ** 16n);

// 1,000 lots are 0.1 unit; 600 USD of collateral: 50 % are 300, which is 3,000 a unit. 33.33 % are
// 199.98: 1,999.8 a unit.
test.each([
  [1_000n, 'takeProfit', 5_000n, 63_000n],
  [1_000n, 'stopLoss', 5_000n, 57_000n],
  [-1_000n, 'takeProfit', 5_000n, 57_000n],
  [-1_000n, 'stopLoss', 5_000n, 63_000n],
  [1_000n, 'takeProfit', 3_333n, 62_000n], // up from 61,999.8
  [1_000n, 'stopLoss', 3_333n, 58_001n], // up from 58,000.2
  [-1_000n, 'takeProfit', 3_333n, 58_000n], // down from 58,000.2
  [-1_000n, 'stopLoss', 3_333n, 61_999n], // down from 61,999.8
] as const)('%s lots: %s at %s hundredths of a percent is %s', (size, kind, pct, at) => {
  const trigger = { kind, pct: percent(pct), collateral: dollars('600') };
  expect(triggerTicks(market, held(size, 60_000n), trigger)).toBe(at);
});

test('a trigger that no price reaches is none', () => {
  // 100 % of 6,000 on 0.1 at 60,000 is the whole price; 200 % for the short's profit is beyond it.
  const all = { pct: percent(10_000n), collateral: dollars('6000') };
  expect(triggerTicks(market, held(1_000n, 60_000n), { kind: 'stopLoss', ...all })).toBeNull();
  const twice = { pct: percent(20_000n), collateral: dollars('6000') };
  expect(triggerTicks(market, held(-1_000n, 60_000n), { kind: 'takeProfit', ...twice })).toBeNull();
});

test.each([
  ['LONG', 'takeProfit', [false, true, true]],
  ['LONG', 'stopLoss', [true, true, false]],
  ['SHORT', 'takeProfit', [true, true, false]],
  ['SHORT', 'stopLoss', [false, true, true]],
] as const)('the %s of a %s fires at its tick and beyond', (side, kind, fired) => {
  const marks = [99n, 100n, 101n].map(ticks);
  expect(marks.map((mark) => isTriggered(side, kind, ticks(100n), mark))).toEqual(fired);
});

describe('at the trigger', () => {
  const sizes = fc.bigInt({ min: 1n, max: 10n ** 6n });
  const kinds = fc.constantFrom<TriggerKind>('takeProfit', 'stopLoss');

  test('a profit is at least and a loss at most what was asked, to within a tick', () => {
    fc.assert(
      fc.property(
        sizes,
        fc.boolean(),
        kinds,
        fc.bigInt({ min: 1n, max: 9_000n }),
        (size, isLong, kind, pct) => {
          const state = held(isLong ? size : -size, 60_000n);
          const collateral = usdc(size * 600_000n);
          const at = triggerTicks(market, state, { kind, pct: percent(pct), collateral });
          expect(at).not.toBeNull();
          const position = { ...newPosition(collateral, fundingIndex(0n)), ...state };
          const pnl = unrealizedPnl(market, position, at ?? ticks(0n));
          const asked = (collateral * pct) / 10_000n;
          const tick = size * market.tickSize;
          const more = kind === 'takeProfit' ? pnl - asked : pnl + asked;
          expect(more).toBeGreaterThanOrEqual(0n);
          expect(more).toBeLessThanOrEqual(tick);
        },
      ),
    );
  });
});

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { businessClock, LATEST_INSTANT_MS, runningClock } from './business-clock.ts';
import { fixedClock } from './clock.ts';

const START = Date.UTC(2026, 0, 31, 14, 30);
const refused = expect.objectContaining({ code: 'VALIDATION_FAILED' });

function open(initial?: Parameters<typeof businessClock>[0]['initial']) {
  const wallClock = fixedClock(START);
  return { wallClock, clock: businessClock({ wallClock, initial }) };
}

test('without a change it is the real time', () => {
  const { wallClock, clock } = open();
  expect(clock.now()).toBe(START);
  wallClock.advance(1_234);
  expect(clock.now()).toBe(START + 1_234);
  expect([clock.frozen, clock.state()]).toEqual([false, runningClock(START, START)]);
});

test('frozen it stands, advances by hand and goes on from where it stands', () => {
  const { wallClock, clock } = open();
  wallClock.advance(1_000);
  clock.freeze(true);
  wallClock.advance(60_000);
  expect(clock.now()).toBe(START + 1_000);
  clock.advance(500);
  expect(clock.now()).toBe(START + 1_500);
  wallClock.advance(60_000);
  clock.freeze(false);
  expect(clock.now()).toBe(START + 1_500);
  wallClock.advance(10);
  // 121 s of real time have passed and only 1.51 s of business time.
  expect(clock.now()).toBe(START + 1_510);
  expect(wallClock.now()).toBe(START + 121_010);
});

test('set and advance make an offset that real time is added to', () => {
  const { wallClock, clock } = open();
  clock.set(START + 86_400_000);
  wallClock.advance(7);
  clock.advance(1_000);
  wallClock.advance(3);
  // A day, 7 ms, a second, 3 ms.
  expect(clock.now()).toBe(START + 86_401_010);
});

test('it is not set back, nor beyond the year 9999', () => {
  const { clock } = open();
  clock.advance(1_000);
  expect(() => clock.set(START + 999)).toThrow(refused);
  expect(() => clock.advance(-1)).toThrow(refused);
  expect(() => clock.set(LATEST_INSTANT_MS + 1)).toThrow(refused);
  clock.set(START + 1_000);
  expect(clock.now()).toBe(START + 1_000);
  clock.set(LATEST_INSTANT_MS);
  expect(() => clock.advance(1)).toThrow(refused);
});

test('a replay runs at its speed from its start, in whole milliseconds', () => {
  const recorded = Date.UTC(2025, 9, 10);
  const { wallClock, clock } = open(runningClock(recorded, START, 60.5));
  expect(clock.now()).toBe(recorded);
  wallClock.advance(1_001);
  // 1,001 ms x 60.5 = 60,560.5 ms.
  expect(clock.now()).toBe(recorded + 60_560);
  clock.freeze(true);
  wallClock.advance(1_000);
  clock.freeze(false);
  wallClock.advance(2);
  expect(clock.now()).toBe(recorded + 60_560 + 121);
});

test('when the machine clock goes back, it stands until that has caught up', () => {
  const { wallClock, clock } = open();
  wallClock.advance(5_000);
  expect(clock.now()).toBe(START + 5_000);
  wallClock.advance(-3_000);
  expect(clock.now()).toBe(START + 5_000);
  wallClock.advance(3_001);
  expect(clock.now()).toBe(START + 5_001);
});

test('a state that was kept goes on with real time, or stands if it was frozen', () => {
  const kept = runningClock(START + 3_600_000, START - 10_000);
  // Ten seconds have passed since it was kept.
  expect(open(kept).clock.now()).toBe(START + 3_610_000);
  expect(open({ ...kept, frozen: true }).clock.now()).toBe(START + 3_600_000);
});

test('listeners hear of changes only', () => {
  const { wallClock, clock } = open();
  const heard = vi.fn();
  const stop = clock.onChange(heard);
  wallClock.advance(1);
  clock.now();
  expect(heard).toHaveBeenCalledTimes(0);
  clock.advance(1);
  clock.adopt(runningClock(START, START));
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  clock.freeze(true);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('it never goes back, whatever is done to it', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('real' as const), ms: fc.integer({ min: -5_000, max: 5_000 }) }),
    fc.record({ do: fc.constant('advance' as const), ms: fc.nat(100_000) }),
    fc.record({ do: fc.constantFrom('freeze', 'unfreeze', 'ask'), ms: fc.constant(0) }),
    fc.record({ do: fc.constant('adopt' as const), ms: fc.integer({ min: -5_000, max: 5_000 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { wallClock, clock } = open();
      let before = clock.now();
      for (const { do: act, ms } of steps) {
        if (act === 'real') wallClock.advance(ms);
        else if (act === 'advance') clock.advance(ms);
        else if (act === 'adopt') clock.adopt(runningClock(START + ms, wallClock.now()));
        else if (act !== 'ask') clock.freeze(act === 'freeze');
        const after = clock.now();
        expect(after).toBeGreaterThanOrEqual(before);
        if (act === 'advance') expect(after).toBe(before + ms);
        before = after;
      }
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRollingBudget } from './rate-budget.ts';

function handClock(): { elapsedMs(): number; nowMs: number } {
  const clock = { nowMs: 0, elapsedMs: () => clock.nowMs };
  return clock;
}

test('admits 1,200 requests in 60 s and the next one when the first has left the window', () => {
  const clock = handClock();
  const budget = createRollingBudget(clock);
  for (let i = 0; i < 1_200; i += 1) {
    clock.nowMs = i * 10; // 0 … 11,990 ms
    expect(budget.take('a')).toEqual({
      admitted: true,
      limit: 1_200,
      remaining: 1_199 - i,
      resetSeconds: Math.ceil((60_000 - i * 10) / 1_000),
    });
  }
  clock.nowMs = 59_999; // the first request was at 0 ms, 59,999 ms ago
  expect(budget.take('a')).toEqual({
    admitted: false,
    limit: 1_200,
    remaining: 0,
    resetSeconds: 1,
  });
  expect(budget.take('b').admitted).toBe(true);
  clock.nowMs = 60_000; // the first request has left, the second (10 ms) has not
  expect(budget.take('a')).toMatchObject({ admitted: true, remaining: 0 });
  expect(budget.take('a').admitted).toBe(false);
});

test('agrees with a plain list at every request, and never admits more than the limit (I21)', () => {
  const limit = 40;
  const windowMs = 1_000;
  const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constant(1_000)), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(
      gaps,
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 400 }),
      (steps, who) => {
        const clock = handClock();
        const budget = createRollingBudget(clock, { limit, windowMs });
        const lists = new Map<string, number[]>();
        for (const [index, gap] of steps.entries()) {
          clock.nowMs += gap;
          const key = `key-${who[index]}`;
          const list = lists.get(key) ?? [];
          lists.set(key, list);
          const inWindow = list.filter((at) => at > clock.nowMs - windowMs).length;
          const result = budget.take(key);
          expect(result.admitted).toBe(inWindow < limit);
          if (result.admitted) list.push(clock.nowMs);
          expect(result.remaining).toBe(limit - Math.min(limit, inWindow + 1));
        }
        for (const list of lists.values()) {
          for (const start of list) {
            const admitted = list.filter((at) => at >= start && at < start + windowMs).length;
            expect(admitted).toBeLessThanOrEqual(limit);
          }
        }
      },
    ),
  );
});

test('drops idle keys, and refuses new keys rather than forget active ones', () => {
  const clock = handClock();
  const budget = createRollingBudget(clock, { limit: 5, windowMs: 1_000, maxKeys: 3 });
  for (const key of ['a', 'b', 'c']) expect(budget.take(key).admitted).toBe(true);
  expect(budget.take('d').admitted).toBe(false);
  expect(budget.keys()).toBe(3);
  clock.nowMs = 1_000;
  expect(budget.take('d').admitted).toBe(true);
  expect(budget.keys()).toBe(1);
});

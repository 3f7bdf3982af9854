import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.stop());

const clock = (change: object) => service.sandbox('POST', '/clock', change);

test('a clock that was stopped moves from exactly where it is shown', async () => {
  for (let n = 0; n < 15; n += 1) {
    const { now, frozen } = await clock({ freeze: true });
    expect(frozen).toBe(true);
    expect((await service.sandbox('GET', '/clock')).now).toBe(now);
    // Shown at t, advanced by 1,000 ms: t + 1,000 to the millisecond.
    const moved = await clock({ advanceMs: 1_000 });
    expect(Date.parse(moved.now) - Date.parse(now)).toBe(1_000);
    await clock({ freeze: false });
  }
});

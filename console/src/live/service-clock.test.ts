import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clockHasLeapt, serviceNow, setServiceClock } from './service-clock.ts';

const DEVICE = Date.UTC(2026, 10, 20, 12);
const NOW = '2026-03-03T16:00:00.000Z';
const NOW_MS = Date.UTC(2026, 2, 3, 16);

beforeEach(() => {
  vi.useFakeTimers({ now: DEVICE });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the time goes on from what the service told, at its pace', () => {
  setServiceClock({ now: NOW, rate: '1' });
  expect(serviceNow()).toBe(NOW_MS);
  vi.setSystemTime(DEVICE + 90_000);
  expect(serviceNow()).toBe(NOW_MS + 90_000);
  // A replay of a minute a second.
  setServiceClock({ now: NOW, rate: '60' });
  vi.setSystemTime(DEVICE + 91_000);
  expect(serviceNow()).toBe(NOW_MS + 60_000);
});

test('a clock that stands does so on the screen too', () => {
  setServiceClock({ now: NOW, rate: '0' });
  vi.setSystemTime(DEVICE + 86_400_000);
  expect(serviceNow()).toBe(NOW_MS);
});

test('something that happened later than now tells of a leap', () => {
  setServiceClock({ now: NOW, rate: '1' });
  expect(clockHasLeapt('2026-03-03T15:00:00.000Z')).toBe(false);
  expect(clockHasLeapt('2026-03-03T16:00:02.000Z')).toBe(false);
  expect(clockHasLeapt('2026-03-03T16:00:02.001Z')).toBe(true);
});

/** Business time in milliseconds since the Unix epoch (UTC). Timers and stamps follow it. */
export interface Clock {
  now(): number;
}

/** Real monotonic time in milliseconds: rate limits, leases, timeouts and breakers run on it. */
export interface MonotonicClock {
  elapsedMs(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const monotonicClock: MonotonicClock = { elapsedMs: () => performance.now() };

/** A clock that stands at one instant, for tests and simulations. */
export function fixedClock(atMs: number): Clock & { advance(ms: number): void } {
  let current = atMs;
  return {
    now: () => current,
    advance(ms) {
      current += ms;
    },
  };
}

/** ISO 8601 UTC with milliseconds and Z (contract 1.2). */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString();

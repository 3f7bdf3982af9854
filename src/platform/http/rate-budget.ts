import type { MonotonicClock } from '../clock.ts';

/** Requests that one key may make in any rolling minute (service specification, "Limits"). */
export const RATE_LIMIT_REQUESTS = 1_200;
export const RATE_WINDOW_SECONDS = 60;
/** Keys with a request in the last minute that one process keeps count of. */
export const MAX_BUDGET_KEYS = 100_000;

const WINDOW_MS = RATE_WINDOW_SECONDS * 1_000;
const FIRST_CAPACITY = 16;

export interface Budget {
  readonly admitted: boolean;
  readonly limit: number;
  /** Requests left in the window, after this one. */
  readonly remaining: number;
  /** Whole seconds until the oldest counted request leaves the window; at least 1. */
  readonly resetSeconds: number;
}

/** Counts the requests of each key. One process counts in memory, several share a counter. */
export interface RateBudget {
  take(key: string): Budget | Promise<Budget>;
}

/** The instants of one key's admitted requests, oldest first, in a ring that grows to the limit. */
interface Ring {
  instants: Float64Array;
  head: number;
  count: number;
}

const capacityOf = (ring: Ring): number => ring.instants.length;

function dropExpired(ring: Ring, expiredAtMs: number): void {
  const capacity = capacityOf(ring);
  while (ring.count > 0 && (ring.instants[ring.head] ?? 0) <= expiredAtMs) {
    ring.head = ring.head + 1 === capacity ? 0 : ring.head + 1;
    ring.count -= 1;
  }
}

function grow(ring: Ring, limit: number): void {
  const capacity = capacityOf(ring);
  const larger = new Float64Array(Math.min(limit, capacity * 4));
  for (let i = 0; i < ring.count; i += 1) {
    larger[i] = ring.instants[(ring.head + i) % capacity] ?? 0;
  }
  ring.instants = larger;
  ring.head = 0;
}

function push(ring: Ring, nowMs: number, limit: number): void {
  if (ring.count === capacityOf(ring)) grow(ring, limit);
  const capacity = capacityOf(ring);
  const free = ring.head + ring.count;
  ring.instants[free >= capacity ? free - capacity : free] = nowMs;
  ring.count += 1;
}

export interface RollingBudget extends RateBudget {
  take(key: string): Budget;
  /** Keys that are counted at the moment. */
  keys(): number;
}

/**
 * The exact rolling window in memory: a request is admitted when fewer than `limit` requests of its
 * key were admitted in the `windowMs` before it, the instant exactly `windowMs` ago excluded (I21).
 * Requests refused here do not count (contract 18.5). Idle keys are dropped once per window; a new
 * key beyond `maxKeys` active ones is refused, since forgetting an active key would admit too many.
 */
export function createRollingBudget(
  clock: MonotonicClock,
  options: { limit?: number; windowMs?: number; maxKeys?: number } = {},
): RollingBudget {
  const { limit = RATE_LIMIT_REQUESTS, windowMs = WINDOW_MS, maxKeys = MAX_BUDGET_KEYS } = options;
  const rings = new Map<string, Ring>();
  let nextSweepMs = clock.elapsedMs() + windowMs;

  const sweep = (nowMs: number): void => {
    nextSweepMs = nowMs + windowMs;
    for (const [key, ring] of rings) {
      dropExpired(ring, nowMs - windowMs);
      if (ring.count === 0) rings.delete(key);
    }
  };

  const answer = (ring: Ring, nowMs: number, admitted: boolean): Budget => {
    const freeInMs = (ring.instants[ring.head] ?? nowMs) + windowMs - nowMs;
    const resetSeconds = Math.max(1, Math.ceil(freeInMs / 1_000));
    return { admitted, limit, remaining: limit - ring.count, resetSeconds };
  };

  return {
    keys: () => rings.size,
    take(key) {
      const nowMs = clock.elapsedMs();
      if (nowMs >= nextSweepMs) sweep(nowMs);
      let ring = rings.get(key);
      if (ring === undefined) {
        if (rings.size >= maxKeys) return { admitted: false, limit, remaining: 0, resetSeconds: 1 };
        const capacity = Math.min(limit, FIRST_CAPACITY);
        ring = { instants: new Float64Array(capacity), head: 0, count: 0 };
        rings.set(key, ring);
      }
      dropExpired(ring, nowMs - windowMs);
      const admitted = ring.count < limit;
      if (admitted) push(ring, nowMs, limit);
      return answer(ring, nowMs, admitted);
    },
  };
}

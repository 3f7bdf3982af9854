import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Waits before attempt number `attempt` (from 0) is repeated: twice as long each time up to 2 s,
 * between half and all of it at random, so that many clients do not come back in step.
 */
export function pauseBeforeRetry(attempt: number): Promise<void> {
  const fullMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10));
  return delay(randomInt(Math.ceil(fullMs / 2), fullMs + 1), undefined, { ref: false });
}

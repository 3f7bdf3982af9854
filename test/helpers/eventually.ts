import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the condition holds, looking every few milliseconds; fails when it never does. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 15_000,
): Promise<void> {
  const begin = performance.now();
  while (!(await condition())) {
    if (performance.now() - begin > limitMs) throw new Error(`never happened: ${what}`);
    await delay(5);
  }
}

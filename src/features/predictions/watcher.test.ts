import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type PredictionWatcherDeps, startPredictionWatcher } from './watcher.ts';

/** A watcher over a database in which nothing is due, and how many statements it has sent. */
function watcherOfNothing() {
  let sent = 0;
  const deps = {
    reads: {
      query: async () => {
        sent += 1;
        await turn();
        return [];
      },
    },
    states: { onChange: () => undefined, isRecorded: () => false },
    clock: { now: () => 0 },
    log: { warn: () => undefined, debug: () => undefined },
  } as unknown as PredictionWatcherDeps;
  return { watcher: startPredictionWatcher(deps), sent: () => sent };
}

test('a watcher that has only been woken has nothing due', async () => {
  const { watcher, sent } = watcherOfNothing();
  for (let n = 0; n < 3; n += 1) {
    // As a drain does it: woken again while the round of the last time is on its way.
    watcher.wake();
    watcher.wake();
    expect(await watcher.due()).toBe(false);
  }
  await watcher.stop();
  const atEnd = sent();
  watcher.wake();
  await turn();
  expect(sent()).toBe(atEnd);
});

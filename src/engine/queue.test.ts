import { expect, test } from 'vitest';
import type { CommandKind } from './command.ts';
import {
  BACKGROUND_LIMIT,
  BACKGROUND_SHARE,
  BATCH_LIMIT,
  type CommandQueue,
  commandQueue,
  type QueuedItem,
  SMALL_BATCHES_AFTER,
} from './queue.ts';

const kind: CommandKind<unknown> = {
  name: 'test',
  needs: () => ({ users: [] }),
  decide: () => ({}),
};
const ignore = () => {};
const item = (command: string): QueuedItem => ({
  kind,
  command,
  idempotency: null,
  resolve: ignore,
  reject: ignore,
});

function fill(queue: CommandQueue, foreground: number, background: number): void {
  for (let n = 0; n < background; n += 1) queue.add(item(`b${n}`), true);
  for (let n = 0; n < foreground; n += 1) queue.add(item(`f${n}`), false);
}
const taken = (queue: CommandQueue) => queue.take().map(({ command }) => command as string);

test('those who wait go first, in the order of their arrival', () => {
  const queue = commandQueue();
  fill(queue, 2, 2);
  expect(queue.size).toBe(4);
  expect(taken(queue)).toEqual(['f0', 'f1', 'b0', 'b1']);
  expect(queue.size).toBe(0);
  expect(taken(queue)).toEqual([]);
});

test('a batch takes a share of the background beside the foreground, more of it alone', () => {
  const queue = commandQueue();
  fill(queue, BATCH_LIMIT + 1, 700);
  const first = taken(queue);
  expect(first.slice(0, BATCH_LIMIT).every((command) => command.startsWith('f'))).toBe(true);
  expect(first.slice(BATCH_LIMIT)).toEqual(
    Array.from({ length: BACKGROUND_SHARE }, (_, n) => `b${n}`),
  );
  const second = taken(queue);
  expect([second[0], second[1]]).toEqual([`f${BATCH_LIMIT}`, `b${BACKGROUND_SHARE}`]);
  expect(second).toHaveLength(1 + BACKGROUND_SHARE);
  // 700 - 2 × 50 are left. Who was answered may ask again: four more batches stay small.
  for (let n = 0; n < SMALL_BATCHES_AFTER; n += 1) {
    expect(taken(queue)).toHaveLength(BACKGROUND_SHARE);
  }
  expect(taken(queue)).toHaveLength(BACKGROUND_LIMIT);
  expect(taken(queue)).toHaveLength(150);
});

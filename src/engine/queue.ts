import type { Item } from './batch.ts';
import type { Answer } from './command.ts';

/** Most foreground commands in one batch. */
export const BATCH_LIMIT = 200;
/**
 * Most background commands (follows) in a batch that also serves people who wait: what they wait for
 * is mostly the batch before theirs.
 */
export const BACKGROUND_SHARE = 50;
/** Most background commands in a batch of their own, while nobody waits. */
export const BACKGROUND_LIMIT = 250;
/**
 * Batches that stay small after one that served people: who has just been answered asks again while
 * the next batch runs, and waits for it to end.
 */
export const SMALL_BATCHES_AFTER = 4;

export interface QueuedItem extends Item {
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
}

/** Two queues in arrival order: those who wait for an answer go first. */
export interface CommandQueue {
  readonly size: number;
  add(item: QueuedItem, background: boolean): void;
  /** The next batch; empty when nothing waits. */
  take(): QueuedItem[];
}

export function commandQueue(): CommandQueue {
  let foreground: QueuedItem[] = [];
  let background: QueuedItem[] = [];
  let smallBatches = 0;
  return {
    get size() {
      return foreground.length + background.length;
    },
    add(item, isBackground) {
      (isBackground ? background : foreground).push(item);
    },
    take() {
      const batch = foreground.slice(0, BATCH_LIMIT);
      foreground = foreground.slice(BATCH_LIMIT);
      const servesPeople = batch.length > 0;
      const room = servesPeople || smallBatches > 0 ? BACKGROUND_SHARE : BACKGROUND_LIMIT;
      smallBatches = servesPeople ? SMALL_BATCHES_AFTER : Math.max(0, smallBatches - 1);
      batch.push(...background.slice(0, room));
      background = background.slice(room);
      return batch;
    },
  };
}

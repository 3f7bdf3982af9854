import { expect, test } from 'vitest';
import { type Rounds, startRounds } from './rounds.ts';

/** A round that ends when it is told to, with whether there is more or with an error. */
function rounds() {
  const ends: ((end: boolean | Error) => void)[] = [];
  const failures: unknown[] = [];
  let most = 0;
  let under = 0;
  const work: Rounds = startRounds({
    intervalMs: 1_000_000,
    round() {
      under += 1;
      most = Math.max(most, under);
      return new Promise<boolean>((resolve, reject) => {
        ends.push((end) => {
          under -= 1;
          if (end instanceof Error) reject(end);
          else resolve(end);
        });
      });
    },
    failed: (error) => failures.push(error),
  });
  const end = async (how: boolean | Error): Promise<void> => {
    ends.at(-1)?.(how);
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };
  return { work, end, failures, begun: () => ends.length, most: () => most };
}

test('a round begins at the start, and again at once while there is more', async () => {
  const { work, end, begun } = rounds();
  expect(begun()).toBe(1);
  await end(true);
  expect(begun()).toBe(2);
  await end(false);
  expect(begun()).toBe(2);
  await work.idle();
  await work.stop();
});

test('wakes during a round make one further round, never two at once', async () => {
  const { work, end, begun, most } = rounds();
  work.wake();
  work.wake();
  expect(begun()).toBe(1);
  await end(false);
  expect(begun()).toBe(2);
  await end(false);
  expect(begun()).toBe(2);
  expect(most()).toBe(1);
  await work.stop();
});

test('a round that fails is told, and the next one goes on', async () => {
  const { work, end, begun, failures } = rounds();
  const error = new Error('no database');
  await end(error);
  expect(failures).toEqual([error]);
  work.wake();
  expect(begun()).toBe(2);
  await end(false);
  await work.stop();
});

test('after stop nothing begins, and stop waits for what runs', async () => {
  const { work, end, begun } = rounds();
  work.wake();
  let stopped = false;
  const stopping = work.stop().then(() => {
    stopped = true;
  });
  await Promise.resolve();
  expect(stopped).toBe(false);
  await end(true);
  await stopping;
  work.wake();
  expect(begun()).toBe(1);
});

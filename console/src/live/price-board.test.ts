import { expect, test } from 'vitest';
import { createPriceBoard } from './price-board.ts';

function board() {
  const frames: (() => void)[] = [];
  const told: string[] = [];
  const wanted: string[] = [];
  const prices = createPriceBoard({
    nextFrame: (flush) => frames.push(flush),
    onFirst: (subject) => wanted.push(`+${subject}`),
    onLast: (subject) => wanted.push(`-${subject}`),
  });
  const watch = (subject: string, name = subject) =>
    prices.watch(subject, (price, direction) => told.push(`${name} ${price} ${direction}`));
  const frame = (): void => {
    for (const flush of frames.splice(0)) flush();
  };
  return { prices, frames, told, wanted, watch, frame };
}

test('sixty prices of a hundred rows are one frame, each row told its newest', () => {
  const { prices, frames, told, watch, frame } = board();
  for (let row = 0; row < 100; row += 1) watch(`token:${row}`);
  for (let n = 0; n < 60; n += 1) prices.put(`token:${n % 3}`, `1.${n}`);
  expect([frames.length, told.length]).toEqual([1, 0]);
  frame();
  // Rows 0, 1, 2 had 1.57, 1.58, 1.59 last; as decimals each is above the one before it.
  expect(told).toEqual(['token:0 1.57 1', 'token:1 1.58 1', 'token:2 1.59 1']);
});

test('the direction compares values, not texts; the same price is not told again', () => {
  const { prices, told, watch, frame } = board();
  watch('a');
  for (const price of ['9.5', '10', '10', '9.99']) {
    prices.put('a', price);
    frame();
  }
  expect(told).toEqual(['a 9.5 0', 'a 10 1', 'a 9.99 -1']);
});

test('a subject is wanted while somebody watches it', () => {
  const { prices, told, wanted, watch, frame } = board();
  const stopOne = watch('a', 'one');
  const stopTwo = watch('a', 'two');
  prices.put('a', '5');
  frame();
  stopOne();
  const stopThree = watch('a', 'three');
  expect(told).toEqual(['one 5 0', 'two 5 0', 'three 5 0']);
  stopTwo();
  stopThree();
  expect(wanted).toEqual(['+a', '-a']);
  prices.put('a', '6');
  expect(prices.price('a')).toBe(undefined);
});

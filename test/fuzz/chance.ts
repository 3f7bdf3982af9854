import { chance as numbers } from '../helpers/chance.ts';

/** Choices that look like chance and come again with the same seed. */
export interface Chance {
  /** A whole number from 0 up to, but not, `end`. */
  below(end: number): number;
  one<T>(list: readonly T[]): T;
  likely(probability: number): boolean;
}

export function chanceOf(seed: number): Chance {
  const next = numbers(seed);
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    likely: (probability) => next() < probability,
    one(list) {
      const value = list[below(list.length)];
      if (list.length === 0) throw new Error('nothing to choose from');
      return value as (typeof list)[number];
    },
  };
}

/** Choices that look like chance and are the same in every run of a seed. */
export interface Chance {
  /** In [0, 1). */
  next(): number;
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  pick<T>(among: readonly T[]): T;
  isTrue(probability: number): boolean;
  bytes(size: number): Buffer;
  /** The same things in another order. */
  shuffled<T>(things: readonly T[]): T[];
}

/** The splitmix32 generator: any two seeds, also neighbours, give unrelated numbers. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const word = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const next = (): number => word() / 2 ** 32;
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick(among) {
      if (among.length === 0) throw new Error('there is nothing to pick from');
      return among[below(among.length)] as (typeof among)[number];
    },
    isTrue: (probability) => next() < probability,
    bytes(size) {
      const made = Buffer.alloc(size);
      for (let at = 0; at < size; at += 1) made[at] = word() & 0xff;
      return made;
    },
    shuffled(things) {
      const left = [...things];
      return things.map(() => left.splice(below(left.length), 1)[0] as (typeof things)[number]);
    },
  };
}

import { copiesOf } from '../copies.ts';
import { callsOf, type FanOutResult, oneCall } from '../scenarios.ts';
import { makeGroup } from '../world.ts';
import type { Axis, Operation, Place, World } from './axis.ts';

const SMALLEST = 10;
/** Calls at each size, the middle one of which counts. */
const CALLS = 3;
const SIZES = [10, 100, 1_000, 10_000, 100_000];

/** Members of one group who all follow its leader. */
export const followers: Axis = {
  name: 'followers',
  what: 'followers of one leader',
  sizes: SIZES,
  beside: false,
  async make({ service }) {
    const group = await makeGroup(service, SMALLEST, '25');
    const tokens = await callsOf(service, group, CALLS * SIZES.length);
    return async (client): Promise<World> => {
      const copies = await copiesOf(
        client,
        group.members.map(({ userId }) => userId),
      );
      let tens = 1;
      return {
        async grow(filler, size) {
          await copies.add(filler, tens, size / SMALLEST - 1);
          tens = size / SMALLEST;
        },
        async operations(_, size) {
          const calls = once(async ({ service: at, database }) => {
            const results: FanOutResult[] = [];
            for (const token of tokens.splice(0, CALLS)) {
              results.push(await oneCall(at, database, { ...group, followers: size }, token));
            }
            if (results.some(({ filled }) => filled !== size)) throw new Error('not all filled');
            return results.sort((a, b) => a.allMs - b.allMs)[Math.floor(CALLS / 2)] as FanOutResult;
          });
          return costs(calls, size);
        },
      };
    };
  },
};

const once = <T>(measure: (place: Place) => Promise<T>): ((place: Place) => Promise<T>) => {
  let measured: Promise<T> | undefined;
  return (place) => {
    measured ??= measure(place);
    return measured;
  };
};

const costs = (
  calls: (place: Place) => Promise<FanOutResult>,
  size: number,
): readonly Operation[] => [
  {
    name: 'fan-out, a follower',
    unit: 'µs',
    cost: async (place) => ((await calls(place)).allMs * 1_000) / size,
  },
  {
    name: "leader's answer, a follower",
    unit: 'µs',
    cost: async (place) => ((await calls(place)).leaderMs * 1_000) / size,
  },
  {
    name: 'fan-out, all followers',
    unit: 'ms',
    grows: true,
    cost: async (place) => (await calls(place)).allMs,
  },
  {
    name: "leader's answer",
    unit: 'ms',
    grows: true,
    cost: async (place) => (await calls(place)).leaderMs,
  },
];

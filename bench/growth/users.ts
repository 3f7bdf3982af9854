import { copiesOf } from '../copies.ts';
import type { Axis, World } from './axis.ts';
import { readsOf } from './pressure.ts';
import { buysBy, tradersOf, tradingGroup } from './traders.ts';

/** Users of the group that is copied: its leader and the members. */
const GROUP_USERS = 100;

/**
 * Users in groups of a hundred, each with two positions. The load comes from all of them up to
 * 10,000, above that from 10,000 who are spread over all; always by as many different keys.
 */
export const users: Axis = {
  name: 'users',
  what: 'users',
  sizes: [100, 1_000, 10_000, 100_000],
  beside: true,
  async make(place) {
    const { leader, members } = await tradingGroup(place, GROUP_USERS - 1);
    return async (client): Promise<World> => {
      const copies = await copiesOf(
        client,
        [leader, ...members].map(({ userId }) => userId),
      );
      let groups = 1;
      return {
        async grow(filler, size) {
          const wanted = size / GROUP_USERS;
          await copies.add(filler, groups, wanted - 1);
          groups = wanted;
        },
        async operations(reader) {
          const traders = await tradersOf(reader);
          return [
            buysBy(traders),
            readsOf('/api/v1/me', traders.tokens),
            readsOf('/api/v1/account', traders.tokens),
          ];
        },
      };
    };
  },
};

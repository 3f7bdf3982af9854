import { copiesOf } from '../copies.ts';
import { marksBesideNothing, openLongs, perpCall, pinned, untilLiquidated } from '../perps.ts';
import { inParallel } from '../world.ts';
import type { Axis, Operation, World } from './axis.ts';
import { readsOf } from './pressure.ts';
import { buysBy, tradersOf, tradingGroup } from './traders.ts';

const HOLDERS = 10;
const POSITIONS_EACH = 10;
const SMALLEST = HOLDERS * POSITIONS_EACH;
/** Positions that a mark liquidates beside all the others. */
const LIQUIDATED = 100;

/** Open perpetual positions, ten of each user, each with an order of its own; and two of spot. */
export const positions: Axis = {
  name: 'positions',
  what: 'open positions',
  sizes: [100, 1_000, 10_000, 100_000],
  beside: true,
  async make(place) {
    const { service } = place;
    const group = await tradingGroup(place, HOLDERS);
    const proposal = await perpCall(service, { group, proposals: [] });
    await inParallel(HOLDERS, async (n) => {
      const { apiKey } = group.members[n] ?? group.leader;
      for (let m = 0; m < POSITIONS_EACH; m += 1) await openLongs(service, proposal, [apiKey], '2');
    });
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
        async operations(reader) {
          const traders = await tradersOf(reader);
          const liquidated = traders.tokens.slice(0, LIQUIDATED);
          return [
            markThatCrossesNothing,
            liquidation(proposal, liquidated),
            readsOf('/api/v1/positions', traders.tokens),
            buysBy(traders),
          ];
        },
      };
    };
  },
};

const markThatCrossesNothing: Operation = {
  name: 'mark that crosses nothing',
  unit: 'µs',
  cost: async ({ database }) => 1_000 * (await marksBesideNothing(database)).p50Ms,
};

/** From a mark that crosses them until none is open; then the mark is put back. */
const liquidation = (proposal: string, tokens: readonly string[]): Operation => ({
  name: `mark that liquidates ${LIQUIDATED}`,
  unit: 'ms',
  async cost({ service, database }) {
    const times: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await openLongs(service, proposal, tokens, '15');
      times.push((await untilLiquidated(service, database)).allMs);
      await pinned(service);
    }
    return times.sort((a, b) => a - b)[1] ?? 0;
  },
});

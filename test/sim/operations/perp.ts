import type { SimUser } from '../model.ts';
import { order } from '../order.ts';
import type { Sim } from '../sim.ts';
import { type Operation, stake } from './operation.ts';

interface Position {
  readonly id: string;
  readonly isClaimable: boolean;
}

/** One of the positions that somebody has, as the service shows them to its owner. */
async function somePosition(sim: Sim, filter: string): Promise<[SimUser, Position] | null> {
  const user = sim.chance.pick(sim.model.users);
  const path = `/perps/positions?filter=${filter}`;
  const { data } = await sim.ask(user, { method: 'GET', path });
  return data.length === 0 ? null : [user, sim.chance.pick(data as Position[])];
}

const on = (
  name: string,
  weight: number,
  wish: (sim: Sim, user: SimUser) => { verb: string; method?: 'PATCH'; body: object },
): Operation => ({
  name,
  weight,
  async run(sim) {
    const found = await somePosition(sim, 'active');
    if (!found) return;
    const [user, { id }] = found;
    const { verb, ...rest } = wish(sim, user);
    await order(sim, user, { ...rest, path: `/perps/positions/${id}${verb}` });
  },
});

const claim: Operation = {
  name: 'claim a take-profit',
  weight: 2,
  async run(sim) {
    const found = await somePosition(sim, 'past');
    if (!found) return;
    const [user, { id }] = found;
    await order(sim, user, { path: `/perps/positions/${id}/claim` });
  },
};

/** What holders of perpetuals do with their positions. */
export const perpTrades: readonly Operation[] = [
  on('reduce', 4, ({ chance }) => {
    const isFullClose = chance.isTrue(0.3);
    const reduceFraction = isFullClose ? '1' : chance.pick(['0.1', '0.5', '0.333']);
    return { verb: '/reduce', body: { reduceFraction, isFullClose } };
  }),
  on('add', 3, (sim, user) => {
    const leverage = sim.chance.isTrue(0.5) ? { leverage: '3' } : {};
    return { verb: '/add', body: { collateralUsd: stake(sim, user), ...leverage } };
  }),
  on('set triggers', 3, ({ chance }) => {
    const body = {
      stopLossPct: chance.pick([null, '15', '60']),
      takeProfitPct: chance.pick([null, '10', '50']),
    };
    return { verb: '', method: 'PATCH', body };
  }),
  claim,
];

import type { Call, SimUser, Vertical } from '../model.ts';
import { order } from '../order.ts';
import type { Sim } from '../sim.ts';
import { memberOf, type Operation, someCall, stake } from './operation.ts';

const roots: Readonly<Record<Vertical, string>> = {
  SPOT: '/spot/proposals',
  STOCK: '/spot/proposals',
  PREDICTION: '/predictions/proposals',
  PERP: '/perps/proposals',
};

const isPerp = ({ vertical }: Call): boolean => vertical === 'PERP';

/** What entering a call by hand is asked with. */
export function entry(sim: Sim, { vertical, id }: Call, user: SimUser) {
  const amountUsd = stake(sim, user);
  if (vertical === 'PERP') {
    const leverage = sim.chance.pick(['1.5', '4', '10']);
    return {
      path: `/perps/proposals/${id}/increase`,
      body: { collateralUsd: amountUsd, leverage },
    };
  }
  const verb = vertical === 'PREDICTION' ? 'predict' : 'buy';
  return { path: `${roots[vertical]}/${id}/${verb}`, body: { amountUsd } };
}

const enter: Operation = {
  name: 'enter',
  weight: 9,
  async run(sim) {
    const call = someCall(sim);
    if (!call) return;
    const user = memberOf(sim, call.group);
    await order(sim, user, entry(sim, call, user));
  },
};

const sell: Operation = {
  name: 'sell',
  weight: 8,
  async run(sim) {
    const call = someCall(sim, (one) => !isPerp(one));
    if (!call) return;
    const user = memberOf(sim, call.group);
    const body = sim.chance.isTrue(0.4) ? { max: true } : { amountUsd: stake(sim, user) };
    await order(sim, user, { path: `${roots[call.vertical]}/${call.id}/sell`, body });
  },
};

const closeCall: Operation = {
  name: 'close call',
  weight: 3,
  async run(sim) {
    const call = someCall(sim);
    if (!call) return;
    const user = sim.chance.isTrue(0.9) ? call.creator : sim.chance.pick(sim.model.users);
    await order(sim, user, { path: `${roots[call.vertical]}/${call.id}/close` });
  },
};

const claim: Operation = {
  name: 'claim',
  weight: 2,
  async run(sim) {
    const call = someCall(sim, ({ vertical }) => vertical === 'PREDICTION');
    if (!call) return;
    await order(sim, memberOf(sim, call.group), {
      path: `/predictions/proposals/${call.id}/claim`,
    });
  },
};

/** What members do by hand in calls that are there. */
export const trades: readonly Operation[] = [enter, sell, closeCall, claim];

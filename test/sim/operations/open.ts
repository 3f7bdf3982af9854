import { predictionMarkets, SYMBOLS, TICKERS, TOKENS } from '../markets.ts';
import type { Vertical } from '../model.ts';
import { order } from '../order.ts';
import type { Sim } from '../sim.ts';
import { memberOf, type Operation, stake } from './operation.ts';

const places: Readonly<Record<Vertical, string>> = {
  SPOT: '/spot/proposals',
  STOCK: '/spot/proposals',
  PREDICTION: '/predictions/proposals',
  PERP: '/perps/proposals',
};

async function wishOf(sim: Sim, vertical: Vertical, amountUsd: string): Promise<object> {
  const { chance } = sim;
  if (vertical === 'SPOT') return { contractAddress: chance.pick(TOKENS), amountUsd };
  if (vertical === 'STOCK') return { ticker: chance.pick(TICKERS), amountUsd };
  if (vertical === 'PREDICTION') {
    const { slug, eventId } = chance.pick(await predictionMarkets(sim));
    return { eventId, marketId: slug, isYes: chance.isTrue(0.6), amountUsd };
  }
  const triggers = { stopLossPct: '40', takeProfitPct: '30' };
  return {
    marketSymbol: chance.pick(SYMBOLS),
    side: chance.pick(['LONG', 'SHORT']),
    collateralUsd: amountUsd,
    leverage: chance.pick(['2', '5', '12.5', '20']),
    ...(chance.isTrue(0.4) ? triggers : {}),
  };
}

const openIn = (vertical: Vertical, weight: number): Operation => ({
  name: `open ${vertical}`,
  weight,
  async run(sim) {
    const group = sim.chance.pick(sim.model.groups);
    const user = memberOf(sim, group, ({ isLeader }) => isLeader);
    const wish = await wishOf(sim, vertical, stake(sim, user));
    const path = places[vertical];
    const { status, data } = await order(sim, user, { path, body: { groupId: group.id, ...wish } });
    const id = data?.proposal?.id ?? data?.proposalId;
    if (status < 300 && id) sim.model.calls.push({ id, vertical, group, creator: user });
  },
});

/** The opening trades that members follow. */
export const openings: readonly Operation[] = [
  openIn('SPOT', 7),
  openIn('STOCK', 3),
  openIn('PREDICTION', 5),
  openIn('PERP', 6),
];

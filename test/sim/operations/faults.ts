import { turnOf } from '../background.ts';
import type { Sim } from '../sim.ts';
import { count } from '../tally.ts';
import { openings } from './open.ts';
import type { Operation } from './operation.ts';
import { perpTrades } from './perp.ts';
import { trades } from './trade.ts';

const fault = (sim: Sim, kind: string): void => count(sim.tally.faults, kind);
const MOST_PROCESSES = 2;

/** Some trade, in the middle of which something is to happen. */
const someTrade = (sim: Sim): Promise<unknown> =>
  sim.chance.pick([...openings, ...trades, ...perpTrades]).run(sim);

const crash: Operation = {
  name: 'crash',
  weight: 0.6,
  async run(sim) {
    fault(sim, 'process dropped between requests');
    await sim.any().kill();
    await sim.replaceTheDead();
  },
};

const crashInRequest: Operation = {
  name: 'crash in a request',
  weight: 2,
  async run(sim) {
    const points = ['engine.after-claim', 'engine.before-commit', 'engine.after-commit'];
    const point = sim.chance.pick(points);
    const armed = [...sim.processes];
    for (const one of armed) one.dieAt(point);
    await someTrade(sim);
    for (const one of armed) one.spare();
    if (armed.some(({ dead }) => dead)) fault(sim, `process dropped at ${point}`);
    await sim.replaceTheDead();
  },
};

const crashInFollows: Operation = {
  name: 'crash while following',
  weight: 2,
  async run(sim) {
    const points = ['follow.after-claim', 'follow.mid-fan-out', 'engine.before-commit'];
    const point = sim.chance.pick(points);
    const one = sim.any();
    one.dieAt(point, 1 + sim.chance.below(2));
    await turnOf(sim, one, 'follow');
    one.spare();
    if (one.dead) fault(sim, `process dropped at ${point} of a follow`);
    await sim.replaceTheDead();
  },
};

const lostAnswer: Operation = {
  name: 'cut at commit',
  weight: 4,
  async run(sim) {
    const when = sim.chance.pick(['before', 'after'] as const);
    const proxies = sim.processes.map(({ proxy }) => proxy);
    const cuts = () => proxies.reduce((sum, proxy) => sum + proxy.cuts, 0);
    const before = cuts();
    for (const proxy of proxies) proxy.cutAtCommit(when);
    await someTrade(sim);
    if (cuts() > before) fault(sim, `connection cut ${when} the commit`);
  },
};

const killedSessions: Operation = {
  name: 'sessions killed',
  weight: 1,
  async run(sim) {
    fault(sim, 'all sessions of a process killed');
    await sim.killSessions(sim.any());
  },
};

const secondProcess: Operation = {
  name: 'processes come and go',
  weight: 1.5,
  async run(sim) {
    if (sim.processes.length < MOST_PROCESSES) {
      fault(sim, 'a further process');
      await sim.start();
    } else {
      fault(sim, 'a process stopped in order');
      await sim.retire(sim.any());
    }
    await sim.settle();
  },
};

/** What goes wrong with processes, sessions and connections. */
export const faults: readonly Operation[] = [
  crash,
  crashInRequest,
  crashInFollows,
  lostAnswer,
  killedSessions,
  secondProcess,
];

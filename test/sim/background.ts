import { checkFollowRows } from './follow-check.ts';
import type { SimProcess } from './process.ts';
import type { Sim } from './sim.ts';

/** How each piece of background work of a process is asked to begin. */
const wakes: Readonly<Record<string, (process: SimProcess) => void>> = {
  follow: ({ app }) => app.workers.follow.wake(),
  chat: ({ app }) => app.workers.chat.wake(),
  predictions: ({ app }) => app.workers.markets.wake(),
  perps: ({ app }) => app.workers.perps.wake(),
  renewals: ({ app }) => app.workers.renewals.wake(),
  agents: ({ app }) => app.workers.agents.wake(),
  housekeeping: ({ app }) => app.workers.housekeeping.wake(),
  notifications: ({ app }) => app.workers.notifications.wake(),
  withdrawals: ({ app }) => app.workers.withdrawals.wake(),
  equity: ({ app }) => app.workers.equity.wake(),
};
/** Snapshots wait for all that an hour makes due, so they come when everything else is quiet. */
const names = ['orders', ...Object.keys(wakes).filter((name) => name !== 'equity')];

/** Rounds of all work after which there must be nothing left to do. */
const MOST_ROUNDS = 60;

/** One piece of background work of a process, and a look at what it has made of calls. */
export async function turnOf(sim: Sim, process: SimProcess, name: string): Promise<void> {
  if (process.dead) return;
  if (name === 'orders') {
    await Promise.race([process.app.workers.orders.round().catch(() => 0), process.ended]);
    await process.idle();
  } else {
    wakes[name]?.(process);
    await process.turn(name);
  }
  await checkFollowRows(sim);
}

/** A few pieces of background work in any order, as they happen to come between requests. */
export async function someWork(sim: Sim): Promise<void> {
  for (const name of sim.chance.shuffled(names).slice(0, 1 + sim.chance.below(4))) {
    await turnOf(sim, sim.any(), name);
    await sim.replaceTheDead();
  }
}

/** All background work, again and again, until nothing that is due now is left. */
export async function allWork(sim: Sim): Promise<void> {
  const commits = () => sim.processes.reduce((sum, one) => sum + one.commits, 0);
  let before = -1;
  for (let rounds = 0; before !== commits(); rounds += 1) {
    if (rounds === MOST_ROUNDS) throw new Error('background work does not come to an end');
    before = commits();
    for (const name of sim.chance.shuffled(names)) {
      for (const process of [...sim.processes]) await turnOf(sim, process, name);
    }
    await sim.settle();
  }
  for (const process of sim.processes) await turnOf(sim, process, 'equity');
  await sim.settle();
}

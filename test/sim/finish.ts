import { allWork } from './background.ts';
import { learn } from './order.ts';
import { type Sim, Violation } from './sim.ts';
import { count } from './tally.ts';

const VERTICALS = ['spot', 'stocks', 'predictions', 'perps'];
/** Longer than the deadline of a follow and than any scripted delay of a venue. */
const ROUND_MS = 70_000;
/** So often at most until nothing is under way. */
const MOST_ROUNDS = 6;

const open = `select
    (select count(*) from follow where status in ('QUEUED', 'UNKNOWN')) as follows,
    (select count(*) from intent where status in ('SUBMITTED', 'UNKNOWN')) as orders`;

/** Ends all trouble and lets everything come to its end, as it must in time. */
export async function finish(sim: Sim): Promise<void> {
  await sim.replaceTheDead();
  await sim.control('PUT', '/follow', { hold: false });
  for (const vertical of VERTICALS) {
    await sim.control('PUT', `/venues/${vertical}/behaviour`, { mode: 'ok' });
    await sim.control('PUT', `/trading/${vertical}`, { mode: 'enabled' });
  }
  let left = '';
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    await allWork(sim);
    const [row] = await sim.database.rows<{ follows: bigint; orders: bigint }>(open);
    left = `${row?.follows} follows and ${row?.orders} orders`;
    if (row?.follows === 0n && row.orders === 0n) {
      await hearOutcomes(sim);
      return countFollows(sim);
    }
    await sim.time.pass(ROUND_MS);
  }
  throw new Violation([`${left} have no outcome at the end`]);
}

/** What became of the orders that were answered before it was known. */
async function hearOutcomes(sim: Sim): Promise<void> {
  for (const { user, actionId } of sim.model.pending) {
    const { data } = await sim.ask(user, { method: 'GET', path: `/actions/${actionId}` });
    if (data?.status === 'SETTLED') learn(sim, user, { data, status: 200 });
    else if (data?.status !== 'FAILED') {
      throw new Violation([`the order ${actionId} is ${data?.status} at the end`]);
    }
  }
}

async function countFollows(sim: Sim): Promise<void> {
  const rows = await sim.database.rows<{ result: string; rows: bigint }>(
    `select concat_ws(' ', status, code) as result, count(*) as rows from follow group by 1`,
  );
  for (const { result, rows: found } of rows) {
    count(sim.tally.followRows, result, Number(found));
  }
}
